"""Chess: published counts, python-chess as an independent referee, and every reason against a bad FEN."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA

from plyground import game
from plyground.arena.match import Match
from plyground.core.picture import owner
from plyground.errors import GameOver, MoveError, PositionError
from plyground.games.built_in import STANDARD_CHESS
from plyground.games.chess import back_rank
from plyground.games.chess.chess_evaluation import ChessEvaluation, flipped
from plyground.games.chess.chess_notation import lost_rights, uci_word
from plyground.searches import new_tally, search, setting
from plyground.searches.twin import native
from plyground.solvers.perft import perft

CHESS = game("chess")
ROWS = [row for row in csv.DictReader((DATA / "perft_positions.csv").open()) if row["game"] == "chess"]
MAX_PLAIN_NODES, MAX_NODES = 10_000, 5_000_000


def position_of(fen: str) -> Any:
    return CHESS.notation.parse(fen)


@pytest.mark.parametrize("row", [row for row in ROWS if int(row["nodes"]) <= MAX_PLAIN_NODES], ids=str)
def test_plain_rules_count_what_is_published(row: dict[str, str]) -> None:
    counts = new_tally().counts
    assert perft(position_of(row["position"]), int(row["depth"]), 0, counts) == int(row["nodes"])


def compiled_count(row: dict[str, str]) -> int:
    counts, start = new_tally().counts, position_of(row["position"])
    return native(perft, counts, start, 0, 0, counts)(start, int(row["depth"]), 0, counts)


@pytest.mark.parametrize("row", [row for row in ROWS if int(row["nodes"]) <= MAX_NODES], ids=str)
def test_compiled_rules_count_what_is_published(row: dict[str, str]) -> None:
    assert compiled_count(row) == int(row["nodes"])


@pytest.mark.proof
@pytest.mark.parametrize("row", [row for row in ROWS if int(row["nodes"]) > MAX_NODES], ids=str)
def test_compiled_rules_count_deep(row: dict[str, str]) -> None:
    assert compiled_count(row) == int(row["nodes"])


def start_board(number: int) -> chess.Board:
    return chess.Board() if number == STANDARD_CHESS else chess.Board.from_chess960_pos(number)


@pytest.mark.proof
@settings(max_examples=12)
@given(st.sampled_from([STANDARD_CHESS]) | st.integers(0, 959), st.randoms(use_true_random=False))
def test_another_program_agrees_on_every_ply(number: int, chance: Any) -> None:
    """Legal moves, names of moves, positions, checks and ends along a random game, of Chess960, too."""
    known, board = game(f"chess:start={number}"), start_board(number)
    notation, position = known.notation, known.start
    for ply in range(80):
        fen = board.fen(en_passant="xfen")  # here, too, a pawn that is pinned keeps its cell en passant
        assert known.position_text(position, ply) == fen
        assert notation.parse(fen) == position == notation.parse(notation.format(position))
        assert board.is_check() == position.is_check()
        assert bool(position.recurring().passant) == board.has_legal_en_passant()
        if position.is_over():
            assert board.is_game_over() or board.halfmove_clock >= 100
            assert (position.utility() == -1) == board.is_checkmate()
            return
        theirs = {move.uci(): move for move in board.legal_moves}
        ours = {uci_word(position, move, is_chess960=number != STANDARD_CHESS): move for move in position.moves()}
        assert set(ours) == set(theirs)
        for word, move in ours.items():
            assert notation.format_move(position, move) == board.san(theirs[word])
            assert notation.parse_move(position, board.san(theirs[word])) == move
            if number == STANDARD_CHESS:
                assert notation.parse_move(position, word) == move
        word = chance.choice(sorted(ours))
        board.push(theirs[word])
        position = position.play(ours[word])


NUMBERED = [
    chess.STARTING_FEN,
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 12",
    "8/5k2/8/8/4P3/8/3K4/8 b - e3 0 213",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0",
    "4k3/8/8/8/8/8/4P3/4K3 b - -",
]
"""Positions whose numbers of the move differ, and are 0 or missing in two."""


@settings(max_examples=6)
@given(st.sampled_from(NUMBERED), st.randoms(use_true_random=False))
def test_a_match_numbers_its_moves_as_another_program_does(fen: str, chance: Any) -> None:
    """From any start: the FEN of each position of the match, and of each position that begins a game of its own."""
    board = chess.Board()
    board.set_fen(fen)
    board.fullmove_number = max(board.fullmove_number, 1)
    match = Match(game("chess").beginning(fen))
    for _ply in range(20):
        assert match.position_text == board.fen(en_passant="xfen")
        if match.outcome:
            break
        move = chance.choice(list(match.position.moves()))
        board.push_uci(uci_word(match.position, move, is_chess960=False))
        match = match.play(move)
    assert Match(game("chess").beginning(match.position_text)).position_text == match.position_text
    assert match.undo(match.ply).position_text == Match(match.game).position_text


def test_a_position_alone_has_number_one() -> None:
    match = Match.parse(game("chess"), "e4 e5 Nf3 Nc6")
    assert match.position_text.endswith(" w KQkq - 2 3")
    assert match.game.notation.format(match.position).endswith(" w KQkq - 2 1")
    assert match.position == match.game.beginning(match.position_text).start


def test_every_start_of_chess960_is_the_published_one() -> None:
    assert back_rank(STANDARD_CHESS) == "RNBQKBNR"
    for number in range(960):
        assert back_rank(number) == start_board(number).fen().split("/")[-1].split()[0]


@pytest.mark.parametrize(
    ("fen", "reasons"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", ["White needs one king, not 0", "Black needs one king, not 0"]),
        ("kkkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1", ["8 rows of 8 cells"]),
        ("kkkkkkkk/8/8/8/8/8/8/K7 w - - 0 1", ["Black needs one king, not 8"]),
        ("P3k3/8/8/8/8/8/8/4K2p w - - 0 1", ["a pawn cannot stand on the first or last rank"]),
        ("4k3/8/8/8/8/8/8/4KR2 x - - 0 1", ["the side to move is w or b"]),
        ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", ["the side that is not to move is in check"]),
        ("4k3/8/8/8/8/8/8/4K3 w Kx - 0 1", ["castling rights are letters such as KQkq, or -, not “Kx”"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ["no pawn has just passed e6"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", ["the cell en passant is on rank 6"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", ["“x” should be a number"]),
        ("4k3/8/8/8/8/8/8/4KX2 w - - 0 1", ["its board can only have the letters"]),
        ("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", ["both sides are in check"]),
        (
            "P3k3/4R3/8/8/8/8/8/KK6 w Kq e4 1000 1",
            [
                "White needs one king, not 2",
                "a pawn cannot stand",
                "“1000” should be a number",
                "en passant is on rank 6",
                "the side that is not to move is in check",
            ],
        ),
        ("", ["a FEN has four to six fields", "8 rows of 8 cells"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", ["a FEN has four to six fields"]),
    ],
)
def test_a_bad_fen_is_refused_with_every_reason(fen: str, reasons: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        position_of(fen)
    for reason in reasons:
        assert reason in str(caught.value)


def test_positions_that_no_game_leads_to_can_be_set_up() -> None:
    position = position_of("QQQQQQQQ/QQQ5/8/8/8/k7/8/K7 b - - 0 1")
    assert position.is_over()
    assert position.utility() == -1


def test_moves_are_read_in_many_ways() -> None:
    castling = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    read = CHESS.notation.parse_move
    assert len({read(castling, word) for word in ("O-O", "0-0", "OO", "e1g1", "e1-g1", "e1h1")}) == 1
    assert len({read(castling, word) for word in ("O-O-O", "OOO", "e1c1", "e1a1")}) == 1
    promoting = position_of("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert read(promoting, "a7a8") == read(promoting, "a8=Q") == read(promoting, "a7a8q") != read(promoting, "a8=N")


@pytest.mark.parametrize(
    ("fen", "text", "said"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "Ke7", "the king is in check"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rd2", "is not a legal move here"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "hello", "is not a move: write it as e4"),
        ("6k1/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O", "is not a legal move here"),
        ("6k1/8/8/8/8/8/K7/R6R w - - 0 1", "Rd1", "“Rd1” can be Rad1, Rhd1"),
    ],
)
def test_a_bad_move_is_refused_with_its_reason(fen: str, text: str, said: str) -> None:
    with pytest.raises(MoveError, match=said.replace("(", r"\(")):
        CHESS.notation.parse_move(position_of(fen), text)


def test_checkmate_stalemate_and_draws() -> None:
    fool = Match.parse(CHESS, "f3 e5 g4 Qh4#")
    assert fool.outcome is not None
    assert fool.outcome.winner == 1
    assert str(fool.outcome.reason) == "checkmate"
    with pytest.raises(GameOver):
        CHESS.notation.parse_move(fool.position, "a3")
    assert CHESS.outcome(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == (None, CHESS.endings[1], ())
    assert CHESS.outcome(position_of("7k/8/8/8/8/8/8/KN6 w - - 0 1")) is not None  # a knight cannot mate
    assert CHESS.outcome(position_of("7k/8/8/8/8/8/8/KNN5 w - - 0 1")) is None  # two can, if they are helped
    assert CHESS.outcome(position_of("7k/8/8/8/8/8/6R1/K7 w - - 100 80")) is not None
    mate_on_the_hundredth = position_of("7k/6Q1/6K1/8/8/8/8/8 b - - 100 80")
    assert mate_on_the_hundredth.utility() == -1


def test_a_third_repetition_draws_a_match_whatever_the_quiet_moves() -> None:
    match = Match.parse(CHESS, " ".join(["Nf3 Nf6 Ng1 Ng8"] * 2))
    assert match.times == 3
    assert match.outcome is not None
    assert match.outcome.winner is None


@pytest.mark.parametrize(
    ("fen", "double_step", "is_legal"),
    [
        ("3k4/8/8/8/3p4/8/4P3/3R2K1 w - - 0 1", "e4", False),  # pinned on its file
        ("8/8/8/8/k2p3R/8/4P3/6K1 w - - 0 1", "e4", False),  # both pawns leave the rank between rook and king
        ("3k4/8/8/8/3p4/8/4P3/R5K1 w - - 0 1", "e4", True),
        ("8/8/8/8/3pk3/8/2P5/3R2K1 w - - 0 1", "c4", True),  # the pawn in front of the rook is not pinned
    ],
)
def test_a_pinned_pawn_en_passant_does_not_make_another_position(fen: str, double_step: str, is_legal: bool) -> None:
    """After a double step both kings go away and come back twice. FIDE's article 9.2.3 counts moves, not rights."""
    match, board = Match(replace(CHESS, start=position_of(fen))), chess.Board(fen)

    def play(word: str) -> None:
        nonlocal match
        match = match.play(CHESS.notation.parse_move(match.position, word))
        board.push_san(word)

    play(double_step)
    stepped = match.position
    black, white = board.king(chess.BLACK), board.king(chess.WHITE)
    assert black is not None and white is not None
    away = next(move for move in board.legal_moves if move.from_square == black and not board.is_capture(move))
    words = [f"K{chess.square_name(cell)}" for cell in (away.to_square, white + 1, black, white)]
    for word in words:
        play(word)
    returned = match.position
    assert (stepped.key() == returned.key()) == (not is_legal) == (stepped.recurring() == returned.recurring())
    for word in words:
        play(word)
    assert (match.times, match.outcome is not None) == ((2, False) if is_legal else (3, True))
    assert board.is_repetition(3) == (not is_legal)


