"""The standings in words: headings, rows and facts, for the console and the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from plyground.bots.bot_process import Fault
from plyground.i18n import Number, Sentence, _, _n
from plyground.statistics.elo import Estimate95
from plyground.statistics.sequential_test import Interval
from plyground.tournaments.game_play import BY_RULES
from plyground.tournaments.pairing_formats import BY_BYE, BY_FURTHER_GAMES, BY_ORDER, BY_POINTS, DRAWN
from plyground.tournaments.pairing_results import Pairing
from plyground.tournaments.standings import Row, Standings

MAX_FORFEITS = 5
"""Most losses on time that are listed one by one."""
UNKNOWN = "–"
"""Stands for a number that is not known."""
REASONS = {
    BY_RULES: _("ended by the rules"),
    Fault.LOADING: _("lost because the bot could not be loaded"),
    Fault.CRASH: _("lost by a crash"),
    Fault.ILLEGAL: _("lost by an illegal move"),
    Fault.LATE: _("lost on time"),
    Fault.MEMORY: _("lost by using up the memory"),
    Fault.RESIGNED: _("resigned"),
    "draw": _("drawn by agreement"),
    "longest": _("drawn because of their length"),
    "exact": _("ended at a solved position"),
}
"""Reasons for which games end, in words."""
DECISIONS = {
    BY_POINTS: _("points"),
    BY_FURTHER_GAMES: _("further games"),
    BY_ORDER: _("the order of the bots"),
    BY_BYE: _("a bye"),
    DRAWN: _("a draw"),
}
"""Decisions of pairings, in words."""
Table = tuple[Sequence[Sentence], list[Sequence[object]]]


def main_table(of: Standings) -> Table:
    """Return the headings and the rows of the table of players."""
    is_skill = any(row.skill is not None for row in of.table)
    judged = any(row.moves_judged for row in of.table)
    own_headings, own_cells = _own_columns(of)
    headings = [
        _("place"), _("player"), *own_headings, _("skill") if is_skill else _("Elo"), _("±"),
        _("game points") if own_headings else _("points"), _("games"), _("wins"), _("draws"), _("losses"), _("forfeits"),
        _("seconds a move"),
    ]  # fmt: skip
    rows: list[Sequence[object]] = []
    for row in of.table:
        value = row.skill if is_skill else row.elo
        digits = 1 if is_skill else 0
        cells: list[object] = [
            row.rank, row.player, *own_cells(row), _signed(value, digits), _number(row.error, digits), Number(row.points, 1), Number(row.games),
            Number(row.wins), Number(row.draws), Number(row.losses), Number(row.forfeits), _number(row.seconds_per_move, 3),
        ]  # fmt: skip
        if judged:
            cells.append(UNKNOWN if row.error_rate is None else f"{Number(100 * row.error_rate, 1)} %")
        rows.append(cells)
    return [*headings, *([_("moves that were errors")] if judged else [])], rows


def _own_columns(of: Standings) -> tuple[list[Sentence], Callable[[Row], list[object]]]:
    """Return the columns by which the format ranks its players: their headings, and a function for the cells of a row."""
    if of.settings.format == "swiss":
        headings = [_("match points"), _("Buchholz"), _("Sonneborn-Berger")]
        is_tied = any(row.direct_encounter is not None for row in of.table)

        def cells(row: Row) -> list[object]:
            numbers = [row.match_points, row.buchholz, row.sonneborn_berger]
            return [points_text(each) for each in (*numbers, *([row.direct_encounter] if is_tied else []))]

        return [*headings, *([_("direct encounter")] if is_tied else [])], cells
    if of.settings.format == "knockout":
        return [_("reached")], lambda row: [_reached(of, row)]
    return [], lambda row: []


def _reached(of: Standings, row: Row) -> Sentence | str:
    """Return how far a player came in a knockout."""
    if row.player in of.winners:
        return _("winner")
    return _("still in") if row.out_in_round is None else round_name(of, row.out_in_round)


def round_name(of: Standings, number: int) -> Sentence:
    """Return the name of a round of a Swiss or knockout tournament."""
    if of.settings.format == "knockout":
        names = (_("final"), _("semi-final"), _("quarter-final"))
        left = (len(of.table) - 1).bit_length() - number
        if 0 <= left < len(names):
            return names[left]
    return _("round {number}", number=number)


def pairing_table(of: Standings) -> Table:
    """Return the headings and the rows of the table of who met whom in a Swiss or knockout tournament."""
    is_knockout = of.settings.format == "knockout"
    headings = [
        _("round"),
        _("pairing"),
        _("game points"),
        _("goes on") if is_knockout else _("winner"),
        _("decided by"),
    ]
    rows: list[Sequence[object]] = [
        (
            round_name(of, each.round), " – ".join(each.players), result_text(each) or UNKNOWN, each.winner or UNKNOWN,
            DECISIONS.get(each.decision, UNKNOWN),
        )
        for each in of.pairings
    ]  # fmt: skip
    return headings, rows


def result_text(pairing: Pairing) -> str:
    """Return the game points of a pairing; empty for a bye and before the first game."""
    return " – ".join(points_text(score) for score in pairing.scores) if pairing.games else ""


def pairing_words(pairing: Pairing) -> str:
    """Return a pairing in words, for a description of the bracket."""
    result = result_text(pairing)
    return f"{' – '.join(pairing.players)}{f', {result}' if result else ''}"


def cross_table(of: Standings) -> Table:
    """Return the headings and the rows of the table of scores between each pair of players."""
    headings = [
        _("player"), _("opponent"), _("wins"), _("draws"), _("losses"), _("Elo above"), _("±"), _("probably stronger"),
        _("pairs: 0 ½ 1 1½ 2"), _("normalised Elo"), _("±"),
    ]  # fmt: skip
    rows: list[Sequence[object]] = [
        (
            row.player, row.opponent, Number(row.wins), Number(row.draws), Number(row.losses), _signed(row.difference, 0),
            _number(row.error, 0), UNKNOWN if row.superiority is None else f"{Number(100 * row.superiority, 1)} %",
            " ".join(map(str, row.pair_counts)), *_estimate(row.normalized_elo),
        )
        for row in of.cross
        if row.wins + row.draws + row.losses
    ]  # fmt: skip
    return headings, rows


def opening_table(of: Standings) -> Table:
    """Return the headings and the rows of the table of scores from each opening."""
    headings = [_("opening"), _("moves"), _("exact value"), _("games"), _("score of the first side")]
    judged_by = {"solver": _("proven"), "engine": _("even by the engine")}
    rows: list[Sequence[object]] = [
        (
            Number(row.number + 1), row.moves or UNKNOWN,
            f"{_signed(row.value, 0)} ({judged_by['solver']})" if row.value is not None else judged_by.get(row.judge, UNKNOWN),
            Number(row.games), f"{Number(100 * row.first_score, 1)} %",
        )
        for row in of.openings
    ]  # fmt: skip
    return headings, rows


def value_table(of: Standings) -> Table:
    """Return the headings and the rows of the table of each player's scores by the proven value of the opening."""
    headings = [_("player"), _("value of the opening"), _("games"), _("score")]
    words = {"won": _("won"), "drawn": _("draw"), "lost": _("lost")}
    rows: list[Sequence[object]] = [
        (row.player, words[row.value], Number(row.games), f"{Number(100 * row.score, 1)} %") for row in of.by_value
    ]
    return headings, rows


