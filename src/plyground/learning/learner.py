"""Temporal-difference learning by self-play: TD(λ) on tables of weights. One text, plain or compiled, for every game.

The program plays against itself and takes the move after which its own estimate is best. When a game is over, each
estimate in it moves towards a later one: R. Sutton (1988), Learning to predict by the methods of temporal differences;
G. Tesauro (1995), Temporal difference learning and TD-Gammon. Half of the games begin with random moves, because a
search meets positions that good play never reaches.
"""

# mypy: disable-error-code=misc
# mypy knows no constants of a class in a NamedTuple.

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from copy import copy
from math import exp
from typing import Any, NamedTuple

from plyground.core.authoring.marked_rules import helper, rules
from plyground.core.position import MarkedPosition, WiderPosition
from plyground.learning.cells import Study
from plyground.learning.on_top import NotOnTop
from plyground.learning.reader import Row, new_reader, with_constants
from plyground.learning.tables import Layout, new_tables
from plyground.searches.chance_moves import drawn

MAX_PLIES = 400
"""Plies after which a game ends without a result; then only its later estimates teach."""
BELOW_ANY = -9.0
"""Less than every value, which are from −1 to 1."""
Floats = MutableSequence[float]


@helper
def squashed(total: float) -> float:
    """Return the hyperbolic tangent: an estimate between −1, lost, and 1, won."""
    return 1.0 - 2.0 / (exp(2.0 * max(-20.0, min(total, 20.0))) + 1.0)


@helper
def blended(later: float, target: float, trace: float) -> float:
    """Return the target of an estimate, from the estimate and the target one ply later: TD(λ), with λ = ``trace``."""
    return (1.0 - trace) * later + trace * target


@rules
class Learner(NamedTuple):
    """The weights of one game, and the positions of the game that is being played."""

    reader: Any
    tables: Any
    weights: Floats  # shared by the sides; then those of each side, if they have their own
    on_top: Any  # an evaluation that was there before
    indices: Row  # numbers of the weights at each ply, and the side's own first weight
    values: Floats  # estimate at each ply, for the side to move
    bests: Floats  # estimate of the best move at each ply
    explored: Row  # 1 if another move was made
    turns: Row  # −1 if the other side moves next
    signs: Floats  # −1 at each ply whose value is seen by the other side
    errors: Floats  # sum of the errors, and their number
    COUNT = 0  # tables
    SIZE = 0  # weights of one group
    OWN = 0  # 1 if each side has weights of its own
    PLAYERS = 1  # estimates at each ply

    def restorable(self) -> tuple[Any, ...]:
        """Return no arrays: a call that begins again goes on with what was learned."""
        return ()

    def total(self, position: MarkedPosition) -> float:
        """Return the sum of the weights for a position that is not over, for the side to move."""
        own = self.SIZE * (1 + self.reader.read(position))
        total: float = self.reader.sign(position) * self.tables.total(self.reader.states, self.weights, own)
        return total + float(self.on_top.total(position))

    def value(self, position: Any) -> float:
        """Return the estimate for the side to move, before a move of chance for the first player; the result if the
        game is over.
        """
        if position.is_over():
            result: float = position.utility() / position.utmost()
            return result
        return squashed(self.total(position))

    def meet(self, position: MarkedPosition, ply: int) -> float:
        """Return the estimate of a position, and keep the numbers of its weights as those of a ply."""
        at = ply * (self.COUNT + 1)
        self.indices[at + self.COUNT] = self.SIZE * (1 + self.reader.read(position))
        self.signs[ply] = self.reader.sign(position)
        self.tables.find(self.reader.states, self.indices, at)
        self.on_top.meet(position, ply)
        return self.estimate(ply)

    def estimate(self, ply: int) -> float:
        """Return the estimate of the position at a ply by the present weights."""
        at = ply * (self.COUNT + 1)
        own = self.indices[at + self.COUNT]
        total = 0.0
        for table in range(self.COUNT):
            total += self.weights[self.indices[at + table]]
            if self.OWN:
                total += self.weights[own + self.indices[at + table]]
        return squashed(self.signs[ply] * total + self.on_top.estimate(ply))

    def learn(self, ply: int, target: float, step: float) -> float:
        """Move the estimate at a ply towards ``target``, along its gradient. Return the error."""
        at = ply * (self.COUNT + 1)
        own = self.indices[at + self.COUNT]
        now = self.estimate(ply)
        change = step * (target - now) * (1.0 - now * now)
        seen = self.signs[ply] * change
        for table in range(self.COUNT):
            self.weights[self.indices[at + table]] += seen
            if self.OWN:
                self.weights[own + self.indices[at + table]] += seen
        self.on_top.learn(ply, change)
        return abs(target - now)


