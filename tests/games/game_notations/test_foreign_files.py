"""Files as other programs write them: every game is read, and what was repaired or left out is told.

Each text is our own, in the manner that the named program or public report shows.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from typing import Any, NamedTuple

import chess.pgn
import pytest
from refusals import refused
from samples import some
from sgfmill import sgf as sgfmill

from plyground import Match, game, read_games, write_game
from plyground.arena.game_text import FileGame
from plyground.core.game_notation import WrittenGame
from plyground.errors import NotationError
from plyground.games.game_notations import game_notation


class Case(NamedTuple):
    """A file with what is read of it."""

    game: str
    text: str | bytes
    moves: tuple[str, ...]  # the moves of each game, with blanks between them
    said: tuple[str, ...] = ()  # parts of the messages, in their order
    title: str = ""  # the title of the first game


ITALIAN = "e4 e5 Nf3 Nc6 Bc4"
FOOLS = "f3 e5 g4 Qh4#"
START = '[Event "a"]\n\n'

CASES = {
    # K1: one damaged game
    "a null move in the main line": Case("chess", '[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. e4 e5 2. Nf3 -- 3. d4 1-0\n\n[White "C"]\n\n1. d4 d5 1-0', ("e4 e5", "e4 e5 Nf3", "d4 d5"), ("line 7, column 17: “--” is a null move",), "A – ?, 1-0"),
    "a null move of ChessBase in a variation": Case("chess", "1. e4 e5 2. Nf3 Nc6 (2... Z0 3. Nxe5) 3. Bb5 1-0\n\n1. d4 *", ("e4 e5 Nf3 Nc6 Bb5", "d4"), ("line 1, column 27: of this variation",)),
    "text between games": Case("chess", '[Event "x"]\n\n1. e4 e5 1-0\n\nRound 2\n\n[Event "y"]\n\n1. d4 *', ("e4 e5", "d4"), ("line 5, column 1: text outside of the games",), "x, 1-0"),
    "an illegal move": Case("chess", "1. e4 e5 2. Ke3 Nf6 1-0\n\n1. d4 *", ("e4 e5", "d4"), ("line 1, column 13: “Ke3” is not a legal move",)),
    "a comment without its end": Case("chess", '[Event "a"]\n\n1. e4 {never\n\n[Event "b"]\n\n1. d4 d5 *', ("e4", "d4 d5"), ("line 3, column 7: this comment has no closing brace",)),
    "a variation without its end": Case("chess", '[Event "a"]\n\n1. e4 (1. d4 d5\n\n[Event "b"]\n\n1. c4 *', ("e4", "c4"), ("line 3, column 7: this variation has no end",)),
    # K2: other rules
    "Italian draughts": Case("english_draughts", '[GameType "22"]\n\n1. 11-15 *\n\n[GameType "21"]\n\n1. 11-15 *', ("", "11-15"), ("line 1, column 12: GameType 22 is Italian draughts, which is not here",)),
    "Crazyhouse of lichess": Case("chess", '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *\n\n[Variant "Standard"]\n\n1. e4 *', ("", "e4"), ("line 1, column 11: the rules of this game are not here: Crazyhouse",)),
    "Atomic of lichess, by PGN's tag": Case("chess", '[Variant "Atomic"]\n[Result "1-0"]\n\n1. Nf3 f6 1-0\n\n[Event "b"]\n\n1. d4 *', ("", "d4"), ("Atomic",)),
    "Frisian draughts of lidraughts": Case("international_draughts", '[GameType "40"]\n[Variant "Frisian"]\n\n1. 32-28 *\n\n[GameType "20"]\n\n1. 32-28 *', ("", "32-28"), ("Frisian draughts",)),
    "the file's own draughts": Case("international_draughts", '[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4 d6-c5 *', ("c3-d4 d6-c5",)),
    "Anti-Othello of GGS": Case("othello", "(;GM[Othello]TY[8a]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)\n(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5];)", ("", "f5"), ("Anti-Othello",)),
    "another game in SGF": Case("go", "(;GM[2]SZ[8];B[ee])(;GM[1]SZ[9];B[ee])", ("", "E5"), ("no game of Go",)),
    # K3: nothing is mixed
    "a game with tags only": Case("chess", '[White "A"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[Result "?"]\n\n[White "B"]\n\n1. e4 *', ("", "e4")),
    "moves with dots": Case("international_draughts", '[GameType "20"]\n\n1. 32.28 19.23 2. 28.19 14.23 *', ("32-28 19-23 28x19 14x23",)),
    "variations of Go": Case("go", "(;GM[1]FF[4]SZ[9];B[fe];W[de](;B[ec];W[dc])(;B[ee]C[other plan];W[dd]))", ("F5 D5 E7 D7",)),
    # K4: encodings
    "Windows-1252": Case("chess", '[White "Ján"]\n[Black "Böb"]\n\n1. e4 e5 2. Nf3 *'.encode("cp1252"), ("e4 e5 Nf3",), ("The file is not in UTF-8: it is read as cp1252.",), "Ján – Böb"),
    "UTF-16 of Notepad": Case("chess", '[White "Ján"]\n\n1. e4 *'.encode("utf-16"), ("e4",), ("utf-16",), "Ján – ?"),
    "UTF-16 without a mark": Case("chess", '[White "Jan"]\n\n1. e4 *'.encode("utf-16-le"), ("e4",), ("utf-16-le",), "Jan – ?"),
    "UTF-8 with a mark": Case("chess", '[White "Ján"]\n\n1. e4 *'.encode("utf-8-sig"), ("e4",), (), "Ján – ?"),
    "a mark between joined files": Case("chess", '[White "A"]\n\n1. e4 *\n\ufeff\n[White "B"]\n\n1. d4 *', ("e4", "d4")),
    "GB2312 that SGF declares": Case("go", "(;GM[1]CA[gb2312]SZ[9]PB[大竹];B[ee])".encode("gb2312"), ("E5",), ("gb2312",), "大竹 – ?"),
    # K5: dialects of chess
    "evaluation signs": Case("chess", "1. e4 += e5 ± 2. Nf3 +- 1-0", ("e4 e5 Nf3",)),
    "evaluation signs at a move": Case("chess", "1. e4+= e5± 2. Nf3!+- Nc6∓ 3. Bc4□ *", (ITALIAN,)),
    "a novelty and a diagram sign of ChessBase": Case("chess", "1. e4 e5 2. Nf3 N Nc6 $146 3. Bc4 $220 *", (ITALIAN,)),
    "arrows and evaluations of ChessBase": Case("chess", "1. e4 {[%csl Ge4][%cal Re2e4] [%evp 0,2,13]} e5 2. Nf3 Nc6 3. Bc4 *", (ITALIAN,)),
    "clocks and evaluations of lichess": Case("chess", '[Variant "From Position"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 { [%eval 0.17] [%clk 0:05:00] } 1... e5 { [%eval 0.19] [%clk 0:05:00] } 2. Nf3 Nc6 3. Bc4 *', (ITALIAN,)),
    "a game of chess.com": Case("chess", '[Event "Live Chess"]\n[Site "Chess.com"]\n[White "a"]\n[Black "b"]\n[Result "0-1"]\n[CurrentPosition "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"]\n[Termination "b won by checkmate"]\n[Link "https://www.chess.com/game/live/1"]\n\n1. f3 {[%clk 0:09:59.9]} 1... e5 {[%clk 0:09:58]} 2. g4 {[%clk 0:09:50]} 2... Qh4# {[%clk 0:09:49]} 0-1', (FOOLS,), (), "a – b, 0-1"),
    "Chess960 of chess.com": Case("chess", '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"]\n\n1. e4 e5 *', ("e4 e5",)),
    "figures": Case("chess", "1. e4 e5 2. ♘f3 ♞c6 3. ♗c4 *", (ITALIAN,)),
    "long notation": Case("chess", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 *", (ITALIAN,)),
    "moves as UCI writes them": Case("chess", "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 *", (ITALIAN,)),
    "signs without blanks": Case("chess", "1.e4!e5?2.Nf3!!Nc6??3.Bc4!?*", (ITALIAN,)),
    "an ellipsis as one sign": Case("chess", "1. e4 {x} 1… e5 2.Nf3 Nc6 3.Bc4 *", (ITALIAN,)),
    "results with other signs": Case("chess", "1. e4 ½–½\n\n1. d4 1:0\n\n1. c4 0–1\n\n1. f4 1/2-1/2", ("e4", "d4", "c4", "f4"), (), "1/2-1/2"),
    "promotions without a sign, in brackets, after a stroke": Case("chess", '[FEN "8/P1P1P2k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8Q Kg7 2. c8/R Kf7 3. e8=n *', ("a8=Q Kg7 c8=R Kf7 e8=N",)),
    "check and mate in words": Case("chess", "1. f3 e5 2. g4 Qh4mate 0-1\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ch *", (FOOLS, "e4 e5 Qh5 Nc6 Qxf7+")),
    "odd tags": Case("chess", '[Opening "St. George "Baker" defense"]\n[White-Title "GM"]\n[]\n[White "A"]\n\n1. e4 *', ("e4",), ("line 1, column 11: this tag has unusual", "line 3, column 1: a tag is written as")),
    "a tag of two lines": Case("chess", '[Event "Open of\nPrague"]\n[White "A"]\n\n1. e4 *', ("e4",), ("line 1, column 1: the lines of this tag",), "A – ?"),
    "rights of castling left over in a puzzle": Case("chess", '[FEN "8/1k3KP1/8/8/8/8/8/8 w KQ - 0 1"]\n\n1. g8=Q *', ("g8=Q",), ("castling rights without king and rook in their places are left out: KQ",)),
    "games of FICS": Case("chess", '[Event "FICS rated standard game"]\n[BlackClock "0:15:00.000"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {Black resigns} 1-0', ("e4 e5 Nf3",)),
    "lines of Windows and escaped lines": Case("chess", '% made by hand\r\n[White "A"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n', ("e4 e5 Nf3",)),
    # dialects of Go and Hex
    "komi of Fox": Case("go", "(;GM[1]FF[4]SZ[19]KM[375]HA[0]RU[Chinese]AP[foxwq];B[pd];W[dp])(;GM[1]SZ[19]KM[650]RU[Japanese]AP[foxwq];B[pd])(;GM[1]SZ[19]KM[50]HA[2]RU[Chinese]AP[foxwq]AB[pd][dp];W[dd])", ("Q16 D4", "Q16", "D16"), ("the komi 375 is read as 7.5 points", "the komi 650 is read as 6.5 points", "the komi 50 is read as 0.5 points")),
    "komi in stones": Case("go", "(;GM[1]SZ[19]KM[3.75]RU[Chinese];B[pd])", ("Q16",), ("the komi 3.75 is read as 7.5 points",)),
    "handicap without stones": Case("go", "(;GM[1]SZ[9]HA[2]KM[0.5];W[ee])", ("E5",), ("2 handicap stones: they are on the usual points",)),
    "free handicap of OGS": Case("go", "(;FF[4]CA[UTF-8]GM[1]PC[OGS: https://online-go.com/game/1]SZ[9]HA[2]RU[japanese]KM[0.5];B[gc];B[cg];W[ee];B[ec])", ("E5 E7",), ("Black's first 2 moves are the handicap stones",)),
    "a komi that is empty, and one with a comma": Case("go", "(;GM[1]SZ[9]KM[];B[ee];W[cc])(;GM[1]SZ[9]KM[6,5];B[ee])", ("E5 C7", "E5"), ("the komi is missing",)),
    "no size": Case("go", "(;GM[1]FF[4];B[pd];W[dp])", ("Q16 D4",)),
    "a size of two numbers": Case("go", "(;GM[1]SZ[9:9];B[ee])", ("E5",)),
    "rules of the AGA": Case("go", "(;GM[1]SZ[9]RU[AGA];B[ee])", ("E5",), ("the rules “AGA” are not here: the moves are read by the Chinese rules",)),
    "a property that stands twice": Case("go", "(;GM[1]SZ[9];B[ee]C[one]C[two];W[cc])", ("E5 C7",), ("the property C stands twice",)),
    "clocks and copyright of KGS": Case("go", "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[9]KM[6.50]TM[600]OT[5x30 byo-yomi]\nPW[b]PB[a]WR[1d]BR[1k]DT[2020-01-02]PC[The KGS Go Server]C[a: hi\\]\n]RE[W+Resign]\n;B[ee]BL[590.1]\n;W[cc]WL[591])", ("E5 C7",), (), "a – b, W+Resign, 2020-01-02"),
    "long names of FF[3]": Case("go", "(;GaMe[1]SiZe[9]FF[3];Black[ee];White[cc])", ("E5 C7",)),
    "a game that is not closed": Case("go", "(;GM[1]SZ[9];B[ee]\n;W[cc\n(;GM[1]SZ[9];B[dd])", ("E5", "D6"), ("the text ends inside this game",)),
    "a game of a newspaper without the first semicolon": Case("go", "(\nTE[final]GM[1]SZ[9];B[ee])", ("E5",), ("the first node begins without",)),
    "a game of Little Golem": Case("hex", "(;FF[4]EV[hex.in.HEX.1]PB[a]PW[b]SZ[11]RE[B]GC[ game #1]SO[https://littlegolem.net];W[bb];B[swap];W[ee];B[fg];W[resign])", ("b2 swap e5 f7",)),
    "a game of HexGui": Case("hex", "(;AP[HexGui:0.9]FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];B[f6];W[g7])", ("a2 swap f6 g7",)),
    # dialects of draughts
    "a game of lidraughts": Case("international_draughts", '[Event "Rated Blitz game"]\n[GameType "20"]\n[Result "2-0"]\n\n1. 32-28 { [%clock w1:23 B0:45] } 19-23 2. 28x19 14x23 2-0', ("32-28 19-23 28x19 14x23",)),
    "captures with colons, marks of strength": Case("english_draughts", '[GameType "21"]\n\n1. 11-15! 22-18? 2. 15:22 25x18 1/2-1/2', ("11-15 22-18 15x22 25x18",)),
    "Russian draughts of a magazine": Case("international_draughts:rules=russian", "1. c3–d4 d6–c5 2. b2-c3 f6-g5 1:1", ("c3-d4 d6-c5 b2-c3 f6-g5",)),
    # dialects of Othello
    "a game of GGS": Case("othello", "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]RE[+0.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5/-2.00/1.2];)", ("d3 c5",), (), "a – b, +0.000, 2003.12.15_13:24:03.MST"),
    "two boards of GGS": Case("othello", "2 (;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3];)(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[e6];)", ("d3", "e6")),
    "a line of a book of NBoard": Case("othello", "F5D6C3d3C4", ("f5 d6 c3 d3 c4",)),
    # dialects of backgammon
    "a match of DailyGammon": Case("backgammon", " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n  1)                             31: 8/5 6/5\n  2) 42: 8/4 6/4                 61: ????\n\n Game 2\n ann : 0                        bob : 1\n  1) 31: 8/5 6/5\n", ("13 8/5_6/5 roll 42 8/4_6/4 roll 61", "31 8/5_6/5"), ("a turn is written as",)),
    "a match of XG": Case("backgammon", '; [Site "XG"]\n; [EventDate "2020.01.02"]\n3 point match\n\n Game 1\n ann : 0                             bob : 0\n  1) 31: 8/5 6/5                      Doubles => 2\n  2)  Drops\n                                      Wins 1 point\n', ("31 8/5_6/5 double drop",), (), "ann – bob, 0-1"),
}  # fmt: skip


def words(read: FileGame) -> str:
    """Return the moves of a game in our notation."""
    return " ".join(word.replace(" ", "_") for word in read.match.words)


@pytest.mark.parametrize("name", CASES)
def test_a_file_of_another_program_is_read(name: str) -> None:
    case = CASES[name]
    found = read_games(game(case.game), case.text)
    assert tuple(map(words, found)) == case.moves
    messages = [str(message) for each in found for message in each.messages]
    assert len(messages) == len(case.said)
    for message, part in zip(messages, case.said, strict=True):
        assert part in message
    if case.title:
        assert found[0].title == case.title


def line_of(match: Match) -> Any:
    return match.game.start, match.moves, match.comments


@pytest.mark.parametrize("name", CASES)
def test_a_read_game_is_written_and_read_again(name: str) -> None:
    case = CASES[name]
    for each in some(read_games(game(case.game), case.text)):
        if not each.is_cut:
            tags = {name: text for name, text in each.tags.items() if name != "Round"}
            (again,) = read_games(each.match.game, write_game(each.match, "", tags))
            assert line_of(again.match) == line_of(each.match)
            assert not again.messages


@pytest.mark.parametrize(
    "name",
    [name for name, case in CASES.items() if case.game == "chess" and name != "figures" and isinstance(case.text, str)],
)  # python-chess skips them
def test_python_chess_reads_no_other_moves(name: str) -> None:
    case = CASES[name]
    assert isinstance(case.text, str)
    games, stream = [], io.StringIO(case.text)
    while (read := chess.pgn.read_game(stream)) is not None:
        games.append(read)
    ours = read_games(game("chess"), case.text)
    for theirs, own in some(zip(games, ours, strict=False)):
        if not theirs.errors and len(games) == len(ours) and not own.is_cut:
            board = theirs.end().board()
            assert own.match.position_text.split()[0] == board.fen().split()[0]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.game == "go"])
def test_sgfmill_reads_no_other_moves(name: str) -> None:
    case = CASES[name]
    data = case.text.encode() if isinstance(case.text, str) else case.text
    try:
        theirs = sgfmill.Sgf_game.from_bytes(data)
        moves = [node.get_move()[1] for node in theirs.get_main_sequence() if node.get_move()[0]]
    except ValueError:
        return
    own = read_games(game("go"), case.text)[0].match
    width = own.game.picture.width
    ours = [divmod(move, width + 1) for move in own.moves]
    assert moves[len(moves) - len(ours) :] == ours


def content(written: WrittenGame) -> Any:
    inner = {at: [content(each) for each in group] for at, group in written.variations.items()}
    return written.game.start, written.moves, dict(written.comments), dict(written.glyphs), inner


def test_variations_and_comments_of_sgf_are_kept() -> None:
    go = game("go")
    sgf = game_notation(go, "sgf")
    text = "(;GM[1]SZ[9]C[root];B[fe];W[de](;B[ec]TE[1]C[good];W[dc](;B[aa])(;B[bb]))(;B[ee]C[other plan];W[dd](;B[cc])(;B[]))(;B[gg]BM[1]))"
    (read,) = sgf.read(text, go)
    assert read.comments == {0: "root", 3: "good"} and read.glyphs == {3: (1,)}
    assert [len(each.moves) for each in read.variations[3]] == [3, 1] and len(read.variations[5]) == 1
    first, second = read.variations[3]
    assert first.comments == {1: "other plan"} and len(first.variations[3]) == 1 and second.glyphs == {1: (2,)}
    (again,) = sgf.read(sgf.write(read), go)
    assert content(again) == content(read)
    tree = sgfmill.Sgf_game.from_string(sgf.write(read))
    assert [len(node) for node in tree.get_main_sequence()] == [1, 1, 3, 1, 2, 0]


def test_a_deep_file_is_read() -> None:
    points = [f"{column}{row}" for row in "abcdefghijklmnopqrs" for column in "abcdefghijklmnopqrs"]
    nodes = [f"(;{'BW'[at % 2]}[])(;{'BW'[at % 2]}[{point}]" for at, point in enumerate(points[:210])]
    (read,) = read_games(game("go"), "(;SZ[19]" + "".join(nodes) + ")" * len(nodes) + ")")
    assert words(read) == "pass"
    assert any("deeper" in str(each) for each in read.messages)


def test_variations_of_hex_are_kept() -> None:
    known = game("hex")
    sgf = game_notation(known, "sgf")
    (read,) = sgf.read("(;GM[11]SZ[11];B[a1](;W[b2];B[c3])(;W[d4]C[else]))", known)
    assert len(read.moves) == 3 and read.variations[2][0].comments == {1: "else"}
    (again,) = sgf.read(sgf.write(read), known)
    assert content(again) == content(read)


def test_a_file_in_which_no_game_is_whole_is_refused() -> None:
    with pytest.raises(NotationError, match="line 1, column 7: “--” is a null move"):
        read_games("chess", "1. e4 -- 2. d4 *")
    (beginning,) = read_games("chess", b"1. e4 -- 2. d4 *")  # the beginning of a file is kept
    assert words(beginning) == "e4" and beginning.is_cut and "null move" in str(beginning.messages[-1])
    with pytest.raises(NotationError, match="Antichess"):
        read_games("chess", b'[Variant "Antichess"]\n\n1. e3 *')


def test_nothing_is_lost_from_a_large_file_with_damage() -> None:
    games = [f'[Event "{number}"]\n\n1. e4 e5 {"2. Ke3" if number % 100 == 7 else ""} *\n' for number in range(1_000)]
    found = read_games("chess", "\n".join(games))
    assert len(found) == 1_000 and sum(not each.is_cut for each in found) == 990
    assert [each.tags["Event"] for each in found] == [str(number) for number in range(1_000)]


@pytest.mark.parametrize("end", ["(;B[gg]", "(;B[gg]C[so", ";B[gg];", "(;B[gg];W", "(;B[gg](;W[aa]"])
def test_an_sgf_file_that_breaks_off_is_kept_so_far(end: str) -> None:
    found = read_games("go:size=9", f"(;GM[1]FF[4]SZ[9];B[ee];W[cc]{end}".encode())
    assert len(found) == 1 and found[0].match.ply >= 2
    assert "the text ends inside this game: some of it may be missing" in str(found[0].messages[-1])


def test_a_file_that_mixes_two_encodings_keeps_all_names() -> None:
    names = [("José", "cp1252"), ("Žižek", "utf-8"), ("Ádám", "utf-8")]
    content = b"".join(f'[White "{name}"]\n\n1. e4 e5 *\n\n'.encode(encoding) for name, encoding in names)
    assert [found.tags["White"] for found in read_games("chess", content)] == ["José", "Žižek", "Ádám"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_compressed_file_is_refused_by_that_name(pack: Callable[[bytes], bytes]) -> None:
    with refused(NotationError, "this file is compressed: unpack it first"):
        read_games("chess", pack(b"1. e4 e5 *"))


def test_a_sign_with_an_unknown_number_is_skipped() -> None:
    (found,) = read_games("chess", "1. e4 $1000000 e5 2. Nf3 *")
    assert found.match.ply == 3 and not found.is_cut
