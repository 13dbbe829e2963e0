"""The commands of a game page, from buttons, keys and presses on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyground.core.position import Move
from plyground.errors import PlygroundError
from plyground.presentation.boards.board_state import BoardView
from plyground.presentation.bot_driver import BotDriver
from plyground.presentation.game_session import GameSession
from plyground.web.pages.game.coach import Coach
from plyground.web.pages.game.explorer import Explorer
from plyground.web.pages.game.hints import Hints
from plyground.web.pages.game.mistakes import Mistakes


class Commands:
    """Commands for the shown position. It is the game's own, or a *look*: a position that is only shown."""

    def __init__(
        self,
        session: GameSession,
        driver: BotDriver,
        explorer: Explorer,
        coach: Coach,
        hints: Hints,
        mistakes: Mistakes,
        changed: Callable[[], None],
    ) -> None:
        # A new round brings the keyboard focus to the board: in a new game, or when the pressed button disappears.
        self.round = 0
        self._session = session
        self._driver = driver
        self._explorer = explorer
        self._changed = changed
        self._coach = coach
        self._hints = hints
        self._mistakes = mistakes

    @property
    def playable(self) -> bool:
        """Return True if a press on the board can make a move now."""
        look = self._explorer.look
        return look.outcome is None if look else self._session.mover_is_human

    def play(self, move: Move) -> None:
        """Make a move."""
        if self._mistakes.is_on and not self._mistakes.is_right:
            self.round += 1  # takes a wrong answer off the board
            self._mistakes.try_move(move)
        elif self._explorer.look:
            self._explorer.try_move(move)
        else:
            self._attempt(lambda: self._session.play(move))

    def choose(self, move: Move, ply: int) -> None:
        """Make a move from a list, unless the list is of an earlier position."""
        if ply == self._explorer.shown.ply:
            self.play(move)

    def pass_on(self) -> None:
        """Make the only legal move."""
        self.round += 1
        self.play(next(iter(self._session.match.position.moves())))

    def handle_board_message(self, message: dict[str, Any]) -> None:
        """Act on a message of the board: pressed cells, or the name of a command."""
        if message.get("turn") == self._explorer.shown.ply:
            self._press(message.get("play"))
        commands = {
            "undo": self.undo,
            "redo": self.redo,
            "new": self.new_game,
            "hint": self.hint,
            "why": self.toggle_why,
            "explore": self.toggle_values,
            "hurry": self._driver.hurry,
            "stop": self._session.stop,
        }
        command = commands.get(str(message.get("command")))
        if command:
            command()

    def _press(self, cells: object) -> None:
        """Play the move of these cells, or say why it is impossible. The cells come from a browser, so any value is
        possible.
        """
        try:
            move = BoardView(self._explorer.shown).pressed(cells)
        except PlygroundError as error:
            self._session.report(error.sentence)
            return
        if move is not None:
            self.play(move)

    def _attempt(self, command: Callable[[], None]) -> None:
        """Run a command, or show why it is impossible."""
        try:
            command()
        except PlygroundError as error:
            self._session.report(error.sentence)

    def begin(self) -> None:
        """Let chance make the first move of the game."""
        self.round += 1
        self._session.begin()

    def new_game(self) -> None:
        """Start a new game."""
        self.round += 1
        self._session.new_game()

    def undo(self) -> None:
        """Go back one move."""
        self._attempt((self._explorer if self._explorer.look else self._session).undo)

    def redo(self) -> None:
        """Go forward one move."""
        self._attempt((self._explorer if self._explorer.look else self._session).redo)

    def hint(self) -> None:
        """Show the next step of a hint for the side to move."""
        if self.playable:
            self._hints.press()

    def toggle_why(self) -> None:
        """Explain the shown position, or stop explaining it."""
        self._coach.press_why()

    def toggle_values(self) -> None:
        """Show or hide the values of all moves, on the board and below the moves."""
        self._coach.shows_values = not self._coach.shows_values
        self._changed()

    def resume_or_pause(self) -> None:
        """Let the bots move, or stop them."""
        self._session.stop() if self._session.running else self._session.resume()

    def try_again(self, ply: int) -> None:
        """Go back to a ply of the game, to try its move again."""
        self.round += 1
        self._coach.press_retry(ply)

    def adopt(self) -> None:
        """Continue the game from the position that is shown."""
        self.round += 1
        self._explorer.adopt()

    def back(self) -> None:
        """Return from a shown position to the game."""
        self.round += 1
        self._explorer.back()

    def learn(self) -> None:
        """Begin to learn from mistakes."""
        self.round += 1
        self._mistakes.begin()

    def next_mistake(self) -> None:
        """Ask about the next mistake."""
        self.round += 1
        self._mistakes.next()

    def hurry(self) -> None:
        """Tell the thinking bot to move now."""
        self.round += 1
        self._driver.hurry()
