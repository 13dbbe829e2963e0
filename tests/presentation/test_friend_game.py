"""A game between two people: random commands of players and strangers beside an independent model of the rules."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference_tictactoe import winner

from plyground.errors import MoveError, PlygroundError, SpecError
from plyground.games import game
from plyground.presentation.friend_game import FriendGame, ProposalKind, can_be_shared, is_expired
from plyground.presentation.friend_text import announcement, side_state, status
from plyground.presentation.player_view import SPECTATOR, seen_position, seen_words

SECRET = "secret"
VISITORS = ("ana", "bob", "eve")
TAKEBACK, DRAW, REMATCH = ProposalKind

commands = st.lists(
    st.tuples(
        st.sampled_from(("join", "play", "play", "play", "takeback", "rematch", "draw", "agree", "refuse", "resign")),
        st.sampled_from(VISITORS),
        st.integers(0, 8),
    ),
    max_size=40,
)


def begun(name: str = "tictactoe", seed: int = 0) -> FriendGame:
    return FriendGame.begin(game(name), seed, "ana", 0, SECRET)


def full(name: str = "tictactoe", seed: int = 0) -> FriendGame:
    return begun(name, seed).join("bob", SECRET)


def carried_out(state: FriendGame, command: str, visitor: str, cell: int) -> FriendGame:
    if command == "join":
        return state.join(visitor, SECRET)
    if command == "play":
        return state.play(visitor, cell)
    if command == "resign":
        return state.resign(visitor)
    if command in ("takeback", "rematch", "draw"):
        return state.propose(visitor, ProposalKind(command))
    if state.proposal is None:
        raise PlygroundError("nothing is asked")
    return state.answer(visitor, state.proposal, agrees=command == "agree")


class Model:
    """The same game told by its cells alone: who sits where, the cells taken in turn, and what is asked."""

    def __init__(self) -> None:
        self.seats = ["ana", ""]
        self.cells: list[int] = []
        self.asked: tuple[str, int] | None = None
        self.given_up: int | None = None

    @property
    def is_over(self) -> bool:
        marks = "".join("xo"[self.cells.index(c) % 2] if c in self.cells else "." for c in range(9))
        return self.given_up is not None or winner(marks) is not None or "." not in marks

    def allows(self, command: str, visitor: str, cell: int) -> bool:
        """Carry the command out if the rules allow it. Return False if they do not."""
        if command == "join":
            if visitor in self.seats or "" not in self.seats:
                return False
            self.seats[1] = visitor
            return True
        if visitor not in self.seats or "" in self.seats:
            return False
        side = self.seats.index(visitor)
        if command == "play":
            if self.is_over or len(self.cells) % 2 != side or cell in self.cells:
                return False
            self.cells.append(cell)
            self.asked = None
        elif command == "resign":
            if self.is_over:
                return False
            self.given_up, self.asked = side, None
        elif command == "takeback":
            if self.is_over or self.asked or len(self.cells) <= side:
                return False
            self.asked = (command, side)
        elif command == "draw":  # tic-tac-toe ends by itself
            return False
        elif command == "rematch":
            if self.asked == (command, 1 - side):
                self.again()
            elif not self.is_over or self.asked:
                return False
            else:
                self.asked = (command, side)
        else:
            if self.asked is None or self.asked[1] == side:
                return False
            if command == "agree" and self.asked[0] == "rematch":
                self.again()
            elif command == "agree":
                self.cells.pop()
                if len(self.cells) % 2 != self.asked[1]:
                    self.cells.pop()
            self.asked = None
        return True

    def again(self) -> None:
        self.seats.reverse()
        self.cells, self.asked, self.given_up = [], None, None


@given(commands)
def test_random_commands_do_what_the_rules_allow_and_nothing_else(given_: list[tuple[str, str, int]]) -> None:
    state, model = begun(), Model()
    assert list(state.holders) == model.seats
    for command, visitor, cell in given_:
        before = state
        try:
            state = carried_out(state, command, visitor, cell)
            is_done = True
        except PlygroundError:
            is_done = False
        assert is_done == model.allows(command, visitor, cell), (command, visitor, cell)
        assert is_done or state is before
        assert list(state.holders) == model.seats
        assert list(state.match.moves) == model.cells
        assert state.resigned == model.given_up
        assert state.is_over == model.is_over
        assert (state.proposal and (state.proposal.kind.value, state.proposal.side)) == model.asked
        assert state.mover == (len(model.cells) % 2 if all(model.seats) and not model.is_over else None)
        for reader in (0, 1, None):
            assert announcement(state, reader)
            assert all(len(side_state(state, side, is_here=True)) == 2 for side in range(2))


def test_a_seat_goes_to_the_first_visitor_who_brings_the_secret() -> None:
    state = begun()
    for visitor, secret in (("bob", ""), ("bob", "other"), ("ana", SECRET)):
        with pytest.raises(PlygroundError):
            state.join(visitor, secret)
    taken = state.join("bob", SECRET)
    with pytest.raises(PlygroundError, match="used already"):
        taken.join("eve", SECRET)


def test_nobody_moves_for_another_or_before_both_have_come() -> None:
    with pytest.raises(PlygroundError, match="not come yet"):
        begun().play("ana", 4)
    state = full()
    with pytest.raises(MoveError, match="not your turn"):
        state.play("bob", 4)
    for stranger in ("eve", ""):
        with pytest.raises(PlygroundError, match="Only the two players"):
            state.play(stranger, 4)


def test_an_answer_to_an_earlier_request_does_nothing() -> None:
    state = full().play("ana", 4).propose("ana", TAKEBACK)
    asked = state.proposal
    assert asked is not None
    later = state.play("bob", 0).play("ana", 8).propose("ana", TAKEBACK)
    with pytest.raises(PlygroundError, match="no longer open"):
        later.answer("bob", asked, agrees=True)


def test_a_move_is_taken_back_with_the_reply_to_it() -> None:
    state = full().play("ana", 4).play("bob", 0).propose("ana", TAKEBACK)
    assert state.proposal is not None
    assert state.answer("bob", state.proposal, agrees=True).match.moves == ()
    assert state.answer("bob", state.proposal, agrees=False).match.moves == (4, 0)


def test_a_draw_is_agreed_once_both_have_moved_and_a_rematch_is_open() -> None:
    state = full("dame")
    state = state.play("ana", next(iter(state.match.position.moves())))
    with pytest.raises(PlygroundError, match="cannot ask"):
        state.propose("ana", DRAW)
    state = state.play("bob", next(iter(state.match.position.moves())))
    asked = state.propose("ana", DRAW)
    assert asked.proposal is not None
    assert not asked.answer("bob", asked.proposal, agrees=False).is_over
    assert asked.play("ana", next(iter(asked.match.position.moves()))).proposal is None
    for drawn in (asked.answer("bob", asked.proposal, agrees=True), asked.propose("bob", DRAW)):
        assert (drawn.is_over, drawn.mover, drawn.match.outcome) == (True, None, None)
        assert str(status(drawn, 0)) == "A draw: both players agreed."
        assert not drawn.propose("bob", REMATCH).propose("ana", REMATCH).is_over


def test_a_rematch_changes_the_sides_and_the_dice() -> None:
    state = full("pig", seed=7).resign("ana").propose("bob", REMATCH).propose("ana", REMATCH)
    assert state.holders == ("bob", "ana")
    assert (state.round, state.resigned, state.match.seed) == (2, None, 8)


def test_each_player_sees_their_own_card_and_a_spectator_none() -> None:
    state = full("kuhn", seed=3)
    first, second = state.match.position.first, state.match.position.second
    assert first and second
    assert (seen_position(state.match, 0).first, seen_position(state.match, 0).second) == (first, 0)
    assert (seen_position(state.match, 1).first, seen_position(state.match, 1).second) == (0, second)
    assert seen_position(state.match, SPECTATOR)[:2] == (0, 0)
    assert set(seen_words(state.match, SPECTATOR)) == {"?"}


def test_games_of_three_cannot_be_shared() -> None:
    assert not can_be_shared(game("three"))
    with pytest.raises(SpecError, match="by a link"):
        FriendGame.begin(game("three"), 0, "ana", 0, SECRET)


def test_a_game_expires_after_a_week() -> None:
    changed = datetime(2026, 1, 1)
    assert not is_expired(changed, changed + timedelta(days=7))
    assert is_expired(changed, changed + timedelta(days=7, seconds=1))
