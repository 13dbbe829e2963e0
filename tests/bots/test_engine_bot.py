"""The engine as a bot: what it chooses, what it tells on the way, how it is stopped."""

from __future__ import annotations

import itertools
import sys
import threading
import time
from collections.abc import Iterator, MutableSequence
from concurrent.futures import Future
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from paths import DATA
from program import PATIENCE
from samples import sample

from plyground import Bot, SearchStopped, SpecError, bot, exact, game, search
from plyground.bots import Choice, Outlook, Thought
from plyground.bots.engine_bot import SEARCH_PART, Engine, await_proof
from plyground.bots.table_bot import solution
from plyground.errors import GameOver
from plyground.i18n import Sentence
from plyground.searches import new_tally
from plyground.searches.limit import ASKED, OUT_OF_TIME, passing_on_stop
from plyground.searches.plain_or_native import Pace
from plyground.searches.tally import NODES, STOP
from plyground.solvers.exact import Solver

TICTACTOE, CONNECT_FOUR, OTHELLO = game("tictactoe"), game("connect_four"), game("othello:size=4")


def asked(spec: str, position: Any, of: Any = CONNECT_FOUR, **around: Any) -> tuple[Choice, list[Any]]:
    """Return a bot's choice, and its reports until then."""
    told: list[Any] = []
    return bot(spec, of).choose(position, Thought(on_progress=told.append, **around)), told


def plain(chosen: Bot) -> Bot:
    """The same engine on a machine without a compiler."""
    chosen._pace = Pace(native=False)  # type: ignore[attr-defined]
    return chosen


@pytest.mark.proof
def test_engine_reports_get_deeper_and_end_with_its_choice() -> None:
    choice, told = asked("engine:nodes=20000", CONNECT_FOUR.notation.parse("4444"))
    depths = [outlook.depth for outlook in told]
    assert depths == sorted(depths)
    assert depths[0] == 1
    assert depths[-1] > 5
    assert told[-1].line.split()[0] == CONNECT_FOUR.notation.format_move(CONNECT_FOUR.start, choice.move)
    assert told[-1].line in str(choice.reason)
    assert choice.result is not None
    assert (told[-1].depth, told[-1].nodes) == (choice.result.depth, choice.result.nodes)


@pytest.mark.parametrize("line", sample(["1", "44", "4455", "12344321"], every=4, first=1))
@pytest.mark.parametrize(
    "spec", sample(["engine:depth=6", "engine:nodes=8000", "engine:depth=3", "engine:nodes=300"], every=2)
)
def test_limits_in_nodes_and_depth_give_the_same_move_plain_or_compiled_and_again(spec: str, line: str) -> None:
    position = CONNECT_FOUR.notation.parse(line)
    chosen = bot(spec, CONNECT_FOUR)
    first = chosen.choose(position)
    others = [chosen.choose(position), plain(bot(spec, CONNECT_FOUR)).choose(position)]
    for other in others:
        assert (other.move, other.value, str(other.reason)) == (first.move, first.value, str(first.reason))
        assert other.result is not None
        assert first.result is not None
        assert other.result.nodes == first.result.nodes


def test_a_win_at_hand_is_taken_and_a_threat_is_answered() -> None:
    win, told = asked("engine:depth=8", CONNECT_FOUR.notation.parse("112233"))
    assert str(win.reason) == "A certain win in 1 ply; best line: 4."
    assert [str(outlook.worth) for outlook in told] == ["A certain win in 1 ply"]
    assert asked("engine:depth=8", CONNECT_FOUR.notation.parse("11223"))[0].move == 3


def test_a_solved_game_ends_the_thought() -> None:
    choice, told = asked("engine:seconds=600", OTHELLO.start, OTHELLO)  # the thought ends long before
    assert choice.value == search(OTHELLO.start, "alphabeta").value < 0
    assert choice.result is not None
    assert choice.result.proven
    assert "Loses" in str(told[-1].worth)


def test_told_to_stop_beforehand_it_still_moves() -> None:
    tally = new_tally()
    tally.counts[STOP] = 1
    choice, _told = asked("engine:seconds=600", CONNECT_FOUR.start, tally=tally)
    assert choice.move in CONNECT_FOUR.start.moves()


