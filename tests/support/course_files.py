"""Files of CS50's Tic-Tac-Toe and of CS188's project 2, written from the public descriptions of the assignments."""

from __future__ import annotations

HEAD = """
import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]
"""
PLAYER = """
def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O
"""
ACTIONS = """
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}
"""
RESULT = """
def result(board, action):
    i, j = action
    if board[i][j] != EMPTY:
        raise Exception("invalid action")
    new = copy.deepcopy(board)
    new[i][j] = player(board)
    return new
"""
WINNER = """
LINES = (
    [[(i, 0), (i, 1), (i, 2)] for i in range(3)]
    + [[(0, j), (1, j), (2, j)] for j in range(3)]
    + [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
)


def winner(board):
    for line in LINES:
        a, b, c = [board[i][j] for i, j in line]
        if a != EMPTY and a == b == c:
            return a
    return None
"""
TERMINAL = """
def terminal(board):
    return winner(board) is not None or all(cell is not EMPTY for row in board for cell in row)
"""
UTILITY = """
def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0
"""
MINIMAX = """
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))


def max_value(board):
    if terminal(board):
        return utility(board)
    return max(min_value(result(board, action)) for action in actions(board))


def min_value(board):
    if terminal(board):
        return utility(board)
    return min(max_value(result(board, action)) for action in actions(board))
"""
PRUNING = """
def minimax(board):
    if terminal(board):
        return None
    best, chosen = (-math.inf, None) if player(board) == X else (math.inf, None)
    for action in actions(board):
        value = search(result(board, action), -math.inf, math.inf)
        if (player(board) == X and value > best) or (player(board) == O and value < best):
            best, chosen = value, action
    return chosen


def search(board, alpha, beta):
    if terminal(board):
        return utility(board)
    if player(board) == X:
        v = -math.inf
        for action in actions(board):
            v = max(v, search(result(board, action), alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    v = math.inf
    for action in actions(board):
        v = min(v, search(result(board, action), alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v
"""


def file_of(**parts: str) -> str:
    """Return a file with the usual functions, some of them replaced."""
    usual = {"head": HEAD, "player": PLAYER, "actions": ACTIONS, "result": RESULT, "winner": WINNER, "terminal": TERMINAL, "utility": UTILITY, "minimax": MINIMAX}  # fmt: skip
    return "\n".join((usual | parts).values())


def changed(text: str, *changes: str) -> str:
    """Return a text with each odd one of ``changes`` replaced by the next."""
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    return text


