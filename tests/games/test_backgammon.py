"""Backgammon: plays against an independent slow generator, published counts, whole games, notation and picture."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from refusals import refused
from samples import some

from plyground import MoveError, PositionError, SpecError, game
from plyground.arena.match import Match
from plyground.core.position import CHANCE
from plyground.games.backgammon.backgammon_rules import BAR, CHECKERS, OFF, START, Backgammon
from plyground.native.compiler import compiled
from plyground.searches.tally import new_tally
from plyground.solvers.perft import perft

GAME = game("backgammon")
COUNTS = json.loads((DATA / "backgammon.json").read_text(encoding="utf-8"))["plays"]
Board = tuple[tuple[int, ...], tuple[int, ...]]


def plays(position: Backgammon) -> set[Board]:
    """Return the checkers of both sides after each play, by trying all steps in all orders."""
    ends: dict[int, set[tuple[Board, int]]] = {}

    def go(own: tuple[int, ...], other: tuple[int, ...], dice: tuple[int, ...], first: int, used: int) -> None:
        ends.setdefault(used, set()).add(((own, other), first))
        for place, die in enumerate(dice):
            for start in range(1, BAR + 1):
                if own[start] and not (own[BAR] and start < BAR):
                    rest = dice[:place] + dice[place + 1 :]
                    for after in moved(own, other, start, die):
                        go(*after, rest, first or die, used + 1)

    doubled = position.large == position.small
    go(position.own, position.other, (position.large,) * 4 if doubled else (position.large, position.small), 0, 0)
    most = ends[max(ends)]
    if max(ends) == 1 and not doubled:
        largest = max(die for _board, die in most)
        most = {(board, die) for board, die in most if die == largest}
    return {board for board, _die in most}


def moved(own: tuple[int, ...], other: tuple[int, ...], start: int, die: int) -> Iterator[Board]:
    """Yield both sides' checkers after one step, unless it is illegal."""
    end = start - die
    mine, yours = list(own), list(other)
    if end <= 0:
        if any(own[7:]) or (end < 0 and any(own[start + 1 :])):
            return
        end = OFF
    elif yours[25 - end] > 1:
        return
    elif yours[25 - end] == 1:
        yours[25 - end] = 0
        yours[BAR] += 1
    mine[start] -= 1
    mine[end] += 1
    yield tuple(mine), tuple(yours)


def games(seed: int) -> Iterator[Backgammon]:
    """Yield the positions of a random game."""
    chance, position = random.Random(seed), GAME.start
    while not position.is_over():
        yield position
        moves = list(position.moves())
        weights = [position.probability(move) for move in moves] if position.is_chance() else None
        position = position.play(chance.choices(moves, weights)[0])
    yield position


def board(own: dict[int, int], other: dict[int, int], large: int, small: int) -> Backgammon:
    """Return a position with these checkers by point; all others have been borne off."""
    rows = []
    for checkers in (own, other):
        on = [checkers.get(point, 0) for point in range(1, BAR + 1)]
        rows.append((CHECKERS - sum(on), *on))
    return Backgammon(rows[0], rows[1], large, small, 0, 0)


def at(text: str) -> Any:
    return GAME.notation.parse(text)


def names(position: Any) -> list[str]:
    return [GAME.notation.format_move(position, move) for move in position.moves()]


@pytest.mark.parametrize(("dice", "count"), COUNTS.items())
def test_the_published_number_of_plays_of_each_first_roll(dice: str, count: int) -> None:
    position = Backgammon(START, START, int(dice[0]), int(dice[1]), 0, 0)
    assert len(list(position.moves())) == count == len(plays(position))


