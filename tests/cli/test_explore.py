"""Exploring solved games: values against independent ones, perfect lines, and where games were lost."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import reference_tictactoe
from program import agrees, answer, run
from samples import some

from plyground import SearchError, game
from plyground.arena.game_review import Judged, history, oracle
from plyground.arena.match import Match
from plyground.core.random_game import random_game
from plyground.presentation.explore_text import ExplorationRecord, gift
from plyground.searches import new_tally, search, setting
from plyground.solvers import retrograde
from plyground.solvers.explore import MoveValue, equally_best, explore, perfect_line, ranked
from plyground.solvers.forward import Value, Valued
from plyground.solvers.proven import Proven
from plyground.solvers.sweep import Sweeper
from plyground.solvers.walk import reachable
from plyground.trees import Tree

TICTACTOE = game("tictactoe")
RACE = game("dame:size=3")


@cache
def solved(name: str) -> Valued:
    return retrograde.solve(game(name).start, Sweeper(native=False))


def test_every_move_of_every_tic_tac_toe_position() -> None:
    """Against a bot of its own, on strings."""
    values = solved("tictactoe")
    positions = reachable(TICTACTOE.start)
    assert len(positions) == 5478
    for position in positions:
        if position.is_over():
            continue
        board = TICTACTOE.notation.format(position)
        ranking = ranked(values, position)
        worths = [reference_tictactoe.worth(board, move) for move, _value in ranking]
        assert [(value.utility, value.distance or 0) for _move, value in ranking] == [
            (result, abs(plies)) for result, plies in worths
        ]
        assert worths == sorted(worths, reverse=True)
        best = [cell for cell in range(9) if board[cell] == "." and reference_tictactoe.worth(board, cell) == worths[0]]
        assert list(equally_best(ranking)) == best


def sample(name: str, count: int) -> list[Any]:
    """Unfinished positions on random games' ways."""
    chance = random.Random(4)
    found: list[Any] = []
    while len(found) < count:
        position = random_game(game(name).start, chance, chance.randrange(6, 14))[-1]
        if not position.is_over():
            found.append(position)
    return found


def test_proven_values_are_those_of_a_search_with_distances() -> None:
    """The exact solver's scores, read as plies, against alpha-beta by distance, another text."""
    name = "connect_four:width=4,height=4"
    proven = Proven(game(name).start, native=False, memory_mb=1)
    for position in some(sample(name, 12)):
        found = search(position, "alphabeta", setting(scores="distance"), every_move=True)
        expected = {root.move: (root.value, root.distance if root.value else None) for root in found.moves}
        assert {move: tuple(value) for move, value in ranked(proven, position)} == expected


def test_dame_against_a_search_to_a_depth() -> None:
    """A search of some depth finds exactly the wins and losses that the table has within so many plies."""
    values = solved("dame:size=3")
    decided = [position for position in reachable(RACE.start) if not position.is_over() and values[position].distance][
        ::6
    ]
    assert len(decided) > 20
    for position in decided:
        for move, value in ranked(values, position):
            if value.distance is None or value.distance == 1:
                continue
            child = position.play(move)
            found = search(child, "alphabeta", setting(depth=value.distance - 1, scores="distance"))
            assert (-found.value, found.distance) == (value.utility, value.distance - 1)


def test_dame_4_x_4_against_a_search() -> None:
    """From the solution that people explore: wins and losses in at most four plies, and nothing below them."""
    race = game("dame")
    values = oracle(race, new_tally())
    chance, found = random.Random(6), 0
    while found < 12:
        position = race.start.unrank(chance.randrange(race.start.size()))
        value = values[position]
        if position.is_over() or value.distance not in (1, 2, 3):
            continue
        found += 1
        seen = search(position, "alphabeta", setting(depth=value.distance, scores="distance"))
        assert (seen.value, seen.distance) == value
        if value.distance > 1:
            before = search(position, "alphabeta", setting(depth=value.distance - 1, scores="distance"))
            assert before.value == 0


@pytest.mark.parametrize("name", ["tictactoe", "dame:size=3"])
def test_perfect_lines_keep_the_value_and_end_when_they_should(name: str) -> None:
    values = solved(name)
    for start in some(reachable(game(name).start)[::25]):
        if start.is_over():
            continue
        value, position = values[start], start
        line = perfect_line(values, position)
        met = {position}
        for move in line:
            worth = values[position]
            position = position.play(move)
            assert values[position].before(-1).preference == worth.preference
            assert position not in met or move is line[-1]
            met.add(position)
        if value.distance is not None:
            assert len(line) == value.distance
            assert position.is_over()
            assert line == explore(values, start).line


def test_a_drawn_line_ends_at_a_board_that_was_met_whatever_its_quiet_moves() -> None:
    """A drawn ending: no move wins or loses, and each position counts one more quiet move."""
    start = game("chess").notation.parse("4k3/8/8/8/8/8/8/R3K2r w - - 0 1")

    class Drawn:
        def __getitem__(self, position: Any) -> Value:
            return Value(0, None)

    line, boards = perfect_line(Drawn(), start), [start]
    for move in line:
        boards.append(boards[-1].play(move))
    bare = [board.recurring() for board in boards]
    assert len(line) < 100
    assert bare[-1] in bare[:-1]
    assert len(set(bare)) == len(line)


def judged(moves: str, name: str = "tictactoe") -> list[Judged]:
    match = Match.parse(game(name), moves)
    return list(reversed(list(history(match, solved(name)))))


