"""The state of the widget that unfolds a search tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from plyground.core.picture import PieceKind


class TreeNode(TypedDict):
    """A node of the tree that the browser shows."""

    key: str
    parent: str | None  # its key
    x: float  # the left edge of its column
    y: int  # its row
    kind: Literal["inner", "over", "horizon", "known", "cut"]
    side: Literal["max", "min"]
    move: str
    value: str
    window: str
    marks: str
    last: Sequence[int]  # cells of the move
    line: bool  # whether it is on the best line
    open: bool
    busy: bool
    label: str  # for screen readers


class UnfoldingState(TypedDict):
    """The state of the widget. Its message is ``{toggle: key}``."""

    nodes: list[TreeNode]  # parents first
    columns: float
    rows: int
    levels: list[str]  # written beside the rows
    width: int  # of the board, as all below
    height: int
    sides: tuple[str, ...]
    kinds: dict[str, PieceKind]
    pieces: bool
    shear: float
    label: str
    legend: list[tuple[str, str]]  # signs and their words