CS50 = {
    "deepcopy": file_of(),
    "pruning": file_of(minimax=PRUNING),
    "list-of-actions": file_of(actions="""
def actions(board):
    found = []
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell is EMPTY:
                found.append((i, j))
    return found
"""),
    "numbers-as-marks": changed(file_of(), 'X = "X"', "X = 1", 'O = "O"', "O = -1", "EMPTY = None", "EMPTY = 0", "is not EMPTY", "!= EMPTY"),
    "copied-rows": file_of(result="""
def result(board, action):
    if action not in actions(board):
        raise ValueError
    return [[player(board) if (i, j) == tuple(action) else cell for j, cell in enumerate(row)] for i, row in enumerate(board)]
"""),
    "counting-turns": file_of(player="""
def player(board):
    empty = 0
    for row in board:
        for cell in row:
            if cell == EMPTY:
                empty += 1
    if empty % 2 == 1:
        return X
    else:
        return O
"""),
    "long-winner": file_of(winner="""
def winner(board):
    for who in (X, O):
        for i in range(3):
            if board[i][0] == who and board[i][1] == who and board[i][2] == who:
                return who
            if board[0][i] == who and board[1][i] == who and board[2][i] == who:
                return who
        if board[0][0] == who and board[1][1] == who and board[2][2] == who:
            return who
        if board[0][2] == who and board[1][1] == who and board[2][0] == who:
            return who
"""),
    "early-win": file_of(minimax="""
def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    goal = 1 if me == X else -1
    best = None
    for action in actions(board):
        value = score(result(board, action))
        if value == goal:
            return action
        if best is None or (value - best[0]) * goal > 0:
            best = (value, action)
    return best[1]


def score(board):
    if terminal(board):
        return utility(board)
    values = [score(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)
"""),
    "prints": changed(file_of(), "def minimax(board):\n", "def minimax(board):\n    print('thinking', board)\n"),
    "numpy": changed(file_of(winner="""
import numpy as np


def winner(board):
    cells = np.array(board)
    lines = [*cells, *cells.T, cells.diagonal(), np.fliplr(cells).diagonal()]
    for line in lines:
        if line[0] is not None and len(set(line)) == 1:
            return line[0]
    return None
""")),
    "is-full": file_of(terminal="""
def terminal(board):
    if winner(board):
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True
"""),
}  # fmt: skip
"""Right files of CS50 by their peculiarity."""
CS50_WRONG = {
    "result-changes-board": changed(file_of(), "copy.deepcopy(board)", "board.copy()"),
    "result-changes-board:slice": changed(file_of(), "copy.deepcopy(board)", "board[:]"),
    "result-takes-taken": changed(file_of(), "    if board[i][j] != EMPTY:\n        raise Exception(\"invalid action\")\n", ""),
    "result-other-mark": changed(file_of(), "new[i][j] = player(board)", "new[i][j] = O if player(board) == X else X"),
    "rows-missed": changed(file_of(), "[[(i, 0), (i, 1), (i, 2)] for i in range(3)]\n    + ", ""),
    "columns-missed": changed(file_of(), "    + [[(0, j), (1, j), (2, j)] for j in range(3)]\n", ""),
    "first-diagonal-missed": changed(file_of(), "[(0, 0), (1, 1), (2, 2)], ", ""),
    "second-diagonal-missed": changed(file_of(), ", [(0, 2), (1, 1), (2, 0)]", ""),
    "diagonals-missed": changed(file_of(), "    + [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]\n", ""),
    "second-diagonal-missed:pruning": changed(file_of(minimax=PRUNING), ", [(0, 2), (1, 1), (2, 0)]", ""),
    "player-swapped": changed(file_of(), "X if xs == os else O", "O if xs == os else X"),
    "actions-swapped": changed(file_of(), "{(i, j) for", "{(j, i) for"),
    "actions-taken": changed(file_of(), "if board[i][j] == EMPTY}", "if board[i][j] != EMPTY}"),
    "full-board-goes-on": changed(file_of(), "return winner(board) is not None or all(cell is not EMPTY for row in board for cell in row)", "return winner(board) is not None"),
    "win-goes-on": changed(file_of(), "winner(board) is not None or ", ""),
    "utility-sign": changed(file_of(), "return 1\n", "return #\n", "return -1\n", "return 1\n", "return #", "return -1"),
    "utility-always-one": changed(file_of(), "return -1\n", "return 1\n"),
    "minimax-sides-swapped": changed(file_of(), "if player(board) == X:\n        return max", "if player(board) == O:\n        return max"),
    "minimax-below-max": changed(file_of(), "return min(max_value(result", "return max(max_value(result"),
    "minimax-always-max:only-x": changed(file_of(), "return min(actions(board), key", "return max(actions(board), key"),
    "minimax-one-move": changed(file_of(), "min_value(result(board, action)))\n    return", "utility(result(board, action)))\n    return", "max_value(result(board, action)))\n\n", "utility(result(board, action)))\n\n"),
    "minimax-any-action": changed(file_of(), "    if player(board) == X:\n        return max(actions", "    return min(actions(board))\n    if player(board) == X:\n        return max(actions"),
    "minimax-value": changed(file_of(), "        return max(actions(board), key=lambda action: min_value(result(board, action)))\n    return min(actions(board), key=lambda action: max_value(result(board, action)))", "        return max_value(board)\n    return min_value(board)"),
}  # fmt: skip
"""Wrong files of CS50; each name begins with that of its mistake."""

