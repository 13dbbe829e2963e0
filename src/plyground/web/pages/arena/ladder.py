"""The measured ladder of a game: its levels with their strength, and games between them to replay."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, urlencode

from markupsafe import Markup

from plyground.bots.level import NAMES
from plyground.bots.measured import LadderGame, ladder_games, measured
from plyground.core.game import Game
from plyground.i18n import Sentence, _, _n
from plyground.presentation.opponents import Opponent, levels
from plyground.web.components.faces import face


class Rung(NamedTuple):
    """A level of the ladder."""

    face: Markup
    name: str
    number: int
    manner: Sentence | str
    elo: int
    url: str  # URL of a game against it


class Replay(NamedTuple):
    """A game between two levels."""

    players: str
    result: Sentence
    moves: Sentence
    url: str


class LadderView(NamedTuple):
    """The ladder of one game, the strongest level first."""

    title: Sentence | str
    rungs: tuple[Rung, ...]
    most: int  # Elo of the strongest level
    replays: tuple[Replay, ...]


def ladder(game: Game) -> LadderView:
    """Return the ladder of a game; without rungs if its levels were not measured."""
    known = measured(game).levels
    rungs = [
        Rung(face(each.number), NAMES[each.number - 1], each.number, each.manner, level.elo, _play_url(game, each))
        for each, level in zip(levels(game), known, strict=False)
    ]
    most = max((rung.elo for rung in rungs), default=1)
    return LadderView(
        game.title, tuple(reversed(rungs)), most, tuple(_replay(game, each) for each in ladder_games(game))
    )


def _url(game: Game, seats: list[str], moves: str = "") -> str:
    query = {side.lower(): text for side, text in zip(game.sides, seats, strict=True)} | (
        {"moves": moves} if moves else {}
    )
    return f"/play/{quote(game.name, safe=':=,')}?{urlencode(query, safe=':=,')}"


def _play_url(game: Game, level: Opponent) -> str:
    return _url(game, ["human" if side == game.person else level.text for side in range(len(game.sides))])


def _replay(game: Game, played: LadderGame) -> Replay:
    names = [NAMES[number - 1] for number in played.levels]
    result = _("a draw") if played.winner is None else _("{name} won", name=names[played.winner])
    moves = _n("{count} move", "{count} moves", played.plies)
    seats = [f"level:number={number}" for number in played.levels]
    return Replay(" – ".join(names), result, moves, _url(game, seats, played.moves))
