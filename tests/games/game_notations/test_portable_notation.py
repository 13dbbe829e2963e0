"""PGN and PDN: python-chess reads what we write and writes what we read, games come back, faults have a place."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_games import some_game

from plyground import Game, game
from plyground.core.game_notation import WrittenGame
from plyground.errors import NotationError
from plyground.games.chess.chess_notation import uci_word
from plyground.games.game_notations import EPD
from plyground.games.game_notations.pdn_notation import PDN
from plyground.games.game_notations.pgn_notation import PGN

CHESS = game("chess")
DRAUGHTS = ("english_draughts", "international_draughts", "international_draughts:rules=brazilian", "international_draughts:rules=russian")  # fmt: skip
WORDS = st.lists(
    st.sampled_from(["good", "bad;", "(", "[%clk", "0:01:02]", '"', "$5", "é", "\\", "1."]), min_size=1
).map(" ".join)


def some_line(data: st.DataObject, known: Game, depth: int, longest: int) -> WrittenGame:
    """Return random legal moves from the start of a game, with comments, signs and variations."""
    position: Any = known.start
    moves, comments, glyphs, variations = [], {}, {}, {}
    if depth == 0 and data.draw(st.booleans()):
        comments[0] = data.draw(WORDS)
    for number in range(1, data.draw(st.integers(int(depth > 0), longest)) + 1):
        if position.is_over():
            break
        legal = list(position.moves())
        moves.append(data.draw(st.sampled_from(legal)))
        match data.draw(st.integers(0, 9)):
            case 0:
                comments[number] = data.draw(WORDS)
            case 1:
                glyphs[number] = tuple(data.draw(st.lists(st.integers(1, 139), min_size=1, max_size=2, unique=True)))
            case 2 if depth < 2 and (depth == 0 or number > 1):  # the first move of a variation has siblings instead
                inner = some_line(data, replace(known, start=position), depth + 1, 4)
                variations[number] = (inner,) if inner.moves else ()
        position = position.play(moves[-1])
    return WrittenGame(known, tuple(moves), {}, comments, glyphs, {at: each for at, each in variations.items() if each})


def content(written: WrittenGame) -> Any:
    inner = {at: [content(each) for each in group] for at, group in written.variations.items()}
    return written.game.start, written.moves, dict(written.comments), dict(written.glyphs), inner


@pytest.mark.parametrize("name", ["chess", "chess:start=7", *DRAUGHTS])
@settings(max_examples=6)
@given(st.data())
def test_written_games_are_read_again(name: str, data: st.DataObject) -> None:
    known = game(name)
    games = [some_line(data, known, 0, 10) for _game in range(2)]
    notation = PGN if name.startswith("chess") else PDN
    read = notation.read("\n".join(map(notation.write, games)), known)
    assert list(map(content, read)) == list(map(content, games))
    assert [notation.write(each) for each in read] == [notation.write(each) for each in games]


# python-chess as the oracle


def chess_content(node: chess.pgn.GameNode) -> Any:
    """Return moves, comments, signs and variations of python-chess's game as ours are."""
    moves, comments, glyphs, variations = [], {}, {}, {}
    if node.comment and isinstance(node, chess.pgn.Game):
        comments[0] = " ".join(node.comment.split())
    number = 0
    while node.variations:
        others = node.variations[1:]
        parent, node = node, node.variations[0]
        number += 1
        moves.append(node.move.uci())
        if node.comment:
            comments[number] = " ".join(node.comment.split())
        if node.nags:
            glyphs[number] = sorted(node.nags)
        if others:
            variations[number] = [chess_line(parent, other) for other in others]
    return moves, comments, glyphs, variations


def chess_line(parent: chess.pgn.GameNode, child: chess.pgn.ChildNode) -> Any:
    game_of_line = chess.pgn.Game()
    game_of_line.setup(parent.board())
    copy_line(child, game_of_line)
    return chess_content(game_of_line)


def copy_line(child: chess.pgn.ChildNode, target: chess.pgn.GameNode) -> None:
    copied = target.add_variation(child.move, comment=child.comment, nags=child.nags)
    for each in child.variations:
        copy_line(each, copied)


def our_content(written: WrittenGame) -> Any:
    position: Any = written.game.start
    moves = []
    for move in written.moves:
        moves.append(uci_word(position, move, is_chess960=False))
        position = position.play(move)
    glyphs = {at: sorted(each) for at, each in written.glyphs.items()}
    variations = {at: [our_content(each) for each in group] for at, group in written.variations.items()}
    return moves, dict(written.comments), glyphs, variations


@settings(max_examples=12)
@given(st.data())
def test_python_chess_reads_what_we_write(data: st.DataObject) -> None:
    written = some_line(data, CHESS, 0, 20)
    read = chess.pgn.read_game(io.StringIO(PGN.write(written)))
    assert read is not None and not read.errors
    assert chess_content(read) == our_content(written)


