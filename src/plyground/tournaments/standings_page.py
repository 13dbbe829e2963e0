"""The standings as a standalone page, and the drawings of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from plyground.i18n import Sentence, _, language
from plyground.tournaments.bracket_chart import bracket
from plyground.tournaments.ratings_chart import chart
from plyground.tournaments.standings import Standings
from plyground.tournaments.standings_text import (
    cross_table,
    facts,
    main_table,
    opening_table,
    pairing_table,
    value_table,
)
from plyground.tournaments.sweep_chart import sweep_chart

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2430; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; } caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #d5d9de; text-align: right; } th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; } svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { body { color: #e8eaed; background: #1d232a; } th, td { border-color: #414b56; } }
"""


def drawings(of: Standings) -> list[Callable[..., str]]:
    """Return the functions that draw the standings, the most important drawing first: in a knockout the bracket, then
    the chart of the ratings; for bots that differ in one parameter, the chart of Elo against it.
    """
    if not of.table:
        return []
    if of.settings.format == "knockout":
        return [bracket, chart]
    return [sweep_chart, chart] if of.sweep else [chart]


def page(of: Standings) -> str:
    """Return the standings as one HTML file that needs no other file."""
    title = str(_("Tournament: {game}", game=of.title))
    tables = [
        (_("Standings"), main_table(of)), (_("Rounds"), pairing_table(of)), (_("Cross table"), cross_table(of)),
        (_("Results by value of the opening"), value_table(of)), (_("Openings"), opening_table(of)),
    ]  # fmt: skip
    parts = [f"<p>{escape(str(line))}</p>" for line in facts(of)]
    parts += [draw(of) for draw in drawings(of)]
    parts += [_table(caption, *table) for caption, table in tables if table[1]]
    return (
        f'<!DOCTYPE html>\n<html lang="{language().replace("_", "-")}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(parts)
        + "\n</html>\n"
    )


def _table(caption: Sentence, headings: Sequence[Sentence], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f'<th scope="col">{escape(str(heading))}</th>' for heading in headings)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide"><table><caption>{escape(str(caption))}</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )
