"""A run in plain words: one sentence for each step."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.core.game import Game
from plyground.core.position import CHANCE, MAX
from plyground.i18n import Sentence, _, _n
from plyground.trace.labels import Labels
from plyground.trace.run import Action, Run, Step, Value
from plyground.trace.value_text import Relation, claim, number, window


def sentences(run: Run) -> Iterator[Sentence]:
    """Yield the sentence of every step, in order."""
    speaker = Speaker(run)
    return map(speaker.sentence, range(len(run.steps)))


class Speaker:
    """The writer of the sentences of one run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.labels = Labels(run)
        self.signed = isinstance(run.of, Game)

    def sentence(self, step: int) -> Sentence:
        """Return the sentence of a step, with its reason. O(depth)."""
        say = {
            Action.DEEPEN: self._deepen,
            Action.ENTER: self._enter,
            Action.LEAF: self._leaf,
            Action.HIT: self._hit,
            Action.STAND: self._stand,
            Action.UPDATE: self._update,
            Action.CUT: self._cut,
            Action.LEAVE: self._leave,
        }
        return say[self.run.steps[step].action](step, self.run.steps[step])

    def worth(self, claimed: tuple[Relation, Value]) -> Sentence | str:
        """Return a claim on a value in words: ``3``, ``at least 3``, ``at most 3``."""
        sign, value = claimed
        text = self._number(value)
        if sign == "≥":
            return _("at least {value}", value=text)
        if sign == "≤":
            return _("at most {value}", value=text)
        if sign == "?":
            return _("{value}, which has no meaning here", value=text)
        return _("{value} so far", value=text) if sign == "…" else text

    def _deepen(self, step: int, done: Step) -> Sentence:
        if step == 0:
            return _n("A search {count} ply deep.", "A search {count} plies deep.", done.depth or 0)
        return _n(
            "The search starts anew, {count} ply deep.",
            "The search starts anew, {count} plies deep.",
            done.depth or 0,
        )

    def _enter(self, step: int, done: Step) -> Sentence:
        node = self.run.nodes[done.node]
        who, name = self._at(done.node)
        inner = node.kind in ("inner", "known")  # the window means nothing to a leaf
        bounds = window(done.alpha, done.beta, self.run.terms, signed=self.signed) if inner else ""
        if node.parent is None:
            if bounds:
                return _(
                    "The search begins with {who} at {node}, in the window {window}.", who=who, node=name, window=bounds
                )
            return _("The search begins with {who} at {node}.", who=who, node=name)
        parent = self._name(node.parent)
        if self.signed:
            move = self.labels.move(node)
            if bounds:
                return _(
                    "From {parent} by {move} to {node}, in the window {window}.",
                    parent=parent,
                    move=move,
                    node=name,
                    window=bounds,
                )
            return _("From {parent} by {move} to {node}.", parent=parent, move=move, node=name)
        if bounds:
            return _("From {parent} to {node}, in the window {window}.", parent=parent, node=name, window=bounds)
        return _("From {parent} to {node}.", parent=parent, node=name)

    def _leaf(self, step: int, done: Step) -> Sentence:
        name, worth = self._name(done.node), self._worth(done.node, step)
        if not done.sure:
            return _("{node} lies at the depth limit: its evaluation is {value}.", node=name, value=worth)
        if self.signed:
            return _("The game is over at {node}: {value}.", node=name, value=worth)
        return _("{node} is a leaf: {value}.", node=name, value=worth)

    def _hit(self, step: int, done: Step) -> Sentence:
        return _(
            "{node} is in the table and is not searched again: {value}.",
            node=self._name(done.node), value=self._worth(done.node, step),
        )  # fmt: skip

    def _stand(self, step: int, done: Step) -> Sentence:
        who, name = self._at(done.node)
        return _(
            "{node} lies beyond the depth limit: {who} may accept {value} or go on.",
            node=name, who=who, value=self._number(done.value or 0),
        )  # fmt: skip

    def _update(self, step: int, done: Step) -> Sentence:
        who, name = self._at(done.node)
        node = self.run.nodes[done.node]
        came = self._worth(done.child, step) if done.child is not None else self._number(done.reply or 0)
        child = self._name(done.child) if done.child is not None else str(done.move)
        if node.mover == CHANCE:
            return _(
                "{child} returns {reply}: {who} at {node} adds it, weighted by its probability.",
                child=child,
                reply=came,
                who=who,
                node=name,
            )
        if done.improved:
            return _(
                "{child} returns {reply}: {who} at {node} now has {value}.",
                child=child, reply=came, who=who, node=name, value=self._worth(done.node, step),
            )  # fmt: skip
        return _(
            "{child} returns {reply}: no better for {who} at {node}, who has {value}.",
            child=child, reply=came, who=who, node=name, value=self._worth(done.node, step),
        )  # fmt: skip

    def _cut(self, step: int, done: Step) -> Sentence:
        who, name = self._at(done.node)
        node = self.run.nodes[done.node]
        skipped = sum(self.run.nodes[child].kind == "cut" for child in node.children)
        end = (
            _n("the last child of {node} cannot matter, cut", "the {count} other children of {node} cannot matter, cut", skipped, node=name)
            if skipped
            else _("a cut-off, although {node} has no child left to skip", node=name)
        )  # fmt: skip
        worth = self._worth(done.node, step)
        if not self.run.terms.windowed:
            return _(
                "{who} at {node} has {value}, and nothing can be better: {end}.",
                who=who,
                node=name,
                value=worth,
                end=end,
            )
        bound = self._number(done.beta if node.side == MAX else done.alpha)
        if done.by is None:
            return _(
                "{who} at {node} now has {value}, and the window of the search ends at {bound}: {end}.",
                who=who, node=name, value=worth, bound=bound, end=end,
            )  # fmt: skip
        rival, above = self._at(done.by)
        rivals = self.run.state(done.by, step)
        best = rivals.best if rivals else None
        return _(
            "{who} at {node} now has {value}, {rival} already has {bound} at {best}: {end}.",
            who=who, node=name, value=worth, rival=rival, bound=bound,
            best=above if best is None else self._name(best), end=end,
        )  # fmt: skip

    def _leave(self, step: int, done: Step) -> Sentence:
        name, worth = self._name(done.node), self._worth(done.node, step)
        if self.run.nodes[done.node].parent is not None:
            return _("{node} is done: {value}.", node=name, value=worth)
        depth = self.run.steps[self.run.nodes[done.node].steps[0]].depth
        if depth is not None:
            return _n(
                "The search {count} ply deep is done: {node} is worth {value}.",
                "The search {count} plies deep is done: {node} is worth {value}.",
                depth, node=name, value=worth,
            )  # fmt: skip
        if done.best is None:
            return _("The search is done: {node} is worth {value}.", node=name, value=worth)
        return _(
            "The search is done: {node} is worth {value}, by the move to {best}.",
            node=name, value=worth, best=self._name(done.best),
        )  # fmt: skip

    def _name(self, node: int) -> str:
        return self.labels.name(self.run.nodes[node])

    def _at(self, node: int) -> tuple[Sentence | str, str]:
        return self.labels.who(self.run.nodes[node]), self._name(node)

    def _number(self, value: Value) -> str:
        return number(value, self.run.terms, signed=self.signed)

    def _worth(self, node: int, step: int) -> Sentence | str:
        claimed = claim(self.run, node, step)
        return "" if claimed is None else self.worth(claimed)
