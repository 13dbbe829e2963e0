"""Rules and evaluations that break their contract are named with class, method, line and what would be right."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from refusals import refused

from plyground import RulesError, SearchError, exact, proof_number, rules, search, setting, uct
from plyground.core.evaluation import NoEvaluation
from plyground.searches import Limit, deepen, engine
from plyground.solvers.count import count_games
from plyground.solvers.forward import solve


class Heap(NamedTuple):
    """Take one or two of five stones; who takes the last wins."""

    stones: int = 5
    player: int = 0

    def moves(self) -> Any:
        return [take for take in (1, 2) if take <= self.stones]

    def play(self, take: int) -> Any:
        return type(self)(self.stones - take, 1 - self.player)

    def is_over(self) -> Any:
        return self.stones == 0

    def utility(self) -> Any:
        return -1

    def to_move(self) -> Any:
        return self.player


def broken(method: str, function: Callable[..., Any]) -> Any:
    """Return the start of a heap game with one method that is wrong."""
    return rules(type("Broken", (Heap,), {method: function}))()


def quit_program(self: Any) -> None:
    sys.exit()


WRONG = [
    ("moves", lambda self: None, "returns None: return a list of whole numbers, or yield them one by one"),
    ("moves", lambda self: "12", "returns '12': return a list of whole numbers"),
    ("moves", lambda self: ["1"], "returns '1': return whole numbers as moves"),
    ("moves", lambda self: [1 << 70], "returns 1180591620717411303424: return moves of at most 63 bits"),
    ("play", lambda self, take: None, "returns None: return a position: Broken(...)"),
    ("play", lambda self, take: (self.stones - take, 1 - self.player), "returns (4, 1): return a position"),
    ("is_over", lambda self: None, "returns None: return True or False"),
    ("utility", lambda self: None, "returns None: return a number for the side to move: 1 won, 0 drawn, −1 lost"),
    ("utility", lambda self: "lost", "returns 'lost': return a number"),
    ("to_move", lambda self: 7, "returns 7: return the number of a player, from 0 to 1"),
    ("to_move", lambda self: None, "returns None: return the number of a player"),
]
SEARCHES: dict[str, Callable[[Any], Any]] = {
    "search": search,
    "deepen": lambda start: deepen(start, Limit()),
    "uct": lambda start: uct(start, playouts=50, seed=1),
    "proof_number": proof_number,
    "exact": exact,
    "solve": solve,
    "count_games": count_games,
}


@pytest.mark.parametrize("ask", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize(("method", "function", "sentence"), WRONG, ids=[f"{m}-{s[8:16]}" for m, _f, s in WRONG])
def test_a_wrong_answer_is_named(ask: Any, method: str, function: Callable[..., Any], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        ask(broken(method, function))
    line = inspect.getsourcelines(function)[1]
    assert f"Broken.{method}() (line {line}) {sentence}" in str(error.value)


@pytest.mark.parametrize("ask", SEARCHES.values(), ids=SEARCHES)
def test_rules_that_end_the_program_are_named(ask: Any) -> None:
    with refused(
        RulesError, "{method}() (line {line}) ends the program: remove {call} from the rules.", method="quit_program"
    ):
        ask(broken("utility", quit_program))


def test_a_defect_deep_in_the_game_is_found() -> None:
    """The rules are right until three stones are left."""
    wrong = broken("play", lambda self, take: None if self.stones < 3 else Heap.play(self, take))
    with refused(
        RulesError,
        "{cls}.{method}() (line {line}) returns {value}: return {right}.",
        value="None",
        cls="Broken",
        method="play",
    ):
        search(wrong)


def test_an_error_of_the_rules_themselves_stays_as_it_is() -> None:
    def utility(self: Any) -> int:
        return [1, 2][self.stones + 2]

    with pytest.raises(IndexError):
        search(broken("utility", utility))


@pytest.mark.parametrize("ask", SEARCHES.values(), ids=SEARCHES)
def test_an_unmarked_class_is_named(ask: Any) -> None:
    with refused(RulesError, "{cls} is not marked @rules, so it cannot be searched.", cls="Heap"):
        ask(Heap())


@rules
class Half(NamedTuple):
    """An evaluation by a number that is not whole."""

    win: int = 10

    def value(self, position: Any) -> Any:
        return 0.5


@rules
class Whole(NamedTuple):
    """An evaluation as it should be."""

    win: int = 10

    def value(self, position: Any) -> int:
        return 3


def judge(position: Any) -> int:
    return 0


class TestEvaluations:
    start = broken("to_move", Heap.to_move)

    @pytest.mark.parametrize(
        "ask",
        [
            lambda start, judged: search(start, setting=setting(depth=1, evaluation=judged)),
            lambda start, judged: deepen(start, Limit(depth=1), engine(start, judged)),
        ],
        ids=["search", "deepen"],
    )
    def test_a_number_with_a_fraction_is_named(self, ask: Any) -> None:
        line = inspect.getsourcelines(Half.value)[1]
        with pytest.raises(RulesError) as error:
            ask(self.start, Half())
        assert str(error.value) == (
            f"Half.value() (line {line}) returns 0.5: return a whole number: multiply and round fractions."
        )

    @pytest.mark.parametrize("wrong", [judge, judge(None), Half.value], ids=["function", "number", "method"])
    def test_invalid_evaluations_are_refused_with_an_example(self, wrong: Any) -> None:
        for ask in (lambda: setting(depth=1, evaluation=wrong), lambda: engine(self.start, wrong)):
            with refused(
                SearchError,
                "{name} is not an evaluation: write a class {cls}(NamedTuple) with @rules above it, a field “win: int = 1000” and a method value(self, position). Then use {cls}().",
            ):
                ask()

    def test_right_ones_are_taken(self) -> None:
        assert search(self.start, setting=setting(depth=1, evaluation=Whole())).value == -3
        assert search(self.start, setting=setting(depth=1, evaluation=NoEvaluation())).value == 0


def test_a_depth_is_a_setting_of_its_own() -> None:
    start = broken("to_move", Heap.to_move)
    assert search(start, depth=2).depth == 2
    assert search(start, setting=setting(scores="distance"), depth=2).depth == 2
    with pytest.raises(SearchError, match="The depth is given twice: 2, and 1 in the setting"):
        search(start, setting=setting(depth=1, evaluation=Whole()), depth=2)
    with pytest.raises(SearchError, match="A search depth is a number of plies from 1"):
        search(start, depth=0)


def test_moves_may_be_a_generator() -> None:
    def moves(self: Any) -> Iterator[int]:
        yield from Heap.moves(self)

    assert search(broken("moves", moves)).value == search(broken("moves", Heap.moves)).value
