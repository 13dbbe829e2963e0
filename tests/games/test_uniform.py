"""The random player: uniform, and with a seed a function of the position."""

from __future__ import annotations

from collections import Counter

from plyground import bot, game
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")


def moves(spec: str, times: int) -> list[int]:
    """Return the moves of new players of this spec at the start."""
    return [bot(spec, TICTACTOE).choose(TICTACTOE.start).move for _again in range(times)]


def test_the_random_bot_draws_every_move_equally_often() -> None:
    """Nine cells, 900 seeds: about 100 each; a fair draw strays 40 from that once in some 25,000 times."""
    drawn = Counter(bot(f"random:seed={seed}", TICTACTOE).choose(TICTACTOE.start).move for seed in range(900))
    assert sorted(drawn) == list(range(9))
    assert all(60 < times < 140 for times in drawn.values())


def test_the_random_bot_varies_without_a_seed() -> None:
    assert not bot("random", TICTACTOE).card.deterministic
    assert len(set(moves("random", 100))) > 1  # the same cell a hundred times: once in 10^94


def test_a_seeded_random_move_depends_only_on_the_position() -> None:
    """Asked again, in another order, made anew or not: as on a page that makes its players for each move."""
    spec = "random:seed=7"
    assert bot(spec, TICTACTOE).card.deterministic
    some = [position for position in reachable(TICTACTOE.start) if not position.is_over()][::50]
    anew = [bot(spec, TICTACTOE).choose(position).move for position in some]
    one = bot(spec, TICTACTOE)
    assert [one.choose(position).move for position in reversed(some)] == anew[::-1]
    assert all(move in position.moves() for position, move in zip(some, anew, strict=True))
    assert len({(move, tuple(position.moves())) for position, move in zip(some, anew, strict=True)}) > 20