def test_the_history_of_a_game_with_known_slips() -> None:
    """O answers the corner beside it, where only the centre holds; X hurries past the quickest win."""
    found = judged("0-1-4-2-3-5-6")
    assert [each.ply for each in found] == list(range(7))
    assert [each.lost for each in found] == [0, 1, 0, 0, 0, 0, 0]
    assert [each.plies_lost for each in found] == [0, 0, 0, 2, 2, 0, 0]
    slip = found[1]
    assert (slip.before, slip.after, slip.best) == (Value(0, None), Value(-1, 6), (4,))
    assert [str(gift(each)) for each in found if gift(each)] == [
        "gave away a draw and loses now", "the loss comes 2 plies sooner", "the win comes 2 plies later",
    ]  # fmt: skip


def test_a_win_thrown_away_twice_over() -> None:
    """X could complete a line and leaves O one instead."""
    last = judged("0-3-1-4-8")[-1]
    assert (last.before, last.after, last.lost, last.best) == (Value(1, 1), Value(-1, 2), 2, (2,))
    assert str(gift(last)) == "gave away a win and loses now"
    assert str(gift(judged("0-3-1-4-5")[-1])) == "gave away a win for a draw"


def test_perfect_play_gives_nothing_away() -> None:
    for name in ("tictactoe", "dame:size=3"):
        start = game(name).start
        line = perfect_line(solved(name), start)
        match = Match(game(name), line, len(line))
        assert not any(each.lost or each.plies_lost for each in history(match, solved(name)))


def test_points_are_given_away_in_othello() -> None:
    values = Proven(game("othello:size=4").start, native=False, memory_mb=1)
    position: Any = game("othello:size=4").start
    ranking = ranked(values, position)
    assert ranking[0].value == Value(-10, None)  # docs/solved.md: lost; by ten stones
    worst = Judged(0, 0, (MoveValue(1, Value(6, None)), MoveValue(0, Value(-4, None))))
    assert (worst.lost, str(gift(worst))) == (10, "gave away 10 points")


def test_the_oracle_keeps_games_apart() -> None:
    """The empty boards of two games are equal as tuples."""
    first, second = (oracle(game(name), new_tally()) for name in ("tictactoe", "mnk:width=3,height=2,k=2"))
    assert first[TICTACTOE.start] == Value(0, None)
    assert second[game("mnk:width=3,height=2,k=2").start] == Value(1, 3)


@pytest.mark.proof
def test_the_end_of_a_game_on_a_board_beyond_a_word() -> None:
    """Nine rows of nine with one free cell: its rules cannot be compiled, but the last move can be looked at."""
    large = game("mnk:width=9,height=9,k=5")
    full = "xxxxoxoxoooooxoxoxxxxxooxoxooooxxoxoxxxxoxoxoooooxoxoxxxxxooxoxooooxxoxoxoxoxoxo."
    position = large.notation.parse(full)
    assert oracle(large, new_tally())[position].utility == max(
        -position.play(move).utility() for move in position.moves()
    )


def test_chance_and_many_players_are_refused() -> None:
    for tree in (Tree.of([[1, 2], [3, 4]], levels="chance,max"), Tree.of([[(1, 2, 3), (3, 2, 1)]])):
        start: Any = tree.start
        with pytest.raises(SearchError, match="explore"):
            oracle(replace(TICTACTOE, start=start), new_tally())


class TestCommand:
    def test_the_json_record_has_values_line_and_history(self) -> None:
        record = answer("explore", "tictactoe", "--moves", "0-1-4")
        agrees(record, ExplorationRecord)
        assert record["moves"][0] == {"move": 8, "value": -1, "distance": 4, "best": True}
        assert record["line"] == [8, 3, 2, 5]
        assert [(each["move"], each["lost"], each["best"]) for each in record["history"]] == [
            (0, 0, list(range(9))), (1, 1, [4]), (4, 0, [3, 4, 6]),
        ]  # fmt: skip

    def test_from_a_table_and_a_position(self, tmp_path: Path) -> None:
        file = str(tmp_path / "race.table")
        run("solve", "dame:size=3", "-o", file)
        done = run("explore", "dame:size=3", "--solution", file, "--position", "CCC/.OO/O.. O")
        assert "O to move. A certain win in 1 ply." in done.stdout
        assert re.search(r"^a1-a2 +A certain win in 1 ply +best$", done.stdout, re.MULTILINE)
        done = run("explore", "tictactoe", "--solution", file)
        assert (done.returncode, done.stdout) == (2, "")
        assert "this table is for dame:size=3, not for tictactoe" in done.stderr

    def test_the_end_of_a_game_and_its_history(self) -> None:
        done = run("explore", "tictactoe", "--moves", "0-1-4-2-3-5-6")
        assert "X has won" in done.stdout
        assert re.search(r"^ +2 +O +1 .*gave away a draw and loses now +4$", done.stdout, re.MULTILINE)
        assert json.loads(run("explore", "tictactoe", "--moves", "0-1-4-2-8", "--json").stdout)["value"] is None

    def test_games_that_are_too_large_are_refused(self) -> None:
        done = run("explore", "dame:size=5")
        assert (done.returncode, done.stdout) == (2, "")
        assert "too many to solve now. Write a table with plyground solve" in done.stderr


def test_the_console_explores_and_reviews() -> None:
    done = run("console", "tictactoe", "--o", "human", stdin="review\nj 0\nj 1\nexplore\nreview\nq\n")
    assert done.stderr == ""
    assert "No move has been made yet." in done.stdout
    assert "X to move. A certain win in 5 plies." in done.stdout
    assert re.search(r"^4 +A certain win in 5 plies +best$", done.stdout, re.MULTILINE)
    assert "Move 2, 1??: " in done.stdout
