"""Values from the folder of a solution by layers: only the pieces of files that are asked for are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyground.core.game import Game
from plyground.errors import FileError, SearchError
from plyground.games import game as game_named
from plyground.i18n import _
from plyground.solvers.forward import Value, best_moves
from plyground.solvers.layers.layer_files import Folder, Keys, read_keys
from plyground.solvers.layers.layer_sweeps import WORD_BYTES, block_at, low_at, place_of, value_at
from plyground.solvers.layers.section_file import SectionFile
from plyground.solvers.report import Report
from plyground.solvers.tablebase import Tablebase


class LayeredTable:
    """The solution in a folder: ``table[position]`` is the exact value, without the plies to the end."""

    def __init__(self, path: str | Path, game: Game | None = None) -> None:
        """Open a finished solution. ``game`` is the expected game; None accepts any game.

        Raise :class:`FileError` if a file is missing, damaged or unfinished, or was made for other rules.
        """
        self.path = Path(path)
        folder = Folder(self.path)
        self.game = game or game_named(folder.read().game)
        self.solution = folder.demand_game(self.game)
        self._layers: dict[int, tuple[Keys, SectionFile]] = {}
        for layer in folder.layers():
            if not folder.values(layer).exists():
                raise FileError(self.path, _("it is not solved to its end: continue with “plyground solve {game} --disk FOLDER”.", game=self.game.name))  # fmt: skip
            keys, values = read_keys(folder.keys(layer), check=False), SectionFile(folder.values(layer))
            if {keys.file.head["rules"], values.head["rules"]} != {self.solution.rules}:
                raise FileError(folder.values(layer), _("it was made for other rules of {game}: solve the game again.", game=self.game.name))  # fmt: skip
            self._layers[layer] = keys, values
        start: Any = self.game.start
        missing = {start.layer(), *(target for keys, _values in self._layers.values() for target in keys.targets)} - self._layers.keys()  # fmt: skip
        if missing:
            raise FileError(self.path, _("its layer {number} is missing: continue with “plyground solve {game} --disk FOLDER”.", number=min(missing), game=self.game.name))  # fmt: skip

    @property
    def value(self) -> int:
        """The utility at the start of the game, for the side to move there."""
        return self[self.game.start].utility

    def __len__(self) -> int:
        return sum(keys.number for keys, _values in self._layers.values())

    def __getitem__(self, position: Any) -> Value:
        """Return the value of a position of the game.

        Raise :class:`SearchError` for a position that play cannot reach, and :class:`FileError` for a damaged piece.
        """
        key, layer = position.rank(), position.layer()
        if layer in self._layers:
            keys, values = self._layers[layer]
            block = key >> 8 * keys.width
            keys.file.check("starts", WORD_BYTES * block, WORD_BYTES * (block + 2))
            keys.file.check("lows", keys.width * keys.starts[block], keys.width * keys.starts[block + 1])
            place = place_of(key, *keys.search_index)
            if place >= 0:
                byte = place * self.solution.bits // 8
                values.check("values", byte, byte + 1)
                return Value(value_at(values.bytes("values"), place, self.solution.bits), None)
        raise SearchError(_("The table does not hold this position: play from the start cannot reach it."))

    def layer(self, number: int) -> tuple[Keys, SectionFile]:
        """Return the positions and the values of a layer."""
        return self._layers[number]

    @property
    def layers(self) -> list[int]:
        """The numbers of the layers, in rising order."""
        return sorted(self._layers)

    def position(self, layer: int, place: int) -> Any:
        """Return the position at a place of a layer."""
        keys, _values = self._layers[layer]
        start: Any = self.game.start
        block = block_at(keys.starts, keys.blocks, place)
        return start.unrank(block << 8 * keys.width | low_at(keys.lows, keys.width, place))

    def report(self) -> Report:
        """Return the report of the solution. All its positions are reachable."""
        heads = [values.head for _keys, values in self._layers.values()]
        start: Any = self.game.start
        return Report(
            positions=len(self),
            terminal=sum(head["over"] for head in heads),
            win=sum(head["win"] for head in heads),
            loss=sum(head["loss"] for head in heads),
            draw=sum(head["draw"] for head in heads),
            reachable=len(self),
            histogram={},
            longest_win=0,
            start=self[start],
            best_moves=[] if start.is_over() else best_moves(self, start),
        )


def open_table(path: str | Path, game: Game | None = None) -> Tablebase | LayeredTable:
    """Open a solved game: a file, or the folder of a solution by layers. Raise :class:`FileError`."""
    return LayeredTable(path, game) if Path(path).is_dir() else Tablebase(path, game)
