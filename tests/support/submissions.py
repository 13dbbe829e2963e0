"""Students' submissions as texts: ten right ones in the forms that courses use, and known mistakes made in them."""

from __future__ import annotations

TWO_FUNCTIONS = """
from math import inf

def max_value(node, alpha, beta):
    if not isinstance(node, list):
        return node
    best = -inf
    for child in node:
        best = max(best, min_value(child, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best

def min_value(node, alpha, beta):
    if not isinstance(node, list):
        return node
    best = inf
    for child in node:
        best = min(best, max_value(child, alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best

def alphabeta(node):
    return max_value(node, -inf, inf)
"""
MAXIMIZING = """
def minimax(node, depth, alpha, beta, maximizingPlayer):
    if depth == 0 or type(node) is int:
        return node
    if maximizingPlayer:
        value = float("-inf")
        for child in node:
            value = max(value, minimax(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    else:
        value = float("inf")
        for child in node:
            value = min(value, minimax(child, depth - 1, alpha, beta, True))
            beta = min(beta, value)
            if beta <= alpha:
                break
        return value
"""
NESTED = """
def minimax(tree, is_max=True):
    if not isinstance(tree, list):
        return tree
    values = [minimax(child, not is_max) for child in tree]
    return max(values) if is_max else min(values)
"""
PACMAN = """
from game import Agent
import util

def scoreEvaluationFunction(state):
    return state.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, 0)[1]

    def search(self, state, agent, depth):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        choices = [(self.search(state.generateSuccessor(agent, a), agent + 1, depth)[0], a) for a in state.getLegalActions(agent)]
        pick = max if agent == 0 else min
        return pick(choices, key=lambda pair: pair[0])

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        util.raiseNotDefined()
"""
PACMAN_ALPHA_BETA = """
from util import manhattanDistance
from game import Directions
from multiAgents import MultiAgentSearchAgent

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = float("-inf"), float("inf")
        best, move = float("-inf"), Directions.STOP
        for action in gameState.getLegalActions(0):
            value = self.minValue(gameState.generateSuccessor(0, action), 0, alpha, beta)
            if value > best:
                best, move = value, action
            alpha = max(alpha, best)
        return move

    def maxValue(self, state, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.minValue(state.generateSuccessor(0, action), depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, depth, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(1):
            v = min(v, self.maxValue(state.generateSuccessor(1, action), depth + 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
"""
BOOK = """
import math

def alpha_beta_search(game, state):
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = -math.inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = math.inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    value, move = max_value(state, -math.inf, math.inf)
    return move
"""
NODES = """
def minimax(node, depth, is_maximizing):
    if not node.children:
        return node.value
    if is_maximizing:
        best = float("-inf")
        for child in node.children:
            score = minimax(child, depth + 1, False)
            if score > best:
                best = score
    else:
        best = float("inf")
        for child in node.children:
            score = minimax(child, depth + 1, True)
            if score < best:
                best = score
    return best
"""
NEGAMAX = """
def negamax(node, depth, alpha, beta, color):
    if depth == 0 or not isinstance(node, list):
        return color * node
    best = float("-inf")
    for child in node:
        best = max(best, -negamax(child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
EXPECTIMAX = """
def expectimax(node, is_max):
    if not isinstance(node, list):
        return node
    values = [expectimax(child, not is_max) for child in node]
    if is_max:
        return max(values)
    return sum(values) / len(values)
"""
MAX_N = """
def maxn(node, player):
    if not isinstance(node, list):
        return node
    best = None
    for child in node:
        utilities = maxn(child, (player + 1) % 3)
        if best is None or utilities[player] > best[player]:
            best = utilities
    return best
"""
SCORES = """
import math

