"""Layout of a layered graph, whose edges all go from one level to the next.

K. Sugiyama, S. Tagawa, M. Toda (1981), Methods for visual understanding of hierarchical system structures: each level
is ordered by the means of its nodes' neighbours, downwards and upwards in turn. Then the middles are found in the same
way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

SWEEPS = 8
"""Number of passes over the layers, down and up by turns."""


def layered(
    levels: Sequence[Sequence[int]], links: Sequence[tuple[int, int]], widths: Sequence[float], gap: float
) -> list[float]:
    """Return the middle of each node, from left to right; 0 is the left end of the drawing.

    ``levels`` are the nodes of each level in their first order, ``links`` the edges. Neighbours stand at least ``gap``
    from each other. O(sweeps · (nodes · log nodes + edges)).
    """
    above: list[list[int]] = [[] for _node in widths]
    below: list[list[int]] = [[] for _node in widths]
    for parent, child in links:
        above[child].append(parent)
        below[parent].append(child)
    orders = [list(level) for level in levels]
    middles = [0.0] * len(widths)
    for order in orders:
        _spread(order, [0.0] * len(order), widths, gap, middles)
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        around = above if downwards else below
        for order in orders if downwards else reversed(orders):
            wanted = {
                node: fmean(middles[near] for near in around[node]) if around[node] else middles[node] for node in order
            }
            order.sort(key=wanted.__getitem__)
            _spread(order, [wanted[node] for node in order], widths, gap, middles)
    least = min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))
    return [middle - least for middle in middles]


def _spread(
    order: Sequence[int], wanted: Sequence[float], widths: Sequence[float], gap: float, middles: list[float]
) -> None:
    """Place the nodes of a level, in this order, as near as possible to their wanted places, by least squares.

    Nodes that would overlap form a block, whose middle is the mean of its nodes' wishes (pool adjacent violators).
    """
    offsets = [0.0]
    for left, right in pairwise(order):
        offsets.append(offsets[-1] + (widths[left] + widths[right]) / 2 + gap)
    blocks: list[tuple[float, int]] = []  # (wanted place of the nodes' common zero, number of nodes) of each block
    for want, offset in zip(wanted, offsets, strict=True):
        blocks.append((want - offset, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (one, many), (two, more) = blocks[-2:]
            blocks[-2:] = [((one * many + two * more) / (many + more), many + more)]
    zeros = [zero for zero, many in blocks for _node in range(many)]
    for node, zero, offset in zip(order, zeros, offsets, strict=True):
        middles[node] = zero + offset