@rules
class EachLearner(Learner):
    """A learner of a game in which each player has a result of its own: one estimate for each.

    At a ply, the place of a player's estimate is the ply times the players, plus the player.
    """

    __slots__ = ()

    def value_for(self, position: Any, player: int) -> float:
        """Return the estimate for a player; its result if the game is over."""
        if position.is_over():
            result: float = position.utilities()[player] / position.utmost()
            return result
        self.reader.read(position)
        return squashed(self.tables.total(self.reader.states, self.weights, self.SIZE * (1 + player)))

    def meet_each(self, position: MarkedPosition, ply: int) -> int:
        """Keep the numbers of the weights of a position, and the estimates for all players, as those of a ply."""
        self.reader.read(position)
        for player in range(self.PLAYERS):
            place = ply * self.PLAYERS + player
            at = place * (self.COUNT + 1)
            self.indices[at + self.COUNT] = self.SIZE * (1 + player)
            self.signs[place] = 1.0
            self.tables.find(self.reader.states, self.indices, at)
            self.values[place] = self.estimate(place)
        return 0


def new_learner(study: Study, layout: Layout, on_top: Any = None) -> Learner:
    """Return a learner whose weights are all 0."""
    count, own = len(layout.tables), int(study.groups > 1)
    kind = with_constants(Learner, COUNT=count, SIZE=layout.size, OWN=own)
    if study.players:
        kind = with_constants(EachLearner, COUNT=count, SIZE=layout.size, OWN=own, PLAYERS=study.players)
    learner: Learner = kind(
        reader=new_reader(study),
        tables=new_tables(study, layout),
        weights=array("d", [0.0]) * (layout.size * (1 + study.groups * own)),
        on_top=on_top or NotOnTop(),
        **game_memory(count, max(1, study.players)),
        errors=array("d", [0.0, 0.0]),
    )
    return learner


def game_memory(count: int, players: int) -> dict[str, Any]:
    """Return the fields of a learner with ``count`` tables that belong to the game that is being played.

    At each ply there is room for one estimate of each of the ``players``.
    """
    size = players * (MAX_PLIES + 1)
    floats, numbers = array("d", [0.0]) * size, array("q", [0]) * size
    indices = array("q", [0]) * (size * (count + 1))
    return {
        "indices": indices,
        "values": floats,
        "bests": floats[:],
        "explored": numbers,
        "turns": numbers[:],
        "signs": floats[:],
    }


def version_of(learner: Learner) -> Learner:
    """Return a copy with weights of its own: what has been learned so far."""
    version = with_own_memory(learner)
    return version._replace(weights=learner.weights[:], on_top=version.on_top.with_own_weights())


def with_own_memory(learner: Learner) -> Learner:
    """Return a learner for another thread: the weights are shared, everything else is separate."""
    own = game_memory(type(learner).COUNT, type(learner).PLAYERS)
    return learner._replace(
        reader=learner.reader.with_own_memory(),
        on_top=copy(learner.on_top),
        errors=array("d", [0.0, 0.0]),
        **own,
    )


