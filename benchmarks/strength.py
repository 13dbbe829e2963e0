"""The strength of the bots against programs of other people, for docs/strength.md.

``python -m benchmarks.strength chess`` plays the games of a measurement, or goes on with them, and prints its row of the
page. Moves are limited by nodes or playouts and not by seconds, so that other work of the machine changes nothing;
``--processor-time`` plays four games and prints the processor time that a move takes each side. The records stand in
``benchmarks/results``. The programs must be installed: stockfish, fairy-stockfish, grhino, gnugo, gnubg and dame-rs.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import plyground
from plyground.bots import Thought
from plyground.core.game import Game
from plyground.core.position import Demand, Move
from plyground.engines.config import EngineConfig, save_engine
from plyground.statistics.elo import Z95, elo_of_score
from plyground.tournaments.tournament_record import Record

MAX_PLIES = 300
"""Most plies of a game that measures processor time."""
RESULTS = Path(__file__).with_name("results")
GNU_GO = ("gnugo", "--mode", "gtp", "--chinese-rules", "--positional-superko", "--allow-suicide", "--level")
ENGINES = (
    EngineConfig("weak", "uci", ("stockfish",), {"UCI_LimitStrength": "true", "UCI_Elo": "1500"}, ("chess",)),
    EngineConfig("dame", "hub", (sys.executable, "-m", "dame", "hub"), {"hash": "16"}, ("international_draughts",)),
    EngineConfig("gnugo10", "gtp", (*GNU_GO, "10"), {}, ("go",)),
    EngineConfig("fairy", "uci", ("fairy-stockfish",), {}, ("breakthrough",)),
    EngineConfig("rhino3", "gtp", ("gtp-rhino", "--level", "3"), {}, ("othello",)),
    EngineConfig("gnubg", "gnubg", ("gnubg", "--tty", "--quiet"), {}, ("backgammon",)),
)


class Measurement(NamedTuple):
    """Games of one bot against one program."""

    game: str
    bot: str
    opponent: str
    games: int
    openings: str = "none"
    adjudicate: str = "none"


MEASUREMENTS = {
    "chess": Measurement("chess", "engine:nodes=20000", "weak:nodes=20000", 100, "random:plies=4", "longest=300"),
    "draughts": Measurement(
        "international_draughts",
        "engine:nodes=26000,memory=4",
        "dame:nodes=20000",
        100,
        "random:plies=4",
        "longest=300",
    ),
    "go": Measurement("go", "uct:playouts=4500,rave=1000", "gnugo10:seconds=60", 100),
    "breakthrough": Measurement(
        "breakthrough", "engine:nodes=8000,memory=4,evaluation=learned", "fairy:nodes=4500", 100, "random:plies=4"
    ),
    "breakthrough-puct": Measurement(
        "breakthrough", "puct:leaves=1000,evaluation=learned", "fairy:nodes=16500", 100, "random:plies=4"
    ),
    "othello": Measurement(
        "othello", "engine:nodes=30000,memory=4,evaluation=learned", "rhino3:seconds=60", 100, "random:plies=6"
    ),
    "backgammon": Measurement("backgammon", "expectiminimax:depth=1", "gnubg:depth=1", 1000),
    "backgammon-replies": Measurement("backgammon", "expectiminimax:depth=3", "gnubg:depth=1", 1000),
}


def wilson(score: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean score between 0 and 1 (E. B. Wilson 1927)."""
    middle = (score + Z95**2 / 2 / count) / (1 + Z95**2 / count)
    half = Z95 * (score * (1 - score) / count + Z95**2 / 4 / count**2) ** 0.5 / (1 + Z95**2 / count)
    return middle - half, middle + half


def is_of_points(game: Game) -> bool:
    """Return True for backgammon, in which a game is won by one to three points."""
    return Demand.CHANCE in game.demands


def points(record: Record, measured: Measurement, *, less_luck: bool = False) -> list[list[float]]:
    """Return the points of the bot in each pair of games with the same dice: −3 to 3 in backgammon, else 0 to 1.

    With ``less_luck``, the luck of the dice is subtracted.
    """
    game = plyground.game(measured.game)
    pairs: dict[str, list[float]] = {}
    for played, moves in record.played_with_moves:
        seat = played.seats.index(measured.bot)
        found = played.scores[seat]
        if is_of_points(game):
            position, luck = game.start, 0.0
            for each in moves:
                move = game.notation.parse_move(position, each.word)
                if less_luck and position.is_chance():
                    luck += luck_of(game, position, move)
                position = position.play(move)
            stake = abs(position.utility())
            found = (stake if found else -stake) - (-luck if seat else luck)
        pairs.setdefault(played.pair, []).append(found)
    return list(pairs.values())


