"""The greedy bot: one ply on the evaluation."""

from __future__ import annotations

from typing import Any

import pytest

from plyground import SpecError, bot, game
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def worth(position: Any, move: int) -> int:
    """Return a successor's score for the mover, by the article's rule: 10 won, 0 full, else mine less theirs."""
    text = TICTACTOE.notation.format(position)
    mine, theirs = "xo" if text.count("x") == text.count("o") else "ox"
    after = text[:move] + mine + text[move + 1 :]
    rows = ["".join(after[cell] for cell in line) for line in LINES]
    if mine * 3 in rows:
        return 10
    if "." not in after:
        return 0
    return sum(theirs not in row for row in rows) - sum(mine not in row for row in rows)


@pytest.mark.proof
@pytest.mark.parametrize("ties", ["first", "last", "random"])
def test_every_position_by_definition(ties: str) -> None:
    chosen = bot(f"greedy:ties={ties},seed=1", TICTACTOE)
    played = set()
    for position in reachable(TICTACTOE.start):
        if position.is_over():
            continue
        values = {move: worth(position, move) for move in position.moves()}
        best = [move for move, value in values.items() if value == max(values.values())]
        move = chosen.choose(position).move
        assert move in {"first": best[:1], "last": best[-1:], "random": best}[ties]
        played.add(best.index(move))
    assert len(played) > 1 or ties == "first"


def test_a_win_at_once_is_taken_and_said() -> None:
    choice = bot("greedy", TICTACTOE).choose(TICTACTOE.notation.parse("xxox....o"))
    assert (choice.move, str(choice.reason)) == (5, "It wins at once.")


def test_the_reason_says_the_evaluation() -> None:
    choice = bot("greedy", TICTACTOE).choose(TICTACTOE.start)
    assert (choice.move, choice.value) == (4, 4)  # four lines through the centre, all open to X alone
    assert str(choice.reason) == "Evaluation 4, the best after any of 9 moves."


def test_without_an_evaluation_it_still_wins_at_once() -> None:
    blind = bot("greedy:evaluation=none", TICTACTOE)
    assert blind.choose(TICTACTOE.start).move == 0
    assert blind.choose(TICTACTOE.notation.parse("xxox....o")).move == 5


def test_a_seed_makes_it_deterministic_and_unknown_evaluations_are_refused() -> None:
    assert not bot("greedy:ties=random", TICTACTOE).card.deterministic
    assert bot("greedy:ties=random,seed=3", TICTACTOE).card.deterministic
    with pytest.raises(SpecError, match="has no evaluation “nothing”"):
        bot("greedy:evaluation=nothing", TICTACTOE)
