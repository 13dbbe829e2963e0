"""The keeper of games between two people: what it keeps comes back, links expire, and everyone hears of changes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import some

from plyground.errors import PlygroundError, StoreError
from plyground.presentation.friend_game import FriendGame, ProposalKind
from plyground.store.lazy_store import LazyStore
from plyground.store.tokens import hashed
from plyground.web.friend_keeper import FriendKeeper, Viewer

ANA, BOB = hashed("ana"), hashed("bob")


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


def keeper(folder: Path, clock: Clock) -> FriendKeeper:
    return FriendKeeper(LazyStore(folder / "work.sqlite"), clock)


def moved(game: FriendGame, choice: int) -> FriendGame:
    """Return the game after a move of the side to move."""
    assert game.mover is not None
    moves = list(game.match.position.moves())
    return game.play(game.holders[game.mover], moves[choice % len(moves)])


@pytest.mark.proof
@settings(max_examples=15)
@given(
    st.sampled_from(("tictactoe", "pig", "kuhn", "othello", "chess")),
    st.lists(st.integers(0, 9), min_size=1, max_size=12),
)
def test_every_state_comes_back_after_a_restart(name: str, choices: list[int]) -> None:
    with TemporaryDirectory() as folder:
        clock = Clock()
        kept = keeper(Path(folder), clock)
        opened = kept.create(name, ANA, 0)
        kept.change(opened, lambda game: game.join(BOB, game.invitation))
        for choice in some(choices):
            if choice == 0 and opened.game.can_propose(ProposalKind.TAKEBACK, 1):
                kept.change(opened, lambda game: game.propose(BOB, ProposalKind.TAKEBACK))
            elif choice == 1 and opened.game.can_propose(ProposalKind.DRAW, 0):
                kept.change(opened, lambda game: game.propose(ANA, ProposalKind.DRAW).propose(BOB, ProposalKind.DRAW))
            elif choice == 9 and not opened.game.is_over:
                kept.change(opened, lambda game: game.resign(ANA))
            elif opened.game.mover is not None:
                kept.change(opened, partial(moved, choice=choice))
            again = keeper(Path(folder), clock).find(opened.key)
            assert again is not None
            assert again.game.match.moves == opened.game.match.moves
            assert replace(again.game, match=opened.game.match) == opened.game


def test_each_link_finds_its_game_and_no_other(tmp_path: Path) -> None:
    kept = keeper(tmp_path, Clock())
    one, other = kept.create("tictactoe", ANA, 0), kept.create("nim", BOB, 1)
    for opened in (one, other):
        for found in (
            kept.find(opened.key),
            kept.find_watched(opened.watch_key),
            kept.find_invitation(opened.game.invitation),
        ):
            assert found is not None
            assert found.key == opened.key
        assert kept.find(opened.watch_key) is kept.find_watched(opened.key) is kept.find(opened.game.invitation) is None
    assert [each.key for each in kept.games_of("ana")] == [one.key]


def test_an_unused_game_expires_and_a_used_one_stays(tmp_path: Path) -> None:
    clock = Clock()
    kept = keeper(tmp_path, clock)
    unused, used = kept.create("tictactoe", ANA, 0), kept.create("tictactoe", ANA, 0)
    clock.time += timedelta(days=5)
    kept.change(used, lambda game: game.join(BOB, game.invitation))
    clock.time += timedelta(days=3)
    assert kept.find(unused.key) is None
    assert kept.find_invitation(unused.game.invitation) is None
    assert kept.find(used.key) is not None
    with pytest.raises(PlygroundError, match="has expired"):
        kept.change(unused, lambda game: game.join(BOB, game.invitation))
    kept.create("tictactoe", BOB, 0)  # deletes what has expired
    clock.time -= timedelta(days=3)
    assert kept.find(unused.key) is None


def test_viewers_share_one_state_and_hear_of_each_change(tmp_path: Path) -> None:
    kept, heard = keeper(tmp_path, Clock()), []
    made = kept.create("tictactoe", ANA, 0)
    viewers = [Viewer(ANA, lambda: heard.append("ana"), True), Viewer("", lambda: heard.append("spectator"), True)]
    opened = [kept.find(made.key), kept.find_watched(made.watch_key)]
    shared = [kept.enter(each, viewer) for each, viewer in zip(opened, viewers, strict=True) if each]
    assert shared[0] is shared[1]
    assert (shared[0].is_here(0), shared[0].is_here(1)) == (True, False)
    heard.clear()
    kept.change(shared[0], lambda game: game.join(BOB, game.invitation))
    assert heard == ["ana", "spectator"]
    kept.leave(shared[0], viewers[0])
    assert not shared[0].is_here(0)


def test_only_the_players_are_told_of_when_they_come_and_go(tmp_path: Path) -> None:
    """Five hundred spectators who come would otherwise draw five hundred boards each."""
    kept, heard = keeper(tmp_path, Clock()), []
    made = kept.create("tictactoe", ANA, 0)  # the other seat is free: its holder is as empty as a spectator's token
    ana, spectator = Viewer(ANA, lambda: heard.append("ana"), True), Viewer("", lambda: None, True)
    opened = kept.enter(made, ana)
    heard.clear()
    kept.enter(opened, spectator)
    opened.tell_presence(spectator)
    kept.leave(opened, spectator)
    assert not heard
    bob = Viewer(BOB, lambda: None, True)
    kept.change(opened, lambda game: game.join(BOB, game.invitation))
    heard.clear()
    kept.enter(opened, bob)
    kept.leave(opened, bob)
    assert heard == ["ana", "ana"]


def test_a_refused_command_changes_and_keeps_nothing(tmp_path: Path) -> None:
    kept = keeper(tmp_path, Clock())
    opened = kept.create("tictactoe", ANA, 0)
    before = opened.game
    with pytest.raises(PlygroundError):
        kept.change(opened, lambda game: game.play(ANA, 4))
    found = kept.find(opened.key)
    assert found is not None
    assert opened.game is before
    assert (found.game.match.moves, found.game.holders) == ((), before.holders)


def test_a_game_goes_with_the_work_of_either_player(tmp_path: Path) -> None:
    store = LazyStore(tmp_path / "work.sqlite")
    kept = FriendKeeper(store, Clock())
    opened = kept.create("tictactoe", ANA, 0)
    kept.change(opened, lambda game: game.join(BOB, game.invitation))
    store.open().forget("bob")
    assert kept.find(opened.key) is None
    with pytest.raises(StoreError, match="was deleted"):
        kept.change(opened, lambda game: game.play(ANA, 4))


def test_everyone_who_waits_for_a_game_is_paired_with_the_next(tmp_path: Path) -> None:
    kept = keeper(tmp_path, Clock())
    class_ = [hashed(f"student {number}") for number in range(7)]
    games = [kept.pair("tictactoe", student) for student in class_]
    assert [one.key for one in games[::2]][:3] == [other.key for other in games[1::2]]
    for number, opened in enumerate(games[1::2]):
        found = kept.find(opened.key)
        assert found is not None
        assert set(found.game.holders) == set(class_[2 * number : 2 * number + 2])
    assert kept.pair("tictactoe", class_[6]).key == games[6].key  # pressed again: still waiting
    assert kept.pair("nim", class_[0]).key not in {opened.key for opened in games}


def test_nobody_is_paired_with_a_visitor_who_has_left(tmp_path: Path) -> None:
    kept = keeper(tmp_path, Clock())
    left, viewer = kept.pair("tictactoe", ANA), Viewer(ANA, lambda: None)
    kept.leave(kept.enter(left, viewer), viewer)
    assert kept.pair("tictactoe", BOB).key != left.key


def test_a_side_that_runs_out_of_time_loses_while_others_look(tmp_path: Path) -> None:
    clock = Clock()

    async def scenario() -> None:
        kept = keeper(tmp_path, clock)
        opened = kept.create("tictactoe", ANA, 0, "60+0")
        kept.change(opened, lambda game: game.join(BOB, game.invitation))
        told = asyncio.Event()
        opened = kept.enter(opened, Viewer(ANA, told.set))
        for _ply in range(2):
            kept.change(opened, partial(moved, choice=0))
        clock.time += timedelta(seconds=60)
        told.clear()
        kept.enter(opened, Viewer(BOB, lambda: None))  # sets the alarm anew, at the present time
        while opened.game.late is None:
            await told.wait()
            told.clear()
        assert opened.game.late == 0

    asyncio.run(scenario())
    found = keeper(tmp_path, clock).games_of("ana")
    assert [each.game.late for each in found] == [0]


def test_players_who_wait_with_other_clocks_are_not_paired(tmp_path: Path) -> None:
    kept = keeper(tmp_path, Clock())
    one = kept.pair("tictactoe", ANA, "60+1")
    other = kept.pair("tictactoe", BOB, "180+2")
    assert not one.game.is_full
    assert not other.game.is_full
    paired = kept.pair("tictactoe", BOB, "60+1")
    assert paired.key == one.key
    assert paired.game.is_full
