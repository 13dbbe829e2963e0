"""A game against bots in a notebook: the state that a browser shows, and the messages from it.

The state is that of ``board.js``, with the texts and buttons around the board under ``controls``. Messages are those of
the board, ``{ choose: index in the list, turn }``, and ``{ side }``, the person's side in a new game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from plyground.arena.match import Match
from plyground.bots import Outlook, named
from plyground.core.game import Game
from plyground.core.position import Move
from plyground.errors import PlygroundError, SearchError
from plyground.i18n import Sentence, _, _n
from plyground.judge.judge import Judge
from plyground.judge.kept_judgements import kept_judgements
from plyground.notebook.thread_runner import ThreadJob, ThreadRunner
from plyground.presentation.boards.board_state import SHORTCUTS, BoardState, BoardView
from plyground.presentation.boards.board_text import written
from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.hint import STEPS, Advice, advice_on, told
from plyground.presentation.hint import area as area_of
from plyground.presentation.hint import cells as cells_of
from plyground.presentation.player_view import seen_position
from plyground.presentation.score_text import score_line
from plyground.presentation.status_text import announcement, detail, joined, status

MAX_LISTED_MOVES = 60
"""Most listed moves that are not on the board; :meth:`NotebookSession.play` accepts any move."""


class _Hint:
    """A hint for the position of a match: being computed, or shown step by step."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.job: ThreadJob | None = None
        self.words: Sentence | str = _("Looking for a hint …")
        self.advice: Advice | None = None
        self.step = 0

    def tell(self) -> None:
        """Go one step further, if the advice is there."""
        if self.advice:
            self.step = min(self.step + 1, STEPS)
            self.words = told(self.match.game, self.match.position, self.advice, self.step)


