"""Write ``tests/data/judge/mixed.json``: mistakes and faultless moves with truth from other programs.

``python tools/make_blunder_set.py [PART ...]`` makes all parts, or those named, and keeps the others. Chess is judged by
Stockfish, Breakthrough by Fairy-Stockfish, backgammon by GNU Backgammon, English draughts by py-draughts.
Smaller games are searched to their end by the plain search below, by the exact solver, or by theory. Nothing here asks
the judge. The programs must be installed; seeds are fixed, so that the set comes out nearly the same.
"""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import chess
import chess.engine

from plyground import game
from plyground.core.game import Game
from plyground.engines.client import Question
from plyground.engines.config import EngineConfig
from plyground.engines.connecting import connect
from plyground.searches.limit import Limit
from plyground.solvers.exact import Solver

FILE = Path(__file__).parent.parent / "tests" / "data" / "judge" / "mixed.json"
PROGRAMS = "/usr/games/"
NOTE = (
    "mark: ?? ? ?! or empty (no mistake), by the source in truth. codes: accepted causes. moves: names from position "
    "(empty: the start), separated by blanks. Written by tools/make_blunder_set.py."
)
PIECES = ["hangs", "left_hanging", "shot", "loses_piece", "missed_capture"]
EXACT = [
    "forced_loss", "only_move", "missed_forced_win", "double_threat", "missed_double", "mobility", "gives_cell",
    "runner", "points", "missed_points", "gives_turns", "missed_turn", "ends_drawn", "ends_lost", *PIECES,
]  # fmt: skip
ANY = [*EXACT, "better_line"]
Item = dict[str, Any]


def item(named: Game, line: list[int], move: int, mark: str, codes: list[str], truth: str, text: str = "") -> Item:
    """Return an item: the moves of a line from the start, the move played after them, and what is true of it."""
    position, words = named.notation.parse(text) if text else named.start, []
    for each in line:
        words.append(named.notation.format_move(position, each))
        position = position.play(each)
    played = named.notation.format_move(position, move)
    return {"game": named.name, "position": text, "moves": " ".join(words), "played": played, "mark": mark,
            "codes": codes, "cause": "", "truth": truth}  # fmt: skip


# Facts by trying all moves


def wins(position: Any) -> list[int]:
    found = []
    for move in position.moves():
        child = position.play(move)
        if child.is_over() and position.turn(child) * child.utility() > 0:
            found.append(move)
    return found


def allows(position: Any, move: int) -> bool:
    child = position.play(move)
    return not child.is_over() and bool(position.turn(child) < 0 and wins(child))


def codes_of(position: Any, move: int, usual: list[str]) -> list[str]:
    """Return the causes that wins in one demand; else the usual ones."""
    if wins(position):
        return ["missed_win"]
    if allows(position, move):
        return ["left_open", "opened"]
    return usual


# Games that are searched to their end


def exact_values(named: Game) -> Callable[[Any], int]:
    """Return a function: the score of a position for its side to move, by the plain search of all successors."""

    @cache
    def value(position: Any) -> int:
        if position.is_over():
            score: int = position.utility()
            return score
        return max(int(position.turn(child)) * value(child) for child in map(position.play, position.moves()))

    return value


def solved_values(named: Game) -> Callable[[Any], int]:
    """Return the same by the exact solver."""
    solver = Solver(named.start, memory_mb=16, native=True)
    return lambda position: position.utility() if position.is_over() else solver.score(position)


def by_values(text: str, value: Callable[[Any], int], first: int, last: int, bad: int, good: int, source: str, seed: int = 1) -> Iterator[Item]:  # fmt: skip
    """Yield moves that lose the result, and best moves, between two plies of random games."""
    named, chance = game(text), random.Random(f"{text}{seed}")
    while bad or good:
        position, line = named.start, []
        for _ply in range(chance.randint(first, last)):
            line.append(chance.choice(list(position.moves())))
            position = position.play(line[-1])
            if position.is_over():
                break
        if position.is_over():
            continue
        scores = {move: position.turn(child) * value(child) for move, child in ((each, position.play(each)) for each in position.moves())}  # fmt: skip
        best = max(scores.values())
        worse = [move for move, score in scores.items() if sign(score) < sign(best)]
        if not worse or len(worse) == len(scores):
            continue
        if bad and (not good or chance.random() < 0.6):
            move = chance.choice(worse)
            bad -= 1
            truth = f"{source}: {best} before, {scores[move]} after"
            yield item(named, line, move, "??", codes_of(position, move, [*EXACT, "nim_sum"]), truth)
        elif good:
            equal = [move for move, score in scores.items() if score == best and (not wins(position) or move in wins(position))]  # fmt: skip
            good -= 1
            yield item(named, line, chance.choice(equal), "", [], f"{source}: {best} before and after")


