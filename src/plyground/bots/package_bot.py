"""Bots of installed packages: what an entry point of the group ``plyground.bots`` may name.

A function ``choose(position)``, a class with a method ``choose``, a function ``evaluate(position)``, a class with a
method ``value`` or a search, as in a bot's file (:mod:`plyground.bots.bot_file`); a module with one of them; a function of
another name whose first parameter is called ``position``; or a function that makes such an object for a game. A class, and a function that makes bots, gets the game if its first parameter has no
default. Its other parameters are the bot's options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from plyground.bots.bot_file import OPTIONS
from plyground.bots.bot_process import chosen_number, with_evaluation, with_search
from plyground.bots.bot_protocol import UNFOLLOWED, Bot, Card, Choice, Thought, only_move
from plyground.bots.decision_tree import recorded
from plyground.core.game import Game
from plyground.core.plugins import BOTS, UnusablePlugin, blamed, foreign
from plyground.core.position import MarkedPosition, Move
from plyground.core.spec import Option, options_of
from plyground.errors import EngineIllegalMove, MoveError, PlygroundError, SearchError, SpecError
from plyground.i18n import Sentence, _, as_sentence
from plyground.searches.registry import are_of_search

FUNCTIONS = {"choose": "choose", "evaluate": "evaluate"}
"""Kinds of bots that are functions, by the function's name."""
METHODS = {"choose": "choose", "value": "evaluate"}
"""Kinds of bots that are classes, by the name of their method."""
LOOKING_AHEAD = ("evaluate", "search")
"""Kinds of bots that look ahead."""
DEPTH = next(option for option in OPTIONS if option.name == "depth")._replace(meaning=_("plies to look ahead"))
"""The option of a bot that looks ahead."""
WRITE = _("write a function choose(position), a class with a method choose(self, position), or a function evaluate(position)")  # fmt: skip


def offer(thing: Any, name: str, package: str) -> tuple[Callable[..., Bot], tuple[Option, ...]]:
    """Return the maker of a bot and its options. Raise :class:`SpecError` if the thing cannot be a bot."""
    if isinstance(thing, ModuleType):
        thing = _in_module(thing)
    if not isinstance(thing, FunctionType | type):
        raise SpecError(_("{thing} is not a bot: {write}", thing=type(thing).__name__, write=WRITE))
    kind = _kind(thing)
    if isinstance(thing, type) and not kind:
        raise SpecError(_("class {name} has no method choose(self, position)", name=thing.__name__))
    for member in (thing, *(getattr(thing, method, None) for method in METHODS)):
        if isinstance(member, FunctionType):
            foreign.add(member.__code__.co_filename)
    options = () if _is_bot(thing) else options_of(thing, besides=int(_takes_game(thing)))
    if kind in LOOKING_AHEAD and all(option.name != DEPTH.name for option in options):
        options = (*options, DEPTH)
    return partial(PackageBot, thing=thing, name=name, package=package), options


