"""The tools: games, analysis, hints, trees, exercises and standings.

Every long question is a command of plyground with ``--json``, so an answer here is that of the command line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from plyground import __version__
from plyground.bots.bot_file import is_bot_file
from plyground.bots.catalogue import weights_of
from plyground.core.spec import canonical
from plyground.drawing.svg import board
from plyground.errors import PlygroundError, SpecError
from plyground.games import GAMES
from plyground.i18n import _
from plyground.mcp_server.command_runner import TIMEOUT_S, CommandRunner, flatten, option
from plyground.mcp_server.played_games import MAX_TEXT_CHARS, GameState, PlayedGames
from plyground.searches import ALGORITHMS
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.gallery import gallery

INSTRUCTIONS = (
    "A referee of games that knows the truth: rules, searches, values of moves, mistakes and hints. "
    "Start a game with start_game, then use its game_id. Moves are written as legal_moves lists them; "
    "play_bot lets an opponent move."
)
MAX_SEARCH_S = 20.0
"""Longest search that can be asked for."""
START_S = 6.0
"""Seconds of a command's time for the start of its process and for its answer."""
MAX_DEPTH = 60
MAX_REVIEWED_PLIES = 40
"""Most moves of one review: more may take longer than a command's time."""
HUMAN = "human"
"""The player who is a person."""
USUAL_BOT = "engine:nodes=20000"
"""The bot of a game that has no usual one."""
GROWN = ("uct", "puct", "proof-number")
"""The searches that grow a tree instead of looking a number of plies ahead."""
OPENERS = ("[", "(", "{")
"""First characters of a tree as text; any other text could name a file."""


def _no_truth(value: object) -> object:
    """Refuse true and false, which Python counts among the numbers."""
    if isinstance(value, bool):
        raise PydanticCustomError("number", "It must be a number, not {value}", {"value": str(value).lower()})
    return value


def _number_or_text(value: object) -> object:
    """Refuse a move that is neither a whole number nor a text."""
    if type(value) not in (int, str):
        raise PydanticCustomError("move", 'It must be a whole number or a text, such as 4 or "e2e4"')
    if isinstance(value, str) and len(value) > MAX_TEXT_CHARS:
        raise PydanticCustomError("move", "It must have at most {most} characters", {"most": MAX_TEXT_CHARS})
    return value


NO_TRUTH = BeforeValidator(_no_truth)
GameId = Annotated[int, NO_TRUTH, Field(description="The number that start_game gave.", ge=1)]
Text = Annotated[str, Field(max_length=MAX_TEXT_CHARS)]
MoveWord = Annotated[int | Text, BeforeValidator(_number_or_text)]


def mcp_server(folder: Path | None = None, timeout_s: float = TIMEOUT_S) -> MCPServer[Any]:
    """Return the server. Tournaments are read from ``folder`` only; without one, no file is read at all."""
    server = _Server("plyground", instructions=INSTRUCTIONS, version=__version__, log_level="ERROR")
    tools = _Tools(folder, CommandRunner(timeout_s))
    for tool in tools.all():
        server.add_tool(tool, structured_output=tool != tools.picture)
    return server


