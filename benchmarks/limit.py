"""The native limit: ``limit.c`` and the other files in C, built by gcc for this machine; left out where there is none."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path

from benchmarks.race import Contender, on_cpu

HERE = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
SOURCES = ("limit", "rows", "chess", "draughts", "go", "backgammon")


@cache
def _library() -> ctypes.CDLL | None:
    compiler = shutil.which("gcc")
    if compiler is None:
        print("There is no gcc here: the native limit is left out.")
        return None
    built = HERE / "results" / "limit.so"
    built.parent.mkdir(exist_ok=True)
    sources = [HERE / f"{name}.c" for name in SOURCES]
    subprocess.run([compiler, *FLAGS, *sources, "-o", built, "-lm"], check=True)
    return ctypes.CDLL(str(built))


def limit(
    function: str, *arguments: int | float, needed: float | None = None, result: bool = False, name: str = "C"
) -> list[Contender]:
    """Return a C function as a contender that counts its nodes, or its ``result``; an empty list without gcc."""
    library = _library()
    if library is None:
        return []
    call = library[function]
    call.restype = ctypes.c_int64
    values = [ctypes.c_double(each) if isinstance(each, float) else ctypes.c_int64(each) for each in arguments]
    counts = (ctypes.c_int64 * 6).in_dll(library, "counts")

    def work() -> int:
        counts[0] = 0
        answer: int = call(*values)
        return answer if result else counts[0]

    return [Contender(name, lambda: on_cpu(work), needed)]
