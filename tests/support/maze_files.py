"""Files for questions 1 and 5 of CS188's project 2, written from the public description of the assignment."""

from __future__ import annotations

from course_files import changed

HEAD = """
from util import manhattanDistance
from game import Directions, Agent
from pacman import GameState
import random, util

"""
CHOICE = """
    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        bestScore = max(scores)
        return legalMoves[random.choice([i for i in range(len(scores)) if scores[i] == bestScore])]
"""
RECIPROCALS = (
    HEAD
    + "class ReflexAgent(Agent):"
    + CHOICE
    + """
    def evaluationFunction(self, currentGameState: GameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        position = successor.getPacmanPosition()
        food = successor.getFood().asList()
        score = successor.getScore()
        if food:
            score += 10.0 / min(manhattanDistance(position, each) for each in food)
        for ghost in successor.getGhostStates():
            if ghost.scaredTimer == 0 and manhattanDistance(position, ghost.getPosition()) < 2:
                score -= 1000
        return score
"""
)
BETTER = (
    HEAD
    + """
def betterEvaluationFunction(currentGameState: GameState):
    if currentGameState.isWin():
        return 1000000
    if currentGameState.isLose():
        return -1000000
    position = currentGameState.getPacmanPosition()
    score = currentGameState.getScore()
    score += 10.0 / min(manhattanDistance(position, food) for food in currentGameState.getFood().asList())
    score -= 4 * currentGameState.getNumFood()
    for ghost in currentGameState.getGhostStates():
        distance = manhattanDistance(position, ghost.getPosition())
        if ghost.scaredTimer:
            score += 20.0 / (distance + 1)
        elif distance < 2:
            score -= 100
    return score


better = betterEvaluationFunction
"""
)
MAZE_RIGHT = {
    "reflex:reciprocals": ("reflex", RECIPROCALS),
    "reflex:early-return": ("reflex", """
import util


class ReflexAgent:
    def evaluationFunction(self, state, action):
        if action == "Stop":
            return float("-inf")
        after = state.generatePacmanSuccessor(action)
        if after.isWin():
            return float("inf")
        here = after.getPacmanState().getPosition()
        timers = [ghost.scaredTimer for ghost in after.getGhostStates()]
        near = min(util.manhattanDistance(here, ghost) for ghost in after.getGhostPositions())
        if min(timers) == 0 and near <= 2:
            return -10000 + near
        return -min(util.manhattanDistance(here, food) for food in after.getFood().asList()) - 100 * after.getNumFood()
"""),
    "evaluation:features": ("evaluation", BETTER),
    "evaluation:maze-distance": ("evaluation", """
import util


def distances(state):
    walls, seen, queue = state.getWalls(), {state.getPacmanPosition(): 0}, util.Queue()
    queue.push(state.getPacmanPosition())
    while not queue.isEmpty():
        x, y = queue.pop()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cell not in seen and not walls[cell[0]][cell[1]]:
                seen[cell] = seen[(x, y)] + 1
                queue.push(cell)
    return seen


def betterEvaluationFunction(currentGameState):
    if currentGameState.isWin() or currentGameState.isLose():
        return currentGameState.getScore()
    far = distances(currentGameState)
    return currentGameState.getScore() - 1.5 * min(far[food] for food in currentGameState.getFood().asList())
"""),
    "evaluation:weights": ("evaluation", """
def betterEvaluationFunction(s):
    x, y = s.getPacmanPosition()
    grid = s.getFood()
    gaps = [abs(x - column) + abs(y - row) for column in range(grid.width) for row in range(grid.height) if grid[column][row]]
    features = {"score": s.getScore(), "gap": min(gaps, default=0), "capsules": len(s.getCapsules())}
    weights = {"score": 1, "gap": -1.5, "capsules": -5}
    return sum(weights[name] * value for name, value in features.items())
"""),
}  # fmt: skip
"""Right files by their peculiarity: (task, text)."""
RETURN = "        return score\n"
MAZE_WRONG = {
    "constant-reflex": ("reflex", changed(RECIPROCALS, RETURN, "        return 0\n")),
    "reversed": ("reflex", changed(RECIPROCALS, RETURN, "        return -score\n")),
    "into-ghosts": ("reflex", changed(RECIPROCALS, "score -= 1000", "score += 1000")),
    "stands": ("reflex", changed(RECIPROCALS, RETURN, '        return 1 if action == Directions.STOP else 0\n')),
    "food-left": ("reflex", changed(RECIPROCALS, "score += 10.0 / min", "score -= 30 * min", "score = successor.getScore()", "score = 0", "min(", "max(")),
    "raises": ("reflex", changed(RECIPROCALS, "position = successor.getPacmanPosition()", "position = successor.getPosition()")),
    "endless": ("evaluation", changed(BETTER, "    score -= 4", "    while True:\n        pass\n    score -= 4")),
    "constant-evaluation": ("evaluation", HEAD + "def betterEvaluationFunction(state):\n    return 1\n"),
    "returns-nothing": ("evaluation", changed(BETTER, "    return score\n", "    print(score)\n")),
    "reversed-evaluation": ("evaluation", changed(BETTER, "    return score\n", "    return -score\n", "return 1000000", "return -2000000", "return -1000000", "return 1000000")),
    "only-score": ("evaluation", HEAD + "def betterEvaluationFunction(state):\n    return state.getScore()\n"),
    "missing": ("evaluation", HEAD + "def better(state):\n    return state.getScore()\n"),
}  # fmt: skip
"""Wrong files by their mistake: (task, text)."""