def small() -> Iterator[Item]:
    """Yield items of games that are searched to their end."""
    plain = "plain search of all successors"
    for text, first, last in (("mnk:width=4,height=3,k=3", 1, 5), ("tictactoe", 2, 5), ("domineering:width=4,height=4", 1, 4), ("hex:size=3", 1, 4), ("subtraction:heap=40,take=1-3-4", 0, 8), ("nim:heaps=2-4-7,play=misere", 0, 3)):  # fmt: skip
        yield from by_values(text, exact_values(game(text)), first, last, 3, 1, plain)
    for text, first, last in (("connect_four", 16, 28), ("connect_four:width=6,height=5", 8, 16), ("kalah", 14, 26), ("kalah:pits=4,seeds=3", 6, 14), ("othello:size=6", 16, 24), ("domineering", 8, 14)):  # fmt: skip
        yield from by_values(text, solved_values(game(text)), first, last, 3, 1, "exact solver")


def tables() -> Iterator[Item]:
    """Yield items of games with repetition, by the table of the whole game."""
    from plyground import solve

    for text in ("dodgem", "dame:size=3"):
        table: Any = solve(text)

        def value(position: Any, table: Any = table) -> int:
            return int(table[position].utility)

        yield from by_values(text, value, 3, 16, 3, 1, "table of the whole game")


# Chess and Breakthrough


def points(score: chess.engine.Score) -> float:
    """Return the expected score by lichess's published formula, from −100 to 100."""
    mate = score.mate()
    if mate is not None:
        return 100.0 if mate > 0 else -100.0
    return 100 * math.tanh(0.00368208 * (score.score() or 0) / 2)


def class_of(lost: float) -> str | None:
    """Return the mark of a loss that lies well inside its class; None at the edges."""
    for mark, low, high in (("", -9, 2), ("?!", 12, 18), ("?", 22, 28), ("??", 40, 200)):
        if low <= lost <= high:
            return mark
    return None


def with_stockfish() -> Iterator[Item]:
    """Yield mistakes of each class, and faultless moves, from games with some random moves."""
    named, chance = game("chess"), random.Random(7)
    wanted = {"??": 6, "?": 6, "?!": 6, "": 6}
    with chess.engine.SimpleEngine.popen_uci(PROGRAMS + "stockfish") as program:
        program.configure({"Threads": 1, "Hash": 32})
        while any(wanted.values()):
            board, words = chess.Board(), []
            for _ply in range(chance.randint(6, 50)):
                if board.is_game_over():
                    break
                legal = list(board.legal_moves)
                move = chance.choice(legal) if chance.random() < 0.15 else program.play(board, chess.engine.Limit(depth=5)).move  # fmt: skip
                assert move
                words.append(board.san(move))
                board.push(move)
            if board.is_game_over() or board.is_check() or board.can_claim_draw():
                continue
            before = program.analyse(board, chess.engine.Limit(depth=16), info=chess.engine.INFO_ALL)
            here = points(before["score"].relative)
            if abs(here) > 75:
                continue
            best = before["pv"][0]
            tried = list(board.legal_moves)
            chance.shuffle(tried)
            for move in [best, *tried[:6]]:
                after = board.copy()
                after.push(move)
                if after.is_game_over():
                    continue
                found = program.analyse(after, chess.engine.Limit(depth=15), info=chess.engine.INFO_ALL)
                lost = here + points(found["score"].relative)
                mark = "" if move == best and lost < 3 else class_of(lost) if move != best else None
                if mark is None or not wanted[mark]:
                    continue
                wanted[mark] -= 1
                truth = f"Stockfish 15.1 depth 16: {here:.0f} with {board.san(best)}, {here - lost:.0f} with the move played"
                yield _chess_item(named, board, words, move, mark, found, truth)
                break


def _chess_item(named: Game, board: chess.Board, words: list[str], move: chess.Move, mark: str, found: Any, truth: str) -> Item:  # fmt: skip
    mate = found["score"].relative.mate()
    if not mark:
        codes = []
    elif mate == 1:
        codes = ["left_open", "opened"]
    elif mate and mate > 0:
        codes = ["forced_loss", "double_threat", *PIECES]
    else:
        fallen = material(board) - material(played_out(board, move, found["pv"][:6]), board.turn)
        codes = PIECES if mark == "??" and fallen >= 2 else [*PIECES, "better_line", "mobility"]
    position, line = named.start, []
    for word in words:
        line.append(named.notation.parse_move(position, word))
        position = position.play(line[-1])
    return item(named, line, named.notation.parse_move(position, board.san(move)), mark, codes, truth)