@helper
def random_move(position: Any, chance: Any) -> int:
    """Return a legal move, each with the same probability; a move of chance with that of the rules."""
    if position.is_chance():
        return drawn(position, chance)
    count = 0
    for _move in position.moves():
        count += 1
    wanted = chance.below(count)
    move = 0
    for each in position.moves():
        if wanted == 0:
            move = each
        wanted -= 1
    return move


@helper
def random_opening(position: MarkedPosition, chance: Any, plies: int) -> Any:
    """Return the position after 1 to ``plies`` random moves, before the game is over."""
    here = position
    left = 1 + chance.below(plies)
    while left > 0:
        child = here.play(random_move(here, chance))
        if child.is_over():
            return here
        here = child
        left -= 1
    return here


def self_play(
    position: MarkedPosition,
    learner: Any,
    chance: Any,
    games: int,
    step: float,
    exploring: float,
    trace: float,
    opening: int,
) -> int:
    """Play games against itself, and learn from each when it is over. Return the number of positions looked at.

    ``exploring`` is the probability of a random move (ε), ``trace`` is λ: at 0 an estimate learns from the next one,
    at 1 from the end of the game. A target passes no random move: there the best move's estimate counts. Moves of chance
    are drawn; the estimates before them learn averages.
    """
    looks = 0
    for _game in range(games):
        here = position
        if chance.below(2) == 1:
            here = random_opening(position, chance, opening)
        ply = 0
        while ply < MAX_PLIES and not here.is_over():
            best = BELOW_ANY
            move = 0
            explored = 0
            if here.is_chance():
                move = random_move(here, chance)
            else:
                for each in here.moves():
                    child = here.play(each)
                    value = here.turn(child) * learner.value(child)
                    looks += 1
                    if value > best:
                        best = value
                        move = each
            if not here.is_chance() and chance.fraction() < exploring:
                other = random_move(here, chance)
                if other != move:
                    explored = 1
                    move = other
            learner.values[ply] = learner.meet(here, ply)
            learner.bests[ply] = best
            learner.explored[ply] = explored
            child = here.play(move)
            learner.turns[ply] = here.turn(child)
            here = child
            ply += 1
        later = learner.value(here)
        target = later
        while ply > 0:
            ply -= 1
            after = learner.turns[ply] * blended(later, target, trace)
            target = learner.bests[ply] if learner.explored[ply] else after
            later = learner.values[ply]
            learner.errors[0] += learner.learn(ply, target, step)
            learner.errors[1] += 1.0
    return looks


def self_play_each(
    position: WiderPosition,
    learner: Any,
    chance: Any,
    games: int,
    step: float,
    exploring: float,
    trace: float,
    opening: int,
) -> int:
    """Play games in which each player maximises its own estimate, and learn from each. Return the number of positions
    looked at.

    As :func:`self_play`, for games in which each player has a result of its own: each estimate has its own target.
    """
    looks = 0
    players = learner.PLAYERS
    for _game in range(games):
        here = position
        if chance.below(2) == 1:
            here = random_opening(position, chance, opening)
        ply = 0
        while ply < MAX_PLIES and not here.is_over():
            best = BELOW_ANY
            move = 0
            explored = 0
            if here.is_chance():
                move = random_move(here, chance)
            else:
                for each in here.moves():
                    value = learner.value_for(here.play(each), here.to_move())
                    looks += 1
                    if value > best:
                        best = value
                        move = each
            learner.meet_each(here, ply)
            if not here.is_chance() and chance.fraction() < exploring:
                other = random_move(here, chance)
                if other != move:
                    explored = 1
                    wanted = here.play(move)
                    for player in range(players):
                        learner.bests[ply * players + player] = learner.value_for(wanted, player)
                    move = other
            learner.explored[ply] = explored
            here = here.play(move)
            ply += 1
        for player in range(players):
            later = learner.value_for(here, player)
            target = later
            for before in range(ply - 1, -1, -1):
                place = before * players + player
                target = learner.bests[place] if learner.explored[before] else blended(later, target, trace)
                later = learner.values[place]
                learner.errors[0] += learner.learn(place, target, step)
                learner.errors[1] += 1.0
    return looks
