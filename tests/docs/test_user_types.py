"""Games of one's own type-check: by mypy --strict and by pyright, as they are written in README and docs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.proof

GAME = '''
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plyground import (
    Game,
    Limit,
    MoveError,
    PositionError,
    check,
    deepen,
    exact,
    bot,
    proof_number,
    rules,
    search,
    setting,
    solve,
    uct,
)


@rules
class Heap(NamedTuple):
    """Heap: take one to three; who takes the last wins."""

    left: int = 10
    player: int = 0

    def moves(self) -> Iterator[int]:
        for taken in range(1, min(3, self.left) + 1):
            yield taken

    def play(self, taken: int) -> Heap:
        return Heap(self.left - taken, 1 - self.player)

    def is_over(self) -> bool:
        return self.left == 0

    def utility(self) -> int:
        return -1

    def to_move(self) -> int:
        return self.player


@rules
class Remainder(NamedTuple):
    """Lost where a multiple of four is left."""

    win: int = 100

    def value(self, position: Heap) -> int:
        return 1 if position.left % 4 else -1


class Stones:
    """A notation of one's own."""

    def format(self, position: Heap) -> str:
        return f"{position.left} {position.player}"

    def parse(self, text: str) -> Heap:
        left, blank, mover = text.partition(" ")
        if not left.isdigit() or mover not in ("0", "1"):
            raise PositionError(text, ["write the stones, a blank and the player"])
        return Heap(int(left), int(mover))

    def format_move(self, position: Heap, move: int) -> str:
        return str(move)

    def parse_move(self, position: Heap, text: str) -> int:
        if text not in map(str, position.moves()):
            raise MoveError(f"{text} cannot be taken here.")
        return int(text)

    def side(self, position: Heap) -> int:
        return position.player


heap = Game("heap", Heap(), notation=Stones(), evaluations={"remainder": Remainder()})
start: Heap = heap.start
after: Heap = heap.play(heap.notation.parse("7 0"), 3)
value: int = search(Heap()).value + search(start, depth=2).nodes
limited = search(start, setting=setting(depth=2, evaluation=Remainder()))
score: int = exact(Heap()).value + exact(heap).value
answers = uct(Heap(), playouts=10, seed=1), proof_number(Heap()), deepen(Heap(), Limit(nodes=100)), solve(Heap())
faults = check(heap)
choice = bot("minimax", heap).choose(start)
'''

PLAIN = """
from typing import NamedTuple

from plyground import bot, game, rules, search

tictactoe = game("tictactoe")
position = tictactoe.notation.parse("x...o...x")
result = search(position)
print(result.value, result.move, result.nodes)
choice = bot("expert-complete", tictactoe).choose(position)
print(choice.move, choice.reason)
"""


@pytest.fixture(params=[GAME, PLAIN], ids=["own game", "README"])
def script(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "script.py"
    path.write_text(request.param)
    return path


def test_the_user_s_program_runs(script: Path) -> None:
    subprocess.run([sys.executable, str(script)], check=True, capture_output=True)


def test_mypy_finds_nothing(script: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        os.devnull,
        str(script),
    ]
    done = subprocess.run(command, cwd=script.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_finds_nothing(script: Path) -> None:
    pyright = shutil.which("basedpyright", path=str(Path(sys.executable).parent))
    assert pyright, "basedpyright is one of the tools of pip install -e .[lint]"
    (script.parent / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    done = subprocess.run(
        [pyright, "--level", "error", "--pythonpath", sys.executable, "script.py"],
        cwd=script.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
