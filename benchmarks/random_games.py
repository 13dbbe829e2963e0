"""Random games of Go and backgammon, beside C programs that keep their boards up to date."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from benchmarks.limit import limit
from benchmarks.race import Contender, Work, on_cpu
from plyground import game
from plyground.core.authoring.marked_rules import helper
from plyground.core.random_numbers import Chance, new_chance
from plyground.games.go.go_playouts import MAX_LIGHT_PLIES
from plyground.searches.tally import row
from plyground.searches.twin import twin

SEED = 7
GO_GAMES = 20_000
NOISE = 0.01
"""Relative difference between the lengths of random games that chance explains: 20,000 games differ by some 0.2 %."""
BACKGAMMON_GAMES = 100
MAX_CHOICES = 4096


def light_games(position: Any, games: int, choices: MutableSequence[int], chance: Chance) -> int:
    """Play random games in which all sensible moves are equally likely. Return the number of their moves."""
    plies = 0
    for _game in range(games):
        here = position
        while not here.is_over():
            here = here.play(here._replace(last=0).pick(choices, chance))
            plies += 1
    return plies


@helper
def listed(position: Any, choices: MutableSequence[int]) -> int:
    """List the moves in ``choices``. Return their number."""
    found = 0
    for move in position.moves():
        choices[found] = move
        found += 1
    return found


def plays_of_games(position: Any, games: int, choices: MutableSequence[int], chance: Chance) -> int:
    """Play random games, all rolls and all plays equally likely. Return the plays of all rolls of all their positions."""
    plays = 0
    for _game in range(games):
        here = position
        while not here.is_over():
            if here.is_chance():
                for roll in here.moves():
                    plays += listed(here.play(roll), choices)
            number = listed(here, choices)
            here = here.play(choices[chance.below(number)])
    return plays


def contender(text: Any, position: Any, games: int) -> Contender:
    """Return a compiled function that plays random games as a contender."""
    choices = row(MAX_CHOICES)
    function = twin(text, position, games, choices, new_chance(SEED))
    function(position, games, choices, new_chance(SEED))  # compiled here, again if a list or a number has grown
    return Contender("plyground", lambda: on_cpu(lambda: function(position, games, choices, new_chance(SEED))))


def works(long: bool) -> list[Work]:
    """Return the work to measure."""
    go: Any = game("go").start
    ours = contender(light_games, go.sketch(), GO_GAMES)
    c = limit("light_games", GO_GAMES, MAX_LIGHT_PLIES, go.half_komi(), SEED, needed=0.6, result=True)
    plays = contender(plays_of_games, game("backgammon").start, BACKGAMMON_GAMES)
    beside = limit("plays_of_games", BACKGAMMON_GAMES, SEED, needed=0.5, result=True)
    return [
        Work(f"Go, 9 × 9, {GO_GAMES:,} light random games", "moves", ours, c, noise=NOISE),
        Work(f"Backgammon, all rolls along {BACKGAMMON_GAMES} random games", "plays", plays, beside),
    ]
