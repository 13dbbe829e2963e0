"""Our bots keep their clocks in every game, and a tournament tells how late a bot was."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from plyground import GAMES, game
from plyground.bots import BOTS, Bot, Choice, Thought
from plyground.bots import bot as bot_named
from plyground.bots.bot_process import START_PATIENCE_S
from plyground.bots.bot_protocol import UNFOLLOWED, Card, choose_in_time, search_seconds, warm_up
from plyground.cli.commands.tournament import _tell_load
from plyground.core.game import Game
from plyground.core.random_numbers import new_chance
from plyground.core.time_manager import LAG_DECAY, OVERHEAD_S, Lag, MoveClock
from plyground.errors import PlygroundError, SearchStopped
from plyground.searches import new_tally
from plyground.searches.chance_moves import drawn
from plyground.searches.limit import ASKED, Limit, deadline
from plyground.searches.scores import MAX_DEPTH
from plyground.searches.tally import NODES, STOP
from plyground.tournaments.game_play import PlayedGame, PlayedMove
from plyground.tournaments.standings import standings
from plyground.tournaments.standings_text import facts
from plyground.tournaments.time_control import Clock, TimeControl
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import Tournament, TournamentSettings

LIMIT_NODES = 1000


@pytest.mark.parametrize("name", ["chess", "go:size=9"])
@pytest.mark.parametrize(
    "thought",
    [
        pytest.param(Thought(), id="plain first"),
        pytest.param(Thought(native=False), id="plain"),
        pytest.param(Thought(clock=MoveClock(move_s=60)), id="compiled", marks=pytest.mark.proof),
    ],
)
def test_uct_counts_its_games_and_stops_within_one_of_them(name: str, thought: Thought) -> None:
    known, tally = game(name), new_tally()
    tally.counts[STOP] = LIMIT_NODES
    choice = bot_named("uct:playouts=1000000", known).choose(known.start, thought._replace(tally=tally))
    assert choice.move in known.start.moves()
    assert LIMIT_NODES <= tally.counts[NODES] < LIMIT_NODES + MAX_DEPTH


@pytest.mark.proof
@pytest.mark.parametrize("name", ["chess", "go:size=9"])
def test_uct_whose_time_is_up_plays_one_game(name: str) -> None:
    known, tally = game(name), new_tally()
    tally.counts[STOP] = ASKED
    choice = bot_named("uct", known).choose(known.start, Thought(tally=tally))
    assert choice.move in known.start.moves()
    assert 0 < tally.counts[NODES] < MAX_DEPTH + 3


@pytest.mark.parametrize(
    ("bot", "search"),
    [("uct:playouts=300", "monte_carlo.uct"), ("engine", "engine_bot.deepen"), ("minimax", "searcher.search")],
)
def test_under_a_clock_every_search_is_compiled(bot: str, search: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a clock these positions are searched in plain Python, because that is the quicker."""
    monkeypatch.setattr("plyground.bots.table_bot._solutions", {})  # another test may have solved the game
    known, compiled = game("mnk:width=4,height=2,k=3"), list[bool]()
    module, _dot, name = f"plyground.bots.{search}".rpartition(".")
    own = getattr(import_module(module), name)

    def heard(*parts: Any, native: bool, **named: Any) -> Any:
        compiled.append(native)
        return own(*parts, native=native, **named)

    monkeypatch.setattr(f"{module}.{name}", heard)
    position = known.notation.parse("xo.x.o..")
    bot_named(bot, known).choose(position, Thought(native=True))
    assert compiled == [False]
    bot_named(bot, known).choose(position, Thought(native=True, clock=MoveClock(move_s=60)))
    assert compiled == [False, True]


@pytest.mark.parametrize("bot", ["engine", "uct", "alphabeta"])
def test_a_bot_that_plays_in_plain_python_compiles_nothing_to_get_ready(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_parts: Any, **_named: Any) -> Any:
        raise AssertionError("It is searched.")

    for search in ("monte_carlo.uct", "engine_bot.deepen", "searcher.search", "prover.Solver"):
        monkeypatch.setattr(f"plyground.bots.{search}", refused)
    known = game("mnk:width=4,height=2,k=3")
    warm_up(bot_named(bot, known), known.start, Thought(native=False))


def test_a_bot_with_a_limit_in_depth_plays_the_deepest_search_that_its_time_allows() -> None:
    """A plain search of 40 plies of Connect Four would never end; it is stopped at a visit."""
    known, tally = game("connect_four"), new_tally()
    tally.counts[STOP] = 20_000
    choice = bot_named("alphabeta:depth=40", known).choose(
        known.start, Thought(tally=tally, clock=MoveClock(move_s=600))
    )
    assert choice.result is not None
    assert 1 <= (choice.result.depth or 0) < 40
    deep = bot_named("alphabeta:depth=3", known)
    quick, sure = deep.choose(known.start, Thought(clock=MoveClock(move_s=600))), deep.choose(known.start)
    assert (quick.move, quick.value, str(quick.reason)) == (sure.move, sure.value, str(sure.reason))