def test_told_to_stop_it_plays_the_best_so_far() -> None:
    """A thought without end ends when told to, with the depth that was reached."""
    tally = new_tally()
    reached = threading.Event()

    def on_progress(told: Outlook | Sentence) -> None:
        if isinstance(told, Outlook) and told.depth >= 3:
            reached.set()

    def stop() -> None:
        reached.wait()
        tally.counts[STOP] = 1

    threading.Thread(target=stop, daemon=True).start()
    thought = Thought((), tally, on_progress, native=False)
    choice = bot("engine:seconds=600", CONNECT_FOUR).choose(CONNECT_FOUR.start, thought)
    assert choice.result is not None
    assert choice.result.depth is not None
    assert choice.result.depth >= 3
    assert tally.counts[NODES] >= choice.result.nodes


def test_in_plain_python_it_begins_with_the_search_and_not_with_a_proof() -> None:
    """A proof of this position takes more nodes than plain Python has time for."""
    tally = new_tally()

    def stop(_news: object) -> None:
        tally.counts[STOP] = ASKED

    thought = Thought(tally=tally, on_progress=stop, native=False)
    choice = bot("engine:nodes=50000", CONNECT_FOUR).choose(CONNECT_FOUR.notation.parse("44444"), thought)
    assert choice.result is not None
    assert tally.counts[NODES] < 1000


def test_the_engine_keeps_its_table_between_moves_with_a_time_limit() -> None:
    """The second search of a position begins with the table of the first: it is as deep with far fewer nodes.

    A tally stops both searches at a depth, so that the time that they take plays no part.
    """
    chosen = bot("engine:seconds=600", CONNECT_FOUR)
    position = CONNECT_FOUR.notation.parse("44")
    first, again = (nodes_to_depth(chosen, position, 10) for _time in range(2))
    assert again < first / 10


def nodes_to_depth(chosen: Bot, position: Any, depth: int) -> int:
    """Return the nodes that a bot took to search to ``depth``, at which it is stopped."""
    tally = new_tally()
    nodes: list[int] = []

    def on_progress(outlook: Any) -> None:
        if isinstance(outlook, Outlook) and outlook.depth >= depth and not tally.counts[STOP]:
            nodes.append(outlook.nodes)
            tally.counts[STOP] = 1

    chosen.choose(position, Thought((), tally, on_progress))
    return nodes[0]


SLIPS = ["274344442131", "44444555554177", "244442422566", "2743444421", "75555533331", "4444455555"]
"""Positions of Connect Four from which a search of 4 million nodes gave away what 3 million nodes prove."""


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


@pytest.mark.proof
@pytest.mark.parametrize("line", SLIPS)
def test_the_engine_keeps_values_that_the_solver_proves_in_time(line: str) -> None:
    position = CONNECT_FOUR.notation.parse(line)
    choice = bot("engine:nodes=4000000", CONNECT_FOUR).choose(position)
    solver = Solver(position, native=True)
    assert choice.value == solver.score(position, weak=True)
    assert -solver.score(position.play(choice.move), weak=True) == choice.value
    assert choice.result is not None
    assert choice.result.proven


@pytest.mark.proof
def test_the_engine_keeps_values_that_the_solver_proves_within_the_same_visits() -> None:
    lines = (DATA / "connect_four/middle_medium_200.txt").read_text().splitlines()[:40]
    chosen = bot("engine:nodes=20000", CONNECT_FOUR)
    kept = 0
    for position in (CONNECT_FOUR.notation.parse(line.split()[0]) for line in lines):
        tally = new_tally()
        tally.counts[STOP] = 20_000
        try:
            score, _line = Solver(position, tally=tally, native=True).best(position, weak=True)
        except SearchStopped:
            continue
        after = position.play(chosen.choose(position).move)
        assert -sign(exact(after, weak=True, native=True).value) == score
        kept += 1
    assert kept > 20


def test_an_unlikely_proof_is_tried_within_the_same_visits() -> None:
    """The search of 20,000 nodes loses here. A proof is expected to take 260,000, and takes less than 20,000."""
    position = CONNECT_FOUR.notation.parse("......./...o.../...x.../...x..o/o..ox.o/x..ox.x")
    engine: Any = bot("engine:nodes=20000", CONNECT_FOUR)
    assert not engine._prover.is_likely(position, engine.limit, native=True)
    choice = engine.choose(position)
    assert choice.value == 1
    assert exact(position.play(choice.move), weak=True, native=True).value == -1


