"""A match: one game being played, with undo and redo.

In games with repetition (``Facts.loops``) a match is drawn at the third occurrence of a position, or after a hundred
moves. Positions, and the searches and solvers that use them, ignore these rules.

Moves of chance are moves of the match like others. They are part of its text; only its seed decides which ones come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from plyground.core.game import REPETITIONS, Game, Outcome
from plyground.core.move_text import is_unsaid, next_move
from plyground.core.picture import side_names
from plyground.core.position import Move
from plyground.core.random_numbers import STEP, new_chance
from plyground.errors import GameOver, MoveError, SpecError
from plyground.i18n import Sentence, _, _n
from plyground.searches.chance_moves import drawn

LONGEST_COMMENT = 280
"""Most characters of a comment on a move."""
LONGEST_SEED = 18
"""Most digits of a seed."""


@dataclass(frozen=True)
class Match:
    """One game from its start: ``ply`` moves are on the board, the later ones were undone and can be redone."""

    game: Game
    moves: tuple[Move, ...] = ()
    ply: int = 0
    seed: int = 0  # seed of chance: the same seed and ply give the same dice
    comments: tuple[str, ...] = ()  # comment on each move, undone moves included, up to the last comment

    @classmethod
    def parse(cls, game: Game, text: str, seed: int = 0) -> Match:
        """Return the match after the moves in ``text``.

        The text has the form of :meth:`format` or :attr:`transcript`, or it is a list of moves with blanks between
        them. The numbers of moves may be left out. Raise :class:`MoveError` with the number of the first bad move.
        """
        match, rest, number = cls(game, seed=seed), text.strip(), 1
        while rest:
            before = rest
            try:
                move, rest = next_move(game, match.position, rest)
                match = match.play(move)
            except MoveError as error:
                raise misplaced(match, number, error) from None
            number += rest != before  # a forced move that the text leaves out has no number
        return match

    def format(self) -> str:
        """Return the moves on the board in the game's notation without hyphens, joined by ``-``."""
        return "-".join(word.replace("-", "") for word in self.words)

    @property
    def transcript(self) -> str:
        """The moves on the board as one text: joined and without passes in a game that is written so, such as
        ``f5d6c3``; else with blanks between them.
        """
        if not self.game.unspaced:
            return " ".join(self.words)
        return "".join(word for word in self.words if not is_unsaid(self.game, word))

    @cached_property
    def positions(self) -> tuple[Any, ...]:
        """Every position from the start, including those of undone moves; one more than the moves."""
        positions: list[Any] = [self.game.start]
        for move in self.moves:
            positions.append(self.game.play(positions[-1], move))
        return tuple(positions)

    @cached_property
    def position(self) -> Any:
        """The position on the board."""
        return self.positions[self.ply]

    @property
    def position_text(self) -> str:
        """The position on the board as one line of text, with the number of the move if the notation has one."""
        return self.game.position_text(self.position, self.ply)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The moves on the board in the game's notation."""
        played = zip(self.positions, self.moves[: self.ply], strict=False)
        return tuple(self.game.notation.format_move(position, move) for position, move in played)

    @cached_property
    def side(self) -> int:
        """The side to move."""
        return self.game.side(self.position)

    @property
    def mover(self) -> str | Sentence:
        """The name of the side to move."""
        return self.game.mover(self.position)

    @cached_property
    def is_chance(self) -> bool:
        """True if chance is to move."""
        return self.outcome is None and bool(self.position.is_chance())

    @property
    def times(self) -> int:
        """Return how often the position on the board has occurred, this time included."""
        here = self.position.recurring()
        return sum(position.recurring() == here for position in self.positions[: self.ply + 1])

    @cached_property
    def outcome(self) -> Outcome | None:
        """The end of the match on the board; None while it goes on."""
        ended = self.game.outcome(self.position)
        if ended or not self.game.facts.loops:
            return ended
        if self.times == REPETITIONS:
            return Outcome(None, _("the position has come for the third time"))
        if self.game.facts.max_plies and self.ply == self.game.facts.max_plies:
            return Outcome(None, _n("{count} move without a decision", "{count} moves without a decision", self.ply))
        return None

    def play(self, move: Move) -> Match:
        """Return the match after one more move; undone moves are dropped. Raise :class:`MoveError`."""
        if self.outcome:
            raise GameOver
        child = self.game.play(self.position, move)
        after = replace(
            self,
            moves=(*self.moves[: self.ply], move),
            ply=self.ply + 1,
            comments=_shortened(self.comments[: self.ply]),
        )
        vars(after)["positions"] = (*self.positions[: self.ply + 1], child)  # do not play the earlier moves again
        return after

    @property
    def counts_pairs(self) -> bool:
        """True if a move of each side has one number, as in chess: the notation's field ``counts_pairs``."""
        return bool(getattr(self.game.notation, "counts_pairs", False))

    def number_at(self, ply: int) -> int:
        """Return the number of the move that leads to ``ply``, from 1, as the game's players count."""
        return (ply - 1 + self._begins_second) // 2 + 1 if self.counts_pairs else ply

    def number_text(self, ply: int) -> str:
        """Return the number before a move in a list, such as ``3.``; empty for the second move of a pair.

        A list that begins with the second side has ``1…``.
        """
        if self.counts_pairs and (ply - 1 + self._begins_second) % 2:
            return f"{self.number_at(ply)}…" if ply == 1 else ""
        return f"{self.number_at(ply)}."

    @property
    def _begins_second(self) -> bool:
        """True if the side that is written second makes the first move."""
        return self.game.side(self.game.start) == 1

    def comment(self, number: int) -> str:
        """Return the comment on a move, by its number from 1; empty without one."""
        return self.comments[number - 1] if 0 < number <= len(self.comments) else ""

    def commented(self, number: int, text: str) -> Match:
        """Return the match with a new comment on a move, by its number from 1; an empty text removes the comment.

        The comment stays with its move when the move is undone and redone. Raise :class:`MoveError` if there is no such
        move or the comment is too long.
        """
        if not 0 < number <= len(self.moves):
            raise MoveError(_("There is no move {number} to comment on.", number=number))
        text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
        if len(text) > LONGEST_COMMENT:
            raise MoveError(_("A comment has at most {count} characters, not {length}.", count=LONGEST_COMMENT, length=len(text)))  # fmt: skip
        padded = [*self.comments, *[""] * (number - len(self.comments))]
        padded[number - 1] = text
        return replace(self, comments=_shortened(padded))

    @property
    def fallen(self) -> tuple[str, ...]:
        """The moves of chance since the last move of a player, in the game's notation."""
        chosen = self.ply
        while chosen and self.positions[chosen - 1].is_chance():
            chosen -= 1
        return self.words[chosen:]

    def rolled(self) -> Match:
        """Return the match with moves of chance made until a player is to move or the match ends."""
        match = self
        while match.is_chance:
            if match.ply < len(match.moves):
                match = match.redo()
            else:
                match = match.play(drawn(match.position, new_chance(match.seed + match.ply * STEP)))
        return match

    def undo(self, plies: int = 1) -> Match:
        """Return the match ``plies`` moves earlier. Raise :class:`MoveError` if there are fewer."""
        if plies > self.ply:
            if not self.ply:
                raise MoveError(_("There is no move to take back."))
            raise MoveError(
                _n("There is only {count} move to take back.", "There are only {count} moves to take back.", self.ply)
            )
        return replace(self, ply=self.ply - plies)

    def redo(self, plies: int = 1) -> Match:
        """Return the match with ``plies`` undone moves redone. Raise :class:`MoveError` if there are fewer."""
        if self.ply + plies > len(self.moves):
            raise MoveError(_("There is no move to make again."))
        return replace(self, ply=self.ply + plies)


def _shortened(comments: Sequence[str]) -> tuple[str, ...]:
    """Return the comments without the empty ones at the end, so that equal matches compare equal."""
    return tuple(comments[: max((number for number, text in enumerate(comments, 1) if text), default=0)])


def parse_seed(text: str) -> int:
    """Return the random seed in a text. Raise :class:`SpecError`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_SEED):
        raise SpecError(
            _("A seed is a whole number of at most {digits} digits, not “{text}”.", digits=LONGEST_SEED, text=text)
        )
    return int(text)


def misplaced(match: Match, number: int, error: MoveError) -> MoveError:
    """Return the error of a text's next move, with its ``number``; games with pairs have their own count."""
    if not match.counts_pairs:
        return MoveError(_("Move {number}: {reason}", number=number, reason=error.sentence))
    side = side_names(match.game.picture, match.game.sides)[match.side]
    return MoveError(_("Move {number}, {side}: {reason}", number=match.number_at(match.ply + 1), side=side, reason=error.sentence))  # fmt: skip
