"""Dame: rules by definition, every refusal with its reason, numbers of positions, matches that end in a draw."""

from __future__ import annotations

import json
import random
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA
from refusals import refused
from samples import sample, some

from plyground import MoveError, PositionError, SpecError, bot, game, search, setting
from plyground.arena.match import Match
from plyground.conformance import check
from plyground.games.dame import BAND_SETS
from plyground.native.compiler import compiled
from plyground.searches.tally import new_tally
from plyground.solvers.perft import perft

DAME = game("dame")
PUBLISHED = json.loads((DATA / "dame.json").read_text())
SIZES = [(size, directions) for size in (3, 4, 5, 6) for directions in (4, 8)]


def board(position: Any, size: int) -> tuple[dict[tuple[int, int], str], str]:
    """The pieces by (x, y), and the side to move, read from the position's text."""
    rows, _blank, side = game(f"dame:size={size}").notation.format(position).partition(" ")
    cells = {(x, size - 1 - down): mark for down, row in enumerate(rows.split("/")) for x, mark in enumerate(row)}
    return {cell: mark for cell, mark in cells.items() if mark != "."}, side


def arrived(pieces: dict[tuple[int, int], str], size: int) -> bool:
    """Return True if all of a side's pieces stand on the row where the other side's began."""
    rows = {mark: {y for (_x, y), other in pieces.items() if other == mark} for mark in "CO"}
    return rows["C"] == {0} or rows["O"] == {size - 1}


def legal(pieces: dict[tuple[int, int], str], side: str, size: int, directions: int) -> set[str]:
    """The moves, as the rules are told."""
    found = set()
    for (x, y), mark in pieces.items():
        for across in (-1, 0, 1):
            for up in (-1, 0, 1):
                to = (x + across, y + up)
                on_board = 0 <= to[0] < size and 0 <= to[1] < size
                straight = abs(across) + abs(up) == 1
                if mark == side and on_board and to not in pieces and (straight or directions == 8):
                    found.add(f"{'abcdef'[x]}{y + 1}-{'abcdef'[to[0]]}{to[1] + 1}")
    return found


@pytest.mark.parametrize(("size", "directions"), SIZES)
@given(seed=st.integers(0, 2**32))
def test_rules_agree_with_their_definition(size: int, directions: int, seed: int) -> None:
    race = game(f"dame:size={size},directions={directions}")
    start: Any = race.start
    here = start.unrank(random.Random(seed).randrange(start.size()))
    pieces, side = board(here, size)
    words = {race.notation.format_move(here, move) for move in here.moves()}
    if arrived(pieces, size):
        assert here.is_over()
        assert words == set()
        return
    assert words == legal(pieces, side, size, directions)
    assert here.is_over() == here.is_stuck() == (words == set())
    for move in here.moves():
        source, target = (("abcdef".index(word[0]), int(word[1]) - 1) for word in race.notation.format_move(here, move).split("-"))  # fmt: skip
        after = {target if cell == source else cell: mark for cell, mark in pieces.items()}
        child = here.play(move)
        assert board(child, size) == (after, "C" if side == "O" else "O")
        if arrived(after, size):
            assert child.utility() == -1


@pytest.mark.parametrize(("size", "directions"), sample([(3, 4), (4, 8), (6, 8)], every=3, first=1))
def test_every_size_passes_the_conformance_test(size: int, directions: int) -> None:
    """One game each, which by chance takes hundreds of moves."""
    assert check(game(f"dame:size={size},directions={directions},begins=computer"), games=1) == []


@pytest.mark.parametrize("directions", [4, 8])
def test_every_position_of_the_smallest_board_has_its_number_and_its_predecessors(directions: int) -> None:
    start: Any = game(f"dame:size=3,directions={directions}").start
    every = [start.unrank(number) for number in range(start.size())]
    assert [position.rank() for position in every] == list(range(start.size()))
    assert len(set(every)) == start.size() == 2 * 84 * 20
    before: dict[Any, set[Any]] = {position: set() for position in every}
    for position in every:
        for move in position.moves():
            before[position.play(move)].add(position)
    for position in every:
        found = list(position.predecessors())
        assert set(found) == before[position]
        assert len(set(found)) == len(found)


@pytest.mark.parametrize("size", [4, 5, 6])
@given(seed=st.integers(0, 2**32))
def test_numbers_and_mirrors_of_larger_boards(size: int, seed: int) -> None:
    start: Any = game(f"dame:size={size}").start
    number = random.Random(seed).randrange(start.size())
    here = start.unrank(number)
    assert here.rank() == number
    mirrored = start.unrank((number + start.period()) % start.size())
    pieces, side = board(here, size)
    other = {"C": "O", "O": "C"}
    image = {(x, size - 1 - y): other[mark] for (x, y), mark in pieces.items()}
    assert board(mirrored, size) == (image, other[side])


