"""``make bench``: how fast plyground is, beside C and other libraries, side by side in one run.

``make bench ARGS=--long`` runs the works of minutes, too; ``ARGS="trees perfts"`` only these modules;
``ARGS=--docs`` puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from benchmarks import report
from benchmarks.race import race

MODULES = (
    "rows",
    "trees",
    "perfts",
    "classics",
    "playouts",
    "random_games",
    "proofs",
    "tables",
    "threads",
    "starts",
    "compile_times",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("modules", nargs="*", choices=[*MODULES, []], help="kinds of work; without any, all")
    parser.add_argument("--long", action="store_true", help="those of minutes, too")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/performance.md")
    chosen = parser.parse_args()
    modules = [import_module(f"benchmarks.{name}") for name in chosen.modules or MODULES]
    rows = []
    for module in modules:
        for work in module.works(chosen.long):
            print(work.title, "...", flush=True)
            rows += race(work)
    report.table(rows)
    report.save(rows)
    if chosen.docs:
        report.write_docs(rows)


if __name__ == "__main__":
    main()
