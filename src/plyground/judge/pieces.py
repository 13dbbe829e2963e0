"""Pieces that change hands along a line, what they are worth, and words for them. For any rules, from the picture."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import NamedTuple

from plyground.core.game import Game
from plyground.core.picture import Kind, kinds, owner
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.evaluations.calibration import Calibration
from plyground.i18n import Sentence, _, _n, as_sentence

Pieces = Counter[str]
"""Pieces by their marks."""

TRIED_GAMES, TRIED_PLIES = 40, 120
"""Random games, and plies of each, from which facts of the rules are found."""
MIN_EXAMPLES = 20
MIN_AGREEMENT = 0.55
"""Share of random games in which the side with more pieces wins, if pieces matter."""
LASTING_GAMES = 30

ONE: dict[str, Sentence] = {
    "pawn": _("a pawn"), "knight": _("a knight"), "bishop": _("a bishop"), "rook": _("a rook"), "queen": _("the queen"),
    "king": _("the king"), "man": _("a man"), "crowned man": _("a crowned man"), "stone": _("a stone"),
}  # fmt: skip


def _many(kind: str, count: int) -> Sentence:
    """Return words for at least two pieces of a kind, or of a kind that is not in :data:`ONE`."""
    match kind:
        case "pawn":
            return _n("{count} pawn", "{count} pawns", count)
        case "knight":
            return _n("{count} knight", "{count} knights", count)
        case "bishop":
            return _n("{count} bishop", "{count} bishops", count)
        case "rook":
            return _n("{count} rook", "{count} rooks", count)
        case "queen":
            return _n("{count} queen", "{count} queens", count)
        case "man":
            return _n("{count} man", "{count} men", count)
        case "crowned man":
            return _n("{count} crowned man", "{count} crowned men", count)
        case "stone":
            return _n("{count} stone", "{count} stones", count)
        case "":
            return _n("{count} piece", "{count} pieces", count)
    return _("{count} × {piece}", count=count, piece=kind)


class Balance(NamedTuple):
    """The pieces that change hands along a line."""

    gain: float  # worth of the pieces won, less that of the pieces lost
    lost: Pieces
    won: Pieces


class PieceFacts:
    """The facts of a game's pieces. They are found once, by random games with fixed seeds."""

    def __init__(self, game: Game, calibration: Calibration) -> None:
        self._game = game
        self._worths = _worths(game, calibration)
        self._matter: bool | None = True if calibration.pieces else None
        self._turning: bool | None = None

    def captured(self, position: MarkedPosition, move: Move) -> Pieces:
        """Return the other side's pieces that a move removes. Stones that only change their colour do not count."""
        game = self._game
        side = game.side(position)
        if side < 0 or len(game.sides) != 2 or not self.matter:
            return Counter()
        return self._gone(position, move)

    def balance(self, position: MarkedPosition, line: tuple[Move, ...]) -> Balance:
        """Return the balance of a line for its first mover. Captures at the very end are not settled, and do not
        count.
        """
        me = self._game.side(position)
        steps = []
        for move in line:
            steps.append((self._game.side(position), self.captured(position, move)))
            position = position.play(move)
        if not position.is_over() and len(steps) > 3:
            while len(steps) > 2 and steps[-1][1]:
                steps.pop()
        won: Pieces = sum((gone for side, gone in steps if side == me), Counter())
        lost: Pieces = sum((gone for side, gone in steps if side != me), Counter())
        return Balance(self.worth(won) - self.worth(lost), lost, won)

    def exchanged(self, balance: Balance) -> Balance:
        """Return a balance without the pieces of one kind that both sides lost."""
        known = {mark: _kind_name(kind) for mark, kind in kinds(self._game.picture).items()}
        won, lost = balance.won.copy(), balance.lost.copy()
        for mine, theirs in itertools.product(list(lost), list(won)):
            if known.get(mine, "") == known.get(theirs, ""):
                both = min(lost[mine], won[theirs])
                lost[mine] -= both
                won[theirs] -= both
        return Balance(balance.gain, +lost, +won)

    def worth(self, pieces: Pieces) -> float:
        """Return the worth of pieces; the least valuable kind has 1."""
        return sum(self._worths.get(mark, 1.0) * count for mark, count in pieces.items())

    def words(self, pieces: Pieces) -> Sentence:
        """Return words for pieces, the most valuable first."""
        known, picture = kinds(self._game.picture), self._game.picture
        usual = "" if picture.pieces else "stone"
        by_kind: Counter[str] = Counter()
        for mark, count in sorted(pieces.items(), key=lambda each: -self._worths.get(each[0], 1.0)):
            by_kind[_kind_name(known[mark]) if mark in known else usual] += count
        parts = [_piece_words(kind, count) for kind, count in by_kind.items()]
        said = parts[0]
        for part in parts[1:]:
            said = _("{pieces} and {last}", pieces=said, last=part)
        return said

    @property
    def matter(self) -> bool:
        """True if more pieces help to win, as random games show: not where taking is only a way to move, or loses."""
        if self._matter is None:
            self._matter = self._goes_with_result()
        return self._matter

    @property
    def turning(self) -> bool:
        """True if stones of the other side are turned over in this game."""
        if self._turning is None:
            self._turning = self._turns()
        return self._turning

    def lasts(self, position: MarkedPosition, cell: int, side: int) -> bool:
        """Return True if a stone stays the side's to the end of random games."""
        chance = random.Random(7)
        for _game in range(LASTING_GAMES):
            here = position
            for _ply in range(TRIED_PLIES):
                if here.is_over():
                    break
                here = here.play(chance.choice(list(here.moves())))
                if self._owner(self._game.picture.marks(here)[cell]) != side:
                    return False
        return True

    def _owner(self, mark: str) -> int | None:
        return owner(self._game.picture, self._game.sides, mark)

    def _counts(self, position: MarkedPosition) -> tuple[Pieces, Pieces]:
        found: tuple[Pieces, Pieces] = Counter(), Counter()
        for mark in self._game.picture.marks(position):
            side = self._owner(mark)
            if side in (0, 1):
                found[side][mark] += 1
        return found

    def _gone(self, position: MarkedPosition, move: Move) -> Pieces:
        side = self._game.side(position)
        before, after = self._counts(position), self._counts(position.play(move))
        gone = before[1 - side] - after[1 - side]
        if gone and after[side].total() > before[side].total() + 1:
            return Counter()  # turned, not taken
        return gone

    def _goes_with_result(self) -> bool:
        """Return True if the side with more pieces late in a random game wins more often."""
        game, chance = self._game, random.Random(5)
        if len(game.sides) != 2 or game.start.demands() & (Demand.CHANCE | Demand.PLAYERS):
            return False
        agreed = tried = 0
        for _game in range(TRIED_GAMES):
            positions = [game.start]
            while not positions[-1].is_over() and len(positions) < TRIED_PLIES:
                positions.append(positions[-1].play(chance.choice(list(positions[-1].moves()))))
            end = positions[-1]
            if not end.is_over() or not end.utility():
                continue
            winner = game.side(end) if end.utility() > 0 else 1 - game.side(end)
            for share in (2, 3, 4):
                here = len(positions) * share // 5
                ahead = 0
                for position in positions[here : here + 2]:  # one after a move of each side
                    counts = self._counts(position)
                    ahead += counts[winner].total() - counts[1 - winner].total()
                agreed += ahead > 0
                tried += ahead != 0
        return tried < MIN_EXAMPLES or agreed >= tried * MIN_AGREEMENT

    def _turns(self) -> bool:
        game, chance, position = self._game, random.Random(3), self._game.start
        if len(game.sides) != 2:
            return False
        for _ply in range(40):
            if position.is_over() or position.is_chance():
                break
            move = chance.choice(list(position.moves()))
            side = game.side(position)
            child = position.play(move)
            before, after = self._counts(position), self._counts(child)
            if after[side].total() > before[side].total() + 1 and after[1 - side].total() < before[1 - side].total():
                return True
            position = child
        return False


