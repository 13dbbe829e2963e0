"""Results of searches and solvers as HTML for the cells of a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from plyground.i18n import _n
from plyground.presentation.result_summary import MAX_MOVES, Summary, Words, summary

LINE = "1px solid rgba(128,128,128,.35)"
"""A rule that is visible on light and dark pages; the text has the colour of the page."""
FADED = "opacity:.7"


def summary_html(result: Any) -> str:
    """Return a result as HTML: the value in words, the best move and line, a table of the moves, and the cost."""
    return _written(summary(result))


def _written(table: Summary) -> str:
    sure = f' <span style="{FADED}">({escape(str(table.certainty))})</span>' if table.certainty else ""
    parts = [f"<div><strong>{escape(str(table.title))}</strong>{sure}</div>"]
    parts += [f"<div>{escape(str(fact))}</div>" for fact in table.facts]
    if table.rows:
        parts.append(_table(table.heads, table.rows[:MAX_MOVES]))
    more = len(table.rows) - MAX_MOVES
    if more > 0:
        parts.append(_faded(_n("and {count} more move", "and {count} more moves", more)))
    parts.append(_faded(table.cost))
    return f'<div class="plyground-result" style="line-height:1.5">{"".join(parts)}</div>'


def _faded(words: Words) -> str:
    return f'<div style="{FADED}">{escape(str(words))}</div>'


def _table(heads: Sequence[Words], rows: Sequence[Sequence[Words]]) -> str:
    head = "".join(_cell("th", each, "font-weight:600") for each in heads)
    body = "".join(f"<tr>{''.join(_cell('td', each, '') for each in row)}</tr>" for row in rows)
    return (
        '<table style="border-collapse:collapse;margin:.4em 0">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell(tag: str, words: Words, style: str) -> str:
    style = f"text-align:left;padding:.1em 1em .1em 0;border-bottom:{LINE};{style}"
    return f'<{tag} style="{style}">{escape(str(words))}</{tag}>'
