"""A person's game against bots where there is no page: what a notebook shows, and what comes back from it.

The state is that of ``board.js``, with what stands around the board under ``desk``; messages are those of the board, and
``{ choose: place in the list, turn }`` and ``{ side }``, who the person plays in a new game.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from plyground.arena.analysis import MoveValues, move_values
from plyground.arena.history import oracle
from plyground.arena.match import Match
from plyground.errors import MoveError, PlygroundError, SearchError, SearchStopped
from plyground.game import Game
from plyground.interfaces.board import written
from plyground.interfaces.board_view import BoardView
from plyground.interfaces.exploring import within
from plyground.interfaces.hint import ENGINE, PATIENCE, STEPS, Advice, advise, judged, told
from plyground.interfaces.hint import area as area_of
from plyground.interfaces.hint import cells as cells_of
from plyground.interfaces.news import LONGEST_THOUGHT, count, invitation, latest, played, too_large, verdict
from plyground.language import Sentence, _, _n
from plyground.players import Human, Outlook, Thought, player
from plyground.position import Move
from plyground.search.native import announcing
from plyground.search.tally import STOP, VISITS, Tally, new_tally
from plyground.solve.explore import Exploration, explore

MOST_LISTED = 60
"""Moves without a place on the board that are listed; :meth:`Desk.play` makes any."""

SHORTCUTS = {"u": "undo", "n": "new", "h": "hint", "m": "hurry", "escape": "stop"}
"""What keys on the board ask for."""


class _Task:
    """A thought under way: a bot's, or that for a hint."""

    def __init__(self, changed: Callable[[], None], *, is_hint: bool) -> None:
        self.is_hint = is_hint
        self._changed = changed
        self.tally: Tally = new_tally()
        self.outlook: Outlook | Sentence | None = None
        self.thread: threading.Thread | None = None

    def tell(self, news: Outlook | Sentence) -> None:
        """Take in how far it is."""
        self.outlook = news
        self._changed()