def test_a_proof_ends_the_thought_before_its_time_is_up() -> None:
    choice, _told = asked("engine:seconds=600", CONNECT_FOUR.notation.parse(SLIPS[0]))
    assert choice.result is not None
    assert choice.result.proven
    assert str(choice.reason).startswith("A draw with best play")


def test_told_to_stop_while_the_solver_works_it_plays_the_best_so_far() -> None:
    tally = new_tally()

    def on_progress(outlook: Any) -> None:
        tally.counts[STOP] = 1

    position = CONNECT_FOUR.notation.parse("4444")
    choice = bot("engine:seconds=600,memory=1", CONNECT_FOUR).choose(position, Thought((), tally, on_progress))
    assert choice.move in position.moves()
    assert tally.counts[STOP] == 1


@pytest.mark.parametrize("line", SLIPS)
def test_the_search_leaves_the_time_of_a_move_to_an_expected_proof(line: str) -> None:
    """Side by side on one busy processor, each would have half of it, and the proof would come too late."""
    position = CONNECT_FOUR.notation.parse(line)
    engine: Any = bot("engine:seconds=0.5", CONNECT_FOUR)
    assert engine._beside(position, engine.limit, native=True).seconds == 0.5 / SEARCH_PART
    assert engine._beside(position, engine.limit, native=False).seconds == 0.5
    assert engine._beside(CONNECT_FOUR.start, engine.limit, native=True).seconds == 0.5


def test_a_proof_that_comes_too_late_leaves_the_move_of_the_search() -> None:
    """Three million nodes of the solver take no machine a hundredth of a second."""
    position = CONNECT_FOUR.notation.parse("75555533331")
    engine: Any = bot("engine:seconds=0.04", CONNECT_FOUR)
    assert engine._beside(position, engine.limit, native=True).seconds < 0.04
    choice = engine.choose(position, Thought(native=True))
    assert choice.move in position.moves()
    assert choice.result is not None
    assert choice.result.algorithm == "pvs"


def test_the_wait_for_a_proof_ends_with_it_with_the_time_or_when_asked() -> None:
    tally, never, done = new_tally(), Future[int](), Future[int]()
    done.set_result(1)
    await_proof(done, float("inf"), tally.counts)
    await_proof(never, time.perf_counter(), tally.counts)
    asking = threading.Timer(0, tally.counts.__setitem__, (STOP, ASKED))
    asking.start()
    await_proof(never, float("inf"), tally.counts)
    asking.join()
    assert not never.done()


def test_with_a_depth_it_asks_for_no_proof() -> None:
    choice, _told = asked("engine:depth=4", CONNECT_FOUR.notation.parse(SLIPS[0]))
    assert choice.result is not None
    assert (choice.result.algorithm, choice.result.depth) == ("pvs", 4)


@pytest.mark.proof
def test_a_small_game_is_played_by_its_table() -> None:
    """4 × 4 Dame is a draw that no search can prove, as play can go round in circles."""
    dame = game("dame")
    choice, _told = asked("engine:nodes=1000000", dame.start, dame)
    assert choice.result is not None
    assert (choice.value, choice.result.proven) == (0, True)
    values = solution(dame, new_tally())
    generator = Random(1)
    drawn = (dame.start.unrank(generator.randrange(dame.start.size())) for _draw in itertools.count())
    lost = next(here for here in drawn if values[here].utility < 0 and not here.is_over() and here.mobility() > 1)
    assert asked("engine:nodes=1000000", lost, dame)[0].value == -1


def test_too_large_a_table_is_not_solved() -> None:
    dame = game("dame")
    choice, _told = asked("engine:nodes=20000", dame.start, dame)
    assert choice.result is not None
    assert choice.result.algorithm == "pvs"


@pytest.mark.nightly
def test_a_board_that_no_word_holds_is_searched_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.bots.engine_bot.MAX_PLAIN_NODES", 100)
    large = game("mnk:width=10,height=10,k=5")
    choice, told = asked("engine:nodes=300", large.start, large)
    assert choice.move in large.start.moves()
    assert told[-1].depth >= 1


