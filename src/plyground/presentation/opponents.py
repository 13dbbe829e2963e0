"""Opponents in groups, as people choose them: levels in words, engines, and the classic bots of the course."""

from __future__ import annotations

from typing import NamedTuple

from plyground.bots import bot
from plyground.bots.measured import measured
from plyground.bots.offers import offered_bots
from plyground.core.game import Game
from plyground.core.spec import Spec, canonical
from plyground.errors import PlygroundError
from plyground.i18n import Number, Sentence, _

LEVEL_WORDS = (
    (300, _("beginner")),
    (600, _("learner")),
    (900, _("intermediate")),
    (1200, _("advanced")),
)
"""The word for a level, up to a rating in Elo points above the random bot."""
STRONGEST_WORD = _("strong")
UNMEASURED_LEVELS = (
    ("depth-limited:depth=1,evaluation=none,ties=random", _("Level 1, beginner")),
    ("depth-limited:depth=1,ties=random", _("Level 2, learner")),
    ("depth-limited:depth=2,ties=random", _("Level 3, intermediate")),
    ("depth-limited:depth=4,ties=random", _("Level 4, advanced")),
)
"""Bots that are levels in a game whose levels were not measured, the easiest first."""
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


class OpponentGroup(NamedTuple):
    """Opponents that belong together; those without a title come first."""

    title: Sentence | str
    opponents: tuple[Opponent, ...]


def levels(game: Game) -> tuple[Opponent, ...]:
    """Return the levels of a game, the easiest first: the measured ones, else bots of growing strength."""
    known = measured(game).levels
    if known:
        return tuple(
            Opponent(
                f"level:number={number}",
                _(
                    "Level {number}, {word} (about {elo})",
                    number=number,
                    word=level_word(level.elo),
                    elo=Number(level.elo),
                ),
            )
            for number, level in enumerate(known, 1)
        )
    return tuple(Opponent(text, title) for text, title in UNMEASURED_LEVELS if _plays(text, game))


def level_word(elo: int) -> Sentence:
    """Return the word for a rating in Elo points above the random bot."""
    return next((word for most, word in LEVEL_WORDS if elo < most), STRONGEST_WORD)


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


def easier(game: Game, text: str) -> str | None:
    """Return the strongest level that is easier than a bot; None if there is none or the bot's strength is unknown."""
    known = levels(game)
    texts = [level.text for level in known]
    if text in texts:
        place = texts.index(text)
    else:
        rating = measured(game).rating(text)
        ratings = [level.elo for level in measured(game).levels]
        place = sum(1 for elo in ratings if rating is None or elo < rating.elo) if ratings else len(texts)
        place = 0 if Spec.parse(text).name == "random" else place
    return texts[place - 1] if place else None


def _plays(text: str, game: Game) -> bool:
    try:
        bot(text, game)
    except PlygroundError:
        return False
    return True
