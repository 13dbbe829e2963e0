"""The folder of a solution by layers: names of its files, and the finished layers in them."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from plyground.core.files import read_text, write_text
from plyground.core.game import Game
from plyground.core.position import MarkedPosition
from plyground.errors import FileError
from plyground.i18n import _
from plyground.solvers.layers.layer_sweeps import TWO_BITS
from plyground.solvers.layers.section_file import SectionFile, Words

ABOUT = "solution.json"
FORMAT = 3
SAMPLED_GAMES, SAMPLED_PLIES = 20, 60
"""Random games in the digest of a game's rules, and their most plies."""


class Solution(NamedTuple):
    """The facts about a solution that all its files share."""

    game: str  # spec text
    rules: str  # digest of the rules
    numbers: int  # upper bound of the keys: all are smaller
    bits: int  # bits of a value
    shards: int  # shards of a layer while its positions are found
    format: int = FORMAT


def digest_of_rules(start: Any) -> str:
    """Return 24 hexadecimal digits: a digest of the answers of the rules in some random games.

    Rules that give the same answers have the same digest. A change that concerns few positions may go unnoticed here,
    but :mod:`plyground.solvers.layers.layer_proof` finds it.
    """
    digest = blake2b(f"{start.size()} {start.layer()} {start.rank()}".encode(), digest_size=12)
    state = 1
    for _game in range(SAMPLED_GAMES):
        here = start
        for _ply in range(SAMPLED_PLIES):
            if here.is_over():
                digest.update(f"{here.rank()} {here.utility()}".encode())
                break
            children = [(move, here.play(move)) for move in here.moves()]
            replies = [(move, child.rank(), child.layer(), here.turn(child)) for move, child in children]
            digest.update(f"{here.rank()} {replies}".encode())
            state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)  # Knuth's MMIX generator
            here = children[(state >> 33) % len(children)][1]
    return digest.hexdigest()


def solution_of(game: Game, shards: int) -> Solution:
    """Return the facts about a solution of a game."""
    start: Any = game.start
    bits = TWO_BITS if start.utmost() == 1 else 8
    return Solution(game.name, digest_of_rules(start), start.size(), bits, shards)


class Folder:
    """The folder of a solution, shared by all machines that work on it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Solution:
        """Return the facts in the folder. Raise :class:`FileError` if it holds no solution."""
        about = self.path / ABOUT
        try:
            read = json.loads(read_text(about))
            solution = Solution(**read)
            if solution.format == FORMAT and all(
                type(field) is kind for field, kind in zip(solution, (str, str, int, int, int, int), strict=True)
            ):
                return solution
        except (ValueError, TypeError, RecursionError):
            pass
        raise FileError(
            about,
            _(
                "this is not the beginning of a solution, version {version}: solve the game again in another folder.",
                version=FORMAT,
            ),
        )

    def begin(self, solution: Solution) -> None:
        """Write the facts about a new solution, unless another program has begun it meanwhile."""
        about, draft = self.path / ABOUT, self.path / f".{ABOUT}.{secrets.token_hex(4)}"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_text(draft, json.dumps(solution._asdict(), indent=2) + "\n")
            try:
                os.link(draft, about)
            except FileExistsError:
                pass
            except OSError:  # a file system without links
                draft.replace(about)
            draft.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(self.path, _("it cannot be written ({reason}).", reason=error.strerror)) from None

    def demand_game(self, game: Game) -> Solution:
        """Return the facts in the folder. Raise :class:`FileError` if it was made for another game or other rules."""
        solution = self.read()
        if solution.game != game.name:
            raise FileError(self.path, _("this table is for {game}, not for {wanted}.", game=solution.game, wanted=game.name))  # fmt: skip
        start: Any = game.start
        if not is_layered(start) or solution.rules != digest_of_rules(start):
            raise FileError(self.path, _("it was made for other rules of {game}: solve the game again.", game=game.name))  # fmt: skip
        return solution

    def keys(self, layer: int) -> Path:
        """Return the file of the positions of a layer."""
        return self.path / f"{layer:04}.keys"

    def values(self, layer: int) -> Path:
        """Return the file of the values of a layer."""
        return self.path / f"{layer:04}.values"

    def layers(self) -> list[int]:
        """Return the layers whose positions are all known, in rising order."""
        return sorted(int(path.stem) for path in self.path.glob("[0-9]*.keys"))

    def work(self, layer: int) -> Path:
        """Return the folder with the unfinished work on the positions of a layer."""
        return self.path / "work" / f"{layer:04}"

    def value_work(self, layer: int) -> Path:
        """Return the folder with the unfinished work on the values of a layer.

        It is another one than that of the positions: a slow program still removes those when another begins with these.
        """
        return self.path / "work" / "values" / f"{layer:04}"

    @property
    def claims(self) -> Path:
        """The folder with the claims of the programs that work on the solution."""
        return self.path / "work" / "claims"

    def begun(self) -> list[int]:
        """Return the layers with unfinished work on their positions, in rising order."""
        return sorted(int(path.name) for path in (self.path / "work").glob("[0-9]*"))

    def runs(self, layer: int, source: int, turn: int, shard: int, number: int) -> Path:
        """Return the file of a run of sorted keys of ``layer`` that were found from a shard of the layer ``source``."""
        return self.work(layer) / f"run-{source}-{turn}-{shard}-{number}"

    def shard(self, layer: int, turn: int, shard: int) -> Path:
        """Return the file with the keys of a shard: the keys found in a round, and all keys found so far."""
        return self.work(layer) / f"shard-{turn}-{shard}"

    def expanded(self, layer: int, turn: int, shard: int) -> Path:
        """Return the file with the names of the runs made from the new keys of a shard."""
        return self.work(layer) / f"expanded-{turn}-{shard}"

    def piece(self, layer: int, turn: int, number: int) -> Path:
        """Return the file of the values of a piece of a layer after a round."""
        return self.value_work(layer) / f"piece-{turn}-{number}"

    def round_values(self, layer: int, turn: int) -> Path:
        """Return the file of the values of a layer after a round."""
        return self.value_work(layer) / f"values-{turn}"

    def clean(self) -> None:
        """Remove the unfinished work, and files that were not written to their end."""
        shutil.rmtree(self.path / "work", ignore_errors=True)
        for path in self.path.glob(".*"):
            path.unlink(missing_ok=True)


def is_layered(start: MarkedPosition) -> bool:
    """Return True if the positions of a game have the numbers that are needed to solve it by layers."""
    return hasattr(start, "rank") and hasattr(start, "layer")


class Keys(NamedTuple):
    """The positions of a finished layer."""

    number: int
    targets: tuple[int, ...]  # layers of the children
    starts: Words
    lows: Words
    width: int  # lower bytes of a key
    file: SectionFile

    @property
    def blocks(self) -> int:
        """The number of blocks of keys."""
        return len(self.starts) - 1

    @property
    def search_index(self) -> tuple[Words, Words, int]:
        """The three values by which the place of a key is found."""
        return self.starts, self.lows, self.width


def read_keys(path: Path, *, check: bool = True) -> Keys:
    """Read the positions of a layer. Raise :class:`FileError`."""
    file = SectionFile(path)
    if check:
        file.check()
    head = file.head
    return Keys(
        head["positions"], tuple(head["targets"]), file.words("starts"), file.bytes("lows"), head["low_bytes"], file
    )


def read_values(path: Path, *, check: bool = True) -> Words:
    """Read the values of a layer. Raise :class:`FileError`."""
    file = SectionFile(path)
    if check:
        file.check()
    return file.bytes("values")
