"""The tournaments of the page: their process, and the bots of a class."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from program import PATIENCE

import plyground
from plyground.errors import PlygroundError, SpecError
from plyground.tournaments.tournament_record import Record
from plyground.tournaments.tournament_run import TournamentSettings
from plyground.web import tournament_keeper
from plyground.web.tournament_keeper import TournamentKeeper, renamed

BOT = "def choose(position):\n    return max(position.moves())\n"
BOTS = ["random", "greedy"]


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[TournamentKeeper]:
    made = TournamentKeeper(tmp_path / "arena")
    yield made
    made.close()


def wait(until: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < limit, "nothing has happened"
        time.sleep(0.02)


@pytest.mark.proof
def test_a_stopped_tournament_goes_on_to_the_games_of_an_undisturbed_one(
    keeper: TournamentKeeper, tmp_path: Path
) -> None:
    settings = TournamentSettings(games_per_pair=60, seed=3)
    name = keeper.begin("tictactoe", BOTS, settings, is_hidden=False)
    running = keeper.running
    assert running is not None
    with pytest.raises(SpecError, match="Another tournament"):
        keeper.begin("tictactoe", BOTS, settings, is_hidden=False)
    wait(lambda: running.news.played >= 2)
    keeper.stop(name)
    assert keeper.running is None
    before = keeper.standings(name).played
    assert 2 <= before <= 60
    keeper.resume(name)
    wait(lambda: keeper.running is None)
    assert keeper.fault(name) == ""
    plyground.tournament("tictactoe", BOTS, games_per_pair=60, seed=3, jobs=1, file=tmp_path / "other.db")
    with Record(keeper.record_path(name)) as record, Record(tmp_path / "other.db") as other:
        assert record.scores == other.scores
        assert all(record.moves(key)[0].word == other.moves(key)[0].word for key in record.scores)
    assert [kept.name for kept in keeper.tournaments()] == [name]


@pytest.mark.proof
def test_games_under_way_can_be_watched_and_end_with_the_server(keeper: TournamentKeeper) -> None:
    name = keeper.begin("othello", ["depth-limited:depth=3", "greedy"], TournamentSettings(), is_hidden=False)
    running = keeper.running
    assert running is not None
    wait(lambda: any(len(game.words) > 4 for game in running.news.games))
    assert {seat for game in running.news.games for seat in game.seats} == {"depth-limited:depth=3", "greedy"}
    keeper.close()
    assert not running.is_alive
    assert keeper.standings(name).played < 2


def test_a_tournament_that_cannot_be_leaves_nothing(keeper: TournamentKeeper) -> None:
    with pytest.raises(PlygroundError, match="no bot"):
        keeper.begin("tictactoe", ["random", "nobody"], TournamentSettings(), is_hidden=False)
    assert keeper.tournaments() == []
    assert not list(keeper.folder.glob("*.db*"))


def test_bots_are_taken_only_while_the_teacher_takes_them(keeper: TournamentKeeper) -> None:
    with pytest.raises(SpecError, match="accepts no bots"):
        keeper.hand_in("Ana", "ana", BOT)
    keeper.takes_bots = True
    keeper.hand_in("Ana", "ana.py", BOT)
    keeper.hand_in("Ana", "ana", BOT + "# better\n")
    [bot] = keeper.handed_in()
    assert (bot.name, bot.path.read_text()) == ("ana", BOT + "# better\n")
    assert [each.name for each in bot.path.parent.parent.iterdir()] == ["ana"]
    keeper.remove_bots()
    assert keeper.handed_in() == []


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("../ana", BOT, "letters, digits"),
        ("", BOT, "letters, digits"),
        ("a" * 31, BOT, "letters, digits"),
        ("random", BOT, "already"),
        ("BEN", BOT, "already"),
        ("ben", BOT, "already"),
        ("ana", "x = 1\n", "no bot in it"),
        ("ana", "def choose(:\n", "not valid Python"),
        ("ana", BOT + "#" * 100_000, "at most"),
    ],
)
def test_bots_that_cannot_be_taken_are_refused_with_a_reason(
    keeper: TournamentKeeper, name: str, text: str, reason: str
) -> None:
    keeper.takes_bots = True
    keeper.hand_in("Ben", "ben", BOT)
    with pytest.raises(PlygroundError, match=reason):
        keeper.hand_in("Ana", name, text)
    assert [bot.name for bot in keeper.handed_in()] == ["ben"]


@pytest.mark.proof
def test_a_handed_in_bot_plays_under_a_hidden_name_and_nowhere_else(keeper: TournamentKeeper) -> None:
    """A bot's file is no entry of the list of players, which visitors could name."""
    keeper.takes_bots = True
    keeper.hand_in("Ana", "ana", BOT)
    [bot] = keeper.handed_in()
    name = keeper.begin("tictactoe", [str(bot.path), "random"], TournamentSettings(), is_hidden=True)
    wait(lambda: keeper.running is None)
    found = keeper.standings(name)
    assert {row.player: row.forfeits for row in found.table} == {"ana": 0, "random": 0}
    with pytest.raises(SpecError, match="no bot"):
        plyground.bot("ana", plyground.game("tictactoe"))
    [kept] = keeper.tournaments()
    names = keeper.shown_names(kept, [row.player for row in found.table])
    assert {row.player for row in renamed(found, lambda each: names[each]).table} == {"Bot 1", "Bot 2"}
    keeper.reveal(name)
    [kept] = keeper.tournaments()
    assert keeper.shown_names(kept, ["ana"]) == {"ana": "ana"}


def test_hidden_names_are_hidden_in_the_bracket_too() -> None:
    bots = ["random", "greedy", "minimax"]
    found = plyground.tournament("tictactoe", bots, format="knockout", seed=1).standings
    hidden = renamed(found, {name: f"Bot {number}" for number, name in enumerate(bots)}.__getitem__)
    assert len(hidden.pairings) == 3 and hidden.winners[0].startswith("Bot")
    assert not any(name in str(hidden.plain() | {"settings": None}) for name in bots)


def test_without_a_wall_bots_are_taken_only_if_the_teacher_trusts_them(
    keeper: TournamentKeeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_keeper, "lacking_parts", lambda: ("Landlock",))
    with pytest.raises(SpecError, match=r"lacks Landlock.*--trust-bots"):
        keeper.take_bots()
    assert not keeper.takes_bots
    trusting = TournamentKeeper(tmp_path / "trusting", trusts_bots=True)
    trusting.take_bots()
    assert trusting.takes_bots
