"""The rules of Go: chains without a liberty are captured, and no board position may repeat.

``go(width, height, ...)`` makes the rules for one size and rule set. By default they are those of J. Tromp and W.
Taylor (1995):

1. A stone is put on an empty point. Chains of the opponent without an adjacent empty point (a liberty) are captured,
   then own chains without one (suicide).
2. A move must not recreate an earlier board (positional superko). A side may always pass.
3. Two passes in a row end the game. A side's score is its stones plus the empty points from which paths of empty
   points lead to its stones alone.

Players never agree that stones are dead: a dead stone must be captured, which costs nothing with area scoring. A game
also ends, and is scored, after :func:`past_length` stones, far more than games last.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from functools import cache
from typing import Any, NamedTuple

from plyground.core.bits import count, lowest, mix, mix_all
from plyground.core.past import came_before, remembered
from plyground.core.position import Move, helper, rules
from plyground.games.go.go_board import any_of, board, lines, single
from plyground.games.go.go_patterns import PATTERNS

POSITIONAL, SITUATIONAL, SIMPLE = "positional", "situational", "simple"
"""Ko rules. A move may not repeat any earlier board; any earlier board with the same side to move; or only the board
before the last one.
"""
AREA, TERRITORY = "area", "territory"
SIMPLE_KO_BOARDS = 4
"""Boards that are stored for simple ko, which needs the last two."""
MIN_BOARDS, BOARDS_PER_POINT = 256, 3
PRIOR_GAMES = 10
"""Random games that each reason for a move, or against it, counts as before the move is tried."""
MAX_LIGHT_PLIES = 450
"""Most plies of a random game, after which it is scored as it is. Searches follow at most 500."""


def past_length(width: int, height: int) -> int:
    """Return the number of stored boards after which a game ends. On the smallest boards no game has so many."""
    points = width * height
    return 3**points + 1 if points <= 5 else max(MIN_BOARDS, BOARDS_PER_POINT * points)


@cache
def go(
    width: int,
    height: int,
    /,
    half_komi: int = 0,
    ko: str = POSITIONAL,
    suicide: bool = True,
    scoring: str = AREA,
) -> type[Any]:
    """Return the rules of one size: a class of positions. A move is the bit index of a point, or the pass.

    The pass is the number after the last row. ``half_komi`` is twice the points that White gets for moving second. With
    territory scoring a side gets the empty points that only its stones surround, its captures, and one point for each
    pass of the opponent (as the American Go Association does, so that playing on costs nothing).
    """
    full, step, end, beside, chain, captured, eyes = board(width, height)
    pass_move = end
    most_boards = past_length(width, height)
    kept = SIMPLE_KO_BOARDS if ko == SIMPLE else most_boards
    is_exact = 2 * end <= 62  # both sides' stones in one word, without a hash
    is_situational, is_simple, is_territory = ko == SITUATIONAL, ko == SIMPLE, scoring == TERRITORY
    blank = (0,) * kept
    most_score = 2 * (2 * width * height + most_boards) + abs(half_komi)

    @helper
    def board_key(black: int, white: int, second: int) -> int:
        """Return the key of a board, and under situational ko of the side to move, in the past of a game."""
        key = black | white << end if is_exact else mix_all(mix_all(0, black), white)
        return mix(mix(0, key), second) if is_situational else key

    @helper
    def area_lead(own: int, other: int) -> int:
        """Return the area of one side minus that of the other."""
        empty = full & ~(own | other)
        mine, yours = chain(own | empty, own), chain(other | empty, other)
        return count(mine & ~yours) - count(yours & ~mine)

    first_line, _second_line, third_line = lines(width, height)
    outside = (1 << step * (height + 2) + 1) - 1 & ~(
        full << step + 1
    )  # points outside of a board with a rim of one point

    @helper
    def is_shape(own: int, other: int, point: int) -> bool:
        """Return True if the eight points around ``point`` make a pattern, on boards with a rim."""
        mine, yours = own >> point, other >> point
        mine = mine & 7 | (mine >> step & 1 | mine >> step + 1 & 2) << 3 | (mine >> 2 * step & 7) << 5
        yours = yours & 7 | (yours >> step & 1 | yours >> step + 1 & 2) << 3 | (yours >> 2 * step & 7) << 5
        code = mine << 8 | yours
        return PATTERNS[code >> 5] >> (code & 31) & 1 != 0

    class Position(NamedTuple):
        own: int = 0  # stones of the side to move
        other: int = 0  # stones of its opponent
        second: int = 0  # 1 when White is to move
        passes: int = 0  # passes in a row, up to now
        prisoners: int = 0  # prisoners and gifts of the side to move, less those of its opponent
        boards: int = 1  # boards so far, this one included
        crowded: int = 0  # the most stones that any of them had
        # word for the set of the boards; with simple ko: the last board
        seen: int = 0 if is_simple else mix(0, board_key(0, 0, 0))
        past: tuple[int, ...] = (board_key(0, 0, 0), *blank[1:])  # keys of the earlier boards

        def moves(self) -> Iterator[Move]:
            if not self.is_over():
                left = full & ~(self.own | self.other)
                while left:
                    if self.is_legal(left & -left):
                        yield lowest(left)
                    left &= left - 1
                yield pass_move

        def is_legal(self, stone: int) -> bool:
            """Return True if a stone may be put on this empty point."""
            own, other = self.after(stone)
            if not suicide and own & stone == 0:
                return False
            if count(own | other) > self.crowded:
                return True  # no board had so many stones
            return not self.came(own, other)

        def after(self, stone: int) -> tuple[int, int]:
            """Return the stones of both sides after the side to move puts a stone on an empty point."""
            own = self.own | stone
            empty = full & ~(own | self.other)
            taken = captured(stone, self.other, empty)
            if taken == 0 and beside(stone) & empty == 0:
                stones = chain(own, stone)
                if beside(stones) & empty == 0:
                    own &= ~stones
            return own, self.other & ~taken

        def came(self, own: int, other: int) -> bool:
            """Return True if the ko rule forbids this board as the result of a move."""
            key = self.key_after(own, other)
            if is_simple:
                return key == self.past[(self.boards - 1) % kept] or key == self.past[(self.boards - 2) % kept]
            return came_before(self.past, self.boards, key)

        def key_after(self, own: int, other: int) -> int:
            """Return the key of a board after a move of the side to move."""
            if self.second:
                return board_key(other, own, 0)
            return board_key(own, other, 1)

        def play(self, move: Move) -> Position:
            own, other = self.own, self.other
            passes, prisoners = self.passes + 1, self.prisoners
            if move != pass_move:
                own, other = self.after(1 << move)
                passes = 0
            if is_territory:
                prisoners += count(self.other) - count(other) - (1 + count(self.own) - count(own))
            if move == pass_move and not is_situational:
                return Position(
                    other, own, 1 - self.second, passes, -prisoners, self.boards, self.crowded, self.seen, self.past
                )
            key = self.key_after(own, other)
            seen = self.past[(self.boards - 1) % kept] if is_simple else self.seen ^ mix(0, key)
            past = remembered(self.past, self.boards, key)
            crowded = max(self.crowded, count(own | other))
            return Position(other, own, 1 - self.second, passes, -prisoners, self.boards + 1, crowded, seen, past)

        def is_over(self) -> bool:
            return self.passes >= 2 or self.boards >= most_boards

        def utility(self) -> int:
            score = self.score()
            return 1 if score > 0 else -1 if score < 0 else 0

        def score(self) -> int:
            """Return the points of the side to move minus those of its opponent; twice that if komi has half points."""
            return self.half_points() if half_komi % 2 else self.half_points() // 2

        def half_points(self) -> int:
            """Return twice the points of the side to move minus those of its opponent, with komi."""
            return 2 * self.lead() - (-half_komi if self.second else half_komi)

        def half_komi(self) -> int:
            """Return twice the points that White gets for moving second."""
            return half_komi

        def lead(self) -> int:
            """Return the points of the side to move minus those of its opponent, without komi."""
            lead = area_lead(self.own, self.other)
            if is_territory:
                lead += self.prisoners - count(self.own) + count(self.other)
            return lead

        def is_alive(self) -> bool:
            """Return True if every chain has a liberty, as after every move."""
            near = beside(full & ~(self.own | self.other))
            return chain(self.own, self.own & near) == self.own and chain(self.other, self.other & near) == self.other

        def territory(self) -> tuple[int, int]:
            """Return the empty points that belong to the side to move, and those of its opponent."""
            empty = full & ~(self.own | self.other)
            mine, yours = chain(self.own | empty, self.own), chain(self.other | empty, self.other)
            return empty & mine & ~yours, empty & yours & ~mine

        def actions(self) -> int:
            return pass_move + 1

        def key(self) -> int:
            """Return a key of everything that the future depends on, including the set of former boards."""
            key = mix_all(mix_all(mix(0, 4 * self.passes + self.second), self.own), self.other)
            return mix(mix(key, self.prisoners), self.seen)

        def recurring(self) -> Position:
            """Return the position without its past, as if the game began here; a finished game gets two passes."""
            passes = 2 if self.is_over() else self.passes
            key = board_key(self.other, self.own, 1) if self.second else board_key(self.own, self.other, 0)
            stones = count(self.own | self.other)
            seen = 0 if is_simple else mix(0, key)
            return Position(self.own, self.other, self.second, passes, 0, 1, stones, seen, remembered(blank, 0, key))

        def is_noisy(self, move: Move) -> bool:
            """Return True for a move that captures something."""
            return (
                move != pass_move and captured(1 << move, self.other, full & ~(self.own | self.other | 1 << move)) != 0
            )

        def promise(self, move: Move) -> int:
            """Return the rank of a move for move ordering: captures, then points away from the edge; a pass comes
            last.
            """
            if move == pass_move:
                return -900
            stone = 1 << move
            taken = captured(stone, self.other, full & ~(self.own | self.other | stone))
            return min(900, 20 * count(taken) + count(beside(beside(stone))))

        def prior(self, move: Move, last: Move) -> int:
            """Return more for answers to the last stone and for the third line; less for self-atari and the edge."""
            if move == pass_move:
                return 0
            stone, stones = 1 << move, self.own | self.other
            empty = full & ~stones
            before = 1 << last if 0 <= last < pass_move else empty & 0
            light = Light(self.own, self.other, last=before)
            if not light.is_sound(stone):
                return -PRIOR_GAMES
            near, around = beside(before), beside(beside(stone))
            found = 0
            if stone & beside(near | before):
                found += PRIOR_GAMES
            elif stone & beside(beside(near)):
                found += PRIOR_GAMES // 2
            if stone & light.rescues(empty):
                found += 2 * PRIOR_GAMES
            elif stone & light.shapes(empty):
                found += PRIOR_GAMES
            if (around | beside(around)) & stones == 0:
                if stone & first_line:
                    found -= PRIOR_GAMES
                elif stone & third_line:
                    found += PRIOR_GAMES
            return found

        def prospects(self, alpha: int, beta: int) -> tuple[int, int]:
            if self.is_over():
                score = self.score()
                return score, score
            return -most_score, most_score

        def grown(self, points: int, barrier: int) -> int:
            """Return ``points`` and the points next to them that are not in ``barrier``."""
            return points | beside(points) & ~barrier

        def sketch(self) -> Light:
            """Return a position for random games, which knows the last ko but not the whole past."""
            return Light(self.own, self.other, 0, self.passes, self.second, MAX_LIGHT_PLIES)

    class Light(NamedTuple):
        own: int = 0
        other: int = 0
        ko: int = 0  # the point that must not be taken back at once
        passes: int = 0
        second: int = 0
        left: int = MAX_LIGHT_PLIES  # plies until the game is counted as it stands
        last: int = 0  # the last stone; 0 after a pass

        def moves(self) -> Iterator[Move]:
            """Yield the legal moves that do not fill an own eye; a pass if there are none."""
            left = full & ~(self.own | self.other)
            wide = beside(left)
            left &= ~eyes(self.own, self.other, left)
            found = 0
            while left:
                stone = left & -left
                if stone & wide or self.is_legal(stone):
                    found = 1
                    yield lowest(stone)
                left &= left - 1
            if found == 0:
                yield pass_move

        def pick(self, choices: MutableSequence[int], chance: Any) -> Move:
            """Return an answer to the last stone, if there is one; else a random move, all equally likely."""
            left = full & ~(self.own | self.other)
            if self.last:
                answers = self.rescues(left)
                if answers == 0:
                    answers = self.shapes(left)
                while answers:
                    stone = any_of(answers, chance)
                    if self.is_sound(stone):
                        return lowest(stone)
                    answers ^= stone
            wide = beside(left)
            left &= ~eyes(self.own, self.other, left)
            while left:
                point: Move = chance.below(pass_move)
                stone = 1 << point & left
                if stone:
                    if stone & wide or self.is_legal(stone):
                        return point
                    left ^= stone
            return pass_move

        def rescues(self, empty: int) -> int:
            """Return the points that capture the last stone's chain, or rescue own chains in atari beside it."""
            found = single(beside(chain(self.other, self.last)) & empty)
            mine = beside(self.last) & self.own
            while mine:
                stones = chain(self.own, mine & -mine)
                mine &= ~stones
                way_out = single(beside(stones) & empty)
                if way_out:
                    found |= way_out
                    attackers = beside(stones) & self.other
                    while attackers:
                        attacker = chain(self.other, attackers & -attackers)
                        attackers &= ~attacker
                        found |= single(beside(attacker) & empty)
            return found

        def shapes(self, empty: int) -> int:
            """Return the empty points around the last stone whose neighbours make a pattern."""
            found = empty & 0
            row = self.last | self.last << 1 | self.last >> 1
            near = (row | row << step | row >> step) & empty
            own, other = self.own << step + 1 | outside, self.other << step + 1 | outside
            while near:
                stone = near & -near
                if is_shape(own, other, lowest(stone)):
                    found |= stone
                near ^= stone
            return found

        def is_sound(self, stone: int) -> bool:
            """Return True if a stone may be put here and its chain has two liberties then, or captures something."""
            if stone == self.ko:
                return False
            empty = full & ~(self.own | self.other | stone)
            liberties = beside(chain(self.own | stone, stone)) & empty
            return liberties & (liberties - 1) != 0 or captured(stone, self.other, empty) != 0

        def play(self, move: Move) -> Light:
            if move == pass_move:
                return Light(self.other, self.own, 0, self.passes + 1, 1 - self.second, self.left - 1, 0)
            stone = 1 << move
            own = self.own | stone
            empty = full & ~(own | self.other)
            taken = captured(stone, self.other, empty)
            is_alone = beside(stone) & (own | empty) == 0
            ko = taken if is_alone and count(taken) == 1 else 0
            return Light(self.other & ~taken, own, ko, 0, 1 - self.second, self.left - 1, stone)

        def is_over(self) -> bool:
            return self.passes >= 2 or self.left <= 0

        def utility(self) -> int:
            half_points = 2 * area_lead(self.own, self.other) - (-half_komi if self.second else half_komi)
            return 1 if half_points > 0 else -1 if half_points < 0 else 0

        def is_legal(self, stone: int) -> bool:
            """Return True if a stone without a liberty of its own joins a chain that has one, or captures something."""
            if stone == self.ko:
                return False
            empty = full & ~(self.own | self.other | stone)
            if beside(chain(self.own | stone, stone)) & empty:
                return True
            return captured(stone, self.other, empty) != 0

    name = f"Go_{width}x{height}_{half_komi}_{ko}_{scoring}" + "_suicide" * suicide
    for marked, suffix in ((Position, ""), (Light, "_light")):
        marked.__name__ = marked.__qualname__ = (name + suffix).replace("-", "minus")
        globals()[marked.__name__] = rules(marked)  # the cache of compiled code looks for the class by this name
    return Position
