"""A program that uses the library and neither the compiler nor the page."""

PROGRAM = """
import plyground
from plyground import bot, exact, game, search, setting, uct
from plyground.conformance import check
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.solvers.forward import solve
from plyground.teaching.exercises.generator import new_exercise
from plyground.teaching.exercises.marking import mark
from plyground.trace.record import record
from plyground.trace.sentences import sentences
from plyground.trees import Tree

tictactoe = game("tictactoe")
assert search(tictactoe.start, "alphabeta").nodes == 18297
assert uct(tictactoe.start, playouts=20, seed=1).move in range(9)
assert bot("minimax:depth=2", tictactoe).choose(tictactoe.start).move in range(9)
assert exact(tictactoe.notation.parse("x...o...x")).value == 0
assert check(game("nim"), games=2, positions=50) == []
tree = Tree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
run = record(tree.start, "alphabeta", of=tree)
assert any("cut" in str(sentence) for sentence in sentences(run))
assert svg(plan(run)).startswith("<svg")
made = new_exercise("values", student="Ana", number=1)
assert mark(made, made.kind.shape.written(made.solution())).credit == 1
print("done")
"""
