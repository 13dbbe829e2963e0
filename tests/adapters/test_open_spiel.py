"""OpenSpiel's games here: their values beside those of OpenSpiel's own searches, and drawn."""

from __future__ import annotations

import random
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from paths import DOCS
from program import check_examples
from refusals import refused
from samples import sample

from plyground import MoveError, PlygroundError, PositionError, bot, game, rules, search, setting
from plyground.adapters.open_spiel import load, names
from plyground.conformance import check
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.presentation.boards.board_text import draw
from plyground.searches import new_tally
from plyground.solvers.count import count_games
from plyground.solvers.perft import perft
from plyground.trace.record import record

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
algorithms = pytest.importorskip("open_spiel.python.algorithms.minimax")

WIN = 1_000
"""Score of a point of utility; guesses are smaller."""


def guess(state: Any) -> int:
    """Return an estimate of an unfinished state for player 0: any number that depends on the state alone."""
    return crc32(str(state).encode()) % 199 - 99


@rules
class Guess(NamedTuple):
    win: int = WIN

    def value(self, position: Any) -> int:
        return guess(position.held.state) * (-1 if position.to_move() == 1 else 1)


def after(text: str, plies: int) -> Any:
    """A position of a game after this number of random moves, none of which ends it."""
    position: Any = load(text).start
    generator = random.Random(text)
    for _ply in range(plies):
        going_on = [child for child in map(position.play, position.moves()) if not child.is_over()]
        position = generator.choice(going_on)
    return position


DETERMINISTIC = {
    "amazons": 60,
    "antichess": 6,
    "breakthrough": 10,
    "checkers": 12,
    "chess": 10,
    "chinese_checkers": 4,
    "clobber": 10,
    "connect_four": 12,
    "crazyhouse": 8,
    "cursor_go": 9,
    "dots_and_boxes": 3,
    "go(board_size=5)": 6,
    "gomoku(size=5)": 8,
    "havannah(board_size=3)": 4,
    "hex(board_size=4)": 3,
    "hive": 4,
    "lines_of_action": 6,
    "mancala": 9,
    "mnk(m=4,n=4,k=3)": 3,
    "nim": 2,
    "nine_mens_morris": 9,
    "othello": 10,
    "oware": 14,
    "pentago": 27,
    "quoridor(board_size=3)": 4,
    "shogi": 4,
    "tic_tac_toe": 2,
    "twixt(board_size=5)": 8,
    "ultimate_tic_tac_toe": 11,
    "xiangqi": 6,
    "y(board_size=5)": 4,
}
"""Games, and how many random moves are made before the search."""


@pytest.mark.parametrize("text", sample(DETERMINISTIC, every=3))
def test_alphabeta_agrees_with_theirs_and_is_drawn(text: str) -> None:
    position = after(text, DETERMINISTIC[text])
    ours = search(position, setting=setting(depth=3, evaluation=Guess()))
    value, action = algorithms.alpha_beta_search(
        position.held.state.get_game(),
        position.held.state,
        lambda state: (-guess(state) if position.to_move() == 1 else guess(state)) / WIN,
        3,
    )
    assert ours.score == pytest.approx(value * WIN)
    assert ours.move == action
    of = load(text)
    recorded = record(position, "alphabeta", setting(depth=1, evaluation=Guess()), of=of)
    picture = svg(plan(recorded))
    assert (
        of.notation.format_move(position, recorded.children(0)[0].move or 0).replace("<", "&lt;").replace(">", "&gt;")
        in picture
    )


def test_many_games_of_openspiel_are_deterministic() -> None:
    assert len(DETERMINISTIC) >= 25
    assert {text.partition("(")[0] for text in DETERMINISTIC} <= set(names())


ENDED = {
    "connect_four": 32,
    "clobber(rows=3,columns=3)": 0,
    "dots_and_boxes(num_rows=1,num_cols=2)": 0,
    "hex(board_size=3)": 2,
    "mancala": 50,
    "mnk(m=3,n=3,k=3)": 2,
    "nim(pile_sizes=1;2;3)": 0,
    "nim(pile_sizes=1;2;3,is_misere=False)": 0,
    "othello": 52,
    "pentago": 34,
    "tic_tac_toe": 1,
    "y(board_size=3)": 0,
}
"""Games that are searched to their end after this number of random moves."""


@pytest.mark.parametrize("text", ENDED)
def test_values_to_the_end_agree(text: str) -> None:
    position = after(text, ENDED[text])
    value, action = algorithms.alpha_beta_search(position.held.state.get_game(), position.held.state)
    for name in ("alphabeta", "pvs", "mtdf"):
        assert search(position, name).value == value
    assert search(position).move == action


CHANCE = ["catch(rows=4,columns=3)", "cliff_walking(height=2,width=3,horizon=5)", "pig(winscore=2,diceoutcomes=2,horizon=5)"]  # fmt: skip
"""Games with chance, or of one player, that are small enough to be searched to their end."""


@pytest.mark.parametrize("text", CHANCE)
def test_expectiminimax_agrees_to_the_end(text: str) -> None:
    position = load(text).start
    value, _action = algorithms.expectiminimax(position.held.state, 99, None, 0)
    for name in ("expectiminimax", "star1", "star2"):
        assert float(search(position, name).score) == pytest.approx(value)


DICE = {"2048": 22, "backgammon": 1, "einstein_wurfelt_nicht": 9}
"""Games in which chance and choice alternate, and moves after which a choice follows."""


