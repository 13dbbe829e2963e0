"""The arena's first page: all tournaments, the form for a new one, and the bots that were handed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from plyground.bots import bot as bot_named
from plyground.bots import bot_file
from plyground.bots.catalogue import weights_of
from plyground.bots.level import level_title
from plyground.bots.measured import Measured, measured
from plyground.bots.offers import offered_bots
from plyground.core.game import Game
from plyground.core.spec import Spec, canonical
from plyground.errors import SpecError
from plyground.games import game as game_named
from plyground.games.loading import foreign_path
from plyground.i18n import Number, Sentence, _
from plyground.isolation.wall import lacking_parts
from plyground.presentation.bot_titles import bot_title
from plyground.tournaments.tournament_run import TournamentSettings
from plyground.web.components.classroom.teacher_only import has_own_host, is_teacher
from plyground.web.components.game_list import listed_games
from plyground.web.components.page_layout import render
from plyground.web.pages.arena.ladder import ladder
from plyground.web.services import Services
from plyground.web.tournament_keeper import MAX_NAME_CHARS, TournamentKeeper
from plyground.web.urls.bot_limits import check_limits

DEFAULT_GAME = "connect_four"
FILE_PREFIX, CLASS_PREFIX = "file ", "class "
"""Prefixes of choices: a bot's file named on the command line, and a bot that was handed in."""
MAX_GAMES_PER_PAIR, MAX_ROUNDS = 1000, 100
FORMATS: dict[str, Sentence] = {
    "round-robin": _("Everybody meets everybody"),
    "gauntlet": _("The first bot meets all others"),
    "swiss": _("Swiss system: bots with equal scores meet"),
    "ladder": _("Ladder: neighbours meet, and a lower bot that wins goes up"),
    "knockout": _("Knockout: the winner goes on"),
}
OPENINGS: dict[str, Sentence] = {
    "random:plies=2": _("After two random moves"),
    "random:plies=4": _("After four random moves"),
    "random:plies=6": _("After six random moves"),
    "none": _("At the start of the game"),
    "all:plies=1": _("At every position after one move"),
    "all:plies=2": _("At every position after two moves"),
    "proven:plies=6": _("After six moves, at positions that are proven draws"),
    "balanced:plies=4,margin=50": _("After four moves, at positions that the engine holds to be even"),
}
TIMES: dict[str, Sentence] = {
    "none": _("A minute for each move"),
    "move=0.1": _("A tenth of a second for each move"),
    "move=1": _("A second for each move"),
    "60+0.6": _("A minute for a game, and 0.6 s more for each move"),
    "40/60": _("A minute for each 40 moves of a side"),
    "nodes=5000": _("5,000 positions for each move"),
    "depth=4": _("Four moves ahead, both sides counted"),
}
TESTS: dict[str, Sentence] = {
    "": _("All games are played"),
    "elo0=0,elo1=20": _("When it is clear whether the first bot is stronger by 20 Elo"),
    "elo0=0,elo1=100": _("When it is clear whether the first bot is stronger by 100 Elo"),
}


class BotChoice(NamedTuple):
    """A bot with its checkbox."""

    value: str
    title: Sentence | str
    rating: Sentence | str
    is_chosen: bool


class TournamentRow(NamedTuple):
    """A tournament in the list."""

    url: str
    title: Sentence | str
    name: str
    is_running: bool


def arena_page(request: Request, given: Mapping[str, object], trouble: Sentence | None = None) -> Response:
    """Return the page. ``given`` has the values of the form; ``trouble`` is the reason why the form was refused."""
    keeper = Services.of(request).tournaments
    games, _faults = listed_games()
    teaches, may_run = is_teacher(request), has_own_host(request)
    values: dict[str, object] = {
        "title": _("Arena"),
        "trouble": trouble,
        "teaches": teaches,
        "is_class": bool(Services.of(request).policy.code),
        "takes_bots": keeper.takes_bots,
        "has_wall": not lacking_parts(),
        "taken": str(given.get("taken", "")) if not trouble else "",
        "handed_in": keeper.handed_in() if teaches or keeper.takes_bots else [],
        "max_name_chars": MAX_NAME_CHARS,
        "tournaments": _rows(keeper, games),
        "form": None,
    }
    game = games.get(str(given.get("game") or DEFAULT_GAME)) or games[DEFAULT_GAME]
    values["ladder"] = ladder(game)
    values["chosen_game"] = game.name
    values["games"] = [(name, each.title) for name, each in games.items() if measured(each).levels or may_run]
    if may_run:
        values["form"] = _form(keeper, games, game, given)
    return render(request, "arena.html", 400 if trouble else 200, **values)


