"""Runs in the peers' own environment: reads one task a line, does it, answers with what it counted and its CPU time.

A task is a JSON list: the name of a function below and its arguments.
"""

import json
import sys
import time
from functools import cache
from typing import Any


@cache
def _spiel(name: str) -> Any:
    import pyspiel

    return pyspiel.load_game(name)


def spiel_minimax(name: str) -> int:
    """Minimax in Python over OpenSpiel's states; the nodes."""
    nodes = 0

    def value(state: Any) -> Any:
        nonlocal nodes
        nodes += 1
        if state.is_terminal():
            return state.player_return(0)
        values = [value(state.child(action)) for action in state.legal_actions()]
        return max(values) if state.current_player() == 0 else min(values)

    value(_spiel(name).new_initial_state())
    return nodes


def spiel_alphabeta(name: str, depth: int) -> int:
    """OpenSpiel's own alpha-beta in Python; it counts no nodes."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    alpha_beta_search(_spiel(name), value_function=lambda state: 0, maximum_depth=depth)
    return 0


def spiel_perft(name: str, depth: int) -> int:
    """Perft in Python over OpenSpiel's states."""

    def count(state: Any, depth: int) -> int:
        if depth == 0:
            return 1
        if state.is_terminal():
            return 1 if name == "othello" else 0
        return sum(count(state.child(action), depth - 1) for action in state.legal_actions())

    return count(_spiel(name).new_initial_state(), depth)


def spiel_uct(name: str, playouts: int) -> int:
    """OpenSpiel's Monte-Carlo tree search in C++, one random playout a simulation."""
    import pyspiel

    game = _spiel(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, playouts, 1000, False, 7, False, pyspiel.ChildSelectionPolicy.UCT)
    bot.step(game.new_initial_state())
    return playouts


def chess_perft(depth: int) -> int:
    """Perft in Python over python-chess's boards."""
    import chess

    def count(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        found = 0
        for move in board.legal_moves:
            board.push(move)
            found += count(board, depth - 1)
            board.pop()
        return found

    return count(chess.Board(), depth)


def easyai_connect_four(depth: int) -> int:
    """easyAI's Negamax on its own Connect Four; the nodes."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    class Counting(ConnectFour):  # type: ignore[misc]
        nodes = 1

        def make_move(self, column: Any) -> None:
            Counting.nodes += 1
            super().make_move(column)

    Counting.nodes = 1
    game = Counting([AI_Player(Negamax(depth)), AI_Player(Negamax(depth))])
    Negamax(depth)(game)
    return Counting.nodes


def bitbully_scores(lines: list[str]) -> int:
    """bitbully's scores of positions, without a book; how many were as the data say."""
    from bitbully import BitBully, Board

    agent = BitBully(opening_book=None)
    right = 0
    for line in lines:
        played, score = line.split()
        board = Board()
        board.play([int(column) - 1 for column in played])
        right += agent.mtdf(board) == int(score)
    return right


for line in sys.stdin:
    name, *arguments = json.loads(line)
    started = time.process_time()
    count = globals()[name](*arguments)
    print(json.dumps([count, time.process_time() - started]), flush=True)
