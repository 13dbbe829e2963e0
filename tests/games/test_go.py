"""Go: published truth, a plain referee along random games, texts, points, options and GNU Go."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest
from go_referee import Referee
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from refusals import refused

from plyground import game, search
from plyground.arena.match import Match
from plyground.core.position import MAX_CHOICES
from plyground.core.random_numbers import new_chance
from plyground.errors import MoveError, PositionError, SpecError
from plyground.games.go.go_game import handicap_points
from plyground.games.go.go_notation import GoNotation
from plyground.games.go.go_rules import go, past_length
from plyground.native.compiler import compiled
from plyground.searches import new_tally
from plyground.searches.tally import row
from plyground.searches.twin import native, twin
from plyground.solvers.exact import exact
from plyground.solvers.perft import perft

TRUTH = json.loads((DATA / "go.json").read_text())


def games(position: Any, pass_move: int) -> int:
    """Return the number of ways to go on without a board coming again, whoever sets the next stone."""
    total = 1
    for mover in (position, position.play(pass_move)):
        for move in mover.moves():
            if move != pass_move:
                total += games(mover.play(move), pass_move)
    return total


@pytest.mark.parametrize("width", [1, 2, 3])
def test_plain_rules_count_the_games_under_superko(width: int) -> None:
    assert games(go(width, 1)(), width + 1) == TRUTH["superko_games"][f"1x{width}"]


def placements(position: Any, plies: int, pass_move: int) -> int:
    if plies == 0:
        return 1
    total = 0
    for move in position.moves():
        if move != pass_move:
            total += placements(position.play(move), plies - 1, pass_move)
    return total


def test_compiled_rules_count_the_first_stones_of_three_by_three() -> None:
    start = go(3, 3)()
    count = twin(placements, start, 1, 12)
    assert [count(start, plies, 12) for plies in range(1, 6)] == TRUTH["placements_3x3"]
    assert placements(start, 3, 12) == TRUTH["placements_3x3"][2]


def legal_boards(size: int) -> int:
    notation = GoNotation(go(size, size), size, size, False)
    return sum(
        not notation.without_liberty(*notation.stones("".join(marks))) for marks in product(".XO", repeat=size * size)
    )


@pytest.mark.parametrize("size", [1, 2])
def test_boards_with_liberties_are_counted(size: int) -> None:
    assert legal_boards(size) == TRUTH["legal_positions"][str(size)]


def living_boards(example: Any, size: int) -> int:
    """Return the number of boards in which every chain has a liberty."""
    found, number, boards = 0, 0, 1
    for _cell in range(size * size):
        boards *= 3
    while number < boards:
        rest, black, white = number, 0, 0
        for cell in range(size * size):
            stone = 1 << cell // size * (size + 1) + cell % size
            if rest % 3 == 1:
                black |= stone
            elif rest % 3 == 2:
                white |= stone
            rest //= 3
        if example._replace(own=black, other=white).is_alive():
            found += 1
        number += 1
    return found


@pytest.mark.parametrize("size", [1, 2, 3, pytest.param(4, marks=pytest.mark.proof)])
def test_compiled_rules_count_the_legal_boards(size: int) -> None:
    start = go(size, size)()
    count = twin(living_boards, start, 1)
    assert count(start, size) == TRUTH["legal_positions"][str(size)]


@pytest.mark.parametrize("width", [1, 2, 3, pytest.param(4, marks=pytest.mark.proof)])
def test_rows_of_points_have_their_published_values(width: int) -> None:
    assert exact(go(width, 1)(), native=width > 3).value == TRUTH["values_1xn"][str(width)]


RULE_SETS = [
    "go:size=2,komi=0",
    "go:size=3",
    "go:size=4,rules=japanese,komi=0.5",
    "go:size=5",
    "go:size=5,ko=situational",
    "go:size=5,rules=chinese",
    "go:size=9,ko=simple",
]


@pytest.mark.proof
def test_black_wins_all_of_three_by_three_by_the_centre() -> None:
    """By alpha-beta without a table, so that no history of boards is confused with another. Known: Black wins by 9."""
    start = game("go:size=3,komi=8.5").start
    found = search(start, depth=15, native=True)
    assert (found.value, found.exact, found.move) == (1, True, game("go:size=3").notation.parse_move(start, "B2"))


@pytest.mark.parametrize("text", RULE_SETS)
def test_a_plain_referee_agrees_along_random_games(text: str) -> None:
    chosen = game(text)
    size = chosen.picture.width
    scoring = "territory" if "japanese" in text else "area"
    ko = "simple" if scoring == "territory" else dict(part.split("=") for part in text[3:].split(",")).get("ko")
    for seed in range(2):
        chance = random.Random(seed)
        referee = Referee(size, ko or "positional", suicide="rules" not in text)
        position = chosen.start
        for _ply in range(60):
            if position.is_over():
                break
            words = {chosen.notation.format_move(position, move): move for move in position.moves()}
            places = {"ABCDEFGHJ"[column] + str(line + 1): (line, column) for line, column in referee.legal()}
            assert set(words) == {*places, "pass"}
            word = chance.choice(sorted(words))
            position = position.play(words[word])
            referee.play(places.get(word))
            lead = position.lead() * (1 - 2 * position.second)
            assert lead == referee.lead(scoring), chosen.notation.format(position)
        assert chosen.picture.marks(position) == "".join(
            {"B": "X", "W": "O"}.get(referee.board.get((line, column), ""), ".")
            for line in reversed(range(size))
            for column in range(size)
        )


def test_compiled_rules_have_the_moves_of_the_plain_ones() -> None:
    start = game("go:size=4").start
    counts = new_tally().counts
    counted = native(perft, counts, start, 0, 0, counts)
    assert [counted(start, depth, 0, counts) for depth in range(1, 4)] == [
        perft(start, depth, 0, counts) for depth in range(1, 4)
    ]


def played(text: str, moves: str) -> Match:
    return Match.parse(game(text), moves)


def light_game(position: Any, choices: Any, chance: Any) -> Any:
    """The own stones at the end of a random game."""
    while not position.is_over():
        position = position.play(position.pick(choices, chance))
    return position.own


@pytest.mark.proof
def test_compiled_random_games_are_those_of_the_plain_text() -> None:
    """On 9 × 9 also where a ko on the upper rows, a set of more than 64 cells, decides."""
    start = game("go:size=9").start.sketch()
    native = compiled(light_game, start, row(MAX_CHOICES), new_chance(0))
    for seed in range(60):
        ends = [play(start, row(MAX_CHOICES), new_chance(seed)) for play in (native, light_game)]
        assert ends[0] == ends[1], seed


KO = "B1 C1 A2 D2 B3 C3 C2 B2"
"""White has just taken the stone on C2; a stone there would take back."""


@pytest.mark.parametrize("rules", ["tromp-taylor", "chinese", "japanese"])
def test_a_ko_is_not_taken_back_at_once(rules: str) -> None:
    match = played(f"go:size=5,rules={rules}", KO)
    with pytest.raises(MoveError, match="ko rule"):
        match.game.notation.parse_move(match.position, "C2")
    later = match.play(match.game.notation.parse_move(match.position, "E5")).play(
        match.game.notation.parse_move(match.position, "A5")
    )
    assert later.game.notation.parse_move(later.position, "C2") in later.position.moves()


def test_own_stones_may_be_taken_by_tromp_taylor_alone() -> None:
    for rules_name, allowed in (("tromp-taylor", True), ("chinese", False)):
        chosen = game(f"go:size=4,rules={rules_name}")
        position = chosen.notation.parse("..../X.../OX../.X.. W")
        if allowed:
            after = position.play(chosen.notation.parse_move(position, "A1"))
            assert chosen.notation.format(after).startswith("..../X.../.X../.X.. B")
        else:
            with pytest.raises(MoveError, match="suicide"):
                chosen.notation.parse_move(position, "A1")


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_texts_of_positions_keep_the_moves(data: st.DataObject) -> None:
    chosen = game(data.draw(st.sampled_from(RULE_SETS)))
    position = chosen.start
    for _ply in range(data.draw(st.integers(0, 30))):
        if position.is_over():
            break
        position = position.play(data.draw(st.sampled_from(list(position.moves()))))
    back = chosen.notation.parse(chosen.notation.format(position))
    assert list(back.moves()) == list(position.moves())
    assert (back.recurring(), back.lead()) == (position.recurring(), position.lead())
    assert chosen.notation.format(back) == chosen.notation.format(position)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("... B", "3 rows of 3 points"),
        (".../.Z./... B", "only be X, O and"),
        (".../.../... X", "side to move"),
        ("XO./O../... B", "A3 have no liberty"),
        (".../.../... B passes 7", "0 to 2 passes"),
        (".../.../... B ko Z9", "not a point"),
        ("X../.../... B ko A3", "point of ko is empty"),
        (".../.../... B captured 3", "passes, taken and ko"),
    ],
)
def test_texts_that_are_no_position_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        game("go:size=3").notation.parse(text)


@pytest.mark.parametrize("word", ["I5", "K1", "A10", "a", "55", ""])
def test_words_that_are_no_point_are_refused(word: str) -> None:
    chosen = game("go")
    with refused(
        MoveError,
        "“{text}” is not a point: points go from A1 to {last}, without the letter I. Or write pass.",
        last="J9",
    ):
        chosen.notation.parse_move(chosen.start, word)


def test_points_leave_out_the_letter_i() -> None:
    chosen = game("go:size=19")
    words = {chosen.notation.format_move(chosen.start, move) for move in chosen.start.moves()}
    assert {"A1", "H8", "J9", "T19", "pass"} <= words
    assert not any("I" in word for word in words)
    assert len(words) == 362


@pytest.mark.parametrize(
    ("text", "ko", "points"),
    [
        ("go", "No board may repeat", "its stones and the points they enclose"),
        ("go:ko=simple", "(ko)", "its stones and the points they enclose"),
        ("go:rules=japanese", "(ko)", "and its prisoners"),
    ],
)
def test_the_summary_tells_the_ko_rule_and_the_scoring(text: str, ko: str, points: str) -> None:
    summary = str(game(text).summary)
    assert ko in summary and points in summary


@pytest.mark.parametrize(("size", "stones"), [(7, 4), (8, 4), (9, 9), (13, 7), (19, 5)])
def test_handicap_stones_stand_on_the_board_and_white_begins(size: int, stones: int) -> None:
    chosen = game(f"go:size={size},handicap={stones}")
    assert chosen.picture.marks(chosen.start).count("X") == stones == len(set(handicap_points(size, stones)))
    assert chosen.mover(chosen.start) == "White"


@pytest.mark.parametrize("text", ["go:size=5,handicap=2", "go:handicap=1", "go:size=8,handicap=5", "go:komi=7.3"])
def test_options_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(SpecError, match="go: "):
        game(text)


def test_a_game_ends_with_two_passes_and_shows_its_areas() -> None:
    match = played("go:size=5,komi=0.5", "B1 C1 B2 C2 B3 C3 B4 C4 B5 C5 pass pass")
    assert match.outcome
    assert match.outcome.winner == 1
    assert match.game.picture.areas(match.position) == "X..OO" * 5  # type: ignore[attr-defined]
    assert match.position.score() == -11  # ten points against fifteen, and half a point: in half points


def test_a_game_that_does_not_end_is_counted_after_many_stones() -> None:
    position = game("go:size=6").start
    chance = random.Random(1)
    plies = 0
    while not position.is_over():
        position = position.play(chance.choice([move for move in position.moves() if move != 42] or [42]))
        plies += 1
    assert position.boards <= past_length(6, 6)


WALLS = ("C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 B3", "A2 pass pass")
"""Two walls, and a white stone behind the black one."""


def test_random_games_find_a_stone_that_cannot_live() -> None:
    match = played("go:size=5,komi=0.5", " ".join(WALLS))
    picture: Any = match.game.picture
    assert picture.point_names(picture.dead(match.position)) == "A2"
    assert str(picture.score_text(match.position)) == "Points: Black 6, White 11.5."
    without = picture.without(match.position, picture.dead(match.position))
    assert str(picture.score_text(without)) == "Points: Black 15, White 10.5."
    assert picture.dead(without) == 0


@pytest.mark.parametrize("turn", ["B", "W"])
def test_chains_with_two_eyes_live(turn: str) -> None:
    position = game("go:size=5").notation.parse(f".O.OX/OOOOX/XXXXX/X.X.X/.X.XX {turn} passes 2")
    assert game("go:size=5").picture.dead(position) == 0  # type: ignore[attr-defined]


def test_dead_stones_count_as_prisoners_under_japanese_rules() -> None:
    match = played("go:size=5,komi=0.5,rules=japanese", " ".join(WALLS))
    picture: Any = match.game.picture
    dead = picture.dead(match.position)
    assert picture.point_names(dead) == "A2"
    before, after = match.position.half_points(), picture.without(match.position, dead).half_points()
    black = -1 if match.position.second else 1
    assert black * (after - before) == 2 * (9 + 1)  # nine points that White's stone disputed, and a prisoner
    assert str(picture.score_text(match.position)).startswith("Lead of ")