def test_a_match_has_no_end_but_by_the_rules() -> None:
    """Other games that can go round are drawn after 100 plies."""
    match, chance = Match(CHESS), 0
    while match.ply < 120 and not match.outcome:
        moves = list(match.position.moves())
        chance = (chance * 31 + 7) % 1009
        match = match.play(moves[chance % len(moves)])
    assert match.ply == 120 or "100" not in str(match.outcome)
    assert Match.parse(CHESS, match.format()) == match


@pytest.mark.parametrize(
    ("fen", "depth", "line"),
    [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, ["Ra8#"]),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, ["Ra6", "bxa6", "b7#"]),  # P. Morphy's problem
    ],
)
def test_searches_find_the_published_mates(fen: str, depth: int, line: list[str]) -> None:
    position = position_of(fen)
    found = search(position, "alphabeta", setting(depth=depth))
    assert found.value == 1
    assert CHESS.notation.format_move(position, found.move or 0) == line[0]


@given(st.integers(0, (1 << 64) - 1))
def test_turning_the_board_over_twice_changes_nothing(cells: int) -> None:
    assert flipped(flipped(cells)) == cells
    assert flipped(cells) == int.from_bytes(cells.to_bytes(8, "little"), "big")


@given(st.randoms(use_true_random=False))
def test_the_evaluation_sees_both_colours_alike(chance: Any) -> None:
    """Mirrored to the other colour, a position is worth the same to the side to move."""
    board = chess.Board()
    for _ply in range(chance.randrange(60)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chance.choice(moves))
    one, other = position_of(board.fen()), position_of(board.mirror().fen())
    evaluation = ChessEvaluation()
    assert evaluation.value(one) == evaluation.value(other)
    assert abs(evaluation.value(one)) < evaluation.win