def test_the_sum_of_plays_of_all_rolls() -> None:
    assert sum(COUNTS.values()) == 447
    rolling = GAME.start._replace(opening=0)
    assert sum(len(list(rolling.play(roll).moves())) for roll in rolling.moves()) == 447


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 1 << 32))
def test_random_games_keep_all_checkers_and_agree_with_the_slow_generator(seed: int) -> None:
    position: Any
    for position in some(list(games(seed))[::4]):
        assert sum(position.own) == sum(position.other) == CHECKERS
        assert all(not (position.own[point] and position.other[BAR - point]) for point in range(1, BAR))
        if position.is_over():
            assert position.utility() in (-1, -2, -3)
        elif position.is_chance():
            assert sum(position.probability(move) for move in position.moves()) == 1
        elif position.large != position.small or len(list(position.moves())) < 60:
            children = [position.play(move) for move in position.moves()]
            assert len(set(children)) == len(children)
            expected = plays(position)
            found = {(child.other, child.own) for child in children}
            assert found == expected


def test_the_opening_roll_has_no_doubles_and_decides_who_begins() -> None:
    rolls = list(GAME.start.moves())
    assert len(rolls) == 30
    assert not any(roll % 11 == 0 for roll in rolls)
    assert (GAME.start.play(31).second, GAME.start.play(13).second) == (0, 1)
    assert (GAME.start.play(13).large, GAME.start.play(13).small) == (3, 1)


@pytest.mark.parametrize(
    ("own", "other", "dice", "expected"),
    [
        ({10: 1}, {23: 2}, (5, 3), ["10/5"]),  # either die, but not both: the larger
        ({10: 1}, {20: 2, 23: 2}, (5, 3), ["10/7"]),  # the larger cannot be played
        ({10: 1}, {18: 2, 20: 2}, (5, 3), ["pass"]),
        ({10: 1}, {20: 2}, (5, 3), ["10/2"]),  # the smaller first, as the larger alone is blocked
        ({BAR: 1}, dict.fromkeys(range(1, 7), 2), (5, 2), ["pass"]),
        ({BAR: 1, 6: 2}, {2: 1}, (3, 1), ["bar/22 6/5", "bar/21", "bar/24 6/3"]),
        ({BAR: 2, 6: 2}, {4: 2}, (4, 3), ["bar/22"]),  # the other checker stays on the bar, and holds the rest
        ({3: 2}, {1: 1}, (6, 5), ["3/off(2)"]),
        ({3: 1, 1: 1}, {1: 1}, (6, 5), ["3/off 1/off"]),
        ({6: 1, 3: 1}, {2: 1}, (5, 4), ["6/1 3/off", "6/2 3/off"]),  # a higher checker goes before the one on 3
        ({7: 1, 1: 1}, {2: 1}, (6, 1), ["7/off"]),  # with either die first, as all are at home then
        ({8: 1}, {19: 2}, (2, 2), ["pass"]),
        ({8: 1}, {23: 2}, (2, 2), ["8/4"]),  # as many of four as possible
        ({8: 4}, {21: 2}, (2, 2), ["8/6(4)"]),
    ],
)
def test_dice_that_must_be_played(
    own: dict[int, int], other: dict[int, int], dice: tuple[int, int], expected: list[str]
) -> None:
    here = board(own, other, *dice)
    assert sorted(names(here)) == sorted(expected)
    assert {(child.other, child.own) for child in map(here.play, here.moves())} == plays(here)


@pytest.mark.parametrize(
    ("loser", "points"),
    [((5, 1, *(0,) * 24), 1), ((0, 15, *(0,) * 24), 2), ((0, 14, *(0,) * 22, 1, 0), 3), ((0, 14, *(0,) * 23, 1), 3)],
)
def test_a_win_counts_one_two_or_three_points(loser: tuple[int, ...], points: int) -> None:
    loser = (CHECKERS - sum(loser[1:]), *loser[1:])
    over = Backgammon(loser, (CHECKERS, *(0,) * 25), 0, 0, 1, 0)
    assert over.is_over()
    assert over.utility() == -points
    ended = GAME.outcome(over)
    assert ended is not None
    assert ended.winner == 0


@settings(max_examples=2, deadline=None)
@given(st.integers(0, 1 << 32))
def test_plays_and_positions_are_read_as_they_are_written(seed: int) -> None:
    for position in some(list(games(seed))[::20]):
        assert at(GAME.notation.format(position)) == position
        if position.is_over():
            continue
        moves = list(position.moves())
        words = names(position)
        assert len(set(words)) == len(words)
        for move, word in zip(moves[:12], words, strict=False):
            assert GAME.notation.parse_move(position, word) == move
            for way in GAME.picture.ways(position, move):  # type: ignore[attr-defined]
                if way:
                    assert GAME.pressed(position, way) == move


