"""Games of a tournament as files of other programs, ratings from such files, and openings out of them."""

from __future__ import annotations

import io
from pathlib import Path

import chess.pgn
import pytest
from program import run
from samples import sample
from sgfmill import sgf as sgfmill

import plyground
from plyground.arena.match import Match
from plyground.cli.commands.standings import games_of
from plyground.errors import SpecError
from plyground.games.game_notations import game_notations
from plyground.tournaments.interchange.file_ratings import rate_games
from plyground.tournaments.joint_ratings import GameScore, joint_ratings
from plyground.tournaments.openings import Openings
from plyground.tournaments.standings import standings
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Tournament, TournamentSettings

BOTS = ("Anna=depth-limited:depth=1", "Bob=random:seed=1", "Cleo=random:seed=2")


@pytest.fixture(scope="module")
def chess_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of chess with clocks, from set-up positions and moves."""
    folder = tmp_path_factory.mktemp("tournament")
    path = folder / "cup.db"
    book = folder / "book.epd"
    book.write_text(
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n"
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3 bm Nf6;\n"
    )
    settings = TournamentSettings(
        games_per_pair=4, openings=f"file:{book}", time="30+0.1", adjudicate="longest=30", seed=3
    )
    with Record(path, write=True) as record:
        Tournament.begin(record, "chess", BOTS, settings).play(1)
    return path


def test_a_tournament_of_chess_goes_through_python_chess(chess_record: Path) -> None:
    with Record(chess_record) as record:
        text, played = games_of(record, "out.pgn"), record.played_with_moves
    stream = io.StringIO(text)
    read = [game for _number in range(len(played)) if (game := chess.pgn.read_game(stream))]
    assert chess.pgn.read_game(stream) is None and len(read) == len(played) == 12
    for theirs, (ours, moves) in zip(read, played, strict=True):
        assert not theirs.errors
        assert (theirs.headers["White"], theirs.headers["Black"]) == ours.seats
        assert theirs.headers["Result"] == {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[ours.scores[0]]
        assert theirs.headers["TimeControl"] == "30+0.1"
        assert theirs.headers["Termination"] == ("normal" if ours.reason == "rules" else "adjudication")
        nodes = list(theirs.mainline())
        assert len(nodes) == len(moves)
        left = [30.0, 30.0]
        for node, move in zip(nodes, moves, strict=True):
            assert move.seat is not None and move.seconds is not None
            assert node.turn() is (move.seat == 1)  # the side after the move
            left[move.seat] += 0.1 - move.seconds
            clock = node.clock()
            assert clock is not None and abs(clock - left[move.seat]) < 0.01
            score = node.eval()
            assert (score is None) == (move.value is None)
            if score is not None and move.value is not None:
                assert score.white().score() == (move.value if move.seat == 0 else -move.value)


def test_ratings_from_the_file_equal_those_of_the_record(chess_record: Path) -> None:
    with Record(chess_record) as record:
        table = {row.player: (row.elo, row.error) for row in standings(record, anchors={"Bob": 100.0}).table}
        found = rate_games("chess", [games_of(record, "out.pgn")], {"Bob": 100.0})
    assert (found.games, found.left_out) == (12, 0)
    for row in found.ratings.table:
        elo, error = table[row.player]
        assert elo == pytest.approx(row.elo, abs=1e-6) and error == pytest.approx(row.error, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "suffix"),
    sample([("go:size=5", ".sgf"), ("international_draughts", ".pdn"), ("english_draughts", ".pdn"), ("othello:size=4", ".ggf"), ("hex:size=3", ".sgf"), ("backgammon", ".mat")], every=6, first=4),
)  # fmt: skip
def test_every_notation_gives_the_games_and_their_ratings_again(name: str, suffix: str, tmp_path: Path) -> None:
    settings = TournamentSettings(games_per_pair=2, openings="none", adjudicate="longest=40", seed=1)
    with Record(tmp_path / "cup.db", write=True) as record:
        Tournament.begin(record, name, ("a=random:seed=1", "b=random:seed=2", "c=random:seed=3"), settings).play(1)
        text, played = games_of(record, f"out{suffix}"), record.played
        table = {row.player: row.elo for row in standings(record).table}
        moves = record.moves_by_game()
    read = plyground.read_games(name, text)
    assert [len(each.match.words) for each in read] == [len(moves[game.key]) for game in played]
    if suffix == ".sgf" and name.startswith("go"):
        assert all(
            sgfmill.Sgf_game.from_string(each).get_player_name("b") for each in text.split("\n\n") if each.strip()
        )
    if suffix != ".mat":  # a game that was broken off has no result there
        found = rate_games(name, [text])
        assert {row.player: row.elo for row in found.ratings.table} == pytest.approx(table, abs=1e-6)


def test_another_ending_of_the_name_is_refused(chess_record: Path) -> None:
    with (
        Record(chess_record) as record,
        pytest.raises(SpecError, match=r"not written to \.sgf files; choose one of: \.json, \.txt, \.pgn, \.epd"),
    ):
        games_of(record, "out.sgf")


def test_the_command_rates_files_of_several_programs(tmp_path: Path) -> None:
    head = '[White "{}"]\n[Black "{}"]\n[Result "{}"]\n\n1. e4 e5 {}\n\n'
    one, other = tmp_path / "one.pgn", tmp_path / "other.pgn"
    one.write_text(
        "".join(head.format(*each, each[2]) for each in (("A", "B", "1-0"), ("B", "A", "1/2-1/2"), ("A", "?", "1-0")))
    )
    other.write_text(
        head.format("B", "C", "0-1", "0-1") + head.format("C", "B", "*", "*") + head.format("A", "C", "0-1", "0-1")
    )
    done = run("rate", str(one), str(other), "--anchor", "A=1000", "--anchor", "C=1100", "--json")
    assert done.returncode == 0, done.stderr
    import json

    data = json.loads(done.stdout)
    assert (data["games"], data["left_out"]) == (4, 2)
    elo = {row["player"]: row["elo"] for row in data["table"]}
    assert elo["A"] == pytest.approx(1000) and elo["C"] == pytest.approx(1100) and elo["B"] < 1000
    assert "Games left out, because a name or the result is missing: 2." in run("rate", str(one), str(other)).stdout
    assert run("rate", str(tmp_path / "x.foo")).stderr.startswith("Name the game with --game")


def test_several_anchors_fix_their_ratings_and_the_others_follow() -> None:
    games = [GameScore("A", "B", 1.0), GameScore("B", "A", 0.5), GameScore("B", "C", 1.0), GameScore("C", "B", 0.5)]
    games += [GameScore("D", "C", 0.5), GameScore("C", "D", 1.0)]
    both = joint_ratings(games, anchors={"A": 200.0, "C": -100.0}, first_move=False)
    assert both["A"].elo == 200 and both["C"].elo == -100 and both["A"].error == 0
    # B scored 0.5 of 2 against A and 1.5 of 2 against C: its likelihood is greatest where the expected score is 2 of 4
    expected = sum(2 / (1 + 10 ** ((other - both["B"].elo) / 400)) for other in (200.0, -100.0))
    assert expected == pytest.approx(2.0, abs=1e-6)
    one = joint_ratings(games, anchors={"A": 200.0}, first_move=False)
    free = joint_ratings(games, first_move=False)
    assert one["B"].elo - one["A"].elo == pytest.approx(free["B"].elo - free["A"].elo)


def test_openings_are_read_from_epd_and_pgn(tmp_path: Path) -> None:
    chess_game = plyground.game("chess")
    epd, pgn = tmp_path / "book.epd", tmp_path / "book.pgn"
    epd.write_text("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n")
    (opening,) = Openings.parse(f"file:{epd}", chess_game).given
    assert opening.position == "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1" and not opening.moves
    pgn.write_text(
        "1. e4 e5 *\n\n1. d4 -- *\n\n1. e4 e5 *\n\n" + '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
    )
    first, second = Openings.parse(f"file:{pgn}", chess_game).given
    assert len(first.moves) == 2 and not first.position
    assert second.position.startswith("4k3/8") and len(second.moves) == 1


def test_every_game_has_an_ending_for_each_notation() -> None:
    for name in ("chess", "go", "othello", "backgammon"):
        suffixes = [each.suffix for each in game_notations(plyground.game(name))]
        assert len(set(suffixes)) == len(suffixes)


@pytest.mark.proof
def test_openings_of_proven_value_are_written_and_read(tmp_path: Path) -> None:
    """In tic-tac-toe 24 of the 72 beginnings of two moves are draws; in the others the first side wins."""
    path = tmp_path / "book.txt"
    done = run("openings", "tictactoe", "--plies", "2", "--value", "all", "-o", str(path))
    assert "24 drawn, 48 won and 0 lost" in done.stderr
    given = Openings.parse(f"file:{path}", plyground.game("tictactoe")).given
    assert len(given) == 72
    for opening in given:
        start = Match(plyground.game("tictactoe"), opening.moves, 2).position
        assert opening.value == plyground.exact(start).value  # X is to move again
    drawn = run("openings", "tictactoe", "--plies", "2", "--sample", "5").stdout.splitlines()
    assert all(line.endswith("# value 0") for line in drawn) and len(set(drawn)) == len(drawn) <= 5
    assert "has no exact values" in run("openings", "pig").stderr