@settings(max_examples=12)
@given(st.randoms(use_true_random=False))
def test_we_read_what_python_chess_writes(chance: Any) -> None:
    root = chess.pgn.Game()
    nodes: list[chess.pgn.GameNode] = [root]
    for _move in range(chance.randrange(40)):
        node = nodes[-1] if chance.random() < 0.8 else chance.choice(nodes)
        legal = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if legal and len(node.variations) < 3:
            child = node.add_variation(chance.choice(legal), nags=chance.sample(range(1, 20), chance.choice([0, 0, 1])))
            child.comment = chance.choice(["", "", "a comment", "two\nlines"])
            if chance.random() < 0.2:
                child.set_clock(chance.randrange(6000))
            nodes.append(child)
    (read,) = PGN.read(str(root), CHESS)
    assert our_content(read) == chess_content(root)


# py-draughts as the oracle

BLACK_BEGINS = '[FEN "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"]\n'
"""The start of English draughts. Py-draughts lets White begin unless a file tells the start."""


def board_of(name: str) -> Any:
    """Return py-draughts' class of boards of a game. It is imported here because importing it takes long."""
    from draughts import AmericanBoard, BrazilianBoard, RussianBoard, StandardBoard

    return (AmericanBoard, StandardBoard, BrazilianBoard, RussianBoard)[DRAUGHTS.index(name)]


def their_pieces(board: Any) -> list[int]:
    """Return the piece on each square as py-draughts writes it: 1 for a black man, 2 for a king, negative for White."""
    return list(map(int, board.position))


def our_pieces(known: Game, position: Any) -> list[int]:
    squares = known.notation.board  # type: ignore[attr-defined]
    black, white = (set(squares.squares_of(squares.of(position, letter))) for letter in "BW")
    kings = set(squares.squares_of(position.kings))
    return [((square in black) - (square in white)) * (1 + (square in kings)) for square in squares.squares]


def last_position(written: WrittenGame) -> Any:
    position: Any = written.game.start
    for move in written.moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize("name", DRAUGHTS)
@settings(max_examples=8)
@given(st.data())
def test_another_program_reads_our_games_of_draughts(name: str, data: st.DataObject) -> None:
    known = game(name)
    if data.draw(st.booleans()):
        known = replace(known, start=last_position(some_game(data, known)))
    written = some_line(data, known, 0, 12)
    text = PDN.write(written)
    if name == "english_draughts" and "[FEN" not in text:
        text = BLACK_BEGINS + text
    assert their_pieces(board_of(name).from_pdn(text)) == our_pieces(known, last_position(written))


@pytest.mark.parametrize("name", DRAUGHTS[1:])  # py-draughts does not force the captures of English draughts
@settings(max_examples=8)
@given(st.randoms(use_true_random=False))
def test_we_read_the_games_of_draughts_that_another_program_writes(name: str, chance: Any) -> None:
    board = board_of(name)()
    for _ply in range(chance.randrange(60)):
        if board.game_over:
            break
        board.push(chance.choice(board.legal_moves))
    (read,) = PDN.read(board.pdn, game(name))
    assert our_pieces(read.game, last_position(read)) == their_pieces(board)


CORNERS = {
    "an escaped line": "% hidden ( {\n1. e4 e5 *",
    "moves without numbers": "e4 e5 Nf3",
    "numbers without blanks": "1.e4 e5 2.Nf3 Nc6",
    "zeros for castling": "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *",
    "signs": "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *",
    "a promotion without its sign": '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n[SetUp "1"]\n\n1. a8Q *',
    "a mark at the beginning of the file": "\ufeff1. e4 *",
    "a comment before the first move": "{first} 1. e4 {second} {third} *",
    "nested variations": "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3))) (1. c4) 1... e5 *",
    "capture en passant with its letters": "1. e4 a6 2. e5 d5 3. exd6 e.p. *",
}


@pytest.mark.parametrize("text", CORNERS.values(), ids=CORNERS)
def test_corners_are_read_as_python_chess_reads_them(text: str) -> None:
    expected = chess.pgn.read_game(io.StringIO(text))
    assert expected is not None
    (read,) = PGN.read(text, CHESS)
    found, wanted = our_content(read), chess_content(expected)
    assert found == wanted


def test_a_comment_may_end_with_its_line() -> None:
    (read,) = PGN.read("1. e4 ; the { best\n1... e5 *", CHESS)
    assert len(read.moves) == 2 and read.comments == {1: "the { best"}


def test_a_result_inside_a_variation_ends_nothing() -> None:
    (read,) = PGN.read("1. e4 (1. d4 d5 1-0) 1... e5 *", CHESS)
    assert len(read.moves) == 2 and len(read.variations[1][0].moves) == 2


def test_tags_results_and_clocks() -> None:
    text = '[Event "A \\"B\\" \\\\"]\n[WhiteElo "2000"]\n\n1. f3 {[%clk 0:05:00]} e5 {[%clk 1:02:03.5]} 2. g4 Qh4# 0-1\n\n[Event "second"]\n*\n'
    first, second = PGN.read(text, CHESS)
    assert dict(first.tags) == {"Event": 'A "B" \\', "WhiteElo": "2000", "Result": "0-1"}
    assert first.comments == {1: "[%clk 0:05:00]", 2: "[%clk 1:02:03.5]"}
    assert second.tags["Event"] == "second" and not second.moves
    written = PGN.write(first._replace(tags={}))
    assert '[Result "0-1"]' in written and written.endswith("2. g4 Qh4# 0-1\n")


