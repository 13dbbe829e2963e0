"""Choosing puzzles: positions with exactly one winning move, judged by exact values.

Every position of a small game is tried, in random order. For a game with tables of endings, such as chess, positions of
the tables are drawn. In any other game, random moves are made to the end. If a table or a quick solver knows the
values, the positions of that game are tried. Otherwise the end of the game is solved, from as early a position as can
be solved quickly, and the solved positions are tried. The number of moves to the win is the level of a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from plyground.bots.ending_tables import table_of
from plyground.core.checked_arguments import Count, checked
from plyground.core.contract import blaming_rules
from plyground.core.game import Game
from plyground.core.position import Demand, MarkedPosition, Move
from plyground.core.random_numbers import STEP, Chance, new_chance
from plyground.errors import SearchError
from plyground.games.loading import game as game_named
from plyground.i18n import Sentence, _, _n
from plyground.judge.solved_positions import solved_positions, solved_whole
from plyground.puzzles.puzzle import Answer, Puzzle, Verdict, position_key
from plyground.searches.demands import refuse_demands
from plyground.searches.progress import unheard
from plyground.searches.tally import NODES, STOP, Tally, new_tally
from plyground.solvers.explore import ranked
from plyground.solvers.forward import Value, Valued
from plyground.solvers.solve_game import solve_in_memory
from plyground.solvers.walk import reachable

LEVELS = (1, 2, 3, 4)
"""Moves to the win of the puzzles that are chosen by default."""
MAX_GAMES = 500
"""Most random games that are played to find puzzles."""
MAX_IDLE_GAMES = 100
"""Random games without a new puzzle after which the search for puzzles ends."""
MAX_GAME_PLIES = 200
"""Plies of a random game."""
MAX_SOLVED_POSITIONS = 6_000
"""Most positions in the solved end of a game."""
MAX_SOLVER_NODES = 300_000
"""Positions that a compiled solver visits for one puzzle: some hundredths of a second."""
TRIED_POSITIONS = 300
"""Number of solved positions, drawn at random, that are tried after a random game."""
DRAWN_ENDINGS = 1_000
"""Numbers drawn from each table of endings for one puzzle."""
MIN_CHOICES = 2
"""Legal moves of the first question."""


@dataclass
class Chooser:
    """The choice of puzzles of one game: its settings, the solved values, and the positions that were tried."""

    game: Game
    one_win: bool
    most_moves: int
    table: Valued | None = None  # table of all values; None: no table
    positions: list[Any] | None = None  # all reachable positions of a small game
    solved: dict[Any, Value] = field(default_factory=dict)  # values at the end of the present game, without a table
    tally: Tally = field(default_factory=new_tally)
    tried: set[object] = field(default_factory=set)  # keys of the positions that were tried
    refusal: SearchError | None = None  # last reason why a position was not solved

    def puzzle(self, position: MarkedPosition) -> Puzzle | None:
        """Return the puzzle of a position; None if it makes none or was tried before. Raise :class:`SearchError` if the
        solver takes too long.
        """
        key = position_key(self.game, position)
        if position.is_over() or key in self.tried:
            return None
        self.tried.add(key)
        if len(list(position.moves())) < MIN_CHOICES:
            return None
        self.tally.counts[STOP] = self.tally.counts[NODES] + MAX_SOLVER_NODES
        values = self.solved if self.table is None else self.table
        value = values[position]
        if value.utility <= 0 or self._is_long(value):
            return None
        ranking = ranked(values, position)
        wins = sum(each.value.utility > 0 for each in ranking)
        is_sure = all(_verdict(each.value, value) == "right" for each in ranking)
        if is_sure or (self.one_win and wins > 1):
            return None
        answers = self._answers(values, position, self.most_moves)
        if answers is None:
            return None
        return Puzzle(self.game.name, self.game.notation.format(position), _depth(answers), answers)

    def solve_end(self, positions: Sequence[Any]) -> None:
        """Solve the end of a game: all positions after the earliest of ``positions`` that is small enough."""
        for position in reversed(positions):
            try:
                self.solved = solve_in_memory(position, MAX_SOLVED_POSITIONS)
            except SearchError as error:
                self.refusal = error
                return

    def _is_long(self, value: Value) -> bool:
        """Return True if a win is known to need more than the greatest number of moves."""
        if value.distance is None or self.game.demands & Demand.TURNS:
            return False
        return (value.distance + 1) // 2 > self.most_moves

    def _answers(self, values: Valued, position: MarkedPosition, left: int) -> Mapping[str, Answer] | None:
        """Return every answer in a won position; None if the win needs more than ``left`` moves."""
        ranking = ranked(values, position)
        best = ranking[0].value
        answers: dict[str, Answer] = {}
        for move, value in sorted(ranking, key=lambda each: each.move):
            verdict = _verdict(value, best)
            child = position.play(move)
            words: list[str] = []
            is_mover = position.turn(child) < 0
            while is_mover and not child.is_over():
                reply = _reply(values, child)
                words.append(self.game.notation.format_move(child, reply))
                after = child.play(reply)
                is_mover = child.turn(after) > 0
                child = after
            further: Mapping[str, Answer] | None = {}
            if verdict == "right" and not child.is_over():
                further = self._answers(values, child, left - 1) if left > 1 else None
                if further is None:
                    return None
            word = self.game.notation.format_move(position, move)
            answers[word] = Answer(verdict, value.utility, value.distance, tuple(words), further or {})
        return answers


def _verdict(value: Value, best: Value) -> Verdict:
    """Return the judgement of a move with a value. In a game of points every win is right."""
    if value.utility <= 0:
        return "wrong"
    is_fastest = best.utility > 1 or value.distance == best.distance
    return "right" if is_fastest else "slower"


def _reply(values: Valued, position: MarkedPosition) -> Move:
    """Return the best defence. If there are several, return the first after which the fewest moves win."""
    ranking = ranked(values, position)
    equal = [each.move for each in ranking if each.value.preference == ranking[0].value.preference]
    return min(equal, key=lambda move: _wins(values, position, move)) if len(equal) > 1 else equal[0]


def _wins(values: Valued, position: MarkedPosition, move: Move) -> int:
    """Return the number of winning moves after a reply."""
    child = position.play(move)
    return 0 if child.is_over() else sum(each.value.utility > 0 for each in ranked(values, child))


def _depth(answers: Mapping[str, Answer]) -> int:
    """Return the moves of the solver on the longest way to the win."""
    return 1 + max((_depth(each.answers) for each in answers.values() if each.answers), default=0)


@checked
def choose_puzzles(
    game: Game | str,
    *,
    count: Count = 10,
    moves_to_win: Sequence[Count] = LEVELS,
    seed: int = 0,
    one_win: bool = True,
    max_games: Count = MAX_GAMES,
    on_message: Callable[[Sentence], object] = unheard,
) -> list[Puzzle]:
    """Return at most ``count`` puzzles for each number of ``moves_to_win``, the easier first.

    ``one_win`` takes only positions with one winning move; else every
    winning move that is as fast is right. Mirror images count as one position. The same ``seed`` gives the same
    puzzles. ``on_message`` is called with the progress.

    Raise :class:`SearchError` for a game with chance, with hidden information or more than two players, or without
    exact values.
    """
    game = game_named(game)
    refuse_demands(game.start, Demand.TURNS, "puzzles")
    found: dict[int, list[Puzzle]] = {level: [] for level in moves_to_win}
    chooser = Chooser(game, one_win, max(moves_to_win, default=0))
    idle = 0
    with blaming_rules():
        _solve(chooser, on_message)
        for number in range(max_games):
            on_message(_n("{count} puzzle so far …", "{count} puzzles so far …", sum(map(len, found.values()))))
            new: set[int] = set()
            for puzzle in _puzzles_of(chooser, seed + number * STEP):
                is_like = puzzle.moves in new and chooser.positions is None  # puzzles from one game resemble each other
                if len(found.get(puzzle.moves, [puzzle] * count)) < count and not is_like:
                    found[puzzle.moves].append(puzzle)
                    new.add(puzzle.moves)
            idle = 0 if new else idle + 1
            if chooser.positions or idle > MAX_IDLE_GAMES or all(len(each) >= count for each in found.values()):
                break
    puzzles = [puzzle for level in sorted(found) for puzzle in found[level]]
    if not puzzles and chooser.refusal:
        raise chooser.refusal
    return puzzles


def _solve(chooser: Chooser, on_message: Callable[[Sentence], object]) -> None:
    """Find all positions of a small game, and solve a game as a whole if that is quick or there is a quick solver."""
    game = chooser.game
    with suppress(SearchError):
        chooser.positions = reachable(game.start, limit=MAX_SOLVED_POSITIONS)
    for ending in game.ending_tables:
        on_message(_("Solving all endings with these pieces …"))
        table_of(ending).result()
    if game.ending_tables or solved_whole(game) or hasattr(game.start, "plies_to"):
        chooser.table = solved_positions(game, chooser.tally, on_message)
    elif chooser.positions:
        chooser.table = solve_in_memory(game.start, MAX_SOLVED_POSITIONS)


def _puzzles_of(chooser: Chooser, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles. In a small game, try every position; in a larger game, positions of random games and solved
    endings.
    """
    chance = new_chance(seed)
    if chooser.game.ending_tables:
        positions = _of_endings(chooser.game, chance)
    else:
        positions = _shuffled(chooser.positions, chance) if chooser.positions else _random_game(chooser.game, chance)
    if chooser.table is None:
        chooser.solve_end(positions)
        positions = _shuffled(chooser.solved, chance)[:TRIED_POSITIONS]
    for position in reversed(positions):
        try:
            puzzle = chooser.puzzle(position)
        except SearchError as error:
            chooser.refusal = error
            return  # earlier positions take longer to solve
        if puzzle:
            yield puzzle


def _of_endings(game: Game, chance: Chance) -> list[Any]:
    """Return positions of the game's solved endings, drawn by their numbers."""
    drawn = (
        table.unrank(chance.below(table.period())) for table in game.ending_tables for _each in range(DRAWN_ENDINGS)
    )
    return [ending.whole() for ending in drawn if ending.valid()]


def _shuffled(positions: Iterable[Any], chance: Chance) -> list[Any]:
    """Return positions in a random order (D. E. Knuth, 3.4.2, algorithm P)."""
    shuffled = list(positions)
    for place in range(len(shuffled) - 1):
        other = place + chance.below(len(shuffled) - place)
        shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
    return shuffled


def _random_game(game: Game, chance: Chance) -> list[Any]:
    """Return the positions of a random game, from the start on."""
    position: Any = game.start
    positions = [position]
    while not position.is_over() and len(positions) <= MAX_GAME_PLIES:
        moves = list(position.moves())
        position = position.play(moves[chance.below(len(moves))])
        positions.append(position)
    return positions
