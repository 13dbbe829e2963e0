"""Layout of a tree whose first branch stands in front: each node above its first child, the others to the right."""

from __future__ import annotations

from collections.abc import Sequence


def leaning(children: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of each node, from 0.

    Node 0 is the root; ``children`` lists the children of each node, left to right. The first branch goes straight
    down, so that it is in sight however wide the tree is. O(nodes · depth).
    """
    columns = [0] * len(children)
    free: list[int] = []  # first free column of each level
    pending = [(0, 0, True)]  # (node, level, True if it begins a branch)
    while pending:
        node, level, begins = pending.pop()
        if begins:
            branch = [node]
            while children[branch[-1]]:
                branch.append(children[branch[-1]][0])
            free += [0] * (level + len(branch) - len(free))
            column = max(free[level : level + len(branch)])
            for ply, each in enumerate(branch):
                columns[each] = column
                free[level + ply] = column + 1
        pending += [(child, level + 1, place > 0) for place, child in reversed(list(enumerate(children[node])))]
    return columns