def material(board: chess.Board, side: bool | None = None) -> int:
    side = board.turn if side is None else side
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
    return sum(worth[each.piece_type] * (1 if each.color == side else -1) for each in board.piece_map().values())


def played_out(board: chess.Board, move: chess.Move, line: list[chess.Move]) -> chess.Board:
    after = board.copy()
    for each in [move, *line]:
        after.push(each)
    return after


def with_fairy_stockfish() -> Iterator[Item]:
    """Yield lost wins and best moves of Breakthrough: only forced wins count, as other numbers have no scale."""
    named, chance, bad, good = game("breakthrough"), random.Random(5), 4, 2
    program = Uci([PROGRAMS + "fairy-stockfish"], "breakthrough")
    while bad or good:
        position: Any = named.start
        line: list[int] = []
        for _ply in range(chance.randint(40, 64)):
            if position.is_over():
                break
            legal = list(position.moves())
            line.append(chance.choice(legal) if chance.random() < 0.3 else named.notation.parse_move(position, spaced(program.best(uci_moves(named, line), 4)[0])))  # fmt: skip
            position = position.play(line[-1])
        if position.is_over():
            continue
        best, mate = program.best(uci_moves(named, line), 10)
        if mate is None:
            continue
        if mate > 0 and good and (not wins(position) or mate == 1):
            good -= 1
            yield item(named, line, named.notation.parse_move(position, spaced(best)), "", [], f"Fairy-Stockfish depth 10: wins in {mate}")  # fmt: skip
        elif mate > 0 and bad:
            for move in chance.sample(list(position.moves()), len(list(position.moves()))):
                child = position.play(move)
                if child.is_over():
                    continue
                _reply, after = program.best(uci_moves(named, [*line, move]), 10)
                if after is not None and after > 0:
                    bad -= 1
                    codes = codes_of(position, move, EXACT)
                    yield item(named, line, move, "??", codes, f"Fairy-Stockfish depth 10: wins in {mate} with {best}, loses in {after} with the move played")  # fmt: skip
                    break
    program.process.kill()


def spaced(word: str) -> str:
    return f"{word[:2]}-{word[2:4]}"


def uci_moves(named: Game, line: list[int]) -> list[str]:
    position, words = named.start, []
    for move in line:
        words.append(re.sub(r"[-x*]", "", named.notation.format_move(position, move)))
        position = position.play(move)
    return words


class Uci:
    """A program that speaks UCI, for one variant."""

    def __init__(self, command: list[str], variant: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"setoption name UCI_Variant value {variant}")

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")

    def best(self, moves: list[str], depth: int) -> tuple[str, int | None]:
        """Return the best move, and the moves to a forced end if there is one."""
        self.send(f"position startpos moves {' '.join(moves)}")
        self.send(f"go depth {depth}")
        mate = None
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"score (cp|mate) (-?\d+)", line):
                mate = int(found[2]) if found[1] == "mate" else None
            if line.startswith("bestmove"):
                return line.split()[1], mate
        raise EOFError


# Backgammon, draughts


def with_gnubg() -> Iterator[Item]:
    """Yield plays of each class by GNU Backgammon, which looks two plies ahead and marks plays in the same way."""
    named, chance = game("backgammon"), random.Random(11)
    wanted = {"??": 5, "?": 5, "?!": 5, "": 4}
    config = EngineConfig("gnubg", "gnubg", (PROGRAMS + "gnubg", "--tty", "--quiet", "--no-rc"))
    with connect(config, named) as program:
        asked: Any = program
        while any(wanted.values()):
            position, line = named.start, []
            for _ply in range(chance.randint(2, 50)):
                if position.is_over():
                    break
                legal = list(position.moves())
                move = chance.choice(legal)
                if not position.is_chance() and len(legal) > 1:
                    hints = asked.hints(position, Question(Limit(depth=1)), 5)
                    move = named.notation.parse_move(position, chance.choice(hints[:2]).line[0])
                line.append(move)
                position = position.play(move)
            if position.is_over() or position.is_chance() or len(list(position.moves())) < 4:
                continue
            hints = asked.hints(position, Question(Limit(depth=3)))
            best = hints[0].score.points
            chance.shuffle(hints)
            for hint in hints:
                lost = best - hint.score.points
                for mark, low, high in (("", 0, 0), ("?!", 5, 7), ("?", 10, 14), ("??", 20, 99)):
                    if low <= lost <= high and wanted[mark]:
                        wanted[mark] -= 1
                        move = named.notation.parse_move(position, hint.line[0])
                        yield item(named, line, move, mark, ["chance"] if mark else [], f"gnubg 1.07 2-ply: {lost / 100:.2f} points worse than the best")  # fmt: skip
                        break
                else:
                    continue
                break


