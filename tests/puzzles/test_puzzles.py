"""Puzzles are judged as an exhaustive search judges them, and their files are read with care."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import reference_tictactoe
from program import answer, run
from samples import sample, some

from plyground import FileError, MoveError, SearchError, choose_puzzles, game
from plyground.judge.judge import Judge
from plyground.judge.judgement import WIN
from plyground.puzzles.puzzle import Attempt, Puzzle, position_key
from plyground.puzzles.puzzle_file import DATA, Collection, read, record, supplied, write, written
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")


def wins_within(position: Any, plies: int) -> bool:
    """Return True if the side to move can force a win within so many plies: by trying everything."""
    if position.is_over():
        return bool(position.utility() > 0)
    return plies > 0 and any(is_won_for_mover(position, position.play(move), plies - 1) for move in position.moves())


def is_won_for_mover(parent: Any, child: Any, plies: int) -> bool:
    """Return True if the side that moved from ``parent`` to ``child`` wins within so many plies."""
    return wins_within(child, plies) if parent.turn(child) > 0 else loses_within(child, plies)


def loses_within(position: Any, plies: int) -> bool:
    if position.is_over():
        return bool(position.utility() < 0)
    return plies > 0 and all(
        loses_within(child, plies - 1) if position.turn(child) > 0 else wins_within(child, plies - 1)
        for child in map(position.play, position.moves())
    )


def mirrored(board: str) -> str:
    """Return the least image of a board of tic-tac-toe: by its own rotations and a mirror."""
    images = []
    for _turn in range(4):
        board = "".join(board[6 + row - 3 * column] for row in range(3) for column in range(3))
        images += [board, board[2::-1] + board[5:2:-1] + board[8:5:-1]]
    return min(images)


@pytest.mark.proof
def test_puzzles_of_tic_tac_toe_are_those_of_an_exhaustive_search() -> None:
    """Every puzzle is won by one move only, in as many moves as an independent player on strings says."""
    found = choose_puzzles(TICTACTOE, count=1000, moves_to_win=(1, 2, 3, 4, 5))
    exhaustive = set()
    for position in reachable(TICTACTOE.start):
        board = TICTACTOE.notation.format(position)
        free = [cell for cell in range(9) if board[cell] == "."]
        if not position.is_over() and len(free) > 1:
            wins = [cell for cell in free if reference_tictactoe.worth(board, cell)[0] > 0]
            exhaustive |= {mirrored(board)} if len(wins) == 1 else set()
    boards = [mirrored(puzzle.position) for puzzle in found]
    assert len(boards) == len(set(boards))
    assert set(boards) == exhaustive
    for puzzle in found:
        for word, given in puzzle.answers.items():
            result, plies = reference_tictactoe.worth(puzzle.position, int(word))
            assert (given.utility, given.distance or 0) == (result, abs(plies))
            assert given.verdict == ("right" if result > 0 else "wrong")
        assert (
            puzzle.moves
            == (1 + max(given.distance or 0 for given in puzzle.answers.values() if given.utility > 0)) // 2
        )
        assert puzzle.has_one_win


@pytest.mark.parametrize("file", sample(sorted(DATA.glob("*.json")), every=5), ids=lambda file: file.stem)
def test_supplied_puzzles_are_won_in_their_moves_and_not_sooner(file: Path) -> None:
    chosen = read(file)
    name = chosen[0].game
    assert len({position_key(game(name), game(name).notation.parse(puzzle.position)) for puzzle in chosen}) == len(
        chosen
    )
    for puzzle in [each for each in chosen if each.moves <= 2]:
        attempt = Attempt.begin(puzzle, game(name))
        position: Any = attempt.match.position
        assert set(puzzle.answers) == {
            attempt.match.game.notation.format_move(position, move) for move in position.moves()
        }
        has_points = position.utmost() > 1
        for move in position.moves():
            given, after = attempt.judge(move), attempt.after(move).match.position
            child = position.play(move)
            if given.verdict == "slower":
                assert not puzzle.has_one_win
                assert not is_won_for_mover(position, child, 2 * puzzle.moves - 2)
            elif given.verdict != "right":
                assert given.utility <= 0
                assert not is_won_for_mover(position, child, 2 * puzzle.moves)
                assert after.is_over() or not wins_within(after, 2 * puzzle.moves)
            elif not has_points:
                assert given.distance is not None
                assert is_won_for_mover(position, child, given.distance - 1)
                assert given.distance == 1 or not is_won_for_mover(position, child, given.distance - 3)


@pytest.mark.parametrize("file", sample(sorted(DATA.glob("*.json")), every=18), ids=lambda file: file.stem)
def test_the_judge_says_the_same_of_the_answers(file: Path) -> None:
    """Every first move of a few puzzles: a move that keeps the win is worth 100, any other less."""
    for puzzle in some(read(file)[:3]):
        known = game(puzzle.game).beginning(puzzle.position)
        found = Judge(known)(known.start)
        for each in some(found.moves):
            answer = puzzle.answers[known.notation.format_move(known.start, each.move)]
            assert (each.value == WIN) == (answer.utility > 0)


@pytest.mark.proof
def test_a_seed_chooses_the_puzzles() -> None:
    chosen = [choose_puzzles(TICTACTOE, count=2, moves_to_win=(2,), seed=seed) for seed in (1, 1, 2)]
    assert chosen[0] == chosen[1] != chosen[2]
    assert all(puzzle.moves == 2 for puzzle in chosen[0])
    several = choose_puzzles(TICTACTOE, count=5, moves_to_win=(1,), one_win=False)
    assert not all(puzzle.has_one_win for puzzle in several)


@pytest.mark.proof
def test_an_attempt_follows_right_answers_to_the_end_and_refuses_others() -> None:
    puzzle = next(each for each in supplied().choose("connect_four") if each.moves == 3)
    attempt = Attempt.begin(puzzle, game("connect_four"))
    own = [puzzle.line[number] for number in range(0, 5, 2)]
    done = attempt.resumed(own)
    assert done.is_solved
    assert done.match.outcome and done.match.outcome.winner == attempt.match.side
    wrong = next(word for word, given in puzzle.answers.items() if given.verdict == "wrong")
    with pytest.raises(MoveError, match="is not the right answer here"):
        attempt.resumed([wrong])
    with pytest.raises(MoveError):
        done.judge(0)


@pytest.mark.proof
def test_each_puzzle_comes_once_as_the_puzzle_of_a_day() -> None:
    puzzles = supplied()
    days = [puzzles.of_day(740_000 + day).id for day in range(len(puzzles.puzzles))]
    assert len(set(days)) == len(days)
    assert Collection(puzzles.puzzles[:1]).of_day(7) == puzzles.puzzles[0]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    puzzles = choose_puzzles(TICTACTOE, count=3)
    write(file, TICTACTOE, puzzles)
    assert read(file) == puzzles


DAMAGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a position that is none": (lambda row: row.update(position="xxx......"), "puzzle 1: .*not a position"),
    "a move without answer": (lambda row: row["answers"].popitem(), "puzzle 1: .*an answer for each legal move"),
    "no number of moves": (lambda row: row.pop("moves"), "puzzle 1"),
    "an illegal line": (lambda row: next(iter(row["answers"].values()))[3].append("9"), "puzzle 1"),
}


@pytest.mark.parametrize("damage", sample(DAMAGES, every=4))
def test_a_damaged_puzzle_is_refused_with_the_reason(tmp_path: Path, damage: str) -> None:
    change, sentence = DAMAGES[damage]
    content = json.loads(written(TICTACTOE, choose_puzzles(TICTACTOE, count=1, moves_to_win=(2,))))
    change(content["puzzles"][0])
    file = tmp_path / "puzzles.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(FileError, match="its checksum is wrong"):
        read(file)
    del content["sha256"]  # as in a file that is written by hand
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(FileError, match=sentence):
        read(file)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "it is not JSON"),
        ("[]", "its “kind” must be “plyground puzzles”"),
        ('{"kind": "plyground puzzles", "version": 2, "game": "tictactoe", "puzzles": []}', "its “version” 1"),
        ('{"kind": "plyground puzzles", "version": 1, "game": "nothing", "puzzles": []}', "There is no game “nothing”"),
        ('{"kind": "plyground puzzles", "version": 1, "game": "tictactoe"}', "must be a list"),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "puzzles.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=sentence):
        read(file)


def test_games_without_exact_values_are_refused() -> None:
    with pytest.raises(SearchError, match="does not support chance"):
        choose_puzzles(game("pig"))
    with pytest.raises(SearchError, match="only two players"):
        choose_puzzles(game("three"))


OWN = '''
from typing import NamedTuple
from collections.abc import Iterator
from plyground import Game, rules

@rules
class Take(NamedTuple):
    """Take: take one to three stones; who takes the last one wins."""
    stones: int = 9
    player: int = 0
    def to_move(self) -> int:
        return self.player
    def moves(self) -> Iterator[int]:
        for count in range(1, min(3, self.stones) + 1):
            yield count
    def play(self, move: int) -> "Take":
        return Take(self.stones - move, 1 - self.player)
    def is_over(self) -> bool:
        return self.stones == 0
    def utility(self) -> int:
        return -1

GAME = Game("take", Take())
'''


@pytest.mark.proof
def test_the_command_makes_puzzles_of_a_game_of_ones_own(tmp_path: Path) -> None:
    file, puzzles = tmp_path / "take.py", tmp_path / "puzzles.json"
    file.write_text(OWN, encoding="utf-8")
    told = answer("puzzles", str(file), "--moves-to-win", "2")
    assert {row["position"].split()[0] for row in told["puzzles"]} <= {"5", "6", "7"}
    for row in told["puzzles"]:
        right = [word for word, given in row["answers"].items() if given[0] == "right"]
        assert right == [str(int(row["position"].split()[0]) % 4)]  # leave a multiple of four
    done = run("puzzles", "tictactoe", "--count", "1", "-o", str(puzzles))
    assert "puzzles are in" in done.stdout
    assert [puzzle.game for puzzle in read(puzzles)] == ["tictactoe"] * 3
    assert "Solution: " in run("puzzles", "nim", "--count", "1", "--moves-to-win", "1").stdout
    refused = run("puzzles", "tictactoe", "--moves-to-win", "9")
    assert refused.returncode == 2
    assert "No such puzzle was found in tictactoe." in refused.stderr


def test_a_record_has_every_answer() -> None:
    puzzle: Puzzle = supplied().puzzles[0]
    assert set(record(puzzle)["answers"]) == set(puzzle.answers)


def mates_within(board: Any, moves: int) -> set[str]:
    """Return the moves that force checkmate within so many moves, by trying everything with python-chess."""
    found = set()
    for move in list(board.legal_moves) if moves else []:
        word = board.san(move)
        board.push(move)
        if board.is_checkmate() or (moves > 1 and not board.is_game_over() and _is_mated(board, moves - 1)):
            found.add(word)
        board.pop()
    return found


def _is_mated(board: Any, moves: int) -> bool:
    """Return True if every move of the side to move lets the other side checkmate within so many moves."""
    for move in list(board.legal_moves):
        board.push(move)
        escapes = not mates_within(board, moves)
        board.pop()
        if escapes:
            return False
    return True


def test_puzzles_of_chess_are_those_of_another_program() -> None:
    chess = pytest.importorskip("chess")
    shorter = [puzzle for puzzle in supplied().choose("chess") if puzzle.moves <= 2]
    assert shorter
    for puzzle in shorter:
        board = chess.Board(puzzle.position)
        right = {word for word, given in puzzle.answers.items() if given.verdict == "right"}
        assert mates_within(board, puzzle.moves) == right
        assert mates_within(board, puzzle.moves - 1) == set()
