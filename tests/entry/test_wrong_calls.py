"""Every public function with every wrong argument: it answers as it should, or an error names the argument."""

# mypy: disable-error-code="arg-type"
from __future__ import annotations

import inspect
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import pytest
from refusals import refused
from samples import sample

import plyground
from plyground import (
    ArgumentError,
    Game,
    Limit,
    Match,
    PlygroundError,
    RulesError,
    SearchError,
    Solver,
    SpecError,
    Tree,
    engine,
    explore,
    game,
    rules,
    search,
    setting,
    solve,
)
from plyground.arena.compare import Contender, Experiment

TICTACTOE = game("tictactoe")
NEAR_THE_END = TICTACTOE.notation.parse("xoxoxo...")
OTHER = game("subtraction:heap=4")


@rules
class Pile(NamedTuple):
    """Take one or two of three stones; the last stone wins."""

    left: int = 3

    def moves(self) -> list[int]:
        return [taken for taken in (1, 2) if taken <= self.left]

    def play(self, move: int) -> Pile:
        return Pile(self.left - move)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1


@rules
class Even(NamedTuple):
    """An evaluation of any game: no side is better."""

    win: int = 1

    def value(self, position: Any) -> int:
        return 0


def listener(*news: object) -> None:
    """Ignore what a function tells."""


def one() -> int:
    return 1


WRONG: dict[str, Any] = {
    "None": None,
    "True": True,
    "-1": -1,
    "0": 0,
    "2.5": 2.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "huge": 10**30,
    "text": "tictactow",
    "empty": "",
    "list": [],
    "list of None": [None],
    "dictionary": {},
    "class": type(TICTACTOE.start),
    "other game": OTHER,
    "other position": OTHER.start,
    "function": listener,
    "object": object(),
    "bytes": b"tictactoe",
}
"""A value of each kind. Most of them are wrong for most arguments."""

RIGHT: dict[str, dict[str, Any]] = {
    "check": {"subject": TICTACTOE},
    "choose_puzzles": {"game": TICTACTOE},
    "compiled": {"function": one},
    "convention": {"name": "aima"},
    "decision_tree": {"subject": NEAR_THE_END, "bot": "minimax", "native": False},
    "deepen": {"subject": NEAR_THE_END, "limit": Limit(depth=1), "native": False},
    "engine": {"subject": TICTACTOE, "memory_mb": 1},
    "exact": {"subject": NEAR_THE_END, "memory_mb": 1, "native": False},
    "explore": {"values": solve(TICTACTOE, native=False), "subject": NEAR_THE_END},
    "game": {"text": "tictactoe"},
    "helper": {"function": listener},
    "judgement": {"subject": TICTACTOE, "nodes": 100},
    "learn": {"subject": TICTACTOE, "games": 1},
    "place": {},
    "perft": {"subject": TICTACTOE, "depth": 1, "native": False},
    "play": {"game": TICTACTOE},
    "bot": {"text": "random", "game": TICTACTOE},
    "proof_number": {"subject": NEAR_THE_END, "native": False},
    "puct": {"subject": NEAR_THE_END, "evaluation": Even(), "leaves": 1, "native": False},
    "read_games": {"game": TICTACTOE, "text": ""},
    "record": {"subject": NEAR_THE_END},
    "review": {"subject": TICTACTOE, "moves": "4", "nodes": 100},
    "rules": {"cls": type(TICTACTOE.start)},
    "search": {"subject": NEAR_THE_END, "native": False},
    "setting": {},
    "solve": {"subject": NEAR_THE_END, "native": False},
    "tournament": {"game": TICTACTOE, "bots": ["random", "random:seed=1"]},
    "uct": {"subject": NEAR_THE_END, "playouts": 1, "native": False},
    "write_game": {"match": Match(TICTACTOE)},
}
"""Right arguments of each function, of which one at a time is replaced by a wrong one."""
OF_RULES = ("put", "ratio")
"""Functions that rules call, plain and compiled: they are as quick as an expression and raise what Python raises."""
SLOW = ("check", "choose_puzzles", "learn", "play", "tournament")
"""Functions that work for long, or play a game, with right arguments: here only errors are asked for."""

