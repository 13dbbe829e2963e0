"""python tools/reduce_text.py [--sets] SEED: the smallest part of a random rule text that means something else compiled.

With --sets, the text is one on sets of cells. Lines are left out, many at a time and then one by one, as long as the text and its twin differ.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent / "tests" / "support")]
from rule_texts import RuleText, arguments_for, difference  # noqa: E402
from set_texts import SetText, set_arguments  # noqa: E402

from plyground.native.options import Options  # noqa: E402

RUNS = 60
_numbers = count()


def fault(lines: list[str], arguments: Any) -> tuple[Any, ...] | None:
    """Return how a text differs from its twin; None for one that does not, or that is no text any more."""
    try:
        found = difference("\n".join(lines) + "\n", f"<part {next(_numbers)}>", Options(), RUNS, arguments)
    except Exception:
        return None
    return None if found is None or found[-2] is None else found  # without its return it is no text any more


def reduced(lines: list[str], arguments: Any) -> list[str]:
    """Return as few of the lines as still differ."""
    changed = True
    while changed:
        changed = False
        for step in (16, 8, 4, 2, 1):
            place = 0
            while place < len(lines):
                fewer = lines[:place] + lines[place + step :]
                if fault(fewer, arguments):
                    lines, changed = fewer, True
                else:
                    place += step
    return lines


if __name__ == "__main__":
    kind, arguments = (SetText, set_arguments) if "--sets" in sys.argv else (RuleText, arguments_for)
    text = kind(int(sys.argv[-1])).write().splitlines()
    if fault(text, arguments) is None:
        print("There is no difference.")
    else:
        small = reduced(text, arguments)
        print("\n".join(small), fault(small, arguments), sep="\n")
