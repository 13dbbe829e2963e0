"""Output of the measurements as a table, as JSON, as a plot and in the documentation."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from importlib.metadata import version
from math import log10
from pathlib import Path
from xml.sax.saxutils import escape

from rich.console import Console
from rich.table import Table

from benchmarks.race import Row

HERE = Path(__file__).parent
RESULTS = HERE / "results"
DOCS = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- make bench writes from here -->", "<!-- to here -->"
COLUMNS = ("work", "plyground", "beside", "its time", "times as fast", "goal")
DOCS_COLUMNS = (0, 1, 2, 4)
"""Numbers of the columns in the documentation."""


def machine() -> str:
    """Return the processor and the versions with which the figures were measured."""
    processor = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line.partition(":")[2].strip() for line in information.read_text().splitlines() if line.startswith("model name")]  # fmt: skip
        processor = f"{len(names)} cores of {names[0]}" if names else processor
    return f"{processor}, Python {platform.python_version()}, llvmlite {version('llvmlite')}"


def table(rows: Iterable[Row]) -> None:
    """Print the rows."""
    shown = Table(*COLUMNS)
    for column in (1, 3, 4, 5):
        shown.columns[column].justify = "right"
    for row in rows:
        shown.add_row(*_cells(row), style=None if row.reached else "red")
    Console(width=140).print(shown)


def save(rows: list[Row]) -> None:
    """Write the rows as JSON, and as a plot."""
    RESULTS.mkdir(exist_ok=True)
    told = {"date": date.today().isoformat(), "machine": machine()}
    lines = [{**asdict(row), "ratio": row.ratio, "reached": row.reached} for row in rows]
    (RESULTS / "benchmarks.json").write_text(json.dumps({**told, "rows": lines}, indent=1) + "\n")
    (RESULTS / "benchmarks.svg").write_text(plot(rows))


def write_docs(rows: list[Row]) -> None:
    """Put the races into docs/performance.md, between the marks. Limits of our own are no races."""
    before, _begin, rest = DOCS.read_text(encoding="utf-8").partition(BEGIN)
    _old, _end, after = rest.partition(END)
    races = [row for row in rows if not row.is_limit]
    heads = f"| {' | '.join(map(COLUMNS.__getitem__, DOCS_COLUMNS))} |\n|---|--:|---|--:|\n"
    lines = "".join(f"| {' | '.join(map(_cells(row).__getitem__, DOCS_COLUMNS))} |\n" for row in races)
    missed = "; ".join(
        f"{row.work} beside {row.other} ({_number(row.ratio)} of {_number(row.needed or 0)})"
        for row in races
        if not row.reached
    )
    told = f"\nMeasured on {date.today().isoformat()} in one run: {machine()}.\n"
    told += f"Below our goal: {missed or 'nothing'}.\n\n"
    DOCS.write_text(f"{before}{BEGIN}\n{told}{heads}{lines}\n{END}{after}", encoding="utf-8")


def plot(rows: list[Row]) -> str:
    """Bars on a logarithmic scale, a tick at the goal: how many times as fast as each other."""
    left, width, step = 560, 400, 22
    low = min(-1.0, *(log10(row.ratio) for row in rows))
    high = max(1.0, *(log10(row.needed or row.ratio) for row in rows), *(log10(row.ratio) for row in rows))

    def x(value: float) -> float:
        return left + width * (log10(value) - low) / (high - low)

    parts = []
    for number, row in enumerate(rows):
        y = 30 + step * number
        start, end = sorted((x(1), x(row.ratio)))
        colour = "#0072B2" if row.reached else "#D55E00"
        label = escape(f"{row.work} : {row.other}")
        parts.append(f'<text x="{left - 8}" y="{y + 11}" text-anchor="end">{label}</text>')
        parts.append(f'<rect x="{start:.1f}" y="{y}" width="{max(end - start, 1):.1f}" height="14" fill="{colour}"/>')
        parts.append(f'<text x="{end + 6:.1f}" y="{y + 11}">{_number(row.ratio)}</text>')
        if row.needed:
            goal = x(row.needed)
            parts.append(f'<path d="M{goal:.1f} {y - 3}v20" stroke="#000" stroke-width="2"/>')
    height = 40 + step * len(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 80} {height}" font-size="11" '
        f'font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{left}" y="18">times as fast, logarithmic; a black tick is the goal</text>'
        f'<path d="M{x(1):.1f} 24V{height - 8}" stroke="#999"/>{"".join(parts)}</svg>\n'
    )


def _cells(row: Row) -> tuple[str, ...]:
    if row.is_limit:
        ratio, goal = "", "kept ✓" if row.reached else "not kept ✗"
    else:
        ratio = _number(row.ratio)
        goal = "" if row.needed is None else f"{_number(row.needed)} {'✓' if row.reached else '✗'}"
    return f"{row.work} ({row.count:,} {row.unit})", _time(row.ours), row.other, _time(row.theirs), ratio, goal


def _time(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def _number(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2f}"
