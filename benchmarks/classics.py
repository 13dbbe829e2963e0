"""Chess and English draughts: perft beside C of the same design, python-chess, OpenSpiel and Stockfish."""

from __future__ import annotations

from typing import Any

from benchmarks.limit import limit
from benchmarks.peers import peer
from benchmarks.programs import stockfish
from benchmarks.race import Contender, Work, on_cpu
from plyground import game
from plyground.searches.tally import COUNTS, row
from plyground.searches.twin import twin
from plyground.solvers.perft import perft

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
DEPTHS = {"start": 5, KIWIPETE: 4}
PEERS_DEPTH = 4
STOCKFISH_DEPTH = 6


def count(position: Any, depth: int) -> Contender:
    """Return the project's compiled perft as a contender."""
    arguments = (position, depth, 0, row(COUNTS))
    function = twin(perft, *arguments)
    return Contender("plyground", lambda: on_cpu(lambda: function(*arguments)))


def works(long: bool) -> list[Work]:
    """Return the work to measure."""
    chess, draughts = game("chess"), game("english_draughts")
    start: Any = draughts.start
    found = []
    for text, depth in DEPTHS.items():
        position: Any = chess.start if text == "start" else chess.notation.parse(text)
        title = "the start" if text == "start" else "Kiwipete"
        beside = limit("perft_chess", *position, depth, needed=1.0, result=True)
        found.append(Work(f"Chess, perft {depth} from {title}", "sequences", count(position, depth), beside))
    slow = [
        *peer("chess", "python-chess", "chess_perft", PEERS_DEPTH),
        *peer("open_spiel", "OpenSpiel, Python", "spiel_perft", "chess", PEERS_DEPTH),
    ]
    found.append(Work(f"Chess, perft {PEERS_DEPTH}", "sequences", count(chess.start, PEERS_DEPTH), slow))
    found.append(Work(f"Chess, perft {STOCKFISH_DEPTH}", "sequences", count(chess.start, STOCKFISH_DEPTH), stockfish(STOCKFISH_DEPTH)))  # fmt: skip
    beside = limit("perft_english_draughts", start.own, start.other, 9, needed=1.0, result=True)
    found.append(Work("English draughts, perft 9", "sequences", count(start, 9), beside))
    return found
