"""What a visitor of a game can do: by a button, by a key, by a press on the board."""

from __future__ import annotations

from typing import Any

from plyground.errors import PlygroundError
from plyground.interfaces.board_view import BoardView
from plyground.interfaces.web.explorer import Explorer
from plyground.interfaces.web.hint import HintPanel
from plyground.interfaces.web.table import Table
from plyground.interfaces.web.why import WhyPanel
from plyground.position import Move

SHORTCUTS = {
    "u": "undo",
    "r": "redo",
    "n": "new",
    "h": "hint",
    "w": "why",
    "e": "explore",
    "m": "hurry",
    "escape": "stop",
}
"""What keys on the board ask for."""


class Commands:
    """Each goes to the look, while there is one, and else to the game."""

    def __init__(self, table: Table, explorer: Explorer, why: WhyPanel, hint: HintPanel) -> None:
        # Another round brings the keyboard to the board: where a new game begins, or the pressed button goes away.
        self.round = 0
        self._table = table
        self._explorer = explorer
        self._why = why
        self._hint = hint

    @property
    def playable(self) -> bool:
        """Whether a press on the board means a move now."""
        look = self._explorer.look
        return look.outcome is None if look else self._table.mover_is_human

    def play(self, move: Move) -> None:
        """Make a move."""
        if self._explorer.look:
            self._explorer.try_move(move)
        else:
            self._table.play(move)

    def choose(self, move: Move, ply: int) -> None:
        """Make a move of a list, unless it was listed for an earlier position."""
        if ply == self._explorer.shown.ply:
            self.play(move)

    def pass_on(self) -> None:
        """Make the only move there is."""
        self.round += 1
        self._table.play(next(iter(self._table.match.position.moves())))

    def hear(self, message: dict[str, Any]) -> None:
        """What comes from the board: cells that were pressed, or the name of a command."""
        if message.get("turn") == self._explorer.shown.ply:
            self._press(message.get("play"))
        commands = {
            "undo": self.undo,
            "redo": self.redo,
            "new": self.new_game,
            "hint": self.hint,
            "why": self.toggle_why,
            "explore": self.toggle_explorer,
            "hurry": self._table.hurry,
            "stop": self._table.stop,
        }
        command = commands.get(str(message.get("command")))
        if command:
            command()

    def _press(self, cells: object) -> None:
        """Play the move that these cells mean, or say why that cannot be; they come from a browser and may be anything."""
        try:
            move = BoardView(self._explorer.shown).pressed(cells)
        except PlygroundError as error:
            self._table.say(error.sentence)
            return
        if move is not None:
            self.play(move)

    def new_game(self) -> None:
        """Begin again."""
        self.round += 1
        self._table.new_game()

    def undo(self) -> None:
        """A move back."""
        (self._explorer if self._explorer.look else self._table).undo()

    def redo(self) -> None:
        """A move forward again."""
        (self._explorer if self._explorer.look else self._table).redo()

    def hint(self) -> None:
        """The next step of a hint, for who is to move."""
        if self.playable:
            self._hint.press()

    def toggle_why(self) -> None:
        """Open or close the why view; the board shows one kind of values at a time."""
        if self._explorer.is_open:
            self._explorer.toggle()
        self._why.toggle()

    def toggle_explorer(self) -> None:
        """Open or close the explorer; the board shows one kind of values at a time."""
        if self._why.is_open:
            self._why.toggle()
        self._explorer.toggle()

    def adopt(self) -> None:
        """Go on from the look."""
        self.round += 1
        self._explorer.adopt()

    def back(self) -> None:
        """End the look."""
        self.round += 1
        self._explorer.back()

    def hurry(self) -> None:
        """Have the bot that thinks move now."""
        self.round += 1
        self._table.hurry()
