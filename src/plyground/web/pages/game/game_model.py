"""The state behind the page of one game. It computes the view from which all parts are drawn, and draws nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.game_session import GameSession
from plyground.presentation.game_view import GameView, game_view
from plyground.presentation.opponents import next_opponent
from plyground.web.components.board_styles import lower_bar
from plyground.web.pages.game.coach import Coach
from plyground.web.pages.game.commands import Commands
from plyground.web.pages.game.device import Device
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.game_status import GameStatus
from plyground.web.pages.game.hints import Hints
from plyground.web.pages.game.judged_game import JudgedGame
from plyground.web.pages.game.mistakes import Mistakes
from plyground.web.pages.game.preparation import Preparation
from plyground.web.pages.game.process_runner import ProcessRunner
from plyground.web.pages.game.settling import DeadStones
from plyground.web.work_keeper import WorkKeeper
from plyground.web.workers.pool import VisitorWorkers


class GameModel:
    """The session of a visitor, and everything that helps with it. ``changed`` is called after each change. With a
    ``device``, bots think there.
    """

    def __init__(
        self,
        session: GameSession,
        thinkers: VisitorWorkers,
        students: VisitorWorkers,
        compiler: VisitorWorkers,
        keeper: WorkKeeper,
        changed: Callable[[], None],
        device: Device | None = None,
    ) -> None:
        self.changed, self.keeper, self.students = changed, keeper, students
        self.pace_s = 0.8  # seconds between the moves of two bots
        self.is_flipped = False  # True if the person turned the board
        self.session, match = session, session.match
        self.preparation = Preparation(match.game, compiler, changed)
        runner = ProcessRunner(thinkers, self.preparation, changed, device)
        self.driver = BotDriver(self.session, runner, rest=self._rest)
        self.judged = JudgedGame(match.game, students, changed, self.preparation)
        self.explorer = Explorer(self.session, changed)
        self.hints = Hints(self.explorer, self.judged, changed)
        self.coach = Coach(self.session, self.explorer, self.judged, self.hints, changed)
        self.mistakes = Mistakes(self.session, self.explorer, self.judged, changed)
        self.commands = Commands(
            self.session, self.driver, self.explorer, self.coach, self.hints, self.mistakes, changed
        )
        self.dead_stones = DeadStones(self.session, students, changed)
        self._texts = GameStatus(self.session, self.explorer, self.coach, self.mistakes)
        self._lower = lower_bar(match.game)
        self.session.on_change = self._follow_session
        keeper.on_change = changed

    def start(self) -> None:
        """Prepare the searches of the bots, and let them move."""
        self.preparation.begin(self.session.seats)
        self.driver.drive()

    def view(self) -> GameView:
        """Return the view of the present state, after all helpers have followed the session."""
        session, explorer, coach, mistakes = self.session, self.explorer, self.coach, self.mistakes
        explorer.follow()
        self.hints.follow(open_=self.commands.playable)
        coach.follow()
        mistakes.follow()
        asked = mistakes.question
        self.judged.want([*([asked] if asked else []), *coach.questions()])
        look = explorer.look
        self.dead_stones.follow(shows_end=session.is_over and look is None)
        status, detail = self._texts.status(), self._texts.detail()
        findings = self.judged.findings(session.match, explorer.shown, reviews=coach.reviews)
        return game_view(
            session,
            explorer.shown,
            can=self._can(),
            playable=self.commands.playable,
            status=status,
            detail=detail,
            said=self._texts.announcement(status, detail),
            trouble=session.trouble or self.keeper.trouble,
            findings=findings,
            hint=self.hints.hint(),
            card=None if mistakes.is_on else coach.card(findings),
            demonstration=coach.demonstration,
            shows_values=coach.shows_values,
            shows_bar=coach.shows_bar or coach.reviews,
            is_why=coach.is_why,
            reviews=coach.reviews,
            settling=self.dead_stones.settling,
            next_opponent=next_opponent(session),
            round=self.commands.round,
            is_flipped=self.is_flipped,
            lower=self._lower,
        )

    def _can(self) -> dict[str, bool]:
        """Return the commands by name, with True if they can be given now: those of the session, and those for looks."""
        session, look, mistakes = self.session, self.explorer.look, self.mistakes
        can = session.commands()
        has_person = not session.only_bots
        can |= {
            "begin": can["begin"] and has_person,
            "stop": can["stop"] and has_person,
            "hint": self.commands.playable,
            "pass": session.must_pass and look is None,
            "resign": session.can_resign and look is None,
            "switch": session.people == 1 and len(session.seats) == 2,
            "watch": has_person,
            "adopt": look is not None and not mistakes.is_on and self.coach.demonstration is None,
            "back": look is not None,
            "answer": mistakes.is_on and not mistakes.is_right,
            "next_mistake": mistakes.has_more,
            "learn": session.is_over and bool(mistakes.found()),
        }
        if look:
            can |= {"undo": look.ply > 0, "redo": look.ply < len(look.moves)}
        return can

    def flip(self) -> None:
        """Show the board from the other side."""
        self.is_flipped = not self.is_flipped
        self.changed()

    def leave(self) -> None:
        """Stop all work, because the page is closed."""
        self.judged.leave()
        self.dead_stones.leave()
        self.keeper.close()
        self.session.stop()

    def _follow_session(self) -> None:
        if self.session.match.ply:
            self.preparation.begin_judge()
        self.start()
        self.changed()

    def _rest(self, go_on: Callable[[], None]) -> None:
        """Call ``go_on``; if bots play each other, wait for a pause first."""
        if self.session.only_bots:
            asyncio.get_running_loop().call_later(self.pace_s, go_on)
        else:
            go_on()
