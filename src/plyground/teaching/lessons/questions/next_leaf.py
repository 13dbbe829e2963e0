"""``next-leaf``: a question about the leaf that a search visits next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from plyground.drawing.plan import plan
from plyground.drawing.svg import svg
from plyground.drawing.text import text
from plyground.errors import ExerciseError
from plyground.i18n import Sentence, _, _n, capital
from plyground.searches.conventions import convention
from plyground.searches.demands import refuse_demands
from plyground.searches.registry import algorithm
from plyground.searches.search_setting import setting
from plyground.searches.tally import Tally
from plyground.teaching.exercises.exercise import named
from plyground.teaching.exercises.form_fields import Field, Given
from plyground.teaching.exercises.json_format import MAX_TREE_NODES
from plyground.teaching.exercises.working import SearchSetup, WorkedTree
from plyground.teaching.lessons.questions.generated_trees import steps_link
from plyground.teaching.lessons.questions.keys import TREE, Keys
from plyground.teaching.lessons.questions.question import ANSWER, Picture, Reply, TreeSearch, chosen
from plyground.trace.run import Action
from plyground.trace.sentences import Speaker
from plyground.trees import Tree

NONE = "-"
"""Answer that no further leaf is visited."""


@dataclass(frozen=True)
class NextLeaf:
    """A question: which leaf is visited after the first ``seen`` ones?"""

    tree: Tree
    algorithm: str
    convention: str
    seen: int

    @classmethod
    def of(cls, keys: Keys) -> NextLeaf:
        """Return the question that these keys describe. Raise :class:`PlygroundError`."""
        keys.only(*TREE, "algorithm", "convention", "after")
        tree = keys.tree()
        made = cls(tree, keys.get("algorithm", "alphabeta"), keys.get("convention", "aima"), 0)
        if len(tree) > MAX_TREE_NODES or len(named(tree)) < len(tree):
            raise ExerciseError(_("A tree for exercises has at most {most} nodes, each with a name of its own.", most=MAX_TREE_NODES))  # fmt: skip
        refuse_demands(tree.start, algorithm(made.algorithm).masters, made.algorithm)
        convention(made.convention)
        return cls(tree, made.algorithm, made.convention, keys.number("after", 1, len(made._worked.order)))

    @cached_property
    def _worked(self) -> WorkedTree:
        chosen_ = setting(convention=convention(self.convention))
        return SearchSetup(self.tree, algorithm(self.algorithm), chosen_).work()

    @property
    def _next(self) -> str:
        order = self._worked.order
        return NONE if self.seen == len(order) else self.tree.name(order[self.seen])

    @cached_property
    def _leaf_steps(self) -> list[int]:
        """Numbers of the steps that visit a leaf, and of the last step."""
        run = self._worked.run
        at = [
            number
            for number, step in enumerate(run.steps)
            if step.action == Action.LEAF and run.positions[step.node].is_over()
        ]
        return [*at, len(run.steps) - 1]

    @property
    def fields(self) -> tuple[Field, ...]:
        order = self._worked.order[: self.seen]
        names = [self.tree.name(leaf) for leaf in self.tree.leaves if leaf not in order]
        options = tuple((name, name) for name in names)
        return (Field(ANSWER, _("The next leaf"), (*options, (NONE, _("none: the search is done")))),)

    def asked(self, tally: Tally) -> Sentence:
        return _n(
            "{algorithm} has examined {count} leaf so far: {leaf}. Which leaf does it examine next?",
            "{algorithm} has examined {count} leaves so far; the last was {leaf}. Which leaf does it examine next?",
            self.seen,
            algorithm=capital(algorithm(self.algorithm).title),
            leaf=self.tree.name(self._worked.order[self.seen - 1]),
        )

    def solution(self, tally: Tally) -> Given:
        return {ANSWER: self._next}

    def reply(self, given: Given, tally: Tally) -> Reply:
        true = self._next
        answered = chosen(given, self.fields[0].options) if given else ""
        first = _("None: the search is done.") if true == NONE else _("Next comes {leaf}.", leaf=true)
        speaker = Speaker(self._worked.run)
        start, end = self._leaf_steps[self.seen - 1 : self.seen + 1]
        between = tuple(speaker.sentence(step) for step in range(start + 1, end + 1))
        links = (steps_link(self.tree, self.algorithm, self.convention, start + 1),)
        return Reply(answered == true, (first, *between), links=links)

    @property
    def tree_search(self) -> TreeSearch:
        return TreeSearch(self.tree, (self.algorithm,), self.convention)

    def pictures(self, *, answered: bool) -> tuple[Picture, ...]:
        drawn = plan(self._worked.run)
        step = self._leaf_steps[self.seen if answered else self.seen - 1]
        return (Picture(lambda theme: svg(drawn, step, theme=theme, text=False), text(drawn, step)),)