def test_a_play_is_read_in_other_words() -> None:
    start = GAME.start.play(31)
    for text in ("8/5 6/5", "6/5 8/5", "8-5-6-5", "6-5-8-5", " 6/5  8/5 "):
        assert GAME.notation.format_move(start, GAME.notation.parse_move(start, text)) == "8/5 6/5"
    assert GAME.notation.format_move(start, GAME.notation.parse_move(start, "24/23/20")) == "24/20"
    with pytest.raises(MoveError, match="not a move here"):
        GAME.notation.parse_move(start, "8/3")


def test_a_hit_on_the_way_is_another_play() -> None:
    here = board({22: 1}, {6: 1}, 3, 1)  # a blot on its way by the 3
    assert sorted(names(here)) == ["22/18", "22/19*/18"]
    here = board({22: 1}, {6: 1, 4: 2}, 3, 1)
    assert names(here) == ["22/19*/18"]
    hit = here.play(GAME.notation.parse_move(here, "22/18"))
    assert hit.own[BAR] == 1


def test_a_position_tells_all_its_faults() -> None:
    with pytest.raises(PositionError) as raised:
        at("-b White 77")
    assert len(raised.value.reasons) == 2
    with pytest.raises(PositionError, match="more than 15"):
        at("-OA----------------------- White -")
    with pytest.raises(PositionError, match="26 characters"):
        at("////////////// White 31")
    with pytest.raises(PositionError, match="bar of Black"):
        at("A------------------------- White -")


