"""Options that several commands share, each with its help text, and their shell completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from plyground.arena.match import LONGEST_SEED
from plyground.cluster.places import AUTO, LOCAL
from plyground.cluster.ray_connection import CLUSTER
from plyground.drawing.themes import THEMES
from plyground.errors import SearchError
from plyground.games import GAMES
from plyground.i18n import _
from plyground.searches.conventions import PRESETS


def one_of(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a completion: the ``names`` that begin with the typed text."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete


def complete_game(incomplete: str) -> list[str]:
    """Return the games and files whose names begin with the typed text."""
    files = (str(path) for path in sorted(Path(incomplete).parent.glob("*.py")))
    return one_of([*(entry.name for entry in GAMES), *files])(incomplete)


def complete_bot(incomplete: str) -> list[str]:
    """Return the bots whose names begin with the typed text."""
    from plyground.bots import BOTS  # imported here because only completion needs it

    return one_of(entry.name for entry in BOTS)(incomplete)


OUTPUT_FILE = "FILE|-"
"""Metavar of a file to write; ``-`` is standard output."""
MAX_THREADS = 256
MAX_SAMPLE = 1_000_000_000
"""Most positions of a sample: 8 bytes of memory each."""
LIST = "LIST"
"""Metavar of names or numbers that are joined by commas."""

# Games and positions

GAME_HELP = str(_("The game, such as tictactoe or mnk:width=4,height=3,k=3."))

GAME_ARGUMENT = typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)
GameText: TypeAlias = Annotated[str, GAME_ARGUMENT]
GAME = typer.Option("--game", metavar="GAME", help=GAME_HELP, autocompletion=complete_game)
GameOfFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help=str(_("The game of the file (default: the one that the file names).")),
        autocompletion=complete_game,
    ),
]
PositionText: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="TEXT",
        help=str(_("The position in the game's notation, such as x...o.... (default: the start).")),
    ),
]
PositionsFile: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--positions", metavar="FILE|-", help=str(_("Many positions, one a line, instead of one (-: standard input)."))
    ),
]
SAMPLE_HELP = str(_("Take this many random positions instead."))
Sample: TypeAlias = Annotated[
    int | None,
    typer.Option("--sample", metavar="N", min=1, max=MAX_SAMPLE, help=SAMPLE_HELP),
]
MovesText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--moves",
        metavar="MOVES",
        help=str(_("Moves made already: joined by -, such as 4-0-8, or in the usual notation.")),
    ),
]

# Bots

BOT_HELP = str(_("The bot: a name such as minimax or depth-limited:depth=2, its file, or a program that is set up."))
BOT_ARGUMENT = typer.Argument(metavar="BOT", help=BOT_HELP, autocompletion=complete_bot)
BotText: TypeAlias = Annotated[str, BOT_ARGUMENT]
BOT = typer.Option("--bot", metavar="BOT", help=BOT_HELP, autocompletion=complete_bot)

# Searches

ConventionText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--convention",
        metavar="NAME",
        help=str(_("How alpha-beta cuts and what it returns: {names}.", names=", ".join(PRESETS))),
        autocompletion=one_of(PRESETS),
    ),
]
DEPTH = typer.Option("--depth", metavar="N", help=str(_("Plies to look ahead.")))
EvaluationText: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--evaluation",
        metavar="NAME",
        help=str(
            _("Static evaluation at the depth limit: a name, a file of weights, or none (default: the game's best).")
        ),
    ),
]
NODES_HELP = str(_("Stop a search after this many positions."))
NODES = typer.Option("--nodes", metavar="N", help=NODES_HELP)
JudgeNodes: TypeAlias = Annotated[int, typer.Option("--nodes", metavar="N", min=1, help=NODES_HELP)]
SECONDS_HELP = str(_("Stop a search after this many seconds."))
SECONDS = typer.Option("--seconds", metavar="S", help=SECONDS_HELP)
FunctionName: TypeAlias = Annotated[
    str, typer.Option("--function", metavar="NAME", help=str(_("The function to test, if the file has several.")))
]
SEED = typer.Option(
    "--seed",
    metavar="N",
    min=0,
    max=10**LONGEST_SEED - 1,
    help=str(_("The seed of random numbers: the same seed gives the same result.")),
)
Student: TypeAlias = Annotated[
    str,
    typer.Option("--student", metavar="NAME", help=str(_("The student's name: each student gets other exercises."))),
]

# Work

WORK_SECONDS_HELP = str(_("Stop after this many seconds."))
GAMES_HELP = str(_("The number of games to play."))
MEMORY_HELP = str(_("Most memory in MB, for a proof or for each bot."))
COUNT_HELP = str(_("The number of puzzles or exercises of each kind."))
POINTS_HELP = str(_("The points for a full answer."))
Resume: TypeAlias = Annotated[bool, typer.Option("--resume", help=str(_("Go on from the file.")))]
Solved: TypeAlias = Annotated[bool, typer.Option("--solved", help=str(_("Show the solution.")))]

Threads: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="N",
        min=1,
        max=MAX_THREADS,
        help=str(_("Threads that share the work (default: one; to solve, verify and learn, one for each core).")),
    ),
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", min=1, max=10_000, help=str(_("Games at once (default: one for each core)."))
    ),
]
PlaceText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--place",
        metavar="PLACE",
        help=str(
            _("Where the work is done: local, ray, ray://HOST:PORT, or auto (this machine's cluster, if one runs).")
        ),
        autocompletion=one_of((LOCAL, CLUSTER, AUTO)),
    ),
]

# Outputs

OUTPUT = typer.Option("--output", "-o", metavar="FILE", help=str(_("Write the result to this file.")))
Output: TypeAlias = Annotated[Path | None, OUTPUT]
NewFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help=str(_("The file (default: the name with .py or .weights)."))),
]
ResultsFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help=str(_("The results file that plyground tournament wrote.")))
]
Weights: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help=str(_("A file of weights, made by plyground learn, which bots can then use. Repeat it for more.")),
    ),
]
Csv: TypeAlias = Annotated[
    str | None, typer.Option("--csv", metavar=OUTPUT_FILE, help=str(_("Write a table as CSV (-: to standard output).")))
]
Html: TypeAlias = Annotated[
    str | None, typer.Option("--html", metavar=OUTPUT_FILE, help=str(_("Write a standalone HTML page.")))
]
Svg: TypeAlias = Annotated[
    str | None, typer.Option("--svg", metavar=OUTPUT_FILE, help=str(_("Draw it as SVG (-: to standard output).")))
]
ThemeName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--theme",
        metavar="NAME",
        help=str(_("Colours of drawings; one of: {names}.", names=", ".join(THEMES))),
        autocompletion=one_of(THEMES),
    ),
]
Anchors: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--anchor", metavar="BOT=ELO", help=str(_("A fixed rating, such as minimax=1500. Repeat it for more."))
    ),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help=str(_("Answer in JSON, for programs.")))]


def was_given(context: typer.Context, name: str) -> bool:
    """Return True if a parameter was given on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_beside(context: typer.Context, chosen: str, *names: str) -> None:
    """Raise :class:`SearchError` if one of these parameters was given with ``chosen``, which excludes it."""
    options = {
        parameter.name: str(parameter.metavar) if parameter.param_type_name == "argument" else parameter.opts[0]
        for parameter in context.command.params
    }
    value = context.params[chosen]
    reason = f"{options[chosen]} {value}" if isinstance(value, str) else options[chosen]  # another name may allow it
    for name in names:
        if was_given(context, name):
            raise SearchError(
                _("{option} has no effect with {chosen}: leave it out.", option=options[name], chosen=reason)
            )