class NotebookSession:
    """One game after another. A person plays one side and bots the others; with ``human`` as bot, people play all.

    Bots search in threads. ``changed`` is called after each change, also from these threads.
    """

    def __init__(self, game: Game, opponent: str, side: int, seed: int = 0, match: Match | None = None) -> None:
        """Begin a game, or go on with a ``match``; ``opponent`` is a bot's spec text. Raise :class:`SpecError`."""
        self.game = game
        self.opponent = opponent
        self.side = side
        self.changed: Callable[[], None] = lambda: None
        self._bot, self._person = Seat.parse(named(opponent), game), Seat.parse("human", game)
        self._lock = threading.RLock()
        self._round = 0
        self._hint: _Hint | None = None
        self._session = GameSession(self._seats, match or Match(game, seed=seed))
        self._runner = ThreadRunner(game, lambda: self.changed())
        self._driver = BotDriver(self._session, self._runner, lock=self._lock)
        self._session.on_change = self._follow
        self._driver.drive()

    @property
    def match(self) -> Match:
        """The game so far."""
        return self._session.match

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.match.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far, in the game's notation, including those of chance."""
        return self.match.words

    @property
    def trouble(self) -> Sentence | None:
        """The last error as a sentence; None if there was none."""
        return self._session.trouble

    def play(self, move: Move | str) -> None:
        """Make a move, by its number or as people write it, and wait for the bots' answers.

        Raise :class:`MoveError` if the rules do not allow it, and :class:`SearchError` if a bot has no answer.
        """
        self.wait()
        if isinstance(move, str):
            move = self.game.notation.parse_move(self.position, move)
        self._do(lambda: self._session.play(move))
        self.wait()
        if self.trouble:
            raise SearchError(self.trouble)

    def undo(self) -> None:
        """Go back to the person's last turn; raise :class:`MoveError` if there is none."""
        self._do(self._session.undo)

    def new_game(self, side: int | None = None) -> None:
        """Start again from the beginning, on another ``side`` if one is given."""

        def begin() -> None:
            self.side = self.side if side is None else side
            self._session.new_game(None if side is None else self._seats)

        self._do(begin)

    def hint(self) -> None:
        """Give a step of a hint: where to look, then why, then the move."""
        with self._lock:
            if not self._session.mover_is_human:
                return
            if self._hint is None:
                self._look_for_hint(_Hint(self.match))
            else:
                self._hint.tell()
        self.changed()

    def hurry(self) -> None:
        """Have the bot that thinks play the best move found so far, if it can do so at any time."""
        self._driver.hurry()

    def stop(self) -> None:
        """End a thought; :meth:`go_on` begins it again."""
        self._do(self._session.stop)

    def go_on(self) -> None:
        """Let the bot move whose turn it is."""
        self._do(self._session.resume)

    def wait(self) -> None:
        """Wait until no bot thinks and no hint is being computed."""
        while job := self._job:
            job.wait()

    def hear(self, message: object) -> None:
        """Handle a message from a browser, or show why it is impossible. The message may be anything."""
        if not isinstance(message, dict):
            return
        try:
            if message.get("turn") == self.match.ply:
                self._press(message)
            for side in _place(message.get("side"), self.game.sides):
                self._round += 1
                self.new_game(side)
            self._obey(str(message.get("command")))
        except PlygroundError as error:
            sentence = error.sentence
            self._do(lambda: self._session.report(sentence))

    def state(self) -> BoardState:
        """Return the state of the board and of the texts and buttons around it."""
        with self._lock:
            session, match, position = self._session, self.match, self.position
            hint = self._hint or _Hint(match)
            advice = hint.advice
            area = area_of(self.game, position, advice.best) if advice else ()
            advised = cells_of(self.game, position, advice, hint.step) if advice else ()
            view = BoardView(match, None, area, advised)
            words = [self.game.notation.format_move(position, move) for move in self._listed(view)]
            is_open = session.mover_is_human
            more = len(view.unseen) - len(words) if is_open else 0
            hinted = hint.words if self._hint else ""
            buttons = self._buttons()
            keys = {key: command for key, command in SHORTCUTS.items() if command in {name for name, *_rest in buttons}}
            state = view.state(str(hinted) or announcement(session), self._round, keys, playable=is_open, focus=False)
            controls = {
                "status": status(session),
                "detail": joined(score_line(self.game, position), detail(session)),
                "reason": self._reason(),
                "hint": hinted,
                "trouble": self.trouble or "",
                "written": "" if self.game.picture.width else written(self.game, seen_position(match, session.viewer)),
                "list": _("Moves"),
                "moves": words,
                "more": _n("and {count} move more", "and {count} moves more", more) if more > 0 else "",
                "buttons": buttons,
                "side": self.side,
                "sideLabel": "" if session.people > 1 else _("You play"),
                "keys": self._keys(),
            }
        return {**state, "controls": _plain(controls)}

    def __repr__(self) -> str:
        return f"{self.game.title}: {status(self._session)}"

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return tuple(self._person if side == self.side else self._bot for side in range(len(self.game.sides)))

    @property
    def _job(self) -> ThreadJob | None:
        """The running job: a bot's search, or a hint."""
        with self._lock:
            job = self._driver.running or (self._hint and self._hint.job)
            assert job is None or isinstance(job, ThreadJob)
            return job

    def _do(self, command: Callable[[], None]) -> None:
        with self._lock:
            command()
        self.changed()

    def _follow(self) -> None:
        """React to a change of the session: drop a hint for another position, and start or cancel searches of bots."""
        if self._hint and self._hint.match != self.match:
            if self._hint.job:
                self._hint.job.cancel()
            self._hint = None
        self._driver.drive()

    def _press(self, message: dict[Any, Any]) -> None:
        view = BoardView(self.match)
        move = view.pressed(message.get("play"))
        listed = self._listed(view)
        for place in _place(message.get("choose"), listed):
            move = listed[place]
        if move is not None:
            made = move
            self._do(lambda: self._session.play(made))

    def _obey(self, command: str) -> None:
        match command:
            case "undo":
                self.undo()
            case "new":
                self._round += 1
                self.new_game()
            case "hint":
                self.hint()
            case "hurry":
                self.hurry()
            case "stop":
                self.stop()
            case "go":
                self.go_on()

    def _buttons(self) -> list[tuple[str, Sentence, bool, bool]]:
        """Return each command as (name, text, is shown, is enabled)."""
        can = self._session.commands()
        return [
            ("hurry", _("Move now"), can["hurry"], True),
            ("stop", _("Stop"), can["stop"], True),
            ("go", _("Go on"), can["go"], True),
            ("new", _("New game"), True, True),
            ("undo", _("Undo"), True, can["undo"]),
            ("hint", _("Hint"), True, can["hint"]),
        ]

    def _keys(self) -> Sentence | str:
        picture = self.game.picture
        if not picture.width:
            return ""
        if picture.pieces:
            return _("Keys on the board: arrows move, Enter picks a piece up and puts it down, U undo, N new game, H hint, M move now, Esc puts a piece back or stops a thought")  # fmt: skip
        return _("Keys on the board: arrows move, Enter plays, U undo, N new game, H hint, M move now, Esc stop")

    def _reason(self) -> Sentence | str:
        """Return the reason for the last bot's move; empty after a later move."""
        session, match = self._session, self.match
        ply = session.last_bot_ply
        made = None if ply is None or ply < match.ply - len(match.fallen) - 1 else session.played_at(ply)
        if ply is None or made is None or made.choice is None:
            return ""
        side, reason = match.game.mover(match.positions[ply]), made.choice.reason
        return _("{side} played {move}. {reason}", side=side, move=match.words[ply], reason=reason)

    def _listed(self, view: BoardView) -> list[Move]:
        return view.unseen[:MAX_LISTED_MOVES] if self._session.mover_is_human else []

    def _look_for_hint(self, hint: _Hint) -> None:
        def think(job: ThreadJob) -> Advice:
            with self._runner.bench:
                return advice_on(Judge(hint.match.game, shelf=kept_judgements()), hint.match)

        def end(result: Any) -> None:
            with self._lock:
                hint.job = None
                if self._hint is hint:
                    self._end_hint(hint, result)
            self.changed()

        def report(job: ThreadJob, news: Outlook | Sentence) -> None:
            if isinstance(news, Sentence):
                hint.words = news
                self.changed()

        self._hint = hint
        hint.job = job = ThreadJob(think, end, report)
        job.start()  # without threads the job has ended after this line

    def _end_hint(self, hint: _Hint, result: Advice | Exception) -> None:
        if isinstance(result, Advice):
            hint.advice = result
            hint.tell()
            return
        self._hint = None
        self._session.report(self._runner.explain(result))


def _place(number: object, among: Sequence[object]) -> Iterator[int]:
    """Yield a number from a browser if it is a valid index."""
    if type(number) is int and 0 <= number < len(among):
        yield number


def _plain(value: Any) -> Any:
    """Return the same data with sentences as text."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Sentence) else value
