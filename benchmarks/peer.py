"""Runs in the peers' own environment: reads one task a line, does it, answers with what it counted and its CPU time.

A task is a JSON list: the name of a function below and its arguments.
"""

import json
import sys
import time
from functools import cache


@cache
def _spiel(name):
    import pyspiel

    return pyspiel.load_game(name)


def spiel_minimax(name):
    """Minimax in Python over OpenSpiel's states; the nodes."""
    nodes = 0

    def value(state):
        nonlocal nodes
        nodes += 1
        if state.is_terminal():
            return state.player_return(0)
        values = [value(state.child(action)) for action in state.legal_actions()]
        return max(values) if state.current_player() == 0 else min(values)

    value(_spiel(name).new_initial_state())
    return nodes


def spiel_alphabeta(name, depth):
    """OpenSpiel's own alpha-beta in Python; it counts no nodes."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    alpha_beta_search(_spiel(name), value_function=lambda state: 0, maximum_depth=depth)
    return 0


def spiel_perft(name, depth):
    """Perft in Python over OpenSpiel's states."""

    def count(state, depth):
        if depth == 0:
            return 1
        if state.is_terminal():
            return 1 if name == "othello" else 0
        return sum(count(state.child(action), depth - 1) for action in state.legal_actions())

    return count(_spiel(name).new_initial_state(), depth)


def spiel_uct(name, playouts):
    """OpenSpiel's Monte-Carlo tree search in C++, one random playout a simulation."""
    import pyspiel

    game = _spiel(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, playouts, 1000, False, 7, False, pyspiel.ChildSelectionPolicy.UCT)
    bot.step(game.new_initial_state())
    return playouts


def easyai_connect_four(depth):
    """easyAI's Negamax on its own Connect Four; the nodes."""
    from easyAI import AI_Player, Negamax
    from easyAI.games.ConnectFour import ConnectFour

    class Counting(ConnectFour):
        nodes = 1

        def make_move(self, column):
            Counting.nodes += 1
            super().make_move(column)

    Counting.nodes = 1
    game = Counting([AI_Player(Negamax(depth)), AI_Player(Negamax(depth))])
    Negamax(depth)(game)
    return Counting.nodes


def bitbully_scores(lines):
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