def test_published_number_of_positions() -> None:
    start: Any = DAME.start
    assert start.size() == PUBLISHED["positions"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("CCCC/..../..../OOOO C", PUBLISHED["evaluation_examples"][0][1]),
        ("..../..../OOOO/CCCC C", PUBLISHED["evaluation_examples"][1][1]),
        ("OOOO/CCCC/..../.... C", PUBLISHED["evaluation_examples"][2][1]),
        ("..../CCOO/OOCC/.... C", 0),
    ],
)
def test_evaluations_agree_with_published_ones(text: str, value: int) -> None:
    """F, for the computer; in the last position each side has advanced 1, 1, 2 and 2 rows."""
    here = DAME.notation.parse(text)
    evaluation = DAME.evaluations["advance"]
    assert evaluation.value(here) == value
    assert evaluation.value(DAME.notation.parse(text.replace(" C", " O"))) == -value


def test_published_values_of_depth_limited_minimax() -> None:
    start = game("dame:begins=computer").start
    for depth, value in some(enumerate(PUBLISHED["depth_limited_minimax_with_F_computer_first_depths_1_to_6"], 1)):
        limited = setting(depth=depth, evaluation=DAME.evaluations["advance"])
        assert search(start, "alphabeta", limited, native=depth > 4).value == value


def test_the_one_sided_evaluation_never_sees_the_opponent() -> None:
    judge = DAME.evaluations["own-advance"]
    for rows in ("CCCC/OOOO/..../....", "CCCC/..../..../OOOO", "CCCC/.O.O/O.../...O"):
        assert judge.value(DAME.notation.parse(rows + " C")) == 0
    assert judge.value(DAME.notation.parse("CCCC/.O.O/O.../...O O")) == 5


def test_evaluations_of_what_stands_in_the_way() -> None:
    """The piece on a1 has no free cell ahead, that on c4 has arrived; each side has gone 3 rows."""
    here = DAME.notation.parse("CCO./..../CC../OOO. O")
    assert (here.advance(), here.arrived(), here.blocked()) == (3, 1, 1)
    assert (here.turned().advance(), here.turned().arrived(), here.turned().blocked()) == (4, 0, 2)
    assert [DAME.evaluations[name].value(here) for name in ("advance", "relative", "blockade")] == [-1, 0, 1]


def test_compiled_twins_agree() -> None:
    for size, directions in ((3, 8), (4, 4), (6, 8)):
        start: Any = game(f"dame:size={size},directions={directions}").start
        native = compiled(perft, start, 0, 0, new_tally().counts)
        generator = random.Random(size)
        for _again in range(20):
            here = start.unrank(generator.randrange(start.size()))
            assert native(here, 2, 0, new_tally().counts) == perft(here, 2, 0, new_tally().counts)


class TestStuck:
    POSITION = DAME.notation.parse("..../..../CCCC/OOOO O")

    def test_a_side_that_cannot_move_has_lost(self) -> None:
        assert self.POSITION.is_over()
        assert self.POSITION.is_stuck()
        assert self.POSITION.utility() == -1
        outcome = DAME.outcome(self.POSITION)
        assert outcome
        assert DAME.sides[outcome.winner or 0] == "C"
        assert str(outcome.reason) == "the other side cannot move"

    def test_a_side_that_can_move_has_not_lost(self) -> None:
        here = DAME.notation.parse("..../..../CCCC/OOOO C")
        assert not here.is_over()
        assert DAME.outcome(here) is None


