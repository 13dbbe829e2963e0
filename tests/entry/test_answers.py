"""The answers of all searches and solvers have the same parts, and the same limits end the searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from program import answer

from plyground import (
    Answer,
    ArgumentError,
    Limit,
    SearchError,
    SearchStopped,
    deepen,
    exact,
    explore,
    game,
    new_tally,
    proof_number,
    search,
    setting,
    solve,
    uct,
)
from plyground.games.position_setup import encoded

TICTACTOE = game("tictactoe")
NEAR_THE_END = TICTACTOE.notation.parse("xoxoxo...")
"""X wins at once in the lower left or right corner."""
WINNING = {6, 8}
PARTS = ("value", "move", "line", "moves", "nodes", "seconds", "native")
ASK: dict[str, Callable[..., Answer]] = {
    "search": search,
    "deepen": deepen,
    "uct": uct,
    "exact": exact,
    "proof_number": proof_number,
    "explore": lambda subject, native: explore(subject, solve(subject, native=native)),
}
WORTH: dict[str, Any] = {"uct": 1, "proof_number": True, "explore": (1, 1)}
"""The value of a win in one move, as each function gives it; 1 by the others."""


@pytest.mark.parametrize("name", ASK)
def test_every_answer_has_the_same_parts(name: str) -> None:
    for native in (False, True):
        answer = ASK[name](NEAR_THE_END, native=native)
        assert [part for part in PARTS if not hasattr(answer, part)] == []
        assert answer.value == WORTH.get(name, 1)
        assert answer.move in WINNING and answer.line[0] == answer.move
        assert answer.nodes > 0 and answer.seconds > 0
        assert answer.native is (native and name != "explore")


@pytest.mark.parametrize("name", ASK)
def test_every_answer_gives_moves_with_their_values(name: str) -> None:
    answer = exact(NEAR_THE_END, every_move=True) if name == "exact" else ASK[name](NEAR_THE_END, native=False)
    assert {each.move for each in answer.moves} == set(NEAR_THE_END.moves())
    assert [each.value for each in answer.moves if each.move == answer.move] == [WORTH.get(name, 1)]


@pytest.mark.parametrize("name", ASK)
@pytest.mark.parametrize("subject", ["tictactoe", TICTACTOE, TICTACTOE.start], ids=["text", "game", "position"])
def test_every_function_takes_a_position_a_game_or_its_text(name: str, subject: Any) -> None:
    if name == "uct":
        answer: Answer = uct(subject, playouts=20, native=False)
    else:
        answer = ASK[name](subject, native=False)
    assert answer.move in TICTACTOE.start.moves()


def test_a_search_with_a_limit_deepens() -> None:
    found = search(TICTACTOE, nodes=2_000, native=False)
    judged = setting(depth=9, evaluation=next(iter(TICTACTOE.evaluations.values())))
    expected = deepen(TICTACTOE, Limit(nodes=2_000), judged, algorithm="alphabeta", native=False)
    assert (found.nodes, found.depth, found.move, found.line) == (2_000, expected.depth, expected.move, expected.line)
    assert search(TICTACTOE, seconds=60, native=False).proven
    assert search(TICTACTOE, depth=2, nodes=10_000, native=False).depth == 2
    assert search(TICTACTOE, setting=setting(depth=2), nodes=10_000, native=False).depth == 2
    with pytest.raises(SearchError):
        search(TICTACTOE, nodes=2_000, every_move=True)


@pytest.mark.proof
def test_a_games_best_evaluation_judges_at_a_limit_as_in_the_command() -> None:
    """A position alone knows no game: there an unfinished position counts as a draw."""
    chess = game("chess")
    hanging = "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    there = game(f"chess:position={encoded(hanging)}")
    told = answer("search", "chess", "--depth", "2", "--position", hanging)
    for found in (search(there, depth=2), deepen(there, depth=2)):
        assert found.move is not None
        assert chess.notation.format_move(found.position, found.move) == told["move"] == "exd5"
    assert search(there, depth=2).value == told["value"] > 0
    assert search(there.start, depth=2).value == 0


def test_limits_are_given_once() -> None:
    by_words, by_limit = deepen(TICTACTOE, depth=3, native=False), deepen(TICTACTOE, Limit(depth=3), native=False)
    assert (by_words.depth, by_words.nodes, by_words.line) == (3, by_limit.nodes, by_limit.line)
    with pytest.raises(SearchError):
        deepen(TICTACTOE, Limit(depth=3), depth=3)


@pytest.mark.proof
@pytest.mark.parametrize("native", [False, True, None])
def test_a_limit_in_nodes_ends_uct_and_the_exact_solver(native: bool | None) -> None:
    tally = new_tally()
    for _time in range(2):
        found = uct("connect_four", nodes=8_000, seed=1, tally=tally, native=native)
        assert 8_000 <= found.nodes <= 8_000 + 2 * 42  # the last random game is played to its end
    with pytest.raises(SearchStopped):
        exact("connect_four", nodes=8_000, native=native)
    with pytest.raises(SearchStopped):
        exact("connect_four", seconds=0.1, native=native)
    assert exact("tictactoe", nodes=10_000_000, native=native).value == 0


@pytest.mark.parametrize("ask", [search, deepen, uct, exact, proof_number])
def test_impossible_limits_are_refused(ask: Callable[..., Any]) -> None:
    for limits in ({"nodes": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"nodes": 2.5}):
        with pytest.raises((ArgumentError, SearchError)):
            ask(NEAR_THE_END, **limits)


def test_a_folder_needs_a_game(tmp_path: Any) -> None:
    table = solve("tictactoe", folder=tmp_path / "table")
    assert table[TICTACTOE.start].utility == 0
    with pytest.raises(SearchError):
        solve(NEAR_THE_END, folder=tmp_path / "other")