def test_a_clock_lifts_the_default_limits_of_a_bot_but_not_its_own() -> None:
    known = game("connect_four")
    budget_s = MoveClock(left_s=300).budget_s
    assert budget_s == pytest.approx(8.98)
    for bot, limit, limit_without_clock in (
        ("engine", Limit(budget_s), Limit(1)),
        ("engine:seconds=2", Limit(2), Limit(2)),
        ("engine:seconds=20", Limit(budget_s), Limit(20)),
        ("engine:nodes=50", Limit(budget_s, 50), Limit(None, 50)),
    ):
        made: Any = bot_named(bot, known)
        assert made.limit.under(budget_s) == limit
        assert made.limit.under(None) == limit_without_clock


@dataclass
class Listener:
    """A player that remembers the thought of its last move."""

    card: Card
    thought: Thought = UNFOLLOWED

    def choose(self, position: Any, thought: Thought = UNFOLLOWED) -> Choice:
        self.thought = thought
        return Choice(next(iter(position.moves())))


def test_the_lag_of_earlier_moves_shortens_those_of_a_bot_that_does_not_plan_its_time() -> None:
    start, clock = game("tictactoe").start, MoveClock(move_s=60, overhead_s=1)
    lagging, planning = Listener(Card("lagging")), Listener(Card("planning", keeps_clock=True))
    for bot, overhead_s, left_lag_s in ((lagging, 6, 5 * LAG_DECAY), (planning, 1, 5)):
        lag = Lag()
        lag.seconds = 5
        choose_in_time(bot, start, Thought(clock=clock), lag)
        assert bot.thought.clock == clock._replace(overhead_s=overhead_s)
        assert lag.seconds == left_lag_s
    choose_in_time(lagging, start, Thought(), Lag())
    assert lagging.thought.clock is None


@pytest.mark.parametrize(
    ("card", "always_stops", "seconds"),
    [
        (Card("plans its own time", keeps_clock=True), False, 29),
        (Card("has a move at any time", anytime=True), False, 0.9 - OVERHEAD_S),
        (Card("has a move at the end"), False, None),
        (Card("has a move at the end"), True, 0.9 - OVERHEAD_S),
    ],
    ids=lambda value: str(getattr(value, "title", value)),
)
def test_a_search_is_stopped_in_time_for_its_move(card: Card, always_stops: bool, seconds: float | None) -> None:
    clock = MoveClock(left_s=30, overhead_s=1) if card.keeps_clock else MoveClock(left_s=30)
    found = search_seconds(Listener(card), clock, always_stops=always_stops)
    assert found == (None if seconds is None else pytest.approx(seconds))
    assert search_seconds(Listener(card), None, always_stops=always_stops) is None


def timed(tmp_path: Any, text: str) -> Record:
    record = Record(tmp_path / "cup.db", write=True)
    settings = TournamentSettings(time=text, openings="none", games_per_pair=2)
    tournament = Tournament.begin(record, "tictactoe", ["random", "greedy"], settings)
    tournament._plan({})
    return record


def test_the_standings_tell_how_late_a_bot_was(tmp_path: Any) -> None:
    with timed(tmp_path, "move=0.5,margin=0.2") as record:
        first, second = (planned.key for planned in record.planned_games)
        moves = tuple(PlayedMove(str(ply), ply % 2, seconds) for ply, seconds in enumerate((0.625, 0.25, 0.5, 0.5)))
        record.add(PlayedGame(first, (1.0, 0.0), "rules", moves, 2.0))
        record.add(PlayedGame(second, (1.0, 0.0), "late", moves[1:2], 2.0, 1, "0.812 > 0.700 s"))
        found = standings(record)
        rows = {row.player: row for row in found.table}
        assert (rows["random"].late_moves, rows["random"].most_late) == (1, 0.125)
        assert (rows["greedy"].late_moves, rows["greedy"].most_late) == (0, 0.0)
        said = [str(fact) for fact in facts(found)]
        assert "random was late with 1 move, by at most 0.125 s." in said
        assert "random lost on time: 0.812 > 0.700 s." in said
        assert [forfeit.player for forfeit in found.forfeits] == ["random"]


def test_lateness_by_a_clock_counts_what_the_moves_before_have_used(tmp_path: Any) -> None:
    with timed(tmp_path, "1+0.5,margin=0.2") as record:
        key = record.planned_games[0].key
        seconds = (0.75, 0.1, 0.75, 0.1, 0.625)  # 1 - 0.75 + 0.5 - 0.75 + 0.5 leaves 0.5
        moves = tuple(PlayedMove(str(ply), ply % 2, each) for ply, each in enumerate(seconds))
        record.add(PlayedGame(key, (1.0, 0.0), "rules", moves, 2.0))
        rows = {row.player: row for row in standings(record).table}
        assert (rows["random"].late_moves, rows["random"].most_late) == (1, 0.125)


