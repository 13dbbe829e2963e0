"""The state of the widget that unfolds a search tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from plyground.core.picture import PieceKind


class TreeNode(TypedDict):
    """A node of the tree that the browser shows."""

    key: str
    parent: str | None  # key of the parent
    x: float  # left edge of the node's column
    y: int  # row of the node
    kind: Literal["inner", "over", "horizon", "known", "cut"]
    side: Literal["max", "min"]
    move: str
    value: str
    window: str
    marks: str
    last: Sequence[int]  # cells of the last move
    line: bool  # True if it is on the best line
    open: bool
    busy: bool
    label: str  # label for screen readers


class UnfoldingState(TypedDict):
    """The state of the widget. Its message is ``{toggle: key}``."""

    nodes: list[TreeNode]  # nodes, parents before their children
    columns: float
    rows: int
    levels: list[str]  # labels beside the rows
    width: int  # width of the board; the fields below describe the board, too
    height: int
    sides: tuple[str, ...]
    kinds: dict[str, PieceKind]
    pieces: bool
    shear: float
    label: str
    legend: list[tuple[str, str]]  # (sign, meaning)