class _Server(MCPServer[Any]):
    """A server whose refusals of bad arguments are sentences without links to pydantic."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_refusal(name, error.__cause__)) from None
            raise


def _refusal(tool: str, error: ValidationError) -> str:
    """Return a sentence for each argument that a tool refuses."""
    faults: dict[str, list[str]] = {}
    for each in error.errors(include_url=False):
        faults.setdefault(str(each["loc"][0]) if each["loc"] else "the arguments", []).append(each["msg"])
    return " ".join(f"{tool}: {name}: {' or '.join(said)}." for name, said in faults.items())


class _Tools:
    """The tools of one server; each docstring is what the model reads."""

    def __init__(self, folder: Path | None, runner: CommandRunner) -> None:
        self.folder = folder and folder.resolve()
        self.runner = runner
        self.played = PlayedGames()

    def all(self) -> list[Any]:
        """Return every tool."""
        return [
            self.list_games, self.rules, self.start_game, self.show_game, self.play, self.play_bot, self.undo, self.picture,
            self.search, self.explore, self.why, self.review, self.hint, self.search_tree, self.list_exercises,
            self.new_exercise, self.mark_exercise, self.standings,
        ]  # fmt: skip

    async def list_games(self) -> dict[str, Any]:
        """List the games: name, title, rules in a sentence, options."""
        kept = ("name", "title", "summary", "sides", "options")
        return {"games": [{key: record[key] for key in kept} for record in await self._json("games")]}

    async def rules(self, game: Text) -> dict[str, Any]:
        """Tell one game: its rules, options, kind, and its known exact values."""
        found: dict[str, Any] = await self._json("games", _checked(lambda: _game_name(game)))
        return found

    def start_game(self, game: Text, position: Text = "", moves: Text = "") -> GameState:
        """Start a game, from its start or a position in its notation, with moves already made.

        The game may have options: "connect_four" or "mnk:width=4,height=4,k=3".
        """
        number: int = _checked(lambda: self.played.start(game, position, moves))
        return self.show_game(number)

    def show_game(self, game_id: GameId) -> GameState:
        """Show a game: board, moves so far, side to move, legal moves, result."""
        state: GameState = _checked(lambda: self.played.state(game_id))
        return state

    def play(self, game_id: GameId, move: MoveWord) -> GameState:
        """Make a move for the side to move, as legal_moves lists it or in the game's notation, and show the game."""
        _checked(lambda: self.played.play(game_id, str(move)))
        return self.show_game(game_id)

    async def play_bot(self, game_id: GameId, bot: Text = "") -> GameState:
        """Let a bot, a level or an engine that is set up make the move of the side to move, and show the game.

        Bots: "random", "level:number=2", "depth-limited:depth=4", "uct:playouts=1000", "engine:nodes=20000" and others.
        Without a name, the game's usual opponent moves.
        """
        match = _checked(lambda: self.played.match(game_id))
        if match.outcome:
            raise ToolError("The game is over: nobody can move.")
        name = bot or match.game.bot or USUAL_BOT
        if is_bot_file(name) or weights_of(name) or name.partition(":")[0].strip() == HUMAN:
            raise ToolError(f"“{name}” is not a bot: choose one such as random, level:number=2 or engine:nodes=20000.")
        words = _checked(lambda: self.played.here(game_id))
        found: dict[str, Any] = await self._json("search", *words, *option("bot", name))
        if _checked(lambda: self.played.match(game_id)) != match:
            raise ToolError("The game has changed while the bot was thinking: ask again.")
        return self.play(game_id, found["move"])

    def undo(self, game_id: GameId, plies: Annotated[int, NO_TRUTH, Field(ge=1)] = 1) -> GameState:
        """Take back moves, and show the game."""
        _checked(lambda: self.played.undo(game_id, plies))
        return self.show_game(game_id)

    def picture(self, game_id: GameId, form: Literal["png", "svg"] = "png") -> Any:
        """Draw the board as a PNG picture or as SVG text."""
        match = _checked(lambda: self.played.match(game_id))
        drawn = board(match.game, match.position)
        if form == "svg":
            return drawn
        from plyground.drawing.png import png

        return Image(data=_checked(lambda: png(drawn)), format="png")

    async def search(
        self,
        game_id: GameId,
        algorithm: Text = "",
        depth: Annotated[int | None, NO_TRUTH, Field(ge=1, le=MAX_DEPTH)] = None,
        seconds: Annotated[float | None, NO_TRUTH, Field(gt=0, le=MAX_SEARCH_S)] = None,
    ) -> dict[str, Any]:
        """Search the position of a game: the best move, its value, the expected line, and the cost.

        Algorithms: minimax, alphabeta, pvs, uct, puct, proof-number and others. Without a depth it searches for ``seconds``,
        or for one second.
        """
        if algorithm and canonical(algorithm) not in (*ALGORITHMS, *GROWN):
            raise ToolError(f"There is no algorithm “{algorithm}”; there are: {', '.join((*ALGORITHMS, *GROWN))}.")
        known = ALGORITHMS.get(canonical(algorithm)) if algorithm else None
        if known is not None and (not known.windowed or known.for_each) and (depth is None or seconds is not None):
            raise ToolError(
                f"{known.name} searches to a fixed depth: give depth, such as depth=4, and no seconds. "
                "With seconds alone, use alphabeta or pvs."
            )
        if depth is None:
            seconds = self._limited(1.0 if seconds is None else seconds)
        words = _checked(lambda: self.played.here(game_id))
        limits = flatten(option("algorithm", algorithm or None), option("depth", depth), option("seconds", seconds))
        found: dict[str, Any] = await self._json("search", *words, *limits)
        return found

    async def explore(self, game_id: GameId) -> dict[str, Any]:
        """Give the value of every legal move, from -100 (lost) to 100 (won), the best first, and best play after it.

        Values with ``proven`` are exact. The others are estimates, the same in every tool.
        """
        found: dict[str, Any] = await self._json("explore", *_checked(lambda: self.played.words(game_id)))
        return found

    async def why(self, game_id: GameId) -> dict[str, Any]:
        """Tell if the last move was a mistake, what it lost, and why: ?? a blunder, ? a mistake, ?! an inaccuracy."""
        found: dict[str, Any] = (await self._review(game_id, 1))["plies"][0]
        return found

    async def review(
        self, game_id: GameId, last: Annotated[int, NO_TRUTH, Field(ge=1, le=MAX_REVIEWED_PLIES)] = MAX_REVIEWED_PLIES
    ) -> dict[str, Any]:
        """Mark the last moves of the game, and tell the cause of each mistake."""
        return await self._review(game_id, last)

    async def hint(self, game_id: GameId, tell: Literal["where", "why", "move"] = "where") -> dict[str, Any]:
        """Give a hint: where to look, why as well, or the move, too."""
        words = _checked(lambda: self.played.words(game_id))
        found: dict[str, Any] = await self._json("hint", *words, f"--tell={tell}")
        return found

    async def search_tree(self, tree: Text, algorithm: Text = "alphabeta") -> dict[str, Any]:
        """Search a small tree such as [[3,12,8],[2,4,6]] or an example's name, and tell every step in a sentence."""
        source = tree.strip()
        if not source.startswith(OPENERS) and source not in gallery():
            raise ToolError(f"Write a tree such as [[3,12,8],[2,4,6]], or one of: {', '.join(gallery())}.")
        words = ["tree", source, f"--algorithm={algorithm}"]
        found: dict[str, Any] = await self._json(*words)
        return found | {"steps": (await self._text(*words, "--steps")).splitlines()}

    def list_exercises(self) -> dict[str, Any]:
        """List the kinds of exercises on trees, the examples and the misconceptions that marking can name."""
        return {
            "kinds": {kind.name: str(kind.title) for kind in KINDS.values()},
            "examples": {name: str(example.title) for name, example in gallery().items()},
            "misconceptions": {name: str(known.title) for name, known in MISCONCEPTIONS.items()},
        }

    async def new_exercise(
        self,
        exercise: Text,
        student: Text = "",
        number: Annotated[int, NO_TRUTH, Field(ge=1, le=1000)] = 1,
        solved: bool = False,
    ) -> dict[str, Any]:
        """Make an exercise of a kind or an example, with the form of its answer; with ``solved``, its solution too."""
        command = "solve" if solved else "new"
        found: dict[str, Any] = await self._json("exercise", command, *_exercise(exercise, student, number))
        return found

    async def mark_exercise(
        self,
        exercise: Text,
        answer: Text,
        student: Text = "",
        number: Annotated[int, NO_TRUTH, Field(ge=1, le=1000)] = 1,
    ) -> dict[str, Any]:
        """Mark an answer to an exercise, such as "C2 C3" or "A=3, B=2", and name the misconception it gives away."""
        words = _exercise(exercise, student, number)
        found: dict[str, Any] = await self._json("exercise", "mark", *words, f"--answer={answer}")
        return found

    async def standings(self, file: Text) -> dict[str, Any]:
        """Show the table of a tournament whose record lies in the folder of the server."""
        found: dict[str, Any] = await self._json("standings", str(_checked(lambda: self._file(file))))
        return found

    async def _review(self, game_id: int, last: int) -> dict[str, Any]:
        if not _checked(lambda: self.played.match(game_id)).ply:
            raise ToolError("No move has been made yet.")
        found: dict[str, Any] = await self._json(
            "review", *_checked(lambda: self.played.words(game_id)), f"--last={last}"
        )
        return found

    def _limited(self, seconds: float) -> float:
        """Return the seconds that a command may take, so that it answers itself before its process is ended."""
        return min(seconds, max(self.runner.timeout_s - START_S, 0.1))

    def _file(self, name: str) -> Path:
        """Return a file in the folder. Raise :class:`SpecError` for any other."""
        if self.folder is None:
            raise SpecError(_("No folder is open to the tools: start the server with --folder."))
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or not path.is_file():
            known = ", ".join(sorted(each.name for each in self.folder.iterdir() if each.is_file())[:50])
            raise SpecError(_("There is no file “{name}” in the folder; there are: {names}.", name=name, names=known or "–"))  # fmt: skip
        return path

    async def _json(self, *words: str) -> Any:
        try:
            return await self.runner.json(*words)
        except PlygroundError as error:
            raise ToolError(str(error)) from None

    async def _text(self, *words: str) -> str:
        try:
            return await self.runner.text(*words)
        except PlygroundError as error:
            raise ToolError(str(error)) from None


def _game_name(text: str) -> str:
    """Return a game's spec text. Raise :class:`SpecError` for anything but a game that is built in or installed."""
    return GAMES.make(text).name


def _exercise(name: str, student: str, number: int) -> list[str]:
    """Return the words of a command line that name an exercise; files are not allowed here."""
    if canonical(name) not in KINDS and name not in gallery():
        raise ToolError(f"There is no exercise “{name}”; list_exercises tells which there are.")
    return [name, f"--student={student}", f"--number={number}"]


def _checked(ask: Any) -> Any:
    """Return the answer. Turn an error of plyground into a sentence for the model."""
    try:
        return ask()
    except PlygroundError as error:
        raise ToolError(str(error)) from None
