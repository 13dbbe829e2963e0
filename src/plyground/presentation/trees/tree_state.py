"""The state of the widget that unfolds a search tree."""

from __future__ import annotations

from typing import Literal, TypedDict

from plyground.presentation.boards.board_state import BoardLook


class TreeNode(TypedDict):
    """A node of the tree that the browser shows."""

    key: str
    parent: str | None  # key of the parent
    x: int  # column of the node
    y: int  # row of the node
    kind: Literal["inner", "over", "horizon", "known", "cut", "more"]  # more: moves that are not shown yet
    side: Literal["max", "min", "chance", "player"]
    move: str
    value: str
    effort: str  # window, plies or random games
    marks: str
    stacks: tuple[str, ...]  # marks of the pieces in each cell, from the bottom up; empty if no cell has more than one
    walls: tuple[tuple[int, int], ...]  # pairs of neighbouring cells with a wall between them
    mark: str  # mark of the side to move
    dice: list[int]
    cube: list[int]
    last: tuple[int, ...]  # cells of the last move
    line: bool  # True if it is on the best line
    opens: bool  # True if a press opens or closes it
    open: bool
    busy: bool
    label: str  # label for screen readers


class UnfoldingState(TypedDict):
    """The state of the widget. Its message is ``{toggle: key}``."""

    nodes: list[TreeNode]  # nodes, parents before their children
    columns: int
    rows: int
    levels: list[str]  # labels beside the rows
    board: BoardLook
    label: str
    legend: list[tuple[str, str]]  # (sign, meaning)
