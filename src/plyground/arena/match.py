"""A match: one game being played, move by move, forward and back.

Where positions can come again (``Facts.loops``) a match ends all the same: it is drawn when one comes for the
third time, or after a hundred moves. Positions, and the searches and solvers that judge them, know nothing of it.

The moves of chance are moves of the match like others: they stand in its text, and only its seed tells which come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from plyground.arena.reading import is_unsaid, next_move
from plyground.bits import WORD
from plyground.errors import GameOver, MoveError, SpecError
from plyground.game import LONGEST_MATCH, REPETITIONS, Game, Outcome
from plyground.language import Sentence, _, _n
from plyground.position import Move, ratio
from plyground.search.chance import STEP, Chance, new_chance

LONGEST_COMMENT = 280
"""Characters of a comment on a move."""
LONGEST_SEED = 18
"""Digits of a seed."""


@dataclass(frozen=True)
class Match:
    """The moves of one game from its start; ``ply`` of them stand, the rest were undone and can be redone."""

    game: Game
    moves: tuple[Move, ...] = ()
    ply: int = 0
    seed: int = 0  # of chance: with the same one, the same ply brings the same dice
    comments: tuple[str, ...] = ()  # on each move, undone ones included, as far as the last that has any

    @classmethod
    def parse(cls, game: Game, text: str, seed: int = 0) -> Match:
        """The match after the moves in ``text``: as :meth:`format` or :attr:`transcript` writes them, or as words with
        blanks between them, with or without the numbers of moves. Raises :class:`MoveError`, with the first bad move's number.
        """
        match, rest, number = cls(game, seed=seed), text.strip(), 1
        while rest:
            before = rest
            try:
                move, rest = next_move(game, match.position, rest)
                match = match.play(move)
            except MoveError as error:
                raise MoveError(_("Move {number}: {reason}", number=number, reason=error.sentence)) from None
            number += rest != before  # a move that goes without saying has no number
        return match

    def format(self) -> str:
        """The moves that stand, as people write them but for their hyphens, joined by ``-``."""
        return "-".join(word.replace("-", "") for word in self.words)

    @property
    def transcript(self) -> str:
        """The moves that stand in the game's usual notation, such as ``f5d6c3``, which leaves passes out; else as words."""
        if not self.game.unspaced:
            return " ".join(self.words)
        return "".join(word for word in self.words if not is_unsaid(self.game, word))

    @cached_property
    def positions(self) -> tuple[Any, ...]:
        """Every position from the start on, undone moves included; one more than the moves."""
        positions: list[Any] = [self.game.start]
        for move in self.moves:
            positions.append(self.game.play(positions[-1], move))
        return tuple(positions)

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.positions[self.ply]

    @property
    def words(self) -> tuple[str, ...]:
        """The moves that stand, as people write them."""
        played = zip(self.positions, self.moves[: self.ply], strict=False)
        return tuple(self.game.notation.format_move(position, move) for position, move in played)

    @property
    def side(self) -> int:
        """Who is to move."""
        return self.game.side(self.position)

    @property
    def mover(self) -> str | Sentence:
        """What people call who is to move."""
        return self.game.mover(self.position)

    @property
    def is_chance(self) -> bool:
        """Whether chance is to move."""
        return self.outcome is None and bool(self.position.is_chance())

    @property
    def times(self) -> int:
        """How often the position on the board has come, this time included."""
        return self.positions[: self.ply + 1].count(self.position)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match ended on the board; ``None`` while it goes on."""
        ended = self.game.outcome(self.position)
        if ended or not self.game.facts.loops:
            return ended
        if self.times == REPETITIONS:
            return Outcome(None, _("the position has come for the third time"))
        if self.ply == LONGEST_MATCH:
            return Outcome(None, _n("{count} move without a decision", "{count} moves without a decision", self.ply))
        return None

    def play(self, move: Move) -> Match:
        """The match after one more move; what was undone is forgotten. Raises :class:`MoveError`."""
        if self.outcome:
            raise GameOver
        self.game.play(self.position, move)
        return replace(
            self,
            moves=(*self.moves[: self.ply], move),
            ply=self.ply + 1,
            comments=_shortened(self.comments[: self.ply]),
        )

    def comment(self, number: int) -> str:
        """What somebody wrote on a move, by its number from 1; empty where nobody did."""
        return self.comments[number - 1] if 0 < number <= len(self.comments) else ""

    def commented(self, number: int, text: str) -> Match:
        """The match with a comment on a move, by its number from 1, in the place of another; an empty one takes it away.

        It stays with its move: undone and made again with it, forgotten with it. Raises :class:`MoveError` where there is no
        such move or the comment is too long.
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
        """The moves of chance, as people write them, that led from the last choice of a player to the position on the board."""
        chosen = self.ply
        while chosen and self.positions[chosen - 1].is_chance():
            chosen -= 1
        return self.words[chosen:]

    def rolled(self) -> Match:
        """The match at the next choice of a player, or its end: the moves of chance before it are made."""
        match = self
        while match.is_chance:
            if match.ply < len(match.moves):
                match = match.redo()
            else:
                match = match.play(drawn(match.position, new_chance(match.seed + match.ply * STEP)))
        return match

    def undo(self, plies: int = 1) -> Match:
        """The match some moves earlier; raises :class:`MoveError` when there are not that many."""
        if plies > self.ply:
            raise MoveError(_("There is no move to take back."))
        return replace(self, ply=self.ply - plies)

    def redo(self, plies: int = 1) -> Match:
        """The match with undone moves made again; raises :class:`MoveError` when there are not that many."""
        if self.ply + plies > len(self.moves):
            raise MoveError(_("There is no move to make again."))
        return replace(self, ply=self.ply + plies)


def _shortened(comments: Sequence[str]) -> tuple[str, ...]:
    """As far as the last that says something, so that equal matches are equal."""
    return tuple(comments[: max((number for number, text in enumerate(comments, 1) if text), default=0)])


def parse_seed(text: str) -> int:
    """Where chance begins; raises :class:`SpecError`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_SEED):
        raise SpecError(
            _("A seed is a whole number of at most {digits} digits, not “{text}”.", digits=LONGEST_SEED, text=text)
        )
    return int(text)


def drawn(position: Any, chance: Chance) -> Move:
    """The move of chance that a random number stands for, each as likely as the rules say."""
    left = ratio(chance.draw() & WORD, WORD + 1)
    move: Move = -1
    for move in position.moves():
        left -= position.probability(move)
        if left < 0:
            break
    return move