def test_lines_are_at_most_eighty_characters() -> None:
    (read,) = PGN.read("1. Nf3 Nf6 2. Ng1 Ng8 " * 20, CHESS)
    assert max(map(len, PGN.write(read).splitlines())) <= 80


def test_a_start_of_chess960_comes_back() -> None:
    known = game("chess:start=7")
    text = PGN.write(WrittenGame(known))
    assert '[Variant "Chess960"]' in text
    assert PGN.read(text, CHESS)[0].game.start == known.start


def test_a_position_of_usual_chess_is_no_chess960() -> None:
    known = game("chess:position=4k3!8!8!8!8!8!4P3!R3K3_w_Q_-_0_1")
    text = PGN.write(WrittenGame(known))
    assert "Variant" not in text
    assert PGN.read(text, CHESS)[0].game.start == known.start


def test_pdn_names_its_game_by_number() -> None:
    texts = [PDN.write(WrittenGame(game(name))) for name in DRAUGHTS]
    assert [text.partition("GameType ")[2][1:3] for text in texts] == ["21", "20", "26", "25"]
    read = PDN.read("\n".join(texts), game("english_draughts"))
    assert [each.game.start for each in read] == [game(name).start for name in DRAUGHTS]


def test_a_file_of_any_length_is_read_game_by_game() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield from ('[Event "e"]\n', "\n", "1. e4 e5 {a\n", "b} 2. Nf3 1/2-1/2\n", "\n")

    read = list(islice(PGN.stream(endless(), CHESS), 5))
    assert [len(each.moves) for each in read] == [3] * 5
    assert read[4].comments == {2: "a b"}


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. e4 e5\n2. Ke3 d6", 2, 4, "is not a legal move here"),
        ("1. e4 e5\n2. hello", 2, 4, "is not a move"),
        ("1. e4\n {never\nclosed", 2, 2, "no closing brace"),
        ("1. e4 (1. d4", 1, 7, "“)” is missing"),
        ("1. e4 )", 1, 7, "closes no variation"),
        ("(1. e4)", 1, 1, "needs a move before it"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n*', 1, 7, "needs one king"),
        ("1. e4 e5 2. -- d6", 1, 13, "is a null move"),
        ("1. e4 e5 2. §", 1, 13, "is not a move"),
        ("1. e4 Ke4 {never", 1, 7, "is not a legal move here"),
        ("1. e4 Ke4 (1... e5", 1, 7, "is not a legal move here"),
        ("1. e4 (1. Ke4 {never", 1, 15, "no closing brace"),
    ],
)
def test_the_first_fault_is_named_by_line_and_column(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        PGN.read(text, CHESS)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert reason in str(caught.value)


@pytest.mark.parametrize("fen", ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 12", "4k3/8/8/8/8/8/4P3/4K3 b - - 7 12", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"])  # fmt: skip
def test_a_game_from_a_set_up_position_is_numbered_from_there(fen: str) -> None:
    board = chess.Board(fen)
    theirs = chess.pgn.Game()
    theirs.setup(board)
    here: chess.pgn.GameNode = theirs
    for word in ("e1d1", "e8d7", "e2e4", "d7d6")[board.turn == chess.BLACK :][:3]:
        here = here.add_variation(chess.Move.from_uci(word))
    theirs.variations[0].variations[0].comment = "then"
    (read,) = PGN.read(str(theirs), CHESS)
    ours, expected = (re.findall(r"[\w.]+", text.split("\n\n")[1]) for text in (PGN.write(read), str(theirs)))
    assert ours == expected
    assert read.game.position_text(read.end_position(), len(read.moves)) == here.board().fen(en_passant="xfen")
    again = chess.pgn.read_game(io.StringIO(PGN.write(read)))
    assert again is not None and again.board().fen() == fen


def test_epd_is_read_and_written() -> None:
    text = 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "mate; now"; hmvc 4;\n'
    (read,) = EPD.read(text, CHESS)
    board = chess.Board()
    operations = board.set_epd(text)
    assert CHESS.notation.format(read.game.start).split()[:5] == [*board.fen().split()[:4], "4"]
    assert read.tags["id"] == f'"{operations["id"]}"' and read.tags["bm"] == "Qxf7#"
    assert EPD.write(read) == text
    numbered = text.replace("hmvc 4;", "hmvc 4; fmvn 12;")
    (later,) = EPD.read(numbered, CHESS)
    assert later.game.position_text(later.game.start, 0).endswith(" 4 12")
    assert EPD.write(later) == numbered
    assert EPD.read(text.replace(" hmvc 4;", " hmvc 4"), CHESS)[0].tags == read.tags
    for wrong, column in (("8/8/8 w - -", 1), (text.replace("bm Qxf7#", '"bm'), 65), ("one two", 1)):
        with pytest.raises(NotationError) as caught:
            EPD.read(wrong, CHESS)
        assert caught.value.column == column
