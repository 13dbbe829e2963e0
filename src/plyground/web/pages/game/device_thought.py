"""A bot's thought on a visitor's device: questions, reports and answers as JSON. See :mod:`plyground.web.pages.game.device`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from plyground.bots import Outlook
from plyground.i18n import use
from plyground.web.pages.game import jobs
from plyground.web.workers.browser_thinker import answer_of


def choose(text: str, tell: Callable[[str], object]) -> str:
    """Return the answer to a question of a server: the bot's move, or that there is none. ``tell`` gets reports."""
    _number, game_text, moves, bot_text, spoken = json.loads(text)
    use(spoken)

    def report(nodes: int, news: object) -> None:
        outlook = {"outlook": reported(news)} if isinstance(news, Outlook) else {}
        tell(json.dumps({"nodes": nodes, **outlook}))

    choice, error = answer_of(jobs.choose, (game_text, tuple(moves), bot_text), {}, report, lambda: False)
    return json.dumps({"failed": True} if error else {"move": choice.move})


def reported(news: Outlook) -> list[Any]:
    """Return an outlook as the server reads it, with its value in words."""
    return [news.depth, str(news.worth), news.line, news.seconds, news.rank, news.move]
