"""Layout of a tree: each parent above the middle of its children, equal subtrees alike.

E. M. Reingold, J. S. Tilford (1981), Tidier drawings of trees; the linear algorithm of C. Buchheim, M. Jünger, S.
Leipert (2002), Improving Walker's algorithm to run in linear time, with a width for each node.
"""

from __future__ import annotations

from collections.abc import Sequence

NOWHERE = -1


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float = 1, apart: float = 1) -> list[float]:
    """Return the middle of each node, from left to right; 0 is the left end of the drawing.

    Node 0 is the root; ``children`` lists the children of each node, left to right. Siblings are at least ``gap``
    apart, other nodes of a level at least ``apart``. O(nodes) for trees of any depth.
    """
    return _Tidy(children, widths, gap, apart).middles()


class _Tidy:
    """The algorithm's variables, by node, under the paper's names."""

    def __init__(self, children: Sequence[Sequence[int]], widths: Sequence[float], gap: float, apart: float) -> None:
        count = len(children)
        self.children = children
        self.half = [width / 2 for width in widths]
        self.gap, self.apart = gap, apart
        self.prelim = [0.0] * count
        self.mod = [0.0] * count
        self.shift = [0.0] * count
        self.change = [0.0] * count
        self.thread = [NOWHERE] * count
        self.ancestor = list(range(count))
        self.parent = [NOWHERE] * count
        self.rank = [0] * count  # place among the siblings
        self.left = [NOWHERE] * count  # left sibling
        self.default = [NOWHERE] * count  # default ancestor, for the parent
        for node, below in enumerate(children):
            before = NOWHERE
            for rank, child in enumerate(below):
                self.parent[child], self.rank[child], self.left[child] = node, rank, before
                before = child
            if below:
                self.default[node] = below[0]

    def middles(self) -> list[float]:
        """Return the middles: lay out the subtrees from the leaves upwards, then add up the shifts downwards."""
        down = [0]
        for node in down:
            down.extend(self.children[node])
        for node in self._upwards():
            self._stand(node)
            if self.left[node] != NOWHERE:
                self._apportion(node)
        moved = [0.0] * len(self.children)
        middles = self.prelim
        for node in down:
            middles[node] += moved[node]
            for child in self.children[node]:
                moved[child] = moved[node] + self.mod[node]
        least = min(middle - half for middle, half in zip(middles, self.half, strict=True))
        return [middle - least for middle in middles]

    def _upwards(self) -> list[int]:
        """Yield all nodes, each after its children and after its siblings to the left."""
        order, pending = [], [0]
        while pending:
            node = pending.pop()
            order.append(node)
            pending.extend(self.children[node])
        return order[::-1]

    def _stand(self, node: int) -> None:
        """Place a node above the middle of its children, and beside its left sibling."""
        below = self.children[node]
        middle = 0.0
        if below:
            shift = change = 0.0
            for child in reversed(below):  # spread the shifts evenly over the children between
                self.prelim[child] += shift
                self.mod[child] += shift
                change += self.change[child]
                shift += self.shift[child] + change
            middle = (self.prelim[below[0]] + self.prelim[below[-1]]) / 2
        left = self.left[node]
        if left == NOWHERE:
            self.prelim[node] = middle
        else:
            self.prelim[node] = self.prelim[left] + self.half[left] + self.half[node] + self.gap
            self.mod[node] = self.prelim[node] - middle

    def _apportion(self, node: int) -> None:
        """Move the subtree of a node to the right of the subtrees before it, along the contours between them."""
        children, thread, mod, prelim, half = self.children, self.thread, self.mod, self.prelim, self.half
        parent = self.parent[node]
        inner_right = outer_right = node
        inner_left, outer_left = self.left[node], children[parent][0]
        sum_inner_right = sum_outer_right = mod[node]
        sum_inner_left, sum_outer_left = mod[inner_left], mod[outer_left]
        while True:
            below = children[inner_left]
            next_left = below[-1] if below else thread[inner_left]
            below = children[inner_right]
            next_right = below[0] if below else thread[inner_right]
            if next_left == NOWHERE or next_right == NOWHERE:
                break
            inner_left, inner_right = next_left, next_right
            below = children[outer_left]
            outer_left = below[0] if below else thread[outer_left]
            below = children[outer_right]
            outer_right = below[-1] if below else thread[outer_right]
            self.ancestor[outer_right] = node
            room = self.gap if self.parent[inner_left] == self.parent[inner_right] else self.apart
            free = prelim[inner_right] + sum_inner_right - prelim[inner_left] - sum_inner_left
            shift = half[inner_left] + half[inner_right] + room - free
            if shift > 0:
                ancestor = self.ancestor[inner_left]
                self._move(ancestor if self.parent[ancestor] == parent else self.default[parent], node, shift)
                sum_inner_right += shift
                sum_outer_right += shift
            sum_inner_left += mod[inner_left]
            sum_inner_right += mod[inner_right]
            sum_outer_left += mod[outer_left]
            sum_outer_right += mod[outer_right]
        if next_left != NOWHERE and not children[outer_right] and thread[outer_right] == NOWHERE:
            thread[outer_right] = next_left
            mod[outer_right] += sum_inner_left - sum_outer_right
        if next_right != NOWHERE and not children[outer_left] and thread[outer_left] == NOWHERE:
            thread[outer_left] = next_right
            mod[outer_left] += sum_inner_right - sum_outer_left
            self.default[parent] = node

    def _move(self, left: int, right: int, shift: float) -> None:
        """Move a subtree by ``shift``, and the subtrees between it and its sibling ``left`` by their share of it."""
        between = self.rank[right] - self.rank[left]
        self.change[right] -= shift / between
        self.shift[right] += shift
        self.change[left] += shift / between
        self.prelim[right] += shift
        self.mod[right] += shift