def begin(keeper: TournamentKeeper, form: Mapping[str, object]) -> str:
    """Begin the tournament of a form and return its name. Raise :class:`PlygroundError`."""
    game = game_named(str(form.get("game", "")))
    bots = [_bot(keeper, text) for text in _chosen(form)]
    if len(bots) < 2:
        raise SpecError(_("Choose two bots or more."))
    for text in bots:
        if text not in _files(keeper).values() and "=" not in text.partition(":")[0]:
            bot_named(text, game)  # raises an error if the text is wrong
    settings = TournamentSettings(
        format=_known(form, "format", FORMATS),
        rounds=_number(form, "rounds", 0, MAX_ROUNDS),
        games_per_pair=_number(form, "games", 1, MAX_GAMES_PER_PAIR),
        openings=_known(form, "openings", OPENINGS),
        time=_known(form, "time", TIMES),
        sprt=_known(form, "sprt", TESTS),
        seed=_number(form, "seed", 0, 10**9),
    )
    text = foreign_path(game.name) or game.name
    return keeper.begin(text if text.endswith(".py") else game.name, bots, settings, is_hidden="hidden" in form)


def _chosen(form: Mapping[str, object]) -> list[str]:
    """Return the ticked bots and the typed bots, which stand one a line."""
    several = getattr(form, "getlist", None)
    ticked = [str(value) for value in several("bot")] if several else []
    written = str(form.get("more", "")).splitlines()
    return list(dict.fromkeys(filter(None, (text.strip() for text in (*ticked, *written)))))


def _files(keeper: TournamentKeeper) -> dict[str, str]:
    """Return the bots from files: the text for the tournament, by the value in the form."""
    own = {FILE_PREFIX + Path(path).stem: path for path in keeper.own_bots}
    return own | {CLASS_PREFIX + bot.name: str(bot.path) for bot in keeper.handed_in()}


def _bot(keeper: TournamentKeeper, text: str) -> str:
    """Return the text that names a bot for a tournament. A typed name must not be a file. Raise :class:`SpecError`."""
    files = _files(keeper)
    if text in files:
        return files[text]
    name, equals, spec = text.partition("=")
    bare = spec if equals and ":" not in name else text
    if bot_file.is_bot_file(bare) or weights_of(bare) or "file" in Spec.parse(bare).options:
        raise SpecError(
            _("“{text}”: name a bot's file when you start plyground: plyground web --bot-file my_bot.py", text=text)
        )
    check_limits(bare)
    return text


def _known(form: Mapping[str, object], field: str, values: Mapping[str, Sentence]) -> str:
    text = str(form.get(field, next(iter(values))))
    if text not in values:
        raise SpecError(_("“{text}” cannot be chosen here.", text=text))
    return text


def _number(form: Mapping[str, object], field: str, least: int, most: int) -> int:
    text = str(form.get(field) or least).strip()
    if not (text.isdecimal() and len(text) < 12 and least <= int(text) <= most):
        raise SpecError(_("Write a number from {least} to {most}, not “{text}”.", least=least, most=most, text=text))
    return int(text)


def _form(
    keeper: TournamentKeeper, games: Mapping[str, Game], game: Game, given: Mapping[str, object]
) -> dict[str, object]:
    """Return the values of the form for a new tournament."""
    chosen = set(_chosen(given))
    strength = measured(game)
    groups = [
        (_("Levels"), list(_levels(strength, chosen))),
        (_("Bots"), list(_bots(game, strength, chosen))),
        (_("Files"), [BotChoice(value, value.partition(" ")[2], "", value in chosen) for value in _files(keeper)]),
    ]
    return {
        "game": game.name,
        "groups": [(title, choices) for title, choices in groups if choices],
        "more": str(given.get("more", "")),
        "selects": [
            (_("Format"), "format", FORMATS, str(given.get("format", ""))),
            (_("Games begin"), "openings", OPENINGS, str(given.get("openings", ""))),
            (_("Thinking time"), "time", TIMES, str(given.get("time", ""))),
            (_("The tournament ends"), "sprt", TESTS, str(given.get("sprt", ""))),
        ],
        "games_per_pair": str(given.get("games", "10")),
        "rounds": str(given.get("rounds", "")),
        "is_hidden": "hidden" in given,
        "max_games": MAX_GAMES_PER_PAIR,
        "max_rounds": MAX_ROUNDS,
    }


def _levels(strength: Measured, chosen: set[str]) -> Iterable[BotChoice]:
    for number, level in enumerate(strength.levels, 1):
        value = f"level:number={number}"
        yield BotChoice(value, level_title(number), _rated(level.elo), value in chosen)


def _bots(game: Game, strength: Measured, chosen: set[str]) -> Iterable[BotChoice]:
    """Yield the rated bots and all others that move within seconds."""
    texts = {each.bot: None for each in reversed(strength.bots)}
    for offer in offered_bots(game):
        is_file = offer.entry.origin.endswith(".py")  # bots from files form a group of their own
        if (
            canonical(offer.entry.name) not in ("human", "level")
            and not is_file
            and strength.rating(offer.spec) is None
        ):
            texts[offer.spec] = None
    for text in texts:
        rating = strength.rating(text)
        yield BotChoice(text, bot_title(text, game), "" if rating is None else _rated(rating.elo), text in chosen)


def _rated(elo: int) -> Sentence:
    return _("about {elo}", elo=Number(elo))


def _rows(keeper: TournamentKeeper, games: Mapping[str, Game]) -> list[TournamentRow]:
    running = keeper.running
    return [
        TournamentRow(
            f"/arena/{kept.name}",
            games[kept.game].title if kept.game in games else kept.game,
            kept.name,
            running is not None and running.name == kept.name,
        )
        for kept in keeper.tournaments()
    ]