def luck_of(game: Game, position: Any, roll: Move) -> float:
    """Return the points that the first side wins by this roll instead of an average roll, by the network's best plays.

    The average over all rolls is 0. So results less their luck have the same mean as results, with a smaller variance.
    """
    network = plyground.setting(depth=2, evaluation=game.evaluations["network"])
    found = plyground.search(position, "expectiminimax", network, native=True)
    return next(float(root.value) for root in found.moves if root.move == roll and root.value is not None) - found.value


def row(pairs: list[list[float]], *, has_stakes: bool) -> str:
    """Return the figures of a measurement as the end of a row in docs/strength.md."""
    every = [point for pair in pairs for point in pair]
    mean = fmean(every)
    if has_stakes:
        half = (
            Z95 * stdev(fmean(pair) for pair in pairs if len(pair) == 2) / sum(len(pair) == 2 for pair in pairs) ** 0.5
        )
        won = sum(point > 0 for point in every) / len(every)
        return f"{len(every)} | {mean:+.2f} | {mean - half:+.2f} to {mean + half:+.2f} | {won:.0%}"
    low, high = wilson(mean, len(every))
    elo = [f"{elo_of_score(score):+.0f}" for score in (mean, low, high)]
    return f"{len(every)} | {sum(every):g} ({low:.0%} to {high:.0%}) | {elo[0]} ({elo[1]} to {elo[2]})"


def measure(name: str, jobs: int, folder: Path) -> str:
    """Play the games of a measurement that are not in its record yet. Return its row."""
    measured = MEASUREMENTS[name]
    file = folder / f"strength-{name}.db"
    plyground.tournament(
        measured.game, [measured.bot, measured.opponent], games_per_pair=measured.games, openings=measured.openings,
        adjudicate=measured.adjudicate, jobs=jobs, file=file,
    )  # fmt: skip
    with Record(file) as record:
        if not is_of_points(plyground.game(measured.game)):
            return row(points(record, measured), has_stakes=False)
        found = row(points(record, measured), has_stakes=True)
        less_luck = row(points(record, measured, less_luck=True), has_stakes=True)
        return f"{found} | without luck: {less_luck}"


def processor_time(measured: Measurement, games: int = 4) -> dict[str, float]:
    """Return the seconds of processor time that a move takes the bot and the program, without their compiling.

    The program's include its start, once for all games. Openings are those of the measurement.
    """
    game = plyground.game(measured.game)
    random_plies = 0 if measured.openings == "none" else int(measured.openings.removeprefix("random:plies="))
    bots: list[Any] = [plyground.bot(name, game) for name in (measured.bot, measured.opponent)]
    bots[0].warm_up()
    moves, seconds = [0, 0], [0.0, 0.0]
    before = children_seconds()
    for number in range(games):
        position, past, chance = game.start, list[Any](), random.Random(number)
        while not position.is_over() and len(past) < MAX_PLIES:
            if position.is_chance() or len(past) < random_plies:
                move = chance.choice(list(position.moves()))
            else:
                turn = (game.side(position) + number) % 2
                begun = time.process_time()
                move = bots[turn].choose(position, Thought(tuple(past))).move
                seconds[turn] += time.process_time() - begun
                moves[turn] += 1
            past.append(position)
            position = position.play(move)
    bots[1].close()
    seconds[1] = children_seconds() - before
    return {name: seconds[turn] / moves[turn] for turn, name in enumerate((measured.bot, measured.opponent))}


def children_seconds() -> float:
    """Return the processor time of all ended child processes of this process, and of theirs."""
    used = os.times()
    return used.children_user + used.children_system


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("names", nargs="+", choices=MEASUREMENTS, help="measurements")
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--processor-time", action="store_true", help="print the processor time of a move")
    chosen = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    os.environ["XDG_CONFIG_HOME"] = str(RESULTS / "strength-engines")  # do not change the person's own programs
    for engine in ENGINES:
        save_engine(engine)
    for name in chosen.names:
        if chosen.processor_time:
            for bot, seconds in processor_time(MEASUREMENTS[name]).items():
                print(f"{name} | {bot} | {1000 * seconds:.1f} ms a move", flush=True)
            continue
        print(f"{name} | {measure(name, chosen.jobs, RESULTS)}", flush=True)


if __name__ == "__main__":
    main()