ANY_SUBJECT = {"other game", "other position"}
ACCEPTED: dict[str, set[str]] = {
    "subject": ANY_SUBJECT,
    "game": {"other game"},
    "text": {"other game", "empty"},  # game() returns a game as it is; no text has no games
    "seed": {"None", "-1", "0", "huge"},  # any whole number is a seed, None is a random one
    "native": {"None", "True"},
    "on_progress": {"None", "function", "class"},  # a class is called like a function
    "on_message": {"function", "class"},
    "tally": {"None"},
    "trace": {"None"},
    "tree": {"None"},
    "setting": {"None"},
    "evaluation": {"None"},
    "ordering": {"None"},
    "order": {"None"},
    "expected": {"None"},
    "limit": {"None"},
    "values": {"None"},
    "place": {"text", "empty"},  # solve() needs it only with a folder
    "of": {"None"},
    "position": {"None"},
    "tables": {"None", "empty"},
    "resume": {"None"},
    "moves": {"empty", "list", "dictionary"},  # no moves
    "file": {"None", "text"},
    "width": {"None"},
    "depth": {"None", "0"},  # of perft: the position itself
    "start_ply": {"0"},
    "kept_plies": {"0"},  # only the root of a run
    "least": {"-1", "0", "huge"},  # any utility can be asked for
    "nodes": {"None", "huge"},
    "playouts": {"None", "huge"},  # a small game is solved before
    "leaves": {"None", "huge"},
    "seconds": {"None", "2.5", "huge", "inf"},
    "exploration": {"None", "0", "2.5", "huge"},
    "rave": {"0"},  # without RAVE
    "past": {"list", "dictionary"},  # no positions
    "moves_to_win": {"list"},  # no puzzles
    "alpha": {"-1", "0", "2.5", "inf", "huge"},
    "beta": {"-1", "0", "2.5", "inf", "huge"},
    "side": {"None", "-1", "empty"},  # of record: MIN; of play: the usual side
    "opponent": {"empty"},  # the usual one
    "notation": {"empty"},  # the usual one
    "tags": {"None", "dictionary"},
    "jobs": {"None"},
    "threads": {"None"},
    "rounds": {"0"},  # as many as the format needs
    "memory_mb": {"0"},  # of tournament: the bot's own
    "games": {"0", "None"},
    "positions": {"0"},
    "adjudicate": {"empty"},  # never
    "sprt": {"empty"},  # none
    "folder": {"None", "text"},
    "cls": {"class"},
    "function": {"function"},
    "weak": {"True"},
    "every_move": {"True"},
    "source": {"True"},
    "table": {"True"},
    "symmetry": {"True"},
    "loops": {"True"},
    "quiescence": {"True"},
    "one_win": {"True"},
    "judge_moves": {"True"},
}
"""The values that each argument may take, rightly, where its function takes them; the others must be refused."""
OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "subject": ("game", "Move 1"),
    "algorithm": ("is not a search",),
    "moves": ("Move 1",),
    "on_top": ("evaluation",),
    "of": ("game",),
    "text": ("game", "bot", "line 1, column 1"),
    "name": ("convention",),
    "opponent": ("bot",),
    "bots": ("bots",),
    "adjudicate": ("adjudication",),
    "sprt": ("sequential test",),
    "folder": ("cannot be written",),
    "file": ("cannot be read",),
}
"""The words for some arguments in sentences that people of the page and of the command line see, too."""
FUNCTIONS = sorted(name for name in plyground.__all__ if isinstance(getattr(plyground, name), FunctionType))
ARGUMENTS = [
    (name, argument)
    for name in FUNCTIONS
    if name not in OF_RULES
    for argument, parameter in inspect.signature(getattr(plyground, name)).parameters.items()
    if parameter.kind is not parameter.VAR_POSITIONAL
]


@pytest.mark.parametrize(("name", "argument"), sample(ARGUMENTS, every=3))
def test_a_wrong_argument_is_refused_by_its_name(name: str, argument: str, tmp_path: Path) -> None:
    right = RIGHT[name]
    accepted = ACCEPTED.get(argument, set())
    for words, value in WRONG.items():
        if name in SLOW and words in accepted:
            continue
        try:
            getattr(plyground, name)(**right | {argument: value})
        except PlygroundError as error:
            told = str(error)
            assert any(name in told for name in (argument, *OTHER_NAMES.get(argument, ()))), f"{words}: {told}"
        else:
            assert words in accepted, f"{words} is accepted"


def test_every_public_function_is_called() -> None:
    assert set(RIGHT) | set(OF_RULES) == set(FUNCTIONS)
    assert set(ACCEPTED) <= {argument for _name, argument in ARGUMENTS}


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: search(3), "search(): subject must be a position, a game, the name of a game or a tree, not 3."),
        (lambda: search(TICTACTOE, 3), "search(): algorithm must be the name of a search, or a function, not 3."),
        (lambda: search(TICTACTOE, depth=2.5), "search(): depth must be a whole number or None, not 2.5."),
        (lambda: search(TICTACTOE, setting=4), "search(): setting must be setting(…), engine(…) or None, not 4."),
        (lambda: search(TICTACTOE, native="yes"), "search(): native must be True, False or None, not 'yes'."),
        (lambda: search(type(TICTACTOE.start)), "not the class MNK_3_3_3."),
        (lambda: plyground.deepen(TICTACTOE, 2), "deepen(): limit must be Limit(…) or None, not 2."),
        (lambda: plyground.deepen(TICTACTOE, Limit(depth="2")), "Limit(): depth must be a whole number or None, not '2'."),
        (lambda: plyground.uct(TICTACTOE, seconds=WRONG["nan"]), "uct(): seconds must be a finite number, not nan."),
        (lambda: plyground.perft(TICTACTOE, -1), "perft(): depth must be a whole number from 0 to 500, not -1."),
        (lambda: plyground.tournament(TICTACTOE, "random"), "tournament(): bots must be a list, not 'random'."),
        (lambda: plyground.tournament(TICTACTOE, ["random", WRONG["0"]]), "tournament(): bots[1] must be a text, not 0."),
        (lambda: plyground.tournament(NEAR_THE_END, ["random"]), "tournament(): game must be a game or its name, not MNK_3_3_3(…)."),
        (lambda: explore(NEAR_THE_END, TICTACTOE), "explore(): values must be solve(…) or None, not Game(…)."),
        (lambda: Game("x", WRONG["class"]), "Game(): start must be a position, not the class MNK_3_3_3."),
        (lambda: Solver(3), "Solver(): subject must be a position, a game or the name of a game, not 3."),
        (lambda: Experiment((), (Contender("pvs"),), (2.5,)).check(), "Experiment(): depths[0] must be a whole number, not 2.5."),
    ],
)  # fmt: skip
def test_the_error_tells_what_was_given_and_what_would_be_right(call: Any, sentence: str) -> None:
    with pytest.raises(ArgumentError) as refused:
        call()
    assert sentence in str(refused.value)