def facts(of: Standings) -> Iterator[Sentence]:
    """Yield sentences on the games, sides, groups, sequential test and forfeits."""
    yield _n(
        "{played} of {count} game played.", "{played} of {count} games played.", of.planned, played=Number(of.played)
    )
    if (won := winner_text(of)) is not None:
        yield won
    yield from _order_facts(of)
    if of.advantage is not None and of.played:
        yield _(
            "The first side scored {score} %. Moving first is worth {elo} ± {error} Elo.",
            score=Number(100 * of.side_scores[0], 1), elo=_signed(of.advantage.value, 0), error=Number(round(of.advantage.error)),
        )  # fmt: skip
    if len(of.groups) > 1 and of.played:
        yield _(
            "Not all players are connected by games. Ratings compare only within each group: {groups}.",
            groups="; ".join(", ".join(group) for group in of.groups),
        )
    if of.regularised:
        yield _(
            "Some players have only won or only lost against others. Each such pair counts one more drawn game: {pairs}.",
            pairs="; ".join(f"{one} – {other}" for one, other in of.regularised),
        )
    if of.sweep is not None:
        yield _(
            "Each doubling of {option} is worth {elo} ± {error} Elo.",
            option=of.sweep.option, elo=_signed(of.sweep.slope, 0), error=Number(round(of.sweep.error)),
        )  # fmt: skip
    if of.test is not None:
        yield from _test_facts(of)
    for reason, count in of.reasons.items():
        if reason != BY_RULES:
            yield _n("{count} game: {reason}.", "{count} games: {reason}.", count, reason=REASONS.get(reason, reason))
    yield from _lateness(of)


