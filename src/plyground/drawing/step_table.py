"""The trace table for classes: a row for each step, as Markdown, CSV or LaTeX."""

from __future__ import annotations

from typing import NamedTuple

from plyground.core.csv_text import write_csv
from plyground.core.game import Game
from plyground.drawing.tex import escaped
from plyground.i18n import Sentence, _
from plyground.trace.labels import Labels
from plyground.trace.run import Action, Run
from plyground.trace.value_text import claim, number, written

ACTIONS = {
    Action.DEEPEN: _("start again"),
    Action.ENTER: _("enter"),
    Action.LEAF: _("leaf"),
    Action.HIT: _("known"),
    Action.STAND: _("stand pat"),
    Action.UPDATE: _("update"),
    Action.CUT: _("cut"),
    Action.LEAVE: _("quit"),
}


class Row(NamedTuple):
    """One step in the table, with alpha and beta of its node at that step."""

    step: int  # step, from 1
    node: str
    who: str
    alpha: str
    beta: str
    value: str
    action: str


def heading(run: Run) -> list[Sentence | str]:
    """Return the names of the columns; without a window, the columns of the window are left out."""
    window = ["α", "β"] if run.terms.windowed else []
    return [_("Step"), _("Node"), _("To move"), *window, _("Value"), _("Action")]


def rows(run: Run) -> list[Row]:
    """Return a row for each step. O(steps)."""
    labels = Labels(run)
    signed = isinstance(run.of, Game)
    made = []
    for place, step in enumerate(run.steps):
        node = run.nodes[step.node]
        claimed = claim(run, step.node, place)
        alpha, beta = (number(bound, run.terms, signed=signed) for bound in (step.alpha, step.beta))
        value = "" if claimed is None else written(claimed, run.terms, signed=signed)
        who, action = str(labels.who(node)), str(ACTIONS[step.action])
        made.append(Row(place + 1, labels.name(node), who, alpha, beta, value, action))
    return made


def _cells(run: Run) -> list[list[str]]:
    """Return the table, heading first."""
    shown = [place for place, name in enumerate(Row._fields) if run.terms.windowed or name not in ("alpha", "beta")]
    return [list(map(str, heading(run))), *([str(row[place]) for place in shown] for row in rows(run))]


def markdown(run: Run) -> str:
    """Return the table in Markdown."""
    lines = [[cell.replace("\\", "\\\\").replace("|", "\\|") for cell in line] for line in _cells(run)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def comma_separated(run: Run) -> str:
    """Return the table in CSV (RFC 4180, but with line feeds), heading included."""
    return write_csv(_cells(run))


def latex(run: Run) -> str:
    r"""Return the table as LaTeX's own ``tabular``, for ``\input``."""
    head, *body = ([escaped(cell) for cell in line] for line in _cells(run))
    windowed = "rr" if run.terms.windowed else ""
    lines = [rf"\begin{{tabular}}{{rll{windowed}ll}}", r"\hline", " & ".join(head) + r" \\", r"\hline"]
    lines += [" & ".join(line) + r" \\" for line in body]
    return "\n".join([*lines, r"\hline", r"\end{tabular}", ""])


FORMATS = {"md": markdown, "csv": comma_separated, "latex": latex}
"""The ways to write a table, by name."""
