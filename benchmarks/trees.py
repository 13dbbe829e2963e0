"""Walks of whole trees: minimax and alpha-beta, plain and compiled, beside the same in C and elsewhere."""

from __future__ import annotations

from typing import Any

from benchmarks.limit import limit
from benchmarks.peers import peer
from benchmarks.race import Contender, Work, on_cpu
from plyground import game, search, setting
from plyground.core.position import MAX
from plyground.searches import algorithm
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.searches.tally import NODES, REPLIES, new_tally
from plyground.searches.twin import twin

EASYAI_DEPTH = 8
EASYAI_LONG_DEPTH = 10
PIG, PIG_DEPTH = "pig:target=20,faces=3", 11


def walk(name: str, text: str, depth: int | None = None, *, native: bool) -> Contender:
    """Return one of the project's searches from the start of a game as a contender."""
    known = algorithm(name)
    tally = new_tally()
    window = (-INFINITY, INFINITY) if known.windowed else ()
    arguments: tuple[Any, ...] = (game(text).start, 0, *window, MAX, setting(depth=depth), tally)
    function = twin(known.text, *arguments) if native else known.text

    def work() -> int:
        tally.counts[NODES] = tally.counts[REPLIES] = 0
        function(*arguments)
        return tally.counts[NODES]

    return Contender("plyground" if native else "its text in Python", lambda: on_cpu(work))


def averages(text: str, depth: int, *, native: bool, needed: float | None = None) -> Contender:
    """Return a search of a game of chance as a contender."""
    start, chosen = game(text).start, setting(depth=depth)

    def work() -> int:
        return search(start, "expectiminimax", chosen, native=native).nodes

    work()  # compile before the clock runs
    return Contender("plyground" if native else "its text in Python", lambda: on_cpu(work), needed)


def _connect_four(depth: int, others: list[Contender], *, same_count: bool = True) -> Work:
    title = f"Connect Four, alpha-beta to depth {depth}, left to right"
    return Work(title, "nodes", walk("alphabeta", "connect_four", depth, native=True), others, same_count)


def works(long: bool) -> list[Work]:
    """Return the work to measure."""
    easyai = EASYAI_LONG_DEPTH if long else EASYAI_DEPTH
    return [
        Work(
            "Tic-tac-toe, minimax",
            "nodes",
            walk("minimax", "tictactoe", native=True),
            [
                walk("minimax", "tictactoe", native=False),
                *peer("open_spiel", "OpenSpiel, Python", "spiel_minimax", "tic_tac_toe", needed=200),
                *limit("minimax", 0, 0, needed=0.8),
                *limit("minimax_text", MAX_DEPTH + 1, needed=0.8, name="C, with the setting and the tally"),
            ],
        ),
        _connect_four(
            10,
            [
                walk("alphabeta", "connect_four", 10, native=False),
                *limit("alphabeta", 0, 0, 10, needed=0.8),
            ],
        ),
        _connect_four(
            10,
            peer("open_spiel", "OpenSpiel, Python", "spiel_alphabeta", "connect_four", 10, needed=200),
            same_count=False,  # the other program does not count nodes
        ),
        _connect_four(
            easyai,
            peer("easyAI", "easyAI", "easyai_connect_four", easyai, needed=20_000),
            same_count=not long,  # the other program prefers faster wins: 161,430 nodes to depth 10, not 155,590
        ),
        Work(
            f"Pig, expectiminimax to depth {PIG_DEPTH}",
            "nodes",
            averages(PIG, PIG_DEPTH, native=True),
            [averages(PIG, PIG_DEPTH, native=False, needed=100)],
        ),
    ]