@pytest.mark.parametrize("text", DICE)
def test_expectiminimax_agrees_after_choice_chance_and_choice(text: str) -> None:
    position = after(text, DICE[text])
    assert not position.is_chance()
    sign = -1 if position.to_move() == 1 else 1
    value, action = algorithms.expectiminimax(
        position.held.state, 2, lambda state: sign * guess(state) / WIN, position.to_move()
    )
    ours = search(position, "expectiminimax", setting(depth=3, evaluation=Guess()))
    assert float(ours.score) == pytest.approx(value * WIN)
    assert ours.move == action


@pytest.mark.parametrize(
    ("theirs", "ours", "depth"), [("tic_tac_toe", "tictactoe", 7), ("connect_four", "connect_four", 5), ("othello", "othello", 5)]
)  # fmt: skip
def test_perft_is_the_same_there_and_here(theirs: str, ours: str, depth: int) -> None:
    mine = game(ours)
    for plies in (2, depth):
        count = perft(load(theirs).start, plies, int(mine.facts.ended_count), new_tally().counts)
        assert count == perft(mine.start, plies, int(mine.facts.ended_count), new_tally().counts)


def test_three_players_and_games_of_no_sum() -> None:
    pig = load("pig(players=3,winscore=3,horizon=6)")
    assert (pig.facts.players, len(pig.sides), pig.start.players()) == (3, 3, 3)
    with pytest.raises(PlygroundError, match="each player has its own"):
        search(pig.start)
    over: Any = pig.start
    while not over.is_over():
        over = over.play(next(over.moves()))
    assert len(over.utilities()) == 3


def test_equal_positions_are_one_where_that_is_asked_for() -> None:
    merged = load("tic_tac_toe", merged=True)
    assert count_games(merged.start).total == 255_168  # Steven Schaeffer (2002), Mathematical Recreations
    one, other = (follow(merged, "0,1,2"), follow(merged, "2,1,0"))
    assert one == other
    assert one.key() == other.key()
    assert follow(load("tic_tac_toe"), "0,1,2") != follow(load("tic_tac_toe"), "2,1,0")


def follow(of: Any, text: str) -> Any:
    return of.notation.parse(text)


@pytest.mark.parametrize("text", ["tic_tac_toe", "connect_four", "clobber(rows=3,columns=4)", "hex(board_size=3)"])
def test_openspiel_s_games_keep_the_contract_of_games(text: str) -> None:
    assert check(load(text), games=3) == []


@pytest.mark.parametrize(
    ("text", "size", "marks"),
    [
        ("breakthrough", (8, 8), "b" * 16 + "." * 32 + "w" * 16),
        ("othello", (8, 8), "." * 27 + "ox......xo" + "." * 27),
        ("go(board_size=5)", (5, 5), "." * 25),
        ("ultimate_tic_tac_toe", (9, 9), "." * 81),
        ("chess", (0, 0), ""),
        ("havannah", (0, 0), ""),
    ],
)
def test_boards_are_read_from_what_openspiel_prints(text: str, size: tuple[int, int], marks: str) -> None:
    picture = load(text).picture
    assert (picture.width, picture.height) == size
    assert picture.marks(load(text).start) == marks


def test_games_without_a_board_are_shown_as_openspiel_prints_them() -> None:
    backgammon = load("backgammon")
    lines = ["".join(map(str, line)) for line in draw(backgammon, backgammon.start)]
    assert lines[0] == "+------|------+"
    assert "\n".join(lines) == str(backgammon.start.held.state).strip("\n")


@pytest.mark.parametrize("text", ["hive", "chess", "backgammon", "amazons"])
def test_words_of_moves_and_positions_read_back(text: str) -> None:
    notation = load(text).notation
    position = after(text, 25)
    assert notation.parse(notation.format(position)) == position
    for move in position.moves():
        word = notation.format_move(position, move)
        assert " " not in word
        assert notation.parse_move(position, word.replace("-", "")) == move


def test_a_bot_chooses_the_winning_move_on_their_rules() -> None:
    spiel = load("tic_tac_toe")
    choice = bot("alphabeta", spiel).choose(follow(spiel, "0,4,1,3"))
    assert spiel.notation.format_move(follow(spiel, "0,4,1,3"), choice.move) == "x(0,2)"
    assert spiel.notation.parse_move(follow(spiel, "0,4,1,3"), "2") == 2  # by the cell, as the page does


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("kuhn_poker", "kuhn_poker has hidden information"),
        ("goofspiel", "goofspiel players move at the same time"),
        ("stones_and_gems", "stones_and_gems does not give the probabilities"),
        ("noughts", "no game “noughts”; those that can be played here are: 2048, amazons"),
        ("mnk(m=-3)", "cannot make mnk with these parameters: "),
        ("hex(board_size=no)", "cannot make hex with these parameters: Wrong type for parameter board_size"),
    ],
)
def test_unsupported_games_of_openspiel_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(PlygroundError, match=sentence):
        load(text)


def test_bad_positions_and_moves_are_refused() -> None:
    spiel = load("tic_tac_toe")
    with pytest.raises(PositionError, match="move 2, “0”, cannot be made"):
        follow(spiel, "0,0")
    with refused(MoveError, "“{text}” is not a move here; the moves are: {moves}.", text="q"):
        spiel.notation.parse_move(spiel.start, "q")
    with refused(
        PlygroundError,
        "{field} holds {value}. Only numbers, tuples of numbers, and arrays of signed numbers or floats can be compiled: search it without native speed.",
        field="SpielPosition.kind",
    ):
        search(spiel.start, native=True)


@pytest.mark.proof
def test_commands_accept_games_of_open_spiel() -> None:
    assert check_examples(DOCS / "adapters.md") == 2
