"""The greedy bot: it evaluates every position after one move and takes the best."""

from __future__ import annotations

from plyground.bots.bot_protocol import Card
from plyground.bots.searcher import Searcher, evaluation_named
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.i18n import Number, Sentence, _, _n
from plyground.searches import Result, setting
from plyground.searches.demands import refuse_demands
from plyground.searches.registry import ANY_TWO

CARD = Card(
    title=_("Greedy"),
    summary=_("Judges the position after each legal move by a static evaluation and plays the move that looks best."),
    plans_ahead=False,
    deterministic=True,
    source="Laboratory on games and minimax (Dame): minimax of one ply",
)


class Greedy(Searcher):
    """Minimax of one ply: every successor is evaluated; an immediate win is better than every estimate."""

    def __init__(self, game: Game, evaluation: str = "best", ties: str = "first", seed: int | None = None) -> None:
        """Set up the bot. Raise :class:`SpecError` for an evaluation that the game does not have, and
        :class:`SearchError` for a game that the bot cannot play.
        """
        refuse_demands(game.start, ANY_TWO, str(CARD.title))
        judge = evaluation_named(game, evaluation)
        chosen = setting(depth=1, evaluation=judge)
        super().__init__(game, "minimax", chosen, ties, seed, CARD)

    def _reason(self, position: MarkedPosition, found: Result) -> Sentence:
        child = position.play(found.move)
        if child.is_over() and found.value > 0:
            return _("It wins at once.")
        return _n(
            "Evaluation {value}, with {count} move to choose from.",
            "Evaluation {value}, the best after any of {count} moves.",
            len(found.moves),
            value=Number(found.value),
        )