def minimax(curDepth, nodeIndex, maxTurn, scores, targetDepth):
    if curDepth == targetDepth:
        return scores[nodeIndex]
    if maxTurn:
        return max(minimax(curDepth + 1, nodeIndex * 2, False, scores, targetDepth),
                   minimax(curDepth + 1, nodeIndex * 2 + 1, False, scores, targetDepth))
    else:
        return min(minimax(curDepth + 1, nodeIndex * 2, True, scores, targetDepth),
                   minimax(curDepth + 1, nodeIndex * 2 + 1, True, scores, targetDepth))
"""

RIGHT = {
    "two-functions": TWO_FUNCTIONS,
    "maximizing": MAXIMIZING,
    "nested": NESTED,
    "pacman": PACMAN,
    "book": BOOK,
    "nodes": NODES,
    "negamax": NEGAMAX,
    "expectimax": EXPECTIMAX,
    "max-n": MAX_N,
    "scores": SCORES,
}
"""Right submissions by the name of their form."""


def _changed(text: str, *changes: str) -> str:
    """Return a text with each odd one of ``changes`` replaced by the next."""
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    return text


WRONG = {
    "zero-start": _changed(TWO_FUNCTIONS, "best = -inf", "best = 0", "best = inf", "best = 0"),
    "zero-start-max": _changed(NODES, 'float("-inf")', "0"),
    "swapped": _changed(NESTED, "max(values) if is_max else min(values)", "min(values) if is_max else max(values)"),
    "one-side": _changed(NESTED, "not is_max)", "is_max)"),
    "stays-min": _changed(NODES, "depth + 1, True", "depth + 1, False"),
    "leaf-sign": _changed(NEGAMAX, "color * node", "node"),
    "no-minus": _changed(NEGAMAX, "-negamax(child, depth - 1, -beta, -alpha", "negamax(child, depth - 1, alpha, beta"),
    "nothing-cut-sign": _changed(NEGAMAX, "-beta, -alpha", "alpha, beta"),
    "window-exchanged": _changed(NEGAMAX, "-beta, -alpha", "-alpha, -beta"),
    "nothing-cut": _changed(TWO_FUNCTIONS, "_value(child, alpha, beta)", "_value(child, -inf, inf)"),
    "other-rule": _changed(MAXIMIZING, "beta <= alpha", "beta < alpha"),
    "other-rule-min": _changed(TWO_FUNCTIONS, "best <= alpha", "best < alpha"),
    "wrong-side": _changed(TWO_FUNCTIONS, "best >= beta", "best <= alpha#", "best <= alpha:", "best >= beta:", "alpha#:", "alpha:"),
    "min-never-cuts": _changed(TWO_FUNCTIONS, "        if best <= alpha:\n            return best\n", ""),
    "nothing-cut-alpha": _changed(MAXIMIZING, "            alpha = max(alpha, value)\n", ""),
    "nothing-cut-beta": _changed(MAXIMIZING, "beta = min(beta, value)", "alpha = max(alpha, value)"),
    "first-child": _changed(NODES, "best = score\n    else", "best = score\n            return best\n    else", "best = score\n    return", "best = score\n            return best\n    return"),
    "depth-in-plies": _changed(PACMAN, "agent, depth = 0, depth + 1", "agent = 0", "agent + 1, depth)", "agent + 1, depth + 1)"),
    "returns-move": NESTED.replace("minimax", "value") + "\ndef minimax(tree):\n    values = [value(child, False) for child in tree]\n    return values.index(max(values))\n",
    "sum": _changed(EXPECTIMAX, " / len(values)", ""),
    "chance-as-min": _changed(EXPECTIMAX, "sum(values) / len(values)", "min(values)"),
    "paranoid": _changed(MAX_N, "utilities[player] > best[player]", "(utilities[0] > best[0]) == (player == 0)"),
    "next-player": _changed(MAX_N, "utilities[player] > best[player]", "utilities[(player + 1) % 3] > best[(player + 1) % 3]"),
}  # fmt: skip
"""Wrong submissions by the name of their mistake, some with a word that tells them apart."""