def with_draughts() -> Iterator[Item]:
    """Yield lost men and best moves of English draughts, by the engine of py-draughts."""
    from draughts.boards.american import Board
    from draughts.engines.simple import SimpleEngine

    named, chance, bad, good = game("english_draughts"), random.Random(9), 6, 2
    engine: Any = SimpleEngine(depth_limit=5)
    while bad or good:
        board, position, line = Board(), named.start, []
        for _ply in range(chance.randint(8, 30)):
            if position.is_over():
                break
            legal = list(board.legal_moves)
            move = chance.choice(legal) if chance.random() < 0.2 else engine.get_best_move(board)
            own = of_draughts(named, position, str(move))
            if own is None:
                break
            line.append(own)
            board.push(move)
            position = position.play(own)
        if position.is_over() or len(list(position.moves())) < 3 or len(list(board.legal_moves)) != len(list(position.moves())):  # fmt: skip
            continue
        best, here = engine.get_best_move(board, with_evaluation=True)
        for move in chance.sample(list(board.legal_moves), len(list(board.legal_moves))):
            own = of_draughts(named, position, str(move))
            if own is None or str(move) == str(best):
                continue
            board.push(move)
            after = -engine.get_best_move(board, with_evaluation=True)[1] if list(board.legal_moves) else 0
            board.pop()
            lost = here - after
            if bad and abs(here) < 3 and 0.9 <= lost < 9:
                bad -= 1
                mark = "?" if lost < 1.6 else "??"
                yield item(named, line, own, mark, PIECES, f"py-draughts depth 5: {here:.2f} with {best}, {after:.2f} with the move played")  # fmt: skip
                break
        else:
            own = of_draughts(named, position, str(best))
            if good and own is not None:
                good -= 1
                yield item(named, line, own, "", [], "py-draughts depth 5 plays it")


def of_draughts(named: Game, position: Any, word: str) -> int | None:
    squares = [str(33 - int(square)) for square in re.findall(r"\d+", word)]  # there the first side sits below
    for move in position.moves():
        if re.findall(r"\d+", named.notation.format_move(position, move)) in (squares, [squares[0], squares[-1]]):
            return int(move)
    return None


# Chance


def pig() -> Iterator[Item]:
    """Yield choices of Pig with values by iteration to the end of its rounds, in fractions."""
    from fractions import Fraction

    named, chance = game("pig:target=15,faces=6,rounds=4"), random.Random(2)

    @cache
    def value(position: Any) -> Fraction:
        side = named.side(position)
        if position.is_over():
            return Fraction(position.utility()) * (-1 if side == 1 else 1)
        if position.is_chance():
            children = [value(position.play(move)) for move in position.moves()]
            return sum(children, Fraction(0)) / len(children)
        return (min if side else max)(value(position.play(move)) for move in position.moves())

    wanted = {"??": 2, "": 2}
    while any(wanted.values()):
        position, line = named.start, []
        for _ply in range(chance.randint(1, 14)):
            if not position.is_over():
                line.append(chance.choice(list(position.moves())))
                position = position.play(line[-1])
        if position.is_over() or position.is_chance():
            continue
        view = -1 if named.side(position) else 1
        scores = {move: 100 * view * float(value(position.play(move))) for move in position.moves()}
        move = chance.choice(list(scores))
        lost = max(scores.values()) - scores[move]
        for mark, low, high in (("", 0, 0), ("??", 17, 200)):
            if low <= lost <= high and wanted[mark]:
                wanted[mark] -= 1
                yield item(named, line, move, mark, ["chance"] if mark else [], f"value iteration: {lost:.1f} of 200 worse than the best")  # fmt: skip


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


PARTS = {
    "small": small, "tables": tables, "chess": with_stockfish, "breakthrough": with_fairy_stockfish,
    "backgammon": with_gnubg, "draughts": with_draughts, "pig": pig,
}  # fmt: skip


def main() -> None:
    for part in sys.argv[1:] or PARTS:
        found = list(PARTS[part]())
        known: Any = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"note": NOTE, "parts": {}}
        known["parts"][part] = found
        print(part, len(known["parts"][part]), flush=True)
        FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
