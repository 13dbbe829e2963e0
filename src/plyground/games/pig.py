"""Pig: roll as often as you like, but a 1 loses the turn's points; the first with enough points wins (J. Scarne 1945).

T. W. Neller, C. G. M. Presser (2004), Optimal play of the dice game Pig, The UMAP Journal 25, solved it for 100 points:
the first player wins 53.06 % of the games. A 1 leaves the scores unchanged, so a game may last for ever. If ``rounds``
are limited and points are few, expectiminimax can search every game to its end: ``pig:target=5,faces=3,rounds=2``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import ratio, rules
from plyground.core.game import Facts, Game
from plyground.core.picture import NOBODY
from plyground.core.position import CHANCE, MarkedPosition, Move
from plyground.core.spec import write
from plyground.games.built_in import changed
from plyground.i18n import _, _n

HOLD, ROLL = 0, 1
"""The choices of a player who has rolled; moves of chance are the faces of the die, from 1."""
ACROSS = 20
"""Most points that are drawn in a row."""


@cache
def pig(target: int, faces: int, rounds: int, /) -> type[Any]:
    """Return the class of positions for a target in points, faces of the die and a limit of rounds (0: no limit).

    A turn begins with a roll. A player who reaches the target holds at once and wins. After the last round the higher
    score wins. Without a limit finished turns are not counted.
    """

    class Position(NamedTuple):
        first: int = 0  # points of the first player
        second: int = 0
        turn_total: int = 0  # points of the present turn
        turns: int = 0  # finished turns
        player: int = 0  # player whose turn it is: 0 or 1
        rolling: int = 1  # 1 if the die is to be rolled; 0 if the player is to choose

        def to_move(self) -> int:
            return CHANCE if self.rolling and not self.is_over() else self.player

        def moves(self) -> Iterator[Move]:
            if not self.is_over():
                for move in range(1, faces + 1) if self.rolling else range(HOLD, ROLL + 1):
                    yield move

        def probability(self, move: Move) -> Any:
            return ratio(1, faces)

        def play(self, move: Move) -> Position:
            if not self.rolling:
                if move == HOLD:
                    return self.passed(self.turn_total)
                return Position(self.first, self.second, self.turn_total, self.turns, self.player, 1)
            if move == 1:
                return self.passed(0)
            points = self.turn_total + move
            if self.second + points >= target if self.player else self.first + points >= target:
                return self.banked(points)
            return Position(self.first, self.second, points, self.turns, self.player, 0)

        def banked(self, points: int) -> Position:
            """Return the end of the game, after the winning points are added."""
            if self.player:
                return Position(self.first, self.second + points, 0, self.turns, 1, 0)
            return Position(self.first + points, self.second, 0, self.turns, 0, 0)

        def passed(self, points: int) -> Position:
            """Return the position at the next turn, after ``points`` points are added for this one."""
            turns = self.turns + 1 if rounds > 0 else 0
            if self.player:
                return Position(self.first, self.second + points, 0, turns, 0, 1)
            return Position(self.first + points, self.second, 0, turns, 1, 1)

        def has_arrived(self) -> bool:
            """Return True if the player whose turn it is has reached the target."""
            return (self.second if self.player else self.first) >= target

        def points(self) -> tuple[int, ...]:
            """Return the points of each player without those of the turn."""
            return self.first, self.second

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
            """Return the first player's lead in points, those of the turn included."""
            return self.first - self.second + (-self.turn_total if self.player else self.turn_total)

        def move_text(self, move: Move) -> str:
            """Return a face of the die, or a choice."""
            return str(move) if self.rolling else ("hold", "roll")[move]

    Position.__name__ = Position.__qualname__ = f"Pig_{target}_{faces}_{rounds}"
    globals()[Position.__name__] = rules(Position)  # the cache of compiled code looks for the class here
    marked: type[Any] = Position
    return marked


@rules
class Lead(NamedTuple):
    """Evaluation by points: the player's minus the other's."""

    win: int  # more than any lead

    def value(self, position: Any) -> int:
        points: int = position.lead()
        return -points if position.to_move() == 1 else points


class TrackPicture:
    """A track for each player with a cell for each point; the points of the turn are shown ahead of the others."""

    pieces, stones, material = False, True, "track"
    side_names = _("Blue"), _("Orange")
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def __init__(self, target: int) -> None:
        self.width = min(target, ACROSS)
        self._cells = -(-target // self.width) * self.width
        self.height = 2 * self._cells // self.width
        self.goals = "." * self.width * self.height

    def marks(self, position: Any) -> str:
        """Return the first player's track above the second's."""
        tracks = []
        for player, (mark, points) in enumerate((("X", position.first), ("O", position.second))):
            ahead = position.turn_total if player == position.player else 0
            tracks.append(f"{mark * points + NOBODY * ahead:.<{self._cells}}"[: self._cells])
        return "".join(tracks)

    def highlight(self, position: MarkedPosition) -> tuple[int, ...]:
        """Return no cells."""
        return ()

    def cells(self, position: MarkedPosition, move: Move) -> tuple[int, ...]:
        """Return no cells: moves are not made on the track."""
        return ()

    def word(self, cell: int) -> str:
        """Return the number of points that the cell stands for."""
        return str(cell % self._cells + 1)


def make(target: int, faces: int, rounds: int) -> Game:
    """Return Pig with a target in points, a number of faces and a limit of rounds (0: none)."""
    start = pig(target, faces, rounds)()
    options = changed("pig", target=target, faces=faces, rounds=rounds)
    summary = _(
        "A player rolls a die with {faces} faces and may roll again or hold. A 1 ends the turn without points. Holding adds the points of the turn to the score. The first with {target} points wins.",
        faces=faces,
        target=target,
    )
    if rounds:
        summary = _n(
            "A player rolls a die with {faces} faces and may roll again or hold. A 1 ends the turn without points. Holding adds the points of the turn to the score. The first with {target} points wins; after {count} turn of each player the higher score wins.",
            "A player rolls a die with {faces} faces and may roll again or hold. A 1 ends the turn without points. Holding adds the points of the turn to the score. The first with {target} points wins; after {count} turns of each player the higher score wins.",
            rounds,
            faces=faces,
            target=target,
        )
    return Game(
        write("pig", options),
        start,
        title=_("Pig, {target} points", target=target) if options else _("Pig"),
        summary=summary,
        picture=TrackPicture(target),
        endings=(_("the higher score"), _("equal scores")),
        facts=Facts(deterministic=False, source="J. Scarne (1945); T. W. Neller, C. G. M. Presser (2004)"),
        chance=_("die"),
        evaluations={"lead": Lead(2 * (target + faces))},
    )
