"""Bots from a user's file: ``my_bot.py`` with a function, a class or only an evaluation.

::

    def choose(position):            # a legal move, as a number or as people write it
        return max(position.moves())

    class Bot:                       # made anew for each game
        def choose(self, position): ...

    def evaluate(position):          # for the side to move; alpha-beta then looks --depth plies ahead
        return 0

    def decide(board, player):       # the form of the homework: docs/grading.md lists names and parameters
        return row, column

The file never runs in this process: :mod:`plyground.bots.bot_process` runs it in another, with limits. Text from a
visitor of the page cannot name a file: a name finds only bots that :func:`load` or :func:`add` has registered before.
"""

from __future__ import annotations

import ast
import weakref
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from plyground.bots.board_functions import CHOOSE, plain_name
from plyground.bots.bot_process import BotFault, BotProcess, Program, method_of
from plyground.bots.bot_protocol import UNFOLLOWED, Bot, Card, Choice, Thought, only_move
from plyground.core.authoring.syntax_words import syntax_words
from plyground.core.files import read_text
from plyground.core.game import Game
from plyground.core.spec import Entry, Option, Registry, Spec, is_name
from plyground.errors import FileError, SearchError
from plyground.games.loading import FILE
from plyground.i18n import _
from plyground.searches.scores import MAX_DEPTH

HELPERS = ("value", "score", "eval")
"""Names of functions that are helpers more often than bots."""
MOVE_PATIENCE_S = 60.0
"""Seconds that a bot may take for a move if there is no clock."""
OPTIONS = (
    Option("depth", int, 3, _("plies to look ahead, if the file has only an evaluation"), least=1, most=MAX_DEPTH),
    Option("seed", int, 0, _("the seed of random numbers: the same seed gives the same move in the same position")),
)


class BotSource(NamedTuple):
    """The content of a bot's file."""

    name: str  # spec name of the bot
    path: str
    text: str
    thing: str  # name of the function or class in the file
    kind: str  # choose or evaluate


def is_bot_file(text: str) -> bool:
    """Return True for a text such as ``my_bot.py``, also with a name or options after it."""
    return FILE.fullmatch(text.strip()) is not None


def read(text: str, content: str | None = None) -> tuple[BotSource, str]:
    """Read the file in a text such as ``my_bot.py:Name:depth=4``. Return it with the options. Raise :class:`FileError`.

    ``content`` is used as the text of the file, if it is given.
    """
    asked = FILE.fullmatch(text.strip())
    assert asked is not None  # callers check the text with is_bot_file
    path = Path(asked["file"])
    if content is None:
        content = read_text(path)
    if not is_name(path.stem):
        raise FileError(path, _("the file's name is the name of the bot and may only have letters, digits and _"))
    try:
        parts = _parts(ast.parse(content))
    except SyntaxError as error:
        raise FileError(
            path, _("it is not valid Python: {reason}", reason=syntax_words(error.msg)), error.lineno
        ) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise FileError(path, _("it is not valid Python: {reason}", reason=error)) from None
    thing = asked["attribute"] or min(parts, key=lambda name: (parts[name] != "choose", _place(name)), default="")
    if thing not in parts:
        raise FileError(
            path,
            _(
                "there is no bot in it: write a function choose(position), a class with a method choose(self, position), or a function evaluate(position)"
            ),
        )
    name = path.stem + (f"-{thing}" if asked["attribute"] else "")
    return BotSource(name, str(path.resolve()), content, thing, parts[thing]), asked["options"] or ""


def _parts(tree: ast.Module) -> dict[str, str]:
    """Return the bots in a file by name, with their kinds, without running it."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            own = [node.name] if plain_name(node.name) not in HELPERS else []
        elif isinstance(node, ast.ClassDef):
            own = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
        else:
            continue
        _name, kind = method_of(own)
        if kind:
            found[node.name] = kind
    return found


def _place(name: str) -> int:
    """Return the place of a function among the usual names; classes come last."""
    word = plain_name(name)
    return CHOOSE.index(word) if word in CHOOSE else len(CHOOSE)


def load(text: str, registry: Registry[Bot]) -> str:
    """Read the bot of a file and register it by the file's name. Return its spec text, options included."""
    source, options = read(text)
    if source.name in registry and registry[source.name].origin != source.path:
        raise FileError(source.path, _("there is a bot “{name}” already: give the file another name", name=source.name))
    add(source, registry)
    return source.name + (f":{options}" if options else "")


def add(source: BotSource, registry: Registry[Bot]) -> None:
    """Register the bot of a file that was read, by the file's name."""
    registry.add(source.name, partial(FileBot, source=source), *OPTIONS, origin=source.path)


def loaded(registry: Registry[Bot]) -> tuple[BotSource, ...]:
    """Return the files whose bots are in a registry, so that another process can :func:`add` them."""
    makers = (entry.make for entry in registry)
    return tuple(make.keywords["source"] for make in makers if isinstance(make, partial) and make.func is FileBot)


def make(text: str, game: Game, content: str | None = None) -> FileBot:
    """Return the bot of a file for one game without registering it. Raise :class:`FileError`, :class:`SpecError`."""
    source, options = read(text, content)
    entry = Entry(source.name, partial(FileBot, source=source), OPTIONS, source.path)
    spec = source.name + (f":{options}" if options else "")
    return entry.make(game, **entry.values(Spec.parse(spec), spec))


class FileBot:
    """A bot from a file. It runs in its own process, which starts at the first move."""

    starts_program = True

    def __init__(self, game: Game, depth: int = 3, seed: int = 0, *, source: BotSource) -> None:
        self.game = game
        self.source = source
        self.program = Program(source.name, source.path, source.text, source.thing, source.kind, depth)
        self.seed = seed
        self.card = Card(
            title=_("Bot {name}", name=source.name),
            summary=_("Plays as the file {file} says.", file=Path(source.path).name),
            plans_ahead=None if source.kind == "choose" else True,  # an evaluation is used by a search
            deterministic=True,  # random numbers begin anew in each position
        )
        self._process: BotProcess | None = None

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the file's choice. Raise :class:`SearchError` if it crashes, takes too long or chooses an illegal
        move.
        """
        forced = only_move(position)
        if forced:
            return forced
        try:
            if self._process is None:
                self._process = BotProcess(self.game)
                weakref.finalize(self, self._process.end)
                self._process.prepare(self.program, self.seed)
            answer = self._process.choose(position, thought.past, patience=MOVE_PATIENCE_S)
        except BotFault as fault:
            if self._process is not None:
                self._process.end()
            self._process = None
            raise SearchError(_("{bot}: {fault}", bot=self.source.name, fault=fault.sentence)) from None
        return Choice(answer.move, _("The bot in {file} chose it.", file=Path(self.source.path).name), answer.value)