class Desk:
    """One game after another: a person plays ``side``, a bot every other one; with ``human`` as bot, people play all.

    Bots think in a thread of their own. ``changed`` hears of each change, there too.
    """

    def __init__(self, game: Game, opponent: str, side: int, seed: int = 0) -> None:
        """``opponent`` is a player's spec text; raises :class:`SpecError`."""
        self.game = game
        self.opponent = opponent
        self.side = side
        self.match = Match(game, seed=seed).rolled()
        self.trouble: Sentence | None = None
        self.changed: Callable[[], None] = lambda: None
        self._bot = player(opponent, game)
        self._bench = threading.Lock()  # a bot thinks about one position at a time
        self._lock = threading.RLock()
        self._task: _Task | None = None
        self._round = 0
        self._reason: Sentence | None = None  # of the bot's last move
        self._advice: Advice | None = None
        self._step = 0  # of the hint that is told
        self._go_on()

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.match.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves made so far, as people write them, those of chance included."""
        return self.match.words

    def play(self, move: Move | str) -> None:
        """Make a move, by its number or as people write it, and wait for the bots' answers.

        Raises :class:`MoveError` for what the rules do not allow, and :class:`SearchError` where a bot has no answer.
        """
        self.wait()
        if isinstance(move, str):
            move = self.game.notation.parse_move(self.position, move)
        self._make(move)
        self.wait()
        if self.trouble:
            raise SearchError(self.trouble)

    def undo(self) -> None:
        """Back to where the person last had the move; raises :class:`MoveError`."""
        if self._undo_to is None:
            raise MoveError(_("There is no move to take back."))
        self._set(self.match.undo(self.match.ply - self._undo_to))

    def new_game(self, side: int | None = None) -> None:
        """Start again from the beginning, on the same ``side`` where none is given."""
        self.side = self.side if side is None else side
        self._set(Match(self.game, seed=self.match.seed + 1).rolled())

    def hint(self) -> None:
        """A step of a hint: where to look, then why, then the move."""
        if not self._is_open:
            return
        if self._advice is None:
            self._start(self._look_for_hint, is_hint=True)
        else:
            self._step = min(self._step + 1, STEPS)
        self.changed()

    def hurry(self) -> None:
        """Have the bot that thinks play the best move that it has found, if it can do so at any time."""
        if self._can_hurry and self._task:
            self._task.tally.counts[STOP] = 1

    def stop(self) -> None:
        """End a thought; :meth:`go_on` begins it again."""
        self._interrupt()
        self.changed()

    def go_on(self) -> None:
        """Let the bot move whose turn it is."""
        self.trouble = None
        self._go_on()
        self.changed()

    def wait(self) -> None:
        """Wait until nobody thinks."""
        while (task := self._task) and task.thread:
            task.thread.join()

    def hear(self, message: object) -> None:
        """Do what a browser asks for, or show in a sentence why not; it may ask for anything."""
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
            self.trouble = error.sentence
            self.changed()

    def _press(self, message: dict[Any, Any]) -> None:
        view = BoardView(self.match)
        move = view.pressed(message.get("play"))
        listed = self._listed(view)
        for place in _place(message.get("choose"), listed):
            move = listed[place]
        if move is not None:
            self._make(move)

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

    def state(self) -> dict[str, Any]:
        """What the board shows, and what stands around it."""
        with self._lock:
            match, advice, position = self.match, self._advice, self.match.position
            area = area_of(self.game, position, advice.best) if advice else ()
            advised = cells_of(self.game, position, advice, self._step) if advice else ()
            view = BoardView(match, None, area, advised)
            words = [self.game.notation.format_move(position, move) for move in self._listed(view)]
            more = len(view.unseen) - len(words) if self._is_open else 0
            hinted = told(self.game, position, advice, self._step) if advice else ""
            if self._task and self._task.is_hint:
                doing = self._task.outlook
                hinted = doing if isinstance(doing, Sentence) else _("Looking for a hint …")
            status, detail = self._status(), self._detail()
            said = (hinted,) if hinted else (played(match) or "", status, detail)
            if self._task and not self._task.is_hint:
                said = (status,)
            state = view.state(" ".join(filter(None, map(str, said))), self._round, SHORTCUTS, playable=self._is_open, focus=False)  # fmt: skip
            desk = {
                "status": status,
                "detail": detail,
                "reason": self._reason or "",
                "hint": hinted,
                "trouble": self.trouble or "",
                "written": "" if self.game.picture.width else written(self.game, position),
                "list": _("Moves"),
                "moves": words,
                "more": _n("and {count} move more", "and {count} moves more", more) if more > 0 else "",
                "buttons": self._buttons(),
                "side": self.side,
                "sideLabel": _("You play") if not self._people else "",
                "keys": self._keys(),
            }
        return state | {"desk": _plain(desk)}

    def __repr__(self) -> str:
        return f"{self.game.title}: {self._status()}"

    def _keys(self) -> Sentence | str:
        picture = self.game.picture
        if not picture.width:
            return ""
        if picture.pieces:
            return _("Keys on the board: arrows move, Enter picks a piece up and puts it down, U undo, N new game, H hint, M move now, Esc puts a piece back or stops a thought")  # fmt: skip
        return _("Keys on the board: arrows move, Enter plays, U undo, N new game, H hint, M move now, Esc stop")

    def _buttons(self) -> list[tuple[str, Sentence, bool, bool]]:
        """Each command with its words, whether its button is there, and whether it can be pressed."""
        thinks = self._task is not None and not self._task.is_hint
        waits = self._task is None and not self.match.outcome and not self._is_open
        return [
            ("hurry", _("Move now"), self._can_hurry, True),
            ("stop", _("Stop"), thinks, True),
            ("go", _("Go on"), waits, True),
            ("new", _("New game"), True, True),
            ("undo", _("Undo"), True, self._undo_to is not None),
            ("hint", _("Hint"), True, self._is_open),
        ]

    def _status(self) -> Sentence:
        match = self.match
        if ended := verdict(match):
            return ended
        if self._task and not self._task.is_hint:
            return _("{side} ({player}) is thinking", side=match.mover, player=self._bot.card.title)
        if self._is_open and not self._people:
            return _("Your move: you play {side}", side=match.mover)
        return _("{side} to move", side=match.mover)

    def _detail(self) -> Sentence | str:
        match, task = self.match, self._task
        if match.outcome:
            return count(match)
        if task and not task.is_hint and isinstance(task.outlook, Outlook):
            return _("Depth {depth}: {worth}.", depth=task.outlook.depth, worth=task.outlook.worth)
        if task and not task.is_hint:
            return task.outlook if isinstance(task.outlook, Sentence) else ""
        return latest(match) or (invitation(match) if self._is_open and match.ply == 0 else "")

    @property
    def _people(self) -> bool:
        """Whether people play all sides."""
        return isinstance(self._bot, Human)

    @property
    def _is_open(self) -> bool:
        """Whether a person is to move."""
        return self.match.outcome is None and self._is_persons(self.match.ply)

    @property
    def _can_hurry(self) -> bool:
        return self._task is not None and not self._task.is_hint and self._bot.card.anytime

    @property
    def _undo_to(self) -> int | None:
        """The ply that :meth:`undo` goes back to; ``None`` when there is nothing to take back."""
        return next((ply for ply in range(self.match.ply - 1, -1, -1) if self._is_persons(ply)), None)

    def _is_persons(self, ply: int) -> bool:
        position = self.match.positions[ply]
        return not position.is_chance() and (self._people or self.game.side(position) == self.side)

    def _listed(self, view: BoardView) -> list[Move]:
        return view.unseen[:MOST_LISTED] if self._is_open else []

    def _make(self, move: Move) -> None:
        """A person's move; raises :class:`MoveError`."""
        if self.match.outcome is None and not self._is_open:
            raise MoveError(_("It is not your turn."))
        self._set(self.match.play(move).rolled())

    def _set(self, match: Match) -> None:
        with self._lock:
            self._interrupt()
            self.match = match
            self.trouble = self._reason = None
            self._go_on()
        self.changed()

    def _interrupt(self) -> None:
        """End what is thought about, and a hint with it."""
        with self._lock:
            if self._task:
                self._task.tally.counts[STOP] = 1
            self._task = self._advice = None
            self._step = 0

    def _go_on(self) -> None:
        with self._lock:
            if self._task is None and self.match.outcome is None and not self._is_open:
                self._start(self._move_bots, is_hint=False)

    def _start(self, thought: Callable[[_Task], None], *, is_hint: bool) -> None:
        self._interrupt()
        task = _Task(lambda: self.changed(), is_hint=is_hint)
        in_language = contextvars.copy_context().run
        task.thread = threading.Thread(target=in_language, args=(self._end, thought, task), daemon=True)
        self._task = task
        task.thread.start()

    def _end(self, thought: Callable[[_Task], None], task: _Task) -> None:
        """See a thought through to its end, which may be that it has none."""
        trouble: Sentence | None = None
        try:
            with self._bench, announcing(task.tell):
                thought(task)
        except SearchStopped:
            trouble = _("No hint: nothing was found in {seconds} s.", seconds=PATIENCE) if task.is_hint else too_large(self._bot, task.tally.counts[VISITS])  # fmt: skip
        except PlygroundError as error:
            trouble = error.sentence
        except Exception as error:  # the rules may be those of the cell above
            trouble = _("The rules of {game} broke off: {error}.", game=self.game.title, error=repr(error))
        with self._lock:
            if self._task is not task:
                return
            self._task = None
            self.trouble = trouble
        self.changed()

    def _move_bots(self, task: _Task) -> None:
        """Bots move until it is the person's turn, the game ends, or they are interrupted."""
        while self._task is task and self.match.outcome is None and not self._is_open:
            match = self.match
            with within(LONGEST_THOUGHT, task.tally):
                choice = self._bot.choose(match.position, Thought(match.positions[: match.ply], task.tally, task.tell))
            with self._lock:
                if self._task is not task:
                    return
                self.match = match.play(choice.move).rolled()
                move = self.game.notation.format_move(match.position, choice.move)
                self._reason = _("{side} played {move}. {reason}", side=match.mover, move=move, reason=choice.reason)
                task.tally, task.outlook = new_tally(), None
            self.changed()

    def _look_for_hint(self, task: _Task) -> None:
        match = self.match
        advice = asyncio.run(advise(match, _Alone(match, task)))
        with self._lock:
            if self._task is task:
                self._advice, self._step = advice, 1


class _Alone(NamedTuple):
    """Finds out what a hint needs in this very thread, which is that of its task."""

    match: Match
    task: _Task

    async def values(self) -> MoveValues:
        with within(PATIENCE, self.task.tally):
            return move_values(self.match.game, self.match.position, self.task.tally)

    async def exact(self) -> Exploration:
        with within(PATIENCE, self.task.tally):
            return explore(oracle(self.match.game, self.task.tally), self.match.position)

    async def judgement(self) -> Advice:
        match, self.task.tally = self.match, new_tally()  # what stopped the search for exact values is over
        thought = Thought(match.positions[: match.ply], self.task.tally)
        return judged(match.game, match.position, player(ENGINE, match.game).choose(match.position, thought))


def _place(number: object, among: Sequence[object]) -> Iterator[int]:
    """A number that a browser sent, if it is a place in a row."""
    if type(number) is int and 0 <= number < len(among):
        yield number


def _plain(value: Any) -> Any:
    """The same with its sentences as text."""
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Sentence) else value
