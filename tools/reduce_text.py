"""python tools/reduce_text.py SEED: the smallest part of a random rule text that still means something else compiled.

Lines are left out, many at a time and then one by one, as long as the text and its twin differ.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent / "tests" / "support")]
from rule_texts import RuleText, difference  # noqa: E402

from plyground.native.compilation import Options  # noqa: E402

RUNS = 60
_numbers = count()


def fault(lines: list[str]) -> tuple[Any, ...] | None:
    """Return how a text differs from its twin; None for one that does not, or that is no text any more."""
    try:
        return difference("\n".join(lines) + "\n", f"<part {next(_numbers)}>", Options(), RUNS)
    except Exception:
        return None


def reduced(lines: list[str]) -> list[str]:
    """Return as few of the lines as still differ."""
    changed = True
    while changed:
        changed = False
        for step in (16, 8, 4, 2, 1):
            place = 0
            while place < len(lines):
                fewer = lines[:place] + lines[place + step :]
                if fault(fewer):
                    lines, changed = fewer, True
                else:
                    place += step
    return lines


if __name__ == "__main__":
    text = RuleText(int(sys.argv[1])).write().splitlines()
    if fault(text) is None:
        print("There is no difference.")
    else:
        small = reduced(text)
        print("\n".join(small), fault(small), sep="\n")
