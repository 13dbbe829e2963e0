"""Opponents in groups, as people choose them: levels in words, engines, and the classic bots of the course."""

from __future__ import annotations

from typing import NamedTuple

from plyground.arena.match import Match
from plyground.bots import bot
from plyground.bots.level import MeasuredLevel, level_title, manner
from plyground.bots.measured import measured
from plyground.bots.offers import offered_bots
from plyground.core.game import Game
from plyground.core.spec import Spec, canonical
from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.presentation.game_session import GameSession
from plyground.presentation.score_text import points

UNMEASURED_LEVELS = tuple(
    MeasuredLevel(text, 0, 0)
    for text in (
        "depth-limited:depth=1,evaluation=none,ties=random",
        "depth-limited:depth=1,ties=random",
        "depth-limited:depth=2,ties=random",
        "depth-limited:depth=4,ties=random",
    )
)
"""Bots that are levels in a game whose levels were not measured, the easiest first."""
FIRST_LEVEL = 2
"""Number of the level that a person meets first."""
ENGINES = ("engine", "uct")
LESSONS = {
    "random": _("It shows the baseline: every search must beat it."),
    "greedy": _("It shows how well a bot plays without looking ahead."),
    "expert": _("It shows what rules without a search can do, and where they fail."),
    "expert-complete": _("It shows that enough rules can play perfectly."),
    "minimax": _("It shows perfect play by looking at every line."),
    "alphabeta": _("It shows the same play as minimax with far fewer positions."),
    "static-cutoff": _("It shows a cut-off that does not depend on both bounds."),
    "depth-limited": _("It shows what an evaluation is for: it stops before the end of the game."),
    "uct": _("It shows how random games can replace an evaluation."),
    "dictionary": _("It shows a search done beforehand: it only looks its move up."),
    "table": _("It shows retrograde analysis: perfect play from a table."),
    "expectiminimax": _("It shows how a search weighs chance."),
    "star2": _("It shows cut-offs in a game of chance."),
    "max-n": _("It shows a search in which each player has its own aim."),
    "paranoid": _("It shows a search that assumes that all others play together."),
}
"""The lesson of each classic bot, by its name."""


class Opponent(NamedTuple):
    """A bot that a person can choose."""

    text: str  # spec text
    title: Sentence | str
    number: int = 0  # number of the level, 1 for the easiest; 0 for a bot that is not a level
    manner: Sentence | str = ""  # way in which a level plays


class OpponentGroup(NamedTuple):
    """Opponents that belong together; those without a title come first."""

    title: Sentence | str
    opponents: tuple[Opponent, ...]


def levels(game: Game) -> tuple[Opponent, ...]:
    """Return the levels of a game, the easiest first: the measured ones, else bots of growing strength."""
    known = measured(game).levels
    rows = known or tuple(level for level in UNMEASURED_LEVELS if _plays(level.bot, game))
    return tuple(
        Opponent(f"level:number={number}" if known else level.bot, level_title(number), number, manner(rows, number))
        for number, level in enumerate(rows, 1)
    )


def level_of(game: Game, text: str) -> Opponent | None:
    """Return the level that a spec text names; None for a person or another bot."""
    return next((level for level in levels(game) if level.text == text), None)


def opponent_groups(game: Game) -> tuple[OpponentGroup, ...]:
    """Return the bots that can play a side of a game and answer within seconds, in groups."""
    people: list[Opponent] = []
    engines: list[Opponent] = []
    classic: list[Opponent] = []
    for offer in offered_bots(game):
        name = offer.entry.name
        group = people if name == "human" else engines if name in ENGINES or offer.entry.origin else classic
        if name != "level":
            group.append(Opponent(canonical(offer.spec), offer.bot.card.title))
    groups = (
        OpponentGroup("", tuple(people)),
        OpponentGroup(_("Levels"), levels(game)),
        OpponentGroup(_("Engines"), tuple(engines)),
        OpponentGroup(_("Classic bots of the course"), tuple(classic)),
    )
    return tuple(group for group in groups if group.opponents)


def next_level(match: Match, side: int, winner: int | None, text: str) -> Opponent | None:
    """Return the level that fits the person of ``side`` after a game against the bot ``text``: the next one after a
    win, the same after a draw, and an easier one after a loss. None if the game has no levels.

    A quick or clear loss goes down two or three levels. For a bot that is not a level, count from the level whose
    rating is nearest below.
    """
    known = levels(match.game)
    if not known:
        return None
    number = _nearest(match.game, text)
    if winner is not None:
        number += 1 if winner == side else -_levels_down(match, side)
    return known[min(max(number, 1), len(known)) - 1]


def next_opponent(session: GameSession) -> Opponent | None:
    """Return the level that fits the only person of a finished game against one bot; None for other games."""
    if not session.is_over or session.people != 1 or len(session.seats) != 2:
        return None
    person = next(side for side, seat in enumerate(session.seats) if seat.is_human)
    outcome = session.match.outcome
    winner = 1 - session.resigned if session.resigned is not None else outcome.winner if outcome else None
    return next_level(session.match, person, winner, session.seats[1 - person].text)


def _nearest(game: Game, text: str) -> int:
    """Return the number of the level as strong as a bot, or nearest below; 0 for a bot below all levels. A bot of
    unknown strength counts as stronger than all levels.
    """
    level = level_of(game, text)
    if level:
        return level.number
    if Spec.parse(text).name == "random":
        return 0
    rating, ratings = measured(game).rating(text), [each.elo for each in measured(game).levels]
    if rating is None or not ratings:
        return len(levels(game)) + 1
    return sum(1 for elo in ratings if elo <= rating.elo)


def _levels_down(match: Match, side: int) -> int:
    """Return by how many levels a loss goes down: 1, or up to 3 if it was clear.

    A loss is clear if the person has less than a third of the points or, in a game without points, if it took fewer
    moves than half of the board's cells.
    """
    scores = points(match.game, match.position)
    cells = match.game.picture.width * match.game.picture.height
    if scores and sum(scores) > 0:
        share = 2 * scores[side] / sum(scores)
    elif cells:
        share = match.ply / cells
    else:
        return 1
    return 3 if share < 1 / 3 else 2 if share < 1 / 2 else 1


def _plays(text: str, game: Game) -> bool:
    try:
        bot(text, game)
    except PlygroundError:
        return False
    return True