def _lateness(of: Standings) -> Iterator[Sentence]:
    for row in of.table:
        if row.late_moves:
            yield _n(
                "{player} was late with {count} move, by at most {seconds} s.",
                "{player} was late with {count} moves, by at most {seconds} s.",
                row.late_moves,
                player=row.player, seconds=Number(row.most_late or 0, 3),
            )  # fmt: skip
    on_time = [forfeit for forfeit in of.forfeits if forfeit.reason == Fault.LATE and forfeit.detail]
    for forfeit in on_time[:MAX_FORFEITS]:
        yield _("{player} lost on time: {seconds}.", player=forfeit.player, seconds=forfeit.detail)


def winner_text(of: Standings) -> Sentence | None:
    """Return a sentence on the winner of a Swiss or knockout tournament; None before its end and for other formats."""
    if len(of.winners) > 1:
        return _("{players} share the first place.", players=", ".join(of.winners))
    return _("{player} has won the tournament.", player=of.winners[0]) if of.winners else None


def _order_facts(of: Standings) -> Iterator[Sentence]:
    """Yield sentences on the rules that order the table of a Swiss or knockout tournament."""
    if of.settings.format == "swiss":
        yield _("A pairing won or a bye is a match point, a drawn pairing half a point. Ties are broken by Buchholz, Sonneborn-Berger and direct encounter, as FIDE defines them.")  # fmt: skip
    if any(each.decision == BY_ORDER for each in of.pairings):
        yield _("A pairing that stays equal after further games is won by the bot that was named first.")


def points_text(value: float | None) -> str:
    """Return points with ½ and ¼ as people write them."""
    if value is None:
        return UNKNOWN
    whole, quarters = divmod(round(4 * value), 4)
    fraction = ("", "¼", "½", "¾")[quarters]
    return fraction if fraction and not whole else f"{whole}{fraction}"


def _test_facts(of: Standings) -> Iterator[Sentence]:
    test = of.test
    assert test is not None
    values = {"llr": Number(test.llr, 2), "lower": Number(test.lower, 2), "upper": Number(test.upper, 2)}
    yield _("Sequential test {text}.", text=test.text.replace(",", ", "))  # lets a narrow page break the line
    if test.accepted is None:
        yield _("It is still open: log-likelihood ratio {llr} between {lower} and {upper}.", **values)
    else:
        yield _("It accepts {elo} Elo: log-likelihood ratio {llr}, bounds {lower} and {upper}.", elo=_signed(test.accepted, 1), **values)  # fmt: skip
    if test.estimate is not None:
        names, interval = (of.cross[0].player, of.cross[0].opponent), test.estimate
        if interval.value < 0:
            names, interval = names[::-1], Interval(-interval.value, -interval.high, -interval.low)
        yield _(
            "{first} is {elo} Elo above {second}, 95 % interval from {low} to {high}, corrected for the early stop.",
            first=names[0], elo=_signed(interval.value, 1), second=names[1],
            low=_signed(interval.low, 1), high=_signed(interval.high, 1),
        )  # fmt: skip


def _estimate(found: Estimate95 | None) -> tuple[object, object]:
    """Return an estimate and its error as two cells."""
    return (UNKNOWN, UNKNOWN) if found is None else (_signed(found.value, 0), _number(found.error, 0))


def _number(value: float | None, digits: int) -> object:
    if value is None:
        return UNKNOWN
    return Number(value, digits) if digits else Number(round(value))


def _signed(value: float | None, digits: int) -> str:
    """Return a number with its sign, ``+`` or ``−``."""
    if value is None:
        return UNKNOWN
    shown = str(_number(value, digits))
    return f"+{shown}" if value > 0 and any(digit in shown for digit in "123456789") else shown
