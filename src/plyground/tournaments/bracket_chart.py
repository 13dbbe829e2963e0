"""The bracket of a knockout tournament as SVG: who met whom, the game points, who went on and why."""

from __future__ import annotations

from itertools import groupby

from plyground.drawing.painter import Line, Style
from plyground.drawing.plan import text_width
from plyground.drawing.svg import SvgPen
from plyground.drawing.themes import THEMES
from plyground.i18n import _, capital
from plyground.tournaments.pairing_formats import BY_POINTS
from plyground.tournaments.pairing_results import Pairing
from plyground.tournaments.ratings_chart import EDGE, TEXT, shortened
from plyground.tournaments.standings import Standings
from plyground.tournaments.standings_text import DECISIONS, points_text, round_name

ROW, NOTE, GAP = 24, 18, 34
"""Sizes in pixels: height of a player's row, height of the note below a pairing, and width between two rounds."""
MAX_NAME_CHARS = 26


def bracket(of: Standings, theme: str = "color") -> str:
    """Return a picture of the bracket of a knockout, one column for each round."""
    colours, pen = THEMES[theme], SvgPen()
    rounds = [list(pairings) for _number, pairings in groupby(of.pairings, key=lambda each: each.round)]
    pairs = len(rounds[0]) if rounds else 1
    columns = pairs.bit_length()
    box = max((text_width(shortened(row.player, MAX_NAME_CHARS), TEXT) for row in of.table), default=0) + 70
    slot = 2 * ROW + NOTE + 10
    top = EDGE + 2 * ROW + 10
    width, height = 2 * EDGE + columns * box + (columns - 1) * GAP, top + pairs * slot + EDGE
    title = _("{game}: knockout", game=of.title)
    pen.box(0, 0, width, height, Style(None, colours.ground))
    pen.text(EDGE, EDGE + TEXT, str(title), TEXT, colours.ink, "start", bold=True)
    middles = [float(top + slot * number + ROW) for number in range(pairs)]
    for column in range(columns):
        x = EDGE + column * (box + GAP)
        name = capital(str(round_name(of, column + 1)))
        pen.text(x, EDGE + TEXT + ROW, name, TEXT - 1, colours.faint, "start")
        for number, y in enumerate(middles):
            found = rounds[column][number] if column < len(rounds) else None
            _draw(pen, found, x, y, box, theme)
        if column + 1 < columns:
            ahead = [(one + other) / 2 for one, other in zip(middles[::2], middles[1::2], strict=True)]
            edge, turn = x + box, x + box + GAP / 2
            links: list[Line] = []
            for number, y in enumerate(middles):
                to = ahead[number // 2]
                links += [((edge, y), (turn, y)), ((turn, y), (turn, to))]
            links += [((turn, to), (turn + GAP / 2, to)) for to in ahead]
            pen.lines(links, Style(colours.line))
            middles = ahead
    return pen.document(width, height, str(title))


def _draw(pen: SvgPen, pairing: Pairing | None, x: float, middle: float, box: float, theme: str) -> None:
    """Draw a pairing: a row for each player with the game points, the winner in bold, and a note if points alone did
    not decide.
    """
    colours = THEMES[theme]
    pen.box(x, middle - ROW, box, 2 * ROW, Style(colours.line, colours.leaf_fill), 4)
    pen.lines([((x, middle), (x + box, middle))], Style(colours.line, width=0.8))
    if pairing is None:
        return
    for number, player in enumerate(pairing.players):
        base = middle - ROW * (1 - number) + 17
        wins = player == pairing.winner
        ink = colours.ink if wins or not pairing.winner else colours.faint
        pen.text(x + 8, base, shortened(player, MAX_NAME_CHARS), TEXT, ink, "start", bold=wins)
        if pairing.games:
            pen.text(x + box - 8, base, points_text(pairing.scores[number]), TEXT, ink, "end", bold=wins)
    if pairing.decision and pairing.decision != BY_POINTS:
        pen.text(x + 8, middle + ROW + 13, str(DECISIONS[pairing.decision]), TEXT - 2, colours.faint, "start")
