"""Files of weights: a header in plain text, and the weights in eight bits, deflated.

::

    plyground weights 1
    sha256: ...                        of everything after this line
    {"game": "othello", ...}           JSON on several lines: see Weights

    ...                                the weights

A file is written under a temporary name and renamed, so a reader never sees half of it. It is read only if its checksum
is right, and used only for rules that give the same answers as those with which it was learned.
"""

from __future__ import annotations

import json
import re
import zlib
from array import array
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from plyground.core.evaluation_registry import EvaluationFile, add_file
from plyground.core.files import MAX_FILE_BYTES, demand_end, write_bytes
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError, SearchError
from plyground.evaluations.calibration import Calibration
from plyground.i18n import _
from plyground.learning.cells import Study
from plyground.learning.learned import USUAL_CALIBRATION, Learned, new_learned
from plyground.learning.on_top import new_on_top
from plyground.learning.rules_digest import rules_digest
from plyground.learning.tables import MAX_WEIGHTS, Layout, new_layout

FORMAT, VERSION = b"plyground weights ", 1
SUFFIX = ".weights"
CHECKSUM = b"sha256: "
Record = dict[str, Any]


@dataclass
class Weights:
    """The learned weights of one game, and their record."""

    game: str  # spec text
    rules: str  # digest of the rules
    plyground: str  # version that wrote it
    tables: str  # kinds of tables
    study: Study
    scale: int
    weights: array[int] = field(repr=False)
    on_top: Record | None = None  # name of the evaluation below, digest of its values, usual value, shares
    training: list[Record] = field(default_factory=list)  # one record for each run of the command
    duels: list[Record] = field(default_factory=list)  # results against earlier versions
    gain: Record | None = None  # result against play without the weights
    calibration: Record | None = None  # scale and log loss; None if too few games were played to fit one

    @property
    def layout(self) -> Layout:
        """The tables."""
        return new_layout(self.study, self.tables)

    @property
    def games(self) -> int:
        """The games from which the weights were learned."""
        return sum(int(run["games"]) for run in self.training)

    @property
    def known_calibration(self) -> Calibration:
        """The fitted calibration, or the usual one."""
        known = self.calibration
        return USUAL_CALIBRATION if known is None else Calibration(float(known["scale"]), float(known["log_loss"]))

    def evaluation(self, game: Game) -> Learned:
        """Return the evaluation for a game. Raise :class:`SearchError` for other rules, and :class:`ValueError` for a study
        that leaves the position.
        """
        if self.rules != rules_digest(game.start):
            raise SearchError(_("The weights were learned with other rules of {game}. Learn again with plyground learn.", game=self.game))  # fmt: skip
        self.study.demand_fit(game.start)
        on_top = None
        if self.on_top is not None:
            name = str(self.on_top["evaluation"])
            below = game.evaluations.get(name)
            if below is None or rules_digest(game.start, below) != self.on_top["values"]:
                raise SearchError(_("The weights were learned on top of another evaluation “{name}”. Learn again with plyground learn.", name=name))  # fmt: skip
            on_top = new_on_top(below, self.on_top["usual"], tuple(self.on_top["shares"]), 0)
        return new_learned(self.study, self.layout, self.weights, self.scale, on_top, self.known_calibration)

    def write(self, path: str | Path) -> int:
        """Write a file, and return its size in bytes. Raise :class:`FileError`."""
        content = self.content()
        write_bytes(path, content)
        return len(content)

    def content(self) -> bytes:
        """Return the content of a file: the same bytes for the same weights."""
        header = {name: value for name, value in vars(self).items() if name not in ("weights", "study")}
        header["study"] = self.study.as_json()
        body = _written(header).encode() + b"\n\n" + zlib.compress(self.weights.tobytes(), 9)
        return FORMAT + b"%d\n" % VERSION + CHECKSUM + sha256(body).hexdigest().encode() + b"\n" + body


def _written(header: Record) -> str:
    """Return a header as JSON with one entry a line."""
    lines = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in header.items()]
    return "{" + ",\n ".join(lines) + "}"


def read_weights(path: str | Path) -> Weights:
    """Read a file of weights. Raise :class:`FileError`, also for a damaged file and one of another version."""
    try:
        demand_end(path)
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE_BYTES)
    except OSError as error:
        raise FileError(path, _("it cannot be read ({reason}).", reason=error.strerror)) from None
    return parsed(path, content)


def parsed(path: str | Path, content: bytes) -> Weights:
    """Return the weights in the content of a file. Raise :class:`FileError`."""
    first, _end, rest = content.partition(b"\n")
    if not first.startswith(FORMAT):
        raise FileError(path, _("it is not a file of weights, which plyground learn writes."))
    if first != FORMAT + b"%d" % VERSION:
        raise FileError(path, _("it is a file of weights of another version of plyground: learn again with plyground learn."))  # fmt: skip
    checksum, _end, body = rest.partition(b"\n")
    if checksum != CHECKSUM + sha256(body).hexdigest().encode():
        raise FileError(path, _("it is damaged: its checksum is wrong. Learn again with plyground learn."))
    head, _end, data = body.partition(b"\n\n")
    try:
        header = json.loads(head)
        study = Study.from_json(header.pop("study"))
        weights = array("b", zlib.decompressobj().decompress(data, 4 * MAX_WEIGHTS))
        found = Weights(study=study, weights=weights, **header)
        found.known_calibration  # noqa: B018  raises for wrong numbers
        if len(weights) != found.layout.size * (1 + study.groups * int(study.groups > 1)):
            raise ValueError("weights")
    except (ValueError, TypeError, KeyError, IndexError, zlib.error, PlygroundError):
        raise FileError(path, _("it is not a file of weights, which plyground learn writes.")) from None
    return found


# Evaluations named by their files


def weights_name(game: str) -> str:
    """Return the usual name of the file of a game's weights, by its spec text, such as ``mnk-6-6-4.weights``."""
    name, *numbers = re.findall(r"[\w.-]+", game)
    return "-".join([name, *(each for each in numbers[1::2])]) + SUFFIX


def is_weights_file(text: str) -> bool:
    """Return True for the name of a file of weights."""
    return text.strip().endswith(SUFFIX)


def load_evaluation(path: str | Path) -> str:
    """Read a file of weights, and let its name stand for its evaluation in this process. Return that name.

    Raise :class:`FileError`.
    """
    given = Path(str(path).strip())
    return add_evaluation(str(given.resolve()), read_weights(given).content())


def add_evaluation(path: str, content: bytes) -> str:
    """Let the name of a file with this content stand for its evaluation in this process. Return that name.

    Raise :class:`FileError`.
    """
    found = parsed(path, content)
    return add_file(EvaluationFile(Path(path).name, path, found.game, content, evaluation_of))


def evaluation_of(file: EvaluationFile, game: Game) -> Learned:
    """Return the evaluation of a file for a game. Raise :class:`FileError` for other rules."""
    found = parsed(file.path, file.content)
    try:
        return found.evaluation(game)
    except ValueError:
        raise FileError(file.path, _("it is not a file of weights, which plyground learn writes.")) from None
    except PlygroundError as error:
        raise FileError(file.path, error.sentence) from None