class TestNotation:
    def test_positions_are_written_and_read(self) -> None:
        assert DAME.notation.format(DAME.start) == "CCCC/..../..../OOOO O"
        assert game("dame:begins=computer").sides == ("C", "O")
        assert game("dame:begins=computer").side(game("dame:begins=computer").start) == 0
        assert DAME.picture.highlight(DAME.notation.parse("..../OOOO/..../CCCC O")) == (12, 13, 14, 15)
        assert DAME.picture.highlight(DAME.notation.parse("OOOO/CCCC/..../.... C")) == (0, 1, 2, 3)

    @pytest.mark.parametrize("word", ["a1-b2", "A1-B2", " a1b2 ", "a1 b2"])
    def test_moves_are_read_in_every_form(self, word: str) -> None:
        move = DAME.notation.parse_move(DAME.start, word)
        assert DAME.notation.format_move(DAME.start, move) == "a1-b2"

    @pytest.mark.parametrize(
        ("word", "reason"),
        [
            ("a1-a1", "The piece already stands on"),
            ("b2-b3", "no piece on b2"),
            ("a4-a3", "a4 is not yours: O is to move"),
            ("a1-a3", "a3 is not next to a1"),
            ("a1-e1", "e1 is off the board: cells are a1 to d4"),
            ("a0-a1", "a0 is off the board: cells are a1 to d4"),
            ("a1-b1", "b1 is occupied"),
            ("a1", "“a1” is not a move: write two cells, such as a1b2"),
            ("a" + "9" * 5000 + "b2", "is not a move"),
            ("a１-b2", "is not a move"),
        ],
    )
    def test_impossible_moves_are_refused_with_a_reason(self, word: str, reason: str) -> None:
        with pytest.raises(MoveError, match=reason):
            DAME.notation.parse_move(DAME.start, word)

    @pytest.mark.parametrize("word", ["00-11", "0011", "0,0-1,1", "0,01,1"])
    def test_numbers_can_replace_letters(self, word: str) -> None:
        """S3's coordinates: x from 0 on the left, y from 0 at the bottom."""
        numbered = game("dame:coordinates=numbers")
        assert numbered.start == DAME.start
        move = numbered.notation.parse_move(numbered.start, word)
        assert move == DAME.notation.parse_move(DAME.start, "a1-b2")
        assert numbered.notation.format_move(numbered.start, move) == "00-11"
        assert (numbered.picture.columns, numbered.picture.rows) == (tuple("0123"), tuple("3210"))

    def test_a_move_is_shown_on_two_cells(self) -> None:
        assert (DAME.picture.columns, DAME.picture.rows) == (tuple("abcd"), tuple("4321"))
        assert [DAME.picture.cells(DAME.start, move) for move in DAME.start.moves()] == [
            (12, 8), (12, 9), (13, 8), (13, 9), (13, 10), (14, 9), (14, 10), (14, 11), (15, 10), (15, 11),
        ]  # fmt: skip
        assert DAME.pressed(DAME.start, (12, 9)) == DAME.notation.parse_move(DAME.start, "a1-b2")
        with pytest.raises(MoveError, match="c3 is not next to a1"):
            DAME.pressed(DAME.start, (12, 6))

    def test_pieces_do_not_move_diagonally_in_four_directions(self) -> None:
        four = game("dame:directions=4")
        with pytest.raises(MoveError, match="diagonally"):
            four.notation.parse_move(four.start, "a1-b2")

    def test_moves_after_the_end_are_refused(self) -> None:
        with refused(MoveError, "The game is over: no move can be made."):
            DAME.notation.parse_move(DAME.notation.parse("..../OOOO/..../CCCC O"), "a3-a4")

    @pytest.mark.parametrize(
        ("text", "reasons"),
        [
            ("CCCC/..../..../OOO. O", 1),
            ("CCCC/..../OOOO O", 1),
            ("CCCC/..../..../OOOO", 1),
            ("CCCX/..../..../OOOO O", 2),
            ("", 3),
        ],
    )
    def test_a_bad_position_names_every_reason(self, text: str, reasons: int) -> None:
        with pytest.raises(PositionError) as error:
            DAME.notation.parse(text)
        assert len(error.value.reasons) == reasons

    def test_impossible_options_are_refused(self) -> None:
        with refused(
            SpecError, "{owner}: the option {option} cannot be “{text}”; choose one of: {choices}.", choices="4, 8"
        ):
            game("dame:directions=6")


class TestMatch:
    SHUFFLE = ("a1-a2", "a4-a3", "a2-a1", "a3-a4")

    def test_the_third_time_is_a_draw(self) -> None:
        match = Match(DAME)
        for word in self.SHUFFLE * 2:
            assert match.outcome is None
            match = match.play(DAME.notation.parse_move(match.position, word))
        assert match.outcome
        assert match.outcome.winner is None
        assert str(match.outcome.reason) == "the position has come for the third time"
        assert DAME.outcome(match.position) is None  # positions know nothing of it
        assert not match.undo().outcome
        with pytest.raises(MoveError, match="over"):
            match.play(next(match.position.moves()))

    def test_the_hundredth_move_is_a_draw(self) -> None:
        """Both sides walk about without meeting a position a third time."""
        generator = random.Random(1)
        match = Match(DAME)
        while not match.outcome:
            quiet = [move for move in match.position.moves() if not (match.undo(0).play(move).outcome)]
            match = match.play(generator.choice(quiet or list(match.position.moves())))
        assert match.ply == 100
        assert str(match.outcome.reason) == "100 moves without a decision"

    def test_a_link_has_no_hyphen_within_a_move(self) -> None:
        match = Match.parse(DAME, "a1b2-d4c3")
        assert match.format() == "a1b2-d4c3"
        assert match.words == ("a1-b2", "d4-c3")


def test_no_dictionary_can_be_built() -> None:
    """Therefore the page does not offer one."""
    with pytest.raises(SpecError, match="can repeat"):
        bot("dictionary", DAME)


@pytest.mark.parametrize(("size", "bands"), [(3, range(12)), (4, range(0, 228, 19))])
def test_each_position_is_in_one_band(size: int, bands: range) -> None:
    start = game(f"dame:size={size}").start
    numbers = [position.rank() for band in bands for position in start.band(band)]
    assert len({*numbers}) == len(numbers)
    if size == 3:
        assert start.bands() == len(bands)
        assert sorted(numbers) == list(range(start.size()))


@pytest.mark.proof
def test_the_successors_of_a_band_are_in_few_parts_of_the_table() -> None:
    """These are the parts for the sets of pieces that rest; each has one place for each set of the others."""
    start = game("dame").start
    part = comb(12, 4)
    for band in 0, 1, 100:
        moved = {here.play(move).rank() // part for here in start.band(band) for move in here.moves()}
        assert len(moved) <= BAND_SETS