def _kind_name(kind: Kind) -> str:
    return as_sentence(kind.name).text


def _piece_words(kind: str, count: int) -> Sentence:
    if count == 1 and kind in ONE:
        return ONE[kind]
    if count == 1 and not kind:
        return _("a piece")
    return _many(kind, count)


def _worths(game: Game, calibration: Calibration) -> dict[str, float]:
    """Return the worth of each mark, the least being 1: from the calibration, else the moves of such a piece."""
    known = kinds(game.picture)
    if len(known) <= 2 or not game.picture.pieces or game.start.demands() & Demand.CHANCE:
        return {}
    named = calibration.pieces or mobilities(game)
    least = min((worth for worth in named.values() if worth > 0), default=1.0)
    return {mark: max(1.0, named.get(_kind_name(kind), 0.0) / least) for mark, kind in known.items()}


def mobilities(game: Game) -> dict[str, float]:
    """Return the average number of moves of each kind of piece in random games."""
    chance, moves, seen = random.Random(1), Counter[str](), Counter[str]()
    known = kinds(game.picture)
    for _game in range(TRIED_GAMES // 4):
        position = game.start
        for _ply in range(TRIED_PLIES // 2):
            if position.is_over():
                break
            legal, marks, side = list(position.moves()), game.picture.marks(position), game.side(position)
            seen.update(_kind_name(known[mark]) for mark in marks if mark in known and known[mark].side == side)
            for move in legal:
                cells = game.picture.cells(position, move)
                if cells and marks[cells[0]] in known:
                    moves[_kind_name(known[marks[cells[0]]])] += 1
            position = position.play(chance.choice(legal))
    return {kind: moves[kind] / count for kind, count in seen.items()}
