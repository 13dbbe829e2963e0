"""Pig: roll as long as you dare, and lose the turn's points to a 1; the first with enough points wins (J. Scarne 1945).

T. W. Neller, C. G. M. Presser (2004), Optimal play of the dice game Pig, The UMAP Journal 25, solved it for 100 points: who
begins wins 53.06 % of the games. A 1 leaves the scores as they were, so that a game may go on for ever; where ``rounds`` are
limited, expectiminimax looks to the end of every game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from plyground.game import Facts, Game
from plyground.language import _, _n
from plyground.picture import NOBODY
from plyground.position import CHANCE, Move, ratio, rules
from plyground.spec import write

HOLD, ROLL = 0, 1
"""The choices of a player who has rolled; the moves of chance are the faces of the die, from 1."""
ACROSS = 20
"""Points that are drawn in a row, at most."""


@cache
def pig(target: int, faces: int, rounds: int, /) -> type[Any]:
    """The rules for so many points and faces; after so many turns of each player the higher score wins (0: no limit).

    A turn begins with a roll. Who reaches the target in a turn has won at once.
    """

    class Position(NamedTuple):
        first: int = 0  # points of the first player
        second: int = 0
        turn_total: int = 0  # of the turn that goes on
        turns: int = 0  # that have ended
        player: int = 0  # whose turn it is
        rolling: int = 1  # whether the die is to fall

        def to_move(self) -> int:
            return CHANCE if self.rolling and not self.is_over() else self.player

        def moves(self) -> Iterator[Move]:
            if not self.is_over():
                for move in range(1, faces + 1) if self.rolling else range(HOLD, ROLL + 1):
                    yield move

        def probability(self, move: Move) -> Any:
            return ratio(1, faces)

        def play(self, move: Move) -> Position:
            if self.rolling:
                if move == 1:
                    return self.passed(0)
                return Position(self.first, self.second, self.turn_total + move, self.turns, self.player, 0)
            if move == ROLL:
                return Position(self.first, self.second, self.turn_total, self.turns, self.player, 1)
            return self.passed(self.turn_total)

        def passed(self, points: int) -> Position:
            """The next turn, after so many points of this one."""
            if self.player:
                return Position(self.first, self.second + points, 0, self.turns + 1, 0, 1)
            return Position(self.first + points, self.second, 0, self.turns + 1, 1, 1)

        def has_arrived(self) -> bool:
            """Whether the player whose turn it is has enough points."""
            return (self.second if self.player else self.first) + self.turn_total >= target

        def actions(self) -> int:
            return faces + 1

        def is_over(self) -> bool:
            return self.has_arrived() or (rounds > 0 and self.turns == 2 * rounds)

        def utility(self) -> int:
            if self.has_arrived():
                return 1
            lead = self.second - self.first if self.player else self.first - self.second
            return (lead > 0) - (lead < 0)

        def lead(self) -> int:
            """Points that the first player is ahead, those of the turn included."""
            return self.first - self.second + (-self.turn_total if self.player else self.turn_total)

        def move_text(self, move: Move) -> str:
            """A face of the die, or a choice."""
            return str(move) if self.rolling else ("hold", "roll")[move]

    Position.__name__ = Position.__qualname__ = f"Pig_{target}_{faces}_{rounds}"
    globals()[Position.__name__] = rules(Position)  # where the cache of compiled code looks for it
    marked: type[Any] = Position
    return marked


@rules
class Lead(NamedTuple):
    """Points ahead of the other player."""

    win: int  # more than any lead

    def value(self, position: Any) -> int:
        points: int = position.lead()
        return -points if position.to_move() == 1 else points


class TrackPicture:
    """A track for each player, of as many cells as points are needed; the points of the turn lie ahead of the others."""

    pieces, stones = False, True
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def __init__(self, target: int) -> None:
        self.width = min(target, ACROSS)
        self._cells = -(-target // self.width) * self.width
        self.height = 2 * self._cells // self.width
        self.goals = "." * self.width * self.height

    def marks(self, position: Any) -> str:
        """The first player's track above the second's."""
        tracks = []
        for player, (mark, points) in enumerate((("X", position.first), ("O", position.second))):
            ahead = position.turn_total if player == position.player else 0
            tracks.append(f"{mark * points + NOBODY * ahead:.<{self._cells}}"[: self._cells])
        return "".join(tracks)

    def highlight(self, position: Any) -> tuple[int, ...]:
        """Nothing."""
        return ()

    def cells(self, position: Any, move: Move) -> tuple[int, ...]:
        """No place: what moves is the die."""
        return ()

    def word(self, cell: int) -> str:
        """The number of points that the cell stands for."""
        return str(cell % self._cells + 1)


def make(target: int, faces: int, rounds: int) -> Game:
    """Pig to so many points with a die of so many faces, with or without a limit of rounds."""
    start = pig(target, faces, rounds)()
    chosen = {"target": (target, 5), "faces": (faces, 3), "rounds": (rounds, 2)}
    summary = _(
        "Who is to move rolls a die of {faces} faces and may roll again or hold. A 1 ends the turn without points; to hold adds what was rolled in the turn to the score. The first with {target} points wins.",
        faces=faces,
        target=target,
    )
    if rounds:
        summary = _n(
            "Who is to move rolls a die of {faces} faces and may roll again or hold. A 1 ends the turn without points; to hold adds what was rolled in the turn to the score. The first with {target} points wins; after {count} turn of each player the higher score does.",
            "Who is to move rolls a die of {faces} faces and may roll again or hold. A 1 ends the turn without points; to hold adds what was rolled in the turn to the score. The first with {target} points wins; after {count} turns of each player the higher score does.",
            rounds,
            faces=faces,
            target=target,
        )
    return Game(
        write("pig", {name: value for name, (value, default) in chosen.items() if value != default}),
        start,
        title=_("Pig") if target == 5 else _("Pig, {target} points", target=target),
        summary=summary,
        picture=TrackPicture(target),
        endings=(_("the higher score"), _("equal scores")),
        facts=Facts(deterministic=False, source="J. Scarne (1945); T. W. Neller, C. G. M. Presser (2004)"),
        chance=_("die"),
        evaluations={"lead": Lead(2 * (target + faces))},
    )
