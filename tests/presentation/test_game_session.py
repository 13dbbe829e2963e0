"""A game session keeps its promises, whatever commands come in whatever order."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from plyground import game
from plyground.arena.match import Match
from plyground.bots import Choice, Outlook
from plyground.core.game import Game
from plyground.errors import EngineDied, EngineResigned, MoveError
from plyground.i18n import Sentence, _
from plyground.presentation.bot_driver import BotDriver, OnEnd
from plyground.presentation.game_session import BotThought, GameSession, Seat
from plyground.presentation.status_text import announcement, detail, status

GAMES = tuple(map(game, ("tictactoe", "pig:target=10,faces=3,rounds=2", "othello:size=4", "dame")))


class HeldRunner:
    """A runner whose thoughts end when the test says so."""

    def __init__(self) -> None:
        self.thoughts: list[tuple[BotThought, OnEnd]] = []
        self.cancelled = 0

    def run(self, thought: BotThought, on_end: OnEnd) -> HeldRunner:
        self.thoughts.append((thought, on_end))
        return self

    def cancel(self) -> None:
        self.cancelled += 1

    def hurry(self) -> None:
        self.thoughts[-1][0].update(1, None)

    def explain(self, error: Exception) -> Sentence:
        return _("It failed.")


class Sessions(RuleBasedStateMachine):
    """People and bots command a session at random; thoughts end late, never, or after they were interrupted."""

    @initialize(
        of=st.sampled_from(GAMES),
        players=st.lists(st.sampled_from(["human", "random:seed=1"]), min_size=2, max_size=2),
        bots_start=st.booleans(),
        chance_waits=st.booleans(),
    )
    def begin(self, of: Game, players: list[str], bots_start: bool, chance_waits: bool) -> None:
        self.changes = 0
        seats = tuple(Seat.parse(player, of) for player in players)
        self.session = GameSession(seats, Match(of), bots_start=bots_start, chance_waits=chance_waits)
        self.runner = HeldRunner()
        self.driver = BotDriver(self.session, self.runner)
        self.session.on_change = self.follow
        self.driver.drive()

    def follow(self) -> None:
        self.changes += 1
        self.driver.drive()

    @rule(number=st.integers(0, 20))
    def play(self, number: int) -> None:
        session, before = self.session, self.session.match
        moves = list(before.position.moves())
        if session.mover_is_human:
            session.play(moves[number % len(moves)])
            assert session.match.moves[: before.ply] == before.moves[: before.ply]
            assert session.match.ply > before.ply
        else:
            with pytest.raises(MoveError):
                session.play(moves[number % len(moves)] if moves else 0)
            assert session.match is before

    @rule(data=st.data())
    def end_a_thought(self, data: st.DataObject) -> None:
        if self.runner.thoughts:
            thought, on_end = data.draw(st.sampled_from(self.runner.thoughts))
            wanted = thought is self.session.thinking
            before = self.session.match
            on_end(thought.player.choose(thought.match.position))
            assert wanted == (self.session.match is not before)

    @precondition(lambda self: self.session.thinking is not None)
    @rule()
    def fail(self) -> None:
        _thought, on_end = self.runner.thoughts[-1]
        before = self.session.match
        on_end(RuntimeError())
        assert (self.session.match, self.session.running) == (before, False)
        assert self.session.trouble is not None

    @rule()
    def undo(self) -> None:
        session, to = self.session, self.session.undo_to
        number = session.number
        if not session.commands()["undo"]:
            with pytest.raises(MoveError):
                session.undo()
        elif to is None:
            session.undo()
            assert session.number < number
            assert session.match.ply > 0
        else:
            moves = session.match.moves
            session.undo()
            assert (session.match.ply, session.match.moves) == (to, moves)
            assert session.redo_to is not None
            assert session.mover_is_human or session.only_bots

    @rule()
    def undo_and_redo_are_inverse(self) -> None:
        session, before = self.session, self.session.match
        if session.undo_to is not None and not (
            before.outcome is None and session.mover_is_bot and not session.only_bots
        ):
            session.undo()
            if session.mover_is_human or session.only_bots:
                session.redo()
                assert session.match.position == before.position

    @rule(command=st.sampled_from(["redo", "new_game", "begin", "stop", "resume", "step", "hurry", "switch_sides"]))
    def command(self, command: str) -> None:
        if command == "redo" and self.session.redo_to is None:
            with pytest.raises(MoveError):
                self.session.redo()
        else:
            getattr(self.driver if command == "hurry" else self.session, command)()

    @rule(side=st.integers(0, 1), name=st.sampled_from(["human", "random:seed=2", "engine:nodes=5"]))
    def sit(self, side: int, name: str) -> None:
        position = self.session.match.position
        if name.startswith("engine") and not self.session.game.facts.deterministic:
            return
        self.session.sit(side, Seat.parse(name, self.session.game))
        assert self.session.seats[side].text == name
        if not position.is_chance():
            assert self.session.match.position == position

    @rule(number=st.integers(-1, 8), text=st.text(max_size=10))
    def comment(self, number: int, text: str) -> None:
        if 0 < number <= len(self.session.match.moves):
            self.session.comment(number, text)
        else:
            with pytest.raises(MoveError):
                self.session.comment(number, text)

    @rule(ply=st.integers(0, 10))
    def go_to_an_earlier_position(self, ply: int) -> None:
        match = self.session.match
        if ply <= match.ply:
            comments = match.comments
            self.session.go_to(Match(match.game, match.moves, ply, match.seed))
            assert self.session.match.comments == comments

    @invariant()
    def the_match_is_legal(self) -> None:
        match = self.session.match
        again = Match.parse(match.game, match.format(), match.seed)
        assert again.position == match.position

    @invariant()
    def a_thought_is_about_the_position_on_the_board(self) -> None:
        session = self.session
        if session.thinking:
            assert session.thinking.match is session.match or session.thinking.match.position == session.match.position
            assert session.mover_is_bot
            assert session.thinking is self.runner.thoughts[-1][0]
            assert self.driver.running is not None

    @invariant()
    def a_bot_whose_turn_it_is_thinks_unless_stopped(self) -> None:
        session = self.session
        assert (session.thinking is not None) == (session.running and session.mover_is_bot)
        assert session.commands()["stop"] == (session.thinking is not None)

    @invariant()
    def chance_waits_only_at_the_beginning(self) -> None:
        assert not self.session.match.is_chance or self.session.match.ply == 0

    @invariant()
    def there_is_something_to_do(self) -> None:
        session = self.session
        can = session.commands()
        assert session.match.outcome or session.thinking or can["play"] or can["go"] or can["begin"]

    @invariant()
    def the_words_fit(self) -> None:
        session = self.session
        assert str(status(session))
        assert str(status(session)) in announcement(session) or session.thinking
        assert str(detail(session)) is not None


TestSessions = Sessions.TestCase
TestSessions.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)

TICTACTOE = game("tictactoe")


def seats(*names: str, of: Game = TICTACTOE) -> tuple[Seat, ...]:
    return tuple(Seat.parse(name, of) for name in names)


def test_an_interrupted_thought_plays_no_move() -> None:
    session = GameSession(seats("human", "random"), Match(TICTACTOE))
    session.play(4)
    thought = session.begin_thought()
    assert thought
    session.undo()
    assert not session.end_thought(thought, Choice(0, _("late")))
    assert session.match.ply == 0


def test_an_adviser_moves_for_a_person() -> None:
    session = GameSession(seats("human", "human"), Match(TICTACTOE))
    assert session.begin_thought() is None
    thought = session.begin_thought(Seat.parse("expert", TICTACTOE))
    assert thought
    session.end_thought(thought, Choice(4, _("the centre")))
    assert session.match.moves == (4,)
    assert session.mover_at(0).text == "expert"


def test_only_a_bot_that_can_move_at_any_time_is_hurried() -> None:
    for name, can in (("minimax", False), ("engine", True)):
        session = GameSession(seats(name, "human"), Match(TICTACTOE))
        assert session.begin_thought()
        session.hurry()
        assert session.thinking
        assert session.thinking.is_hurried == session.commands()["hurry"] == can


def test_one_step_stops_after_one_move() -> None:
    session = GameSession(seats("random", "random"), Match(TICTACTOE))
    assert session.begin_thought() is None
    session.step()
    thought = session.begin_thought()
    assert thought
    session.end_thought(thought, Choice(0, _("any")))
    assert (session.running, session.match.ply) == (False, 1)


def test_the_first_die_falls_when_a_person_begins() -> None:
    pig = game("pig")
    session = GameSession(seats("human", "random", of=pig), Match(pig, seed=3), chance_waits=True)
    assert session.commands()["begin"]
    assert session.match.ply == 0
    session.begin()
    assert session.match.ply > 0
    assert not session.commands()["begin"]


def test_undo_brings_back_the_game_that_a_new_one_replaced() -> None:
    session = GameSession(seats("human", "human"), Match(TICTACTOE))
    session.play(4)
    session.play(0)
    before, number = session.match, session.number
    session.new_game()
    assert session.number != number
    assert session.commands()["undo"]
    session.undo()
    assert (session.match, session.number) == (before, number)
    session.new_game()
    session.play(8)
    session.undo()
    assert not session.commands()["undo"]  # a person has moved in the new game


def test_a_resignation_ends_the_game_until_it_is_taken_back() -> None:
    session = GameSession(seats("human", "random"), Match(TICTACTOE))
    assert not session.can_resign  # nobody has moved
    session.play(4)
    thought = session.begin_thought()
    assert thought and session.can_resign
    session.resign()
    assert (session.resigned, session.is_over, session.thinking, session.mover) == (0, True, None, None)
    assert session.begin_thought() is None
    session.undo()
    assert (session.resigned, session.match.ply) == (None, 1)
    session.resign()
    session.new_game()
    assert not session.is_over


def test_nobody_learns_from_moves_of_others_until_they_play_on() -> None:
    people, match = seats("human", "human"), Match.parse(TICTACTOE, "4-0-8")
    assert GameSession(people, match).can_learn_from(0)
    session = GameSession(people, match, watched=True)
    assert not session.can_learn_from(0)
    session.undo()
    assert session.is_watched
    session.play(2)
    assert not session.is_watched
    assert session.can_learn_from(2)


def test_switching_sides_in_the_middle_gives_the_move_to_the_bot() -> None:
    session = GameSession(seats("human", "random"), Match(TICTACTOE))
    session.switch_sides()
    assert session.begin_thought()
    assert [seat.text for seat in session.seats] == ["random", "human"]


def test_progress_is_counted_from_the_first_position() -> None:
    times = iter((0.0, 10.0, 12.0, 12.0, 12.0))
    thought = BotThought(Match(TICTACTOE), seats("engine", "human")[0], lambda: next(times))
    thought.update(5, None)
    assert thought.seconds == 2
    assert thought.speed == 2


def test_an_outlook_is_said_aloud_at_intervals() -> None:
    now = 0.0
    thought = BotThought(Match(TICTACTOE), seats("engine", "human")[0], lambda: now)
    early, late = (Outlook(depth, _("even"), "", 1, 1.0) for depth in (1, 2))
    thought.update(1, early)
    assert (thought.outlook, thought.spoken) == (early, None)
    now = 5.0
    thought.update(2, late)
    assert (thought.outlook, thought.spoken) == (late, late)


def failing(error: Exception) -> GameSession:
    """Return a game in which the bot to move has failed."""
    of = GAMES[0]
    session, runner = GameSession((Seat.parse("human", of), Seat.parse("random", of)), Match(of)), HeldRunner()
    driver = BotDriver(session, runner)
    session.on_change = driver.drive
    session.play(4)
    runner.thoughts[-1][1](error)
    return session


def test_a_person_decides_how_the_game_goes_on_after_a_bot_failed() -> None:
    session = failing(EngineDied("fake", _("it ended with status 7")))
    assert session.is_undecided and str(session.trouble) == "fake failed: it ended with status 7."
    session.resume()
    assert session.thinking and not session.is_undecided
    session = failing(EngineDied("fake", _("it ended with status 7")))
    session.forfeit()
    assert str(status(session)) == "O resigned: X wins." and session.trouble
    session.undo()
    assert session.resigned is None and not session.trouble


def test_a_program_that_resigns_loses_without_a_question() -> None:
    session = failing(EngineResigned("fake"))
    assert session.is_over and not session.is_undecided
    assert (str(status(session)), str(session.trouble)) == ("O resigned: X wins.", "fake resigned.")


def test_only_a_bot_that_failed_can_be_made_to_lose() -> None:
    of = GAMES[0]
    session = GameSession((Seat.parse("human", of), Seat.parse("random", of)), Match(of))
    for _ply in range(2):
        session.forfeit()
        assert session.resigned is None
        if session.mover_is_human:
            session.play(4)
