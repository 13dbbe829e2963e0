"""Monte-Carlo tree search as a bot."""

from __future__ import annotations

from typing import Any

import pytest
from reference_tictactoe import value, worth

from plyground import SpecError, bot, game
from plyground.arena.audit import Choices, audit
from plyground.bots import Thought
from plyground.core.game import FIRST, SECOND
from plyground.searches import new_tally, uct
from plyground.searches.limit import ASKED
from plyground.searches.plain_or_native import MAX_PLAIN_NODES, Pace, within
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import NODES, STOP

TICTACTOE, CONNECT_FOUR = game("tictactoe"), game("connect_four")


def asked(spec: str, position: Any, of: Any, **around: Any) -> tuple[Any, list[Any]]:
    told: list[Any] = []
    return bot(spec, of).choose(position, Thought(on_progress=told.append, **around)), told


@pytest.mark.parametrize("board", ["xx.oo....", "xo.x.....", "x...o...x", "xoxo.....", "xxo.o...."])
def test_uct_plays_best_moves_in_small_positions(board: str) -> None:
    """Compared with a bot that shares nothing with the package."""
    choice, told = asked("uct:playouts=3000,seed=1", TICTACTOE.notation.parse(board), TICTACTOE)
    assert worth(board, choice.move)[0] == value(board)[0]
    assert choice.value == 100 * value(board)[0]  # proven
    assert (
        str(told[-1].worth)
        == ("Loses against best play", "A draw with best play", "A certain win")[value(board)[0] + 1]
    )


@pytest.mark.proof
def test_uct_never_loses_at_tictactoe() -> None:
    choices = Choices(TICTACTOE, bot("uct:playouts=1500,seed=1", TICTACTOE))
    for side in (FIRST, SECOND):
        assert audit(choices, side).total.losses == 0


@pytest.mark.parametrize("line", ["1", "4455"])
def test_a_seed_gives_the_same_move_plain_or_compiled_and_again(line: str) -> None:
    position = CONNECT_FOUR.notation.parse(line)
    chosen, other = (bot("uct:playouts=400,seed=7", CONNECT_FOUR) for _again in range(2))
    other._pace = Pace(native=False)  # type: ignore[attr-defined]
    answers = [chosen.choose(position), chosen.choose(position), other.choose(position)]
    assert len({(answer.move, answer.value, str(answer.reason)) for answer in answers}) == 1


@pytest.mark.proof
def test_random_games_of_many_plies_are_compiled_after_a_short_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """300 random games of Go visit far more positions than plain Python does quickly. The trial changes no answer."""
    go, nodes = game("go:size=5"), list[tuple[bool, int]]()

    def heard(position: Any, *, native: bool, **named: Any) -> Any:
        found = uct(position, native=native, **named)
        nodes.append((native, found.nodes))
        return found

    monkeypatch.setattr("plyground.bots.monte_carlo.uct", heard)
    tally = new_tally()
    choice, _told = asked("uct:playouts=300,seed=4", go.start, go, tally=tally)
    (_plain, tried), (native, needed) = nodes
    assert native and MAX_PLAIN_NODES <= tried < MAX_PLAIN_NODES + MAX_DEPTH < needed == tally.counts[NODES]
    plain, _told = asked("uct:playouts=300,seed=4", go.start, go, native=False)
    assert (choice.move, choice.value, str(choice.reason)) == (plain.move, plain.value, str(plain.reason))


def test_a_stop_during_the_trial_is_obeyed_and_its_games_count() -> None:
    tally = new_tally()

    def stop() -> None:
        tally.counts[STOP] = ASKED

    def work() -> int:
        tally.counts[NODES] += 7
        stop()
        return 42

    assert within(100, tally, work) == 42
    assert (tally.counts[STOP], tally.counts[NODES]) == (ASKED, 7)
    assert within(100, tally, lambda: 43) == 43  # it was stopped before: nothing lifts that
    assert tally.counts[STOP] == ASKED


def test_uct_reports_its_progress() -> None:
    choice, told = asked("uct:playouts=20000", CONNECT_FOUR.notation.parse("44"), CONNECT_FOUR)
    assert [outlook.nodes for outlook in told] == sorted(outlook.nodes for outlook in told)
    assert len(told) > 2
    assert told[-1].line.split()[0] == CONNECT_FOUR.notation.format_move(CONNECT_FOUR.start, choice.move)
    assert str(choice.reason) == f"{told[-1].worth}; best line: {told[-1].line}."
    assert "of 100 in random games" in str(told[-1].worth)


def test_told_to_stop_it_still_moves() -> None:
    tally = new_tally()
    tally.counts[STOP] = 1
    choice, _told = asked("uct:seconds=600", CONNECT_FOUR.start, CONNECT_FOUR, tally=tally)
    assert choice.move in CONNECT_FOUR.start.moves()

    def enough(told: object) -> None:
        later.counts[STOP] = 1

    later = new_tally()
    choice = bot("uct:seconds=600", CONNECT_FOUR).choose(CONNECT_FOUR.start, Thought((), later, enough))
    assert choice.move in CONNECT_FOUR.start.moves()
    assert later.counts[NODES] > 0


def test_chance_or_the_clock_makes_it_no_function_of_the_position() -> None:
    for spec, same in (("uct", False), ("uct:seed=1", True), ("uct:seconds=1,seed=1", False)):
        assert bot(spec, TICTACTOE).card.deterministic == same


def test_one_sentence_for_a_bad_option() -> None:
    for options in ("playouts=0", "playouts=1.5", "seconds=0", "exploration=-1"):
        with pytest.raises(SpecError, match="number from"):
            bot(f"uct:{options}", TICTACTOE)
