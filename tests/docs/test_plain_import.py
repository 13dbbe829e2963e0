"""The library works where the libraries of the compiler and of the page cannot be imported."""

from __future__ import annotations

import subprocess
import sys

BLOCKED = (
    "numba", "llvmlite", "numpy", "nicegui", "fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "segno", "resvg_py",
    "anywidget", "typer", "rich",
)  # fmt: skip
PROGRAM = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED}:
            raise ImportError(f"{{name}} is blocked")

sys.meta_path.insert(0, Blocked())
import plyground
from plyground import exact, game, player, search, setting, uct
from plyground.check import check
from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.solve.forward import solve
from plyground.teaching.exercises.generator import new_exercise
from plyground.teaching.exercises.marking import mark
from plyground.trace.record import record
from plyground.trace.sentences import sentences
from plyground.trees import Tree

tictactoe = game("tictactoe")
assert search(tictactoe.start, "alphabeta", setting(depth=3)).visits > 1
assert uct(tictactoe.start, playouts=20, seed=1).move in range(9)
assert player("minimax:depth=2", tictactoe).choose(tictactoe.start).move in range(9)
assert exact(tictactoe.notation.parse("x...o...x")).score == 0
assert check(game("nim"), games=2, positions=50) == []
tree = Tree.of([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
run = record(tree.start, "alphabeta", of=tree)
assert any("cut" in str(sentence) for sentence in sentences(run))
assert svg(plan(run)).startswith("<svg")
made = new_exercise("values", student="Ana", number=1)
assert mark(made, made.kind.shape.written(made.solution())).credit == 1
print("done")
"""


def test_searches_exercises_marking_and_drawing_need_no_compiler_and_no_page() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.stdout == "done\n", done.stderr
