"""Games of the console as files: recorded, taken up again, and never overwritten by another game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import run
from refusals import refused

from plyground import PlygroundError, game
from plyground.arena import match_file
from plyground.arena.match import Match
from plyground.cli.console import Console
from plyground.cli.game_recording import Recording, resume
from plyground.errors import FileError

TICTACTOE = game("tictactoe")
PEOPLE = ("human", "human")


class Session:
    """A console that hears lines, and what it has said."""

    def __init__(self, match: Match, recording: Recording | None = None, beginning: Match | None = None) -> None:
        self.said: list[str] = []
        self.console = Console(
            match, PEOPLE, say=lambda *spans: self.said.append("".join(map(str, spans))), beginning=beginning, recording=recording
        )  # fmt: skip
        self.console.start()

    def take(self, *lines: str) -> list[str]:
        self.said.clear()
        for line in lines:
            self.console.take(line)
        return self.said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def moves(path: Path) -> list[str]:
    return list(json.loads(path.read_text())["moves"])


def test_the_file_follows_the_game(path: Path) -> None:
    session = Session(Match(TICTACTOE), Recording(path, PEOPLE))
    assert moves(path) == []
    session.take("j 4", "j 0", "c a corner, which holds the draw")
    assert json.loads(path.read_text())["comments"] == {"2": "a corner, which holds the draw"}
    session.take("u", "j 1")
    assert (moves(path), json.loads(path.read_text())["comments"]) == (["4", "1"], {})
    session.take("r", "j 8")
    assert (moves(path), moves(path.with_name("game-2.json"))) == (["4", "1"], ["8"])
    assert resume(path, game)[0].match.words == ("4", "1")


def test_a_comment_that_the_notation_of_the_file_cannot_hold_is_told(tmp_path: Path) -> None:
    backgammon, go = Match(game("backgammon")).rolled(), Match(game("go:size=5")).play(12)
    for match, suffix, is_told in ((backgammon, ".mat", True), (go, ".sgf", False)):
        session = Session(match, Recording(tmp_path / f"game{suffix}", PEOPLE))
        said = session.take("c well begun")
        assert any("its notation cannot hold them" in line for line in said) is is_told
        assert ("well begun" in (tmp_path / f"game{suffix}").read_text()) is not is_told


def test_a_game_is_taken_up_where_it_stood(path: Path) -> None:
    match = Match.parse(TICTACTOE, "4-0-8").commented(2, "a corner")
    path.write_text(match_file.write(match, PEOPLE))
    saved, _games = resume(path, game)
    session = Session(saved.match, Recording(path, PEOPLE, path), beginning=Match(TICTACTOE))
    assert "Moves: 4 0 8" in session.said
    assert "Move 2, O 0: a corner" in session.said
    session.take("u", "u", "j 2")
    assert moves(path) == ["4", "2"]
    assert session.take("u", "u", "u")[-1] == "There is no move to take back."


def test_a_file_of_another_game_is_left_alone(path: Path) -> None:
    path.write_text("anything")
    with refused(FileError, "this file already exists: continue its game with --replay, or save under another name."):
        Recording(path, PEOPLE)
    other = path.with_name("other.json")
    other.write_text(match_file.write(Match(TICTACTOE), PEOPLE))
    with refused(FileError, "this file already exists: continue its game with --replay, or save under another name."):
        Recording(path, PEOPLE, other)
    Recording(path.with_name("new.json"), PEOPLE, other)


def test_comments_and_moves_are_said() -> None:
    session = Session(Match(TICTACTOE))
    assert session.take("moves") == session.take("c nothing yet") == ["No move has been made yet."]
    session.take("j 4")
    assert session.take("c") == ["Write a comment on the last move after c."]
    assert session.take("c  the   centre") == ["Move 1, X 4: the centre"]
    assert session.take("moves") == ["Moves: 4", "Move 1, X 4: the centre"]


@pytest.mark.parametrize("content", ["", "{}", '{"kind": "plyground match", "version": 9}', "\x00"])
def test_a_bad_file_is_named(path: Path, content: str) -> None:
    path.write_text(content)
    with pytest.raises(PlygroundError, match=r"game\.json: The "):
        resume(path, game)


def test_the_console_records_and_replays_a_game(path: Path) -> None:
    done = run("console", "connect_four", "--second", "human", "--moves", "4455", "--save", str(path), stdin="j 6\nq\n")
    assert (done.returncode, moves(path)) == (0, ["4", "4", "5", "5", "6"])
    done = run("console", "--replay", str(path), stdin="moves\nq\n")
    assert done.stdout.count("Moves: 44556") == 2
    for options, sentence in (
        (("dame", "--replay", str(path)), "This is a game of connect_four, not of dame."),
        (("--replay", str(path), "--moves", "4"), "--moves cannot be used with --replay"),
        (("--save", str(path)), "this file already exists"),
        (("--save", "x.json", "--position", "........."), "--save cannot be used with --position"),
    ):
        refused = run("console", *options, stdin="")
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert sentence in refused.stderr


def test_a_game_is_recorded_and_resumed_in_its_notation(tmp_path: Path) -> None:
    path, othello = tmp_path / "game.ggf", game("othello")
    Recording(path, ("human", "greedy")).keep(Match.parse(othello, "d3c5e6"))
    assert "PB[human]PW[greedy]" in path.read_text()
    saved, _games = resume(path, game, othello)
    assert saved.match.words == ("d3", "c5", "e6")
    path.write_text("(;GM[Othello]\nB[a1];)")
    with pytest.raises(FileError, match=r"game.ggf: line 2, column 3: A stone on a1 would enclose nothing"):
        resume(path, game, othello)
    with pytest.raises(FileError, match="Name the game before --replay"):
        resume(path, game)


def test_a_game_of_a_file_is_chosen_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_bytes(
        '[White "Ján"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 -- *\n\n[White "C"]\n\n1. c4 *\n'.encode("cp1252")
    )
    first = run("console", "chess", "--replay", str(path), stdin="q\n").stdout
    assert "The file is not in UTF-8: it is read as cp1252." in first
    assert "Game 1 of 3: Ján – ?." in first and "Moves: e4 e5" in first
    assert "2  B – ?\n" in first and "line 7, column 7: “--” is a null move" in first
    assert "Choose another one with --game-number 2." in first
    third = run("console", "chess", "--replay", str(path), "--game-number", "3", stdin="q\n").stdout
    assert "Game 3 of 3: C – ?." in third and "Moves: c4" in third
    fourth = run("console", "chess", "--replay", str(path), "--game-number", "4", stdin="q\n")
    assert fourth.returncode == 2 and "There are 3 games in this text, so there is no game 4." in fourth.stderr
