"""The engine as a player: what it chooses, what it tells on the way, how it is stopped."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from plyground import Player, SpecError, game, player, search
from plyground.errors import GameOver
from plyground.players import Choice, Outlook, Thought
from plyground.search import new_tally
from plyground.search.pace import Pace
from plyground.search.tally import STOP, VISITS

TICTACTOE, CONNECT_FOUR, OTHELLO = game("tictactoe"), game("connect_four"), game("othello:size=4")


def asked(spec: str, position: Any, of: Any = CONNECT_FOUR, **around: Any) -> tuple[Choice, list[Outlook]]:
    """What a player chooses, and what it tells meanwhile."""
    told: list[Outlook] = []
    return player(spec, of).choose(position, Thought(tell=told.append, **around)), told


def plain(chosen: Player) -> Player:
    """The same engine on a machine without a compiler."""
    chosen._pace = Pace(native=False)  # type: ignore[attr-defined]
    return chosen


def test_what_it_tells_goes_deeper_and_ends_with_its_choice() -> None:
    choice, told = asked("engine:nodes=20000", CONNECT_FOUR.notation.parse("4444"))
    depths = [outlook.depth for outlook in told]
    assert depths == sorted(depths)
    assert depths[0] == 1
    assert depths[-1] > 5
    assert told[-1].line.split()[0] == CONNECT_FOUR.notation.format_move(CONNECT_FOUR.start, choice.move)
    assert told[-1].line in str(choice.reason)
    assert choice.result is not None
    assert (told[-1].depth, told[-1].visits) == (choice.result.depth, choice.result.visits)


@pytest.mark.parametrize("line", ["1", "44", "4455", "12344321"])
@pytest.mark.parametrize("spec", ["engine:nodes=8000", "engine:depth=6", "engine:depth=3", "engine:nodes=300"])
def test_limits_in_nodes_and_depth_give_the_same_move_plain_or_compiled_and_again(spec: str, line: str) -> None:
    position = CONNECT_FOUR.notation.parse(line)
    chosen = player(spec, CONNECT_FOUR)
    first = chosen.choose(position)
    others = [chosen.choose(position), plain(player(spec, CONNECT_FOUR)).choose(position)]
    for other in others:
        assert (other.move, other.value, str(other.reason)) == (first.move, first.value, str(first.reason))
        assert other.result is not None
        assert first.result is not None
        assert other.result.visits == first.result.visits


def test_a_win_at_hand_is_taken_and_a_threat_is_answered() -> None:
    win, told = asked("engine:depth=8", CONNECT_FOUR.notation.parse("112233"))
    assert str(win.reason) == "A certain win in 1 ply; best line: 4."
    assert [str(outlook.worth) for outlook in told] == ["A certain win in 1 ply"]
    assert asked("engine:depth=8", CONNECT_FOUR.notation.parse("11223"))[0].move == 3


def test_a_solved_game_ends_the_thought() -> None:
    choice, told = asked("engine", OTHELLO.start, OTHELLO)
    assert choice.value == search(OTHELLO.start, "alphabeta").value < 0
    assert choice.result is not None
    assert choice.result.proven
    assert "Lost" in str(told[-1].worth)


def test_told_to_stop_beforehand_it_still_moves() -> None:
    tally = new_tally()
    tally.counts[STOP] = 1
    choice, _told = asked("engine:seconds=600", CONNECT_FOUR.start, tally=tally)
    assert choice.move in CONNECT_FOUR.start.moves()


def test_told_to_stop_it_plays_the_best_so_far() -> None:
    """A minute's thought ends when told to, with the depth that was reached."""
    tally = new_tally()
    reached = threading.Event()

    def tell(outlook: Outlook) -> None:
        if outlook.depth >= 8:
            reached.set()

    def stop() -> None:
        reached.wait()
        tally.counts[STOP] = 1

    threading.Thread(target=stop, daemon=True).start()
    choice = player("engine:seconds=600", CONNECT_FOUR).choose(CONNECT_FOUR.start, Thought((), tally, tell))
    assert choice.result is not None
    assert choice.result.depth is not None
    assert choice.result.depth >= 8
    assert choice.result.seconds < 300
    assert tally.counts[VISITS] >= choice.result.visits


def test_it_remembers_from_move_to_move_where_time_is_its_limit() -> None:
    """Asked again in the same position, it is at once as deep as it was before.

    How full its table is when the time is up is left to the clock, and a full one forgets: one of five remembers.
    """
    assert any(remembers(player("engine:seconds=0.3", CONNECT_FOUR)) for _attempt in range(5))


def remembers(chosen: Player) -> bool:
    position = CONNECT_FOUR.notation.parse("44")
    told: list[Outlook] = []
    chosen.choose(position, Thought(tell=told.append))
    finished = told[-4]  # the last ones may have been stopped
    again: list[Outlook] = []
    chosen.choose(position, Thought(tell=again.append))
    as_deep = next((outlook for outlook in again if outlook.depth >= finished.depth), finished)
    return as_deep.visits < finished.visits / 10


def test_a_board_that_no_word_holds_is_searched_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.players.engine.FEW", 100)
    large = game("mnk:width=10,height=10,k=5")
    choice, told = asked("engine:nodes=300", large.start, large)
    assert choice.move in large.start.moves()
    assert told[-1].depth >= 1


def test_without_a_choice_it_does_not_think() -> None:
    choice, told = asked("engine", TICTACTOE.notation.parse("xoxoxxo.o"), TICTACTOE)
    assert (choice.move, str(choice.reason), told) == (7, "It is the only legal move.", [])
    with pytest.raises(GameOver):
        player("engine", TICTACTOE).choose(TICTACTOE.notation.parse("xxxoo...."))


def test_a_limit_in_time_makes_it_no_function_of_the_position() -> None:
    assert not player("engine", TICTACTOE).card.deterministic
    assert not player("engine:seconds=1,depth=4", TICTACTOE).card.deterministic
    assert not player("engine:depth=4,threads=2", TICTACTOE).card.deterministic
    assert player("engine:depth=4", TICTACTOE).card.deterministic


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
        player(f"engine:{options}", CONNECT_FOUR)
    assert sentence in str(error.value)