def test_missing_methods_are_named() -> None:
    class Heap(NamedTuple):
        left: int = 3

        def moves(self) -> list[int]:
            return [1]

        def play(self, move: int) -> Any:
            return self

        def is_ovr(self) -> bool:
            return True

    with refused(RulesError, "{cls} is not marked @rules, so it cannot be searched.", cls="Heap"):
        search(Heap())
    rules(Heap)
    with refused(
        RulesError,
        "class {name} lacks {methods}: is “{written}” a misspelling?",
        name="Heap",
        methods="is_over()",
        written="is_ovr",
    ):
        search(Heap())


def test_a_misspelt_name_is_answered_by_the_nearest_one() -> None:
    for call, near in (
        (lambda: game("tictactow"), "There is no game “tictactow”. Did you mean “tictactoe”?"),
        (lambda: search(TICTACTOE, "alpha-beta"), "There is no algorithm “alpha-beta”. Did you mean “alphabeta”?"),
        (
            lambda: search(TICTACTOE, "scout.py"),
            "“scout.py” names a file: name its function, too, such as my_search.py:my_search.",
        ),
        (lambda: plyground.bot("minmax", TICTACTOE), "There is no bot “minmax”. Did you mean “minimax”?"),
    ):
        with pytest.raises(SpecError) as refused:
            call()
        assert str(refused.value) == near


def test_an_empty_window_is_refused_with_both_bounds() -> None:
    with refused(SearchError, "The window is empty: alpha is {alpha}, more than beta, {beta}.", alpha=5, beta=3):
        plyground.record("tictactoe", alpha=5, beta=3)


def test_a_position_is_written_only_by_its_own_game() -> None:
    chess = game("chess")
    with refused(ArgumentError, "a position of {game}", game="chess"):
        chess.position_text(TICTACTOE.start, 5)
    with refused(ArgumentError, "a whole number from 0"):
        chess.position_text(chess.start, -5)


def test_a_depth_is_given_once() -> None:
    with pytest.raises(SearchError, match="The depth is given twice: 3, and 2 in the setting"):
        search(TICTACTOE, depth=3, setting=setting(depth=2))
    with pytest.raises(SearchError, match="The depth is given twice: 3, and 2 in the setting"):
        plyground.record(TICTACTOE, depth=3, setting=setting(depth=2))
    assert search(TICTACTOE, depth=2, setting=setting(depth=2)).depth == 2
    assert search(TICTACTOE, depth=3, setting=setting(scores="distance")).depth == 3


def test_a_recorded_search_ends_at_its_depth() -> None:
    run = plyground.record(TICTACTOE, depth=2)
    assert run == plyground.record(TICTACTOE, setting=setting(depth=2))
    assert {node.depth for node in run.nodes} == {0, 1, 2}


def test_another_games_memory_and_values_are_refused() -> None:
    with pytest.raises(SearchError, match="The setting is an engine of another game"):
        search(OTHER, "pvs", engine(TICTACTOE, memory_mb=1))
    for values, others in (
        (solve(TICTACTOE, native=False), OTHER),
        (solve(OTHER.start, native=False), TICTACTOE),
    ):
        with pytest.raises(SearchError, match="The values are those of another game"):
            explore(others, values)
    with pytest.raises(SearchError, match="“of” names"):
        plyground.record(NEAR_THE_END, of=OTHER)


def test_a_position_without_a_value_is_told() -> None:
    values = solve(Pile())
    assert values[Pile(2)].utility == 1
    with pytest.raises(SearchError, match="do not hold this position"):
        values[NEAR_THE_END]
    with pytest.raises(SearchError, match="do not hold this position"):
        explore(NEAR_THE_END, {})


def test_a_position_that_cannot_be_a_key_is_told() -> None:
    with refused(
        SearchError,
        "{cls} has a field that is neither a number nor a tuple, so its positions cannot be solved.",
        cls="TreePosition",
    ):
        solve(Tree.parse("[[3, 1], [2, 4]]").start)