def test_a_press_makes_a_queen_and_other_promotions_are_listed() -> None:
    promoting = position_of("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    shown = {
        CHESS.notation.format_move(promoting, move): CHESS.picture.cells(promoting, move)
        for move in promoting.moves()
        if move & 63 == 48
    }
    assert shown == {"a8=Q": (8, 0), "a8=R": (), "a8=B": (), "a8=N": ()}
    assert CHESS.pressed(promoting, (8, 0)) == CHESS.notation.parse_move(promoting, "a8=Q")


def test_marks_belong_to_their_sides() -> None:
    marks = CHESS.picture.marks(CHESS.start)
    assert marks.startswith("rnbqkbnr") and marks.endswith("RNBQKBNR")
    assert owner(CHESS.picture, CHESS.sides, "N") == 0
    assert owner(CHESS.picture, CHESS.sides, "n") == 1
    assert owner(CHESS.picture, CHESS.sides, ".") is None


def test_castling_rights_without_king_and_rook_are_left_out() -> None:
    fen = "8/1k3KP1/8/8/8/8/8/8 w KQ - 0 1"
    assert position_of(fen) == position_of(fen.replace("KQ", "-"))
    assert chess.Board(fen).clean_castling_rights() == 0
    assert lost_rights(fen) == "KQ"
    assert lost_rights("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1") == "Q"
    assert not lost_rights("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