class PackageBot:
    """A bot of a package. A sentence with its name reports its errors and its illegal moves."""

    def __init__(self, game: Game, *, thing: Any, name: str, package: str, **options: Any) -> None:
        """Make the bot for a game.

        Raise :class:`UnusablePlugin` if that fails, and the bot's own :class:`SpecError` or :class:`SearchError` if
        it does not play the game.
        """
        self.game = game
        self.name = name
        self.package = package
        try:
            self._own = thing if _is_bot(thing) else _made(thing, game, options)
            if isinstance(thing, FunctionType) and _takes_game(thing) and not _kind(self._own):
                raise self._unusable(_no_maker(thing))
            self._choose = self._chooser(options.get(DEPTH.name, DEPTH.default))
            self.card = self._card()
        except (SpecError, SearchError):
            raise
        except (Exception, SystemExit) as error:
            misread = isinstance(thing, FunctionType) and _asked_of(error) is game  # the game was taken for a position
            raise self._unusable(_no_maker(thing) if misread else _raised(error)) from error

    @property
    def seed(self) -> Any:
        """The seed of a bot that has one."""
        return self._own.seed

    @seed.setter
    def seed(self, seed: Any) -> None:
        self._own.seed = seed

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        """Return the bot's choice.

        Raise :class:`EngineIllegalMove` for an illegal move, and :class:`SearchError` for an error in its code.
        """
        forced = only_move(position)
        if forced:
            return forced
        try:
            chosen = self._choose(position, thought)
        except PlygroundError:
            raise
        except (Exception, SystemExit) as error:
            raise SearchError(_("{bot}: {fault}", bot=self.name, fault=_raised(error))) from error
        reason = _("The bot {name} of the package {package} chose it.", name=self.name, package=self.package)
        if not isinstance(chosen, Choice):
            return Choice(self._legal(position, chosen), reason)
        said = as_sentence(chosen.reason) if chosen.reason else reason
        tree = chosen.tree and replace(
            recorded(chosen.tree), algorithm="", setting=None
        )  # the package's evaluation stays here
        return chosen._replace(move=self._legal(position, chosen.move), reason=said, tree=tree)

    def _legal(self, position: MarkedPosition, chosen: Any) -> Move:
        try:
            move = chosen_number(self.game, position, chosen)
            if move in position.moves():
                return move
            text: Sentence = _("{move} is not a legal move here.", move=move)
        except MoveError as error:
            text = error.sentence
        raise EngineIllegalMove(self.name, text)

    def _chooser(self, depth: Any) -> Callable[[Any, Thought], Any]:
        """Return the function that chooses. Raise :class:`UnusablePlugin` if the object has none."""
        own, kind = self._own, _kind(self._own)
        if not kind:
            made = _("{thing} is not a bot: {write}", thing=type(own).__name__, write=WRITE)
            raise self._unusable(made)
        asked = (
            own
            if isinstance(own, FunctionType)
            else getattr(own, next(each for each in METHODS if METHODS[each] == kind))
        )
        if kind == "search":
            return with_search(asked, depth, self.game).choose
        if kind == "evaluate":
            search = with_evaluation(asked, depth, self.game)
            return lambda position, thought: search.choose(position, thought._replace(native=False))
        parameters = inspect.signature(asked).parameters.values()
        if sum(each.kind != each.KEYWORD_ONLY for each in parameters) == 1:
            return lambda position, _thought: asked(position)
        return lambda position, thought: asked(position, thought)

    def _card(self) -> Card:
        own = getattr(self._own, "card", None)
        if own is None:
            summary = _("A bot of the package {package}.", package=self.package)
            return Card(
                Sentence(self.name, {}), summary, plans_ahead=True if _kind(self._own) in LOOKING_AHEAD else None
            )
        if not isinstance(own, Card):
            raise self._unusable(_("its card is of the type {type}: use Card(title, summary) of plyground", type=type(own).__name__))  # fmt: skip
        return own._replace(title=as_sentence(own.title), summary=as_sentence(own.summary))

    def _unusable(self, reason: Sentence) -> UnusablePlugin:
        return UnusablePlugin(self.name, self.package, BOTS, reason)


def _in_module(module: ModuleType) -> Any:
    """Return the bot in a module, as one is found in a file. Raise :class:`SpecError` if there is none."""
    own = [
        each
        for each in vars(module).values()
        if getattr(each, "__module__", "") == module.__name__
        and _kind(each)
        and not (
            isinstance(each, FunctionType) and each.__name__ not in FUNCTIONS and _kind(each) != "search"
        )  # a helper
    ]
    if not own:
        raise SpecError(_("there is no bot in the module {module}: {write}", module=module.__name__, write=WRITE))
    return next((each for each in own if each.__name__ == "choose"), own[0])


def _kind(thing: Any) -> str:
    """Return ``choose`` or ``evaluate`` for a function of this name, or for what has such a method. It is
    ``search`` for a function with the parameters of a search.

    A function of another name whose first parameter is called ``position`` chooses. Return an empty text for all else.
    """
    if isinstance(thing, FunctionType):
        parameters = [*inspect.signature(thing).parameters]
        other = "search" if are_of_search(parameters) else "choose" if parameters[:1] == ["position"] else ""
        return FUNCTIONS.get(thing.__name__, other)
    return next((kind for method, kind in METHODS.items() if callable(getattr(thing, method, None))), "")


def _is_bot(thing: Any) -> bool:
    """Return True for a function that is a bot itself, rather than makes one."""
    return isinstance(thing, FunctionType) and bool(_kind(thing))


def _takes_game(make: Any) -> bool:
    first = next(iter(inspect.signature(make).parameters.values()), None)
    return first is not None and first.default is first.empty


def _made(make: Any, game: Game, options: dict[str, Any]) -> Any:
    known = inspect.signature(make).parameters
    own = {name: value for name, value in options.items() if name in known}
    return make(game, **own) if _takes_game(make) else make(**own)


def _asked_of(error: BaseException) -> Any:
    """Return the object that lacks an attribute, for an :class:`AttributeError`."""
    return getattr(error, "obj", None)


def _no_maker(function: FunctionType) -> Sentence:
    """Return the sentence for a function that got a game and made no bot for it."""
    return _(
        "the function {name} makes no bot for a game: if it chooses a move, rename the function to choose, or its parameter to position",
        name=function.__name__,
    )


def _raised(error: BaseException) -> Sentence:
    if isinstance(error, PlygroundError):
        return error.sentence
    if known := blamed(error):
        return known.sentence
    return _("it raises {type}: {error}", type=type(error).__name__, error=error)