def test_without_a_clock_no_move_is_late(tmp_path: Any) -> None:
    with timed(tmp_path, "none") as record:
        record.add(PlayedGame(record.planned_games[0].key, (1.0, 0.0), "rules", (PlayedMove("0", 0, 70.0),), 70.0))
        assert {row.late_moves for row in standings(record).table} == {None}


# The matrix

PLIES = 20
CONTROLS = ("move=0.2", "1+0.05")
GAMES_WITH_CLOCKS = [entry.name for entry in GAMES]
TABLES = ("table", "dictionary")
"""Bots that are ready only if the game is small enough to be solved."""
TABLE_S = 20.0
"""Seconds after which a table that is not ready counts as one of too large a game."""
ENDLESS = ("minimax", "alphabeta", "static-cutoff")
"""Bots that search to the end of the game: they have no move before, so that only small games are for their clocks."""


def bots(known: Game) -> Iterator[str]:
    """Yield every built-in bot that can play the game."""
    for entry in BOTS:
        if entry.origin or entry.name == "human":
            continue
        try:
            bot_named(entry.name, known)
        except PlygroundError:
            continue
        yield entry.name


def rolled(position: Any, dice: Any) -> Any:
    while not position.is_over() and position.is_chance():
        position = position.play(drawn(position, dice))
    return position


def waited_s() -> float:
    """Return the seconds that this thread has waited for a processor; 0 where the system does not tell them."""
    try:
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


class MeasuredGame:
    """A game of a bot against itself in this process, under a clock that runs while the bot has the processor."""

    def __init__(self, known: Game, bot: Bot, control: TimeControl) -> None:
        self.game = known
        self.bot = bot
        self.control = control
        self.wall_late_s = self.own_late_s = 0.0  # the greatest by the time that passed, and by the bot's own time
        self.moves = 0

    def play(self) -> None:
        """Play the plies. A move's own time is what passed less the waiting for a processor, and never more than the
        process has worked.
        """
        clocks = [Clock(self.control) for _side in self.game.sides]
        position, past, dice = rolled(self.game.start, new_chance(1)), list[Any](), new_chance(1)
        while len(past) < PLIES and not position.is_over():
            clock = clocks[self.game.side(position)]
            tally = new_tally()
            thought = Thought(tuple(past), tally, native=True, clock=clock.for_move())
            stopped_s = search_seconds(self.bot, thought.clock) or clock.patience
            began, worked, waited = time.perf_counter(), time.process_time(), waited_s()
            with deadline(stopped_s, tally.counts, ASKED):
                move = self.bot.choose(position, thought).move
            seconds = time.perf_counter() - began
            own_s = min(seconds - (waited_s() - waited), time.process_time() - worked)
            assert move in position.moves()
            self.moves += 1
            self.wall_late_s = max(self.wall_late_s, seconds - clock.allowed)
            self.own_late_s = max(self.own_late_s, clock.spend(own_s))
            past.append(position)
            position = rolled(position.play(move), dice)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES_WITH_CLOCKS)
def test_no_bot_of_ours_loses_on_time(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """20 plies of every bot under two clocks. A late move is a fault only if the process had the processor."""
    known, faults = game(name), list[str]()

    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n{name} {text}", end="", flush=True)

    for bot in bots(known):
        made, tally = bot_named(bot, known), new_tally()
        try:
            with deadline(TABLE_S if bot in TABLES else START_PATIENCE_S, tally.counts, ASKED):
                warm_up(made, known.start, Thought(tally=tally, native=True))
        except (SearchStopped, PlygroundError) as error:
            tell(f"{bot}: not ready, {type(error).__name__}")
            if bot not in (*TABLES, *ENDLESS):
                faults.append(f"{bot}: not ready ({error})")
            continue
        for text in CONTROLS:
            control = TimeControl.parse(text)
            played = MeasuredGame(known, made, control)
            told = ""
            try:
                played.play()
            except (SearchStopped, PlygroundError) as error:
                told = f", then none ({type(error).__name__})"
            lateness = f"late by {max(0, played.wall_late_s):.3f} s, by its own work {max(0, played.own_late_s):.3f} s"
            tell(f"{bot} {text}: {played.moves} moves{told}, {lateness}")
            if bot not in ENDLESS and (told or played.own_late_s > control.margin):
                faults.append(f"{bot} at {text}{told}, {lateness}")
    assert not faults


@pytest.mark.parametrize(("load", "is_told"), [(0.5, False), (500.0, True)])
def test_a_busy_machine_is_told_before_a_tournament_with_clocks(
    load: float, is_told: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (load, load, load), raising=False)
    _tell_load()
    assert ("500 programs share" in capsys.readouterr().err) is is_told