AGENT = """
from util import manhattanDistance
from game import Directions
import random, util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

"""
INNER = (
    AGENT
    + """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if agent == state.getNumAgents():
                agent, depth = 0, depth + 1
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            values = [value(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)]
            return max(values) if agent == 0 else min(values)

        legal = gameState.getLegalActions(0)
        return max(legal, key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))
"""
)
METHODS = (
    AGENT
    + """
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta, best, chosen = float("-inf"), float("inf"), float("-inf"), None
        for action in gameState.getLegalActions(0):
            value = self.minValue(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if value > best:
                best, chosen = value, action
            alpha = max(alpha, best)
        return chosen

    def maxValue(self, state, depth, alpha, beta):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.minValue(state.generateSuccessor(0, action), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, agent, depth, alpha, beta):
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(agent):
            after = state.generateSuccessor(agent, action)
            if agent == state.getNumAgents() - 1:
                v = min(v, self.maxValue(after, depth + 1, alpha, beta))
            else:
                v = min(v, self.minValue(after, agent + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
"""
)
EXPECTIMAX = (
    AGENT
    + """
class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, 0)[1]

    def search(self, state, agent, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        following = (agent + 1) % state.getNumAgents()
        deeper = depth + 1 if following == 0 else depth
        found = [(self.search(state.generateSuccessor(agent, a), following, deeper)[0], a) for a in state.getLegalActions(agent)]
        if agent == 0:
            return max(found, key=lambda pair: pair[0])
        return sum(value for value, _ in found) / len(found), None
"""
)
CS188 = {
    "minimax:inner": ("minimax", INNER),
    "minimax:loop": ("minimax", AGENT + """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, move = -999999, Directions.STOP
        for action in gameState.getLegalActions(0):
            score = self.ghost(gameState.generateSuccessor(0, action), 1, self.depth)
            if score > best:
                best = score
                move = action
        return move

    def pacman(self, state, left):
        if left == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return max([self.ghost(state.generateSuccessor(0, a), 1, left) for a in state.getLegalActions(0)])

    def ghost(self, state, which, left):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        results = []
        for a in state.getLegalActions(which):
            child = state.generateSuccessor(which, a)
            last = which == state.getNumAgents() - 1
            results.append(self.pacman(child, left - 1) if last else self.ghost(child, which + 1, left))
        return min(results)
"""),
    "minimax:plies": ("minimax", AGENT + """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()

        def visit(state, ply):
            if ply == agents * self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state), None
            agent = ply % agents
            choices = []
            for action in state.getLegalActions(agent):
                choices.append((visit(state.generateSuccessor(agent, action), ply + 1)[0], action))
            pick = max if agent == 0 else min
            return pick(choices, key=lambda choice: choice[0])

        return visit(gameState, 0)[1]
"""),
    "alphabeta:methods": ("alphabeta", METHODS),
    "alphabeta:one-function": ("alphabeta", AGENT + """
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.ab(gameState, 0, 0, -float("inf"), float("inf"))[1]

    def ab(self, s, agent, d, a, b):
        if agent >= s.getNumAgents():
            agent = 0
            d += 1
        if s.isWin() or s.isLose() or d == self.depth:
            return self.evaluationFunction(s), None
        best = None
        for action in s.getLegalActions(agent):
            v = self.ab(s.generateSuccessor(agent, action), agent + 1, d, a, b)[0]
            if best is None or (agent == 0 and v > best[0]) or (agent != 0 and v < best[0]):
                best = (v, action)
            if agent == 0:
                if best[0] > b:
                    return best
                a = max(a, best[0])
            else:
                if best[0] < a:
                    return best
                b = min(b, best[0])
        return best
"""),
    "expectimax:pairs": ("expectimax", EXPECTIMAX),
    "expectimax:probability": ("expectimax", AGENT + """
class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        scores = {}
        for a in gameState.getLegalActions(0):
            scores[a] = self.expected(gameState.generateSuccessor(0, a), 1, 0)
        return max(scores, key=scores.get)

    def expected(self, state, agent, depth):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        actions = state.getLegalActions(agent)
        p = 1.0 / len(actions)
        total = 0
        for a in actions:
            nxt = state.generateSuccessor(agent, a)
            total += p * (self.best(nxt, depth + 1) if agent + 1 == state.getNumAgents() else self.expected(nxt, agent + 1, depth))
        return total

    def best(self, state, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        return max(self.expected(state.generateSuccessor(0, a), 1, depth) for a in state.getLegalActions(0))
"""),
    "minimax:dispatch": ("minimax", AGENT + """
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        values = [(self.value(gameState.generateSuccessor(0, a), 1, self.depth), a) for a in gameState.getLegalActions(0)]
        best = max(value for value, _a in values)
        return [a for value, a in values if value == best][-1]

    def value(self, state, agent, left):
        agent = agent % state.getNumAgents()
        if agent == 0:
            left = left - 1
        if left == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        if agent == 0:
            return self.max_value(state, left)
        return self.min_value(state, agent, left)

    def max_value(self, state, left):
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.value(state.generateSuccessor(0, action), 1, left))
        return v

    def min_value(self, state, agent, left):
        v = float("inf")
        for action in state.getLegalActions(agent):
            v = min(v, self.value(state.generateSuccessor(agent, action), agent + 1, left))
        return v
"""),
    "minimax:static": ("minimax", changed(INNER, "def value(state, agent, depth):", "limit = self.depth * 1\n\n        def value(state, agent, depth):", "depth == self.depth", "depth >= limit")),
}  # fmt: skip
"""Right files of CS188 by their peculiarity: (task, text)."""
CS188_WRONG = {
    "one-ghost": ("minimax", changed(INNER, "agent == state.getNumAgents()", "agent == 2")),
    "one-ghost:alphabeta": ("alphabeta", changed(METHODS, "if agent == state.getNumAgents() - 1:", "if True:")),
    "one-ghost:expectimax": ("expectimax", changed(EXPECTIMAX, "% state.getNumAgents()", "% 2")),
    "depth-one-more": ("minimax", changed(INNER, "depth == self.depth", "depth > self.depth")),
    "depth-one-more:expectimax": ("expectimax", changed(EXPECTIMAX, "depth == self.depth", "depth > self.depth")),
    "depth-one-less": ("expectimax", changed(EXPECTIMAX, "search(gameState, 0, 0)", "search(gameState, 0, 0)", "if state.isWin() or state.isLose() or depth == self.depth:", "if state.isWin() or state.isLose() or (depth == self.depth - 1 and state is not self.root):", "return self.search(", "self.root = gameState\n        return self.search(")),
    "depth-in-plies": ("expectimax", changed(EXPECTIMAX, "depth + 1 if following == 0 else depth", "depth + 1")),
    "depth-ignored": ("minimax", changed(INNER, "depth == self.depth or ", "")),
    "returns-value": ("minimax", changed(INNER, "return max(legal, key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))", "return value(gameState, 0, 0)")),
    "returns-value:expectimax": ("expectimax", changed(EXPECTIMAX, "search(gameState, 0, 0)[1]", "search(gameState, 0, 0)[0]")),
    "ghosts-maximize": ("minimax", changed(INNER, "max(values) if agent == 0 else min(values)", "max(values)")),
    "swapped": ("minimax", changed(INNER, "max(values) if agent == 0 else min(values)", "min(values) if agent == 0 else max(values)", "return max(legal", "return min(legal")),
    "only-last-ghost": ("minimax", changed(INNER, "max(values) if agent == 0 else", "max(values) if agent != state.getNumAgents() - 1 else")),
    "first-action": ("minimax", changed(INNER, "return max(legal, key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))", "return legal[0]")),
    "nothing-cut": ("alphabeta", changed(METHODS, "            if v > beta:\n                return v\n", "", "            if v < alpha:\n                return v\n", "")),
    "cuts-equal": ("alphabeta", changed(METHODS, "v > beta", "v >= beta", "v < alpha", "v <= alpha")),
    "root-window": ("alphabeta", changed(METHODS, "            alpha = max(alpha, best)\n        return chosen", "        return chosen")),
    "max-never-cuts": ("alphabeta", changed(METHODS, "            if v > beta:\n                return v\n", "")),
    "min-never-cuts": ("alphabeta", changed(METHODS, "            if v < alpha:\n                return v\n", "")),
    "ghosts-minimize": ("expectimax", changed(EXPECTIMAX, "sum(value for value, _ in found) / len(found)", "min(value for value, _ in found)")),
    "sum": ("expectimax", changed(EXPECTIMAX, " / len(found)", "")),
    "whole-average": ("expectimax", changed(EXPECTIMAX, " / len(found)", " // len(found)")),
}  # fmt: skip
"""Wrong files of CS188: (task, text); each name begins with that of its mistake."""