def test_an_xgid_is_read() -> None:
    here = at("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    assert here == GAME.start.play(31)


@pytest.mark.parametrize(
    ("identity", "position"),
    [
        ("4HPwATDgc/ABMA", "-b----E-C---eE---c-e----B- White -"),
        ("sGfwATDgc/ABMA Black 66", "-b---BD-B---eE---c-e----B- Black 66"),
        ("4HPwATAgc/ABUA White 43", "-b----A-B-C-e--E-c-e------ White 43"),
    ],
)
def test_a_position_id_is_read_as_gnu_backgammon_shows_it(identity: str, position: str) -> None:
    assert at(identity) == at(position)


def test_dice_are_chance() -> None:
    match = Match(GAME, seed=7).rolled()
    assert match.position.to_move() != CHANCE
    assert GAME.picture.dice(match.position) == (match.position.large, match.position.small)  # type: ignore[attr-defined]


# The doubling cube and matches

CUBE = game("backgammon:cube=yes")


def turn(text: str = "cube 1 -", dice: str = "-") -> Any:
    """Return the start at White's turn with this cube and match."""
    return at(f"-b----E-C---eE---c-e----B- White {dice} {text}")


def doubled(position: Any, *moves: str) -> Any:
    for word in moves:
        position = position.play(CUBE.notation.parse_move(position, word))
    return position


def test_a_cube_is_offered_before_each_roll_but_the_first() -> None:
    assert CUBE.start.is_chance()
    played = CUBE.start.play(31)
    assert not played.is_cube_move()
    after = played.play(CUBE.notation.parse_move(played, "8/5 6/5"))
    assert names(after) == ["roll", "double"]
    assert doubled(after, "roll").is_chance()


def test_a_side_that_takes_a_double_owns_the_cube() -> None:
    answering = doubled(turn(), "double")
    assert (answering.second, names(answering), answering.cube) == (1, ["take", "drop"], 1)
    taken = doubled(answering, "take")
    assert (taken.second, taken.cube, taken.is_chance()) == (0, 2, True)
    rolled = taken.play(31)
    theirs = rolled.play(next(iter(rolled.moves())))
    assert names(theirs) == ["roll", "double"]  # the owner may double again
    redoubled = doubled(theirs, "double", "take").play(31)
    assert redoubled.cube == 4
    assert names(redoubled.play(next(iter(redoubled.moves())))) == ["roll", "double"]
    mine = rolled.play(next(iter(rolled.moves())))
    mine = doubled(mine, "roll").play(21)
    assert mine.play(next(iter(mine.moves()))).is_chance()  # not this side's cube


@pytest.mark.parametrize(("cube", "points"), [("cube 1 -", 1), ("cube 2 White", 2), ("cube 32 White", 32)])
def test_a_dropped_double_loses_the_stake_as_it_was(cube: str, points: int) -> None:
    dropped = doubled(turn(cube), "double", "drop")
    assert dropped.is_over()
    assert (dropped.second, dropped.utility()) == (1, -points)
    ended = CUBE.outcome(dropped)
    assert ended is not None
    assert ended.winner == 0
    assert "dropped" in str(ended.reason)


@pytest.mark.parametrize(
    ("cube", "may"),
    [
        ("cube 1 -", True),
        ("cube 2 White", True),
        ("cube 2 Black", False),
        ("cube 64 White", False),
        ("cube 1 - score 0-4/5 crawford", False),
        ("cube 1 - score 0-4/5", True),
        ("cube 2 White score 3-2/5", False),  # two points are enough
        ("cube 2 White score 2-3/5", True),
    ],
)
def test_doubling_is_allowed_to_the_owner_if_it_can_gain(cube: str, may: bool) -> None:
    assert turn(cube).is_cube_move() is may


def test_points_count_as_often_as_the_cube_says_and_a_match_needs_no_more() -> None:
    gammon = at("-------O------------------ White - cube 4 Black")
    assert (gammon.is_over(), gammon.utility(), gammon.utmost()) == (True, -8, 192)
    match = at("-------O------------------ White - cube 4 Black score 1-3/9")
    assert (match.utility(), match.worth()) == (-6, -8)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cube 3 White", "another power of two up to 64, not 3"),
        ("cube 128 White", "up to 64, not 128"),
        ("cube 2 Red", "owner of the cube is White, Black or -, not “Red”"),
        ("cube 1 White", "that nobody has turned"),
        ("cube 1 - score 5-2/5", "less than the 5 points"),
        ("cube 1 - score 3-2/5 crawford", "needs a single point"),
        ("cube", "such as “cube 2 White score 2-3/5”, not “cube”"),
    ],
)
def test_a_wrong_cube_or_score_is_named(text: str, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        turn(text)


def test_wrong_options_of_a_match_are_named() -> None:
    with refused(
        SpecError,
        "backgammon: the score is two numbers below the points of the match, such as match=5,score=2-3, not “{score}” with match={match}.",
        score="5-2",
        match=5,
    ):
        game("backgammon:match=5,score=5-2")
    with refused(SpecError, "backgammon: a score belongs to a match, such as match=5,score=2-3."):
        game("backgammon:score=1-0")


@pytest.mark.parametrize(
    ("name", "crawford"),
    [
        ("backgammon:match=5,score=4-2", 1),
        ("backgammon:match=5,score=4-2,crawford=no", 0),
        ("backgammon:match=5,score=4-4", 0),  # one of the games before was the Crawford game
        ("backgammon:match=1", 1),
        ("backgammon:match=5,score=3-2", 0),
    ],
)
def test_the_crawford_game_of_a_match(name: str, crawford: int) -> None:
    found = game(name)
    assert found.name == name
    assert found.start.crawford == crawford


@pytest.mark.proof
@settings(max_examples=3, deadline=None)
@given(st.integers(0, 1 << 32))
def test_random_games_with_a_cube_come_back_and_compile(seed: int) -> None:
    chance, position = random.Random(seed), game("backgammon:match=9,score=3-5").start
    counts = new_tally().counts
    native = compiled(perft, position, 0, 0, counts)
    for _ply in range(60):
        assert at(CUBE.notation.format(position)) == position
        moves = list(position.moves())
        if position.is_cube_move():
            assert native(position, 2, 0, counts) == perft(position, 2, 0, counts)
        if not moves:
            break
        move = chance.choice(moves)
        assert CUBE.notation.parse_move(position, CUBE.notation.format_move(position, move)) == move
        position = position.play(move)
