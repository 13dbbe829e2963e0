"""Random games of Go: answers to the last stone, patterns and prior knowledge, beside a plain referee."""

from __future__ import annotations

from typing import Any

import pytest
from go_referee import Point, Referee
from hypothesis import given
from hypothesis import strategies as st

from plyground import game
from plyground.core.position import MAX_CHOICES
from plyground.core.random_numbers import new_chance
from plyground.games.go.dead_stones import points_of
from plyground.games.go.go_patterns import PATTERNS_OF_GELLY
from plyground.searches.best_first.mcts_tree import NODE, new_tree
from plyground.searches.best_first.uct_search import uct
from plyground.searches.tally import row

SIZE = 5
START = game(f"go:size={SIZE}").start
SIGNS = {".": ".", "X": "X", "O": "O", "#": "#", "x": ".O#", "o": ".X#", "?": ".XO#"}


def place(point: Point) -> int:
    return (SIZE + 1) * point[0] + point[1]


def points(stones: int) -> set[Point]:
    return {divmod(bit, SIZE + 1) for bit in points_of(stones)}


@st.composite
def games(draw: Any) -> tuple[Any, Referee]:
    """A position of random games after a stone, and the referee's board."""
    referee, light = Referee(SIZE), START.sketch()
    chance = new_chance(draw(st.integers(0, 1 << 32)))
    for _ply in range(draw(st.integers(1, 24))):
        allowed = referee.legal()
        legal = [move for move in light.moves() if divmod(move, SIZE + 1) in allowed]
        if not legal:
            break
        move = legal[chance.below(len(legal))]
        light = light.play(move)
        referee.play(divmod(move, SIZE + 1))
    return light, referee


def empty_of(light: Any) -> int:
    return sum(1 << place((line, column)) for line in range(SIZE) for column in range(SIZE)) & ~(
        light.own | light.other
    )


def liberties(referee: Referee, point: Point) -> set[Point]:
    stones, _around = referee.region(referee.board, point)
    return {near for stone in stones for near in referee.neighbours(stone) if near not in referee.board}


@given(drawn=games())
def test_rescues_are_the_last_liberties_around_the_last_stone(drawn: tuple[Any, Referee]) -> None:
    light, referee = drawn
    wanted = set[Point]()
    if light.last:
        (last,) = points(light.last)
        if len(liberties(referee, last)) == 1:
            wanted |= liberties(referee, last)
        for near in referee.neighbours(last):
            if referee.board.get(near) == referee.mover and len(liberties(referee, near)) == 1:
                wanted |= liberties(referee, near)
                for stone in referee.region(referee.board, near)[0]:
                    for other in referee.neighbours(stone):
                        if referee.board.get(other) not in (None, referee.mover):
                            wanted |= liberties(referee, other) if len(liberties(referee, other)) == 1 else set()
        assert points(light.rescues(empty_of(light))) == wanted


def turned(cells: str) -> set[str]:
    """Return the eight ways of a square of nine cells."""
    found = set[str]()
    for _turn in range(4):
        cells = cells[6] + cells[3] + cells[0] + cells[7] + cells[4] + cells[1] + cells[8] + cells[5] + cells[2]
        found |= {cells, cells[6:] + cells[3:6] + cells[:3]}
    return found


SHAPES = {each for pattern in PATTERNS_OF_GELLY for each in turned(pattern.replace(" ", ""))}


@given(drawn=games())
def test_shapes_are_the_patterns_around_the_last_stone(drawn: tuple[Any, Referee]) -> None:
    light, referee = drawn
    if light.last:
        ((line, column),) = points(light.last)
        wanted = set[Point]()
        for row_, across in ((line + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1)):
            if (row_, across) not in referee.points() or (row_, across) in referee.board:
                continue
            for own in "BW":
                around = ""
                for near in ((row_ + up, across + right) for up in (1, 0, -1) for right in (-1, 0, 1)):
                    colour = referee.board.get(near)
                    around += (
                        "#"
                        if near not in referee.points()
                        else "."
                        if colour is None
                        else "X"
                        if colour == own
                        else "O"
                    )
                if any(all(cell in SIGNS[sign] for cell, sign in zip(around, shape, strict=True)) for shape in SHAPES):
                    wanted.add((row_, across))
        assert points(light.shapes(empty_of(light))) == wanted


@given(drawn=games(), seed=st.integers(0, 1 << 32))
def test_a_random_game_makes_legal_moves_that_fill_no_eye(drawn: tuple[Any, Referee], seed: int) -> None:
    light, _referee = drawn
    assert light.pick(row(MAX_CHOICES), new_chance(seed)) in set(light.moves())


def test_every_random_game_rescues_the_stone_that_is_put_in_atari() -> None:
    notation = game("go:size=5").notation
    position = notation.parse("...../...../...../.OX../..O.. W")
    light = position.sketch().play(notation.parse_move(position, "D2"))
    answers = {light.pick(row(MAX_CHOICES), new_chance(seed)) for seed in range(40)}
    assert answers == {place((2, 2))}


def test_prior_knowledge_prefers_answers_to_the_last_stone_and_refuses_self_atari() -> None:
    notation = game("go:size=9").notation
    start = game("go:size=9").start
    last = notation.parse_move(start, "E5")
    position = start.play(last)
    priors = {notation.format_move(position, move): position.prior(move, last) for move in position.moves()}
    assert priors["E6"] == priors["D5"] == priors["D6"] > priors["H5"] >= 0 > priors["A1"]
    assert priors["pass"] == 0


@pytest.mark.proof
def test_plain_and_compiled_rave_grow_the_same_tree_of_go() -> None:
    grown = []
    for native in (False, True):
        tree = new_tree(16, START.actions(), 300)
        uct(START, playouts=60, rave=300, seed=4, tree=tree, native=native)
        grown.append((list(tree.nodes[: NODE * tree.used[0]]), *map(list, tree.rave.restorable(tree.used[0]))))
    assert grown[0] == grown[1]