def test_without_a_choice_it_does_not_think() -> None:
    choice, told = asked("engine", TICTACTOE.notation.parse("xoxoxxo.o"), TICTACTOE)
    assert (choice.move, str(choice.reason), told) == (7, "It is the only legal move.", [])
    with pytest.raises(GameOver):
        bot("engine", TICTACTOE).choose(TICTACTOE.notation.parse("xxxoo...."))


def test_a_limit_in_time_makes_it_no_function_of_the_position() -> None:
    assert not bot("engine", TICTACTOE).card.deterministic
    assert not bot("engine:seconds=1,depth=4", TICTACTOE).card.deterministic
    assert not bot("engine:depth=4,threads=2", TICTACTOE).card.deterministic
    assert bot("engine:depth=4", TICTACTOE).card.deterministic


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("seconds=0", "the option seconds must be a number from 0.01 to 3600, not “0”"),
        ("seconds=nan", "must be a number"),
        ("seconds=1e9", "must be a number"),
        ("nodes=1.5", "must be a whole number"),
        ("evaluation=nobody", "has no evaluation “nobody”"),
    ],
)
def test_one_sentence_for_a_bad_option(options: str, sentence: str) -> None:
    with pytest.raises(SpecError) as error:
        bot(f"engine:{options}", CONNECT_FOUR)
    assert sentence in str(error.value)


def test_moves_that_are_slow_in_plain_python_are_compiled_however_few_their_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[bool] = []
    whole = Engine._deepen

    def heard(self: Engine, *parts: Any, native: bool) -> Any:
        tried.append(native)
        return whole(self, *parts, native=native)

    @contextmanager
    def clock(seconds: float | None, counts: MutableSequence[int], sign: int = OUT_OF_TIME) -> Iterator[None]:
        """Time is up at once, or never."""
        if seconds is not None and seconds < 1:
            counts[STOP] = sign
        yield

    monkeypatch.setattr(Engine, "_deepen", heard)
    monkeypatch.setattr(sys.modules["plyground.searches.deepening"], "deadline", clock)
    position = CONNECT_FOUR.notation.parse("44")
    quick = bot("engine:nodes=300", CONNECT_FOUR)
    nodes: list[int] = []

    def move(chosen: Any) -> int:
        tally = new_tally()
        choice = chosen.choose(position, Thought(tally=tally))
        nodes.append(tally.counts[NODES])
        return int(choice.move)

    monkeypatch.setattr("plyground.bots.engine_bot.MAX_PLAIN_S", 1e9)
    moves = [move(quick)]
    assert tried == [False]
    monkeypatch.setattr("plyground.bots.engine_bot.MAX_PLAIN_S", 1e-9)
    moves += [move(quick), move(bot("engine:nodes=300", CONNECT_FOUR))]
    assert tried[1:] == [True, False, True]
    assert len(set(moves)) == 1
    assert (
        nodes == [600] * 3
    )  # nodes of the attempt at a proof and of the search; an attempt that was given up does not count


def test_a_stop_by_another_thread_reaches_the_first_plain_search() -> None:
    """Plain Python would need hours for the depth, and no part of the search has an end of its own."""
    counts, own = new_tally().counts, new_tally().counts
    with passing_on_stop(counts, own):
        counts[STOP] = ASKED
        end = time.monotonic() + PATIENCE
        while not own[STOP]:
            assert time.monotonic() < end
            time.sleep(0.001)
    with passing_on_stop(counts, later := new_tally().counts):
        assert later[STOP] == ASKED


def test_a_table_is_as_large_as_its_nodes_need() -> None:
    """It is made for each move, which takes a millisecond a megabyte. The moves are those of a larger table."""
    position = OTHELLO.start
    few, many = bot("engine:nodes=6000", OTHELLO), bot("engine:seconds=600,nodes=6000", OTHELLO)
    assert isinstance(few, Engine) and isinstance(many, Engine)
    assert len(few._remembered(position).table.words) * 8 == 2 << 20  # type: ignore[union-attr]
    assert len(many._remembered(position).table.words) * 8 == 64 << 20  # type: ignore[union-attr]
    small = bot("engine:nodes=10000000,memory=1", OTHELLO)
    assert isinstance(small, Engine)
    assert len(small._remembered(position).table.words) * 8 == 1 << 20  # type: ignore[union-attr]
