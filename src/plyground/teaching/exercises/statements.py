"""True or false statements about alpha-beta, made from claims; for some, a tree is an example or counterexample.

Each claim holds in every tree, in some trees or in none. It makes four statements: that it holds in every tree, that
there is a tree in which it holds, and the same two about its opposite. So the form of a statement does not reveal its
truth: generated exercises make each form true as often as false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from plyground.errors import ExerciseError, TreeError
from plyground.i18n import Sentence, _
from plyground.searches.conventions import AIMA, Convention
from plyground.searches.registry import ANY_TWO, algorithm
from plyground.searches.search_setting import setting
from plyground.teaching.exercises.answer_types import by_item
from plyground.teaching.exercises.exercise import Answer, Exercise, Graded
from plyground.teaching.exercises.working import SearchSetup, WorkedTree
from plyground.trees import Tree

MAX_EXAMPLE_NODES = 200
"""Most nodes of a tree that is checked as an example."""
TRUTH_WORDS = {"true": True, "yes": True, "t": True, "1": True, "false": False, "no": False, "f": False, "0": False}
Holds = Literal["always", "sometimes", "never"]
"""Part of a domain's trees for which a claim holds: all, some, or none."""


class Domain(NamedTuple):
    """The trees that a statement is about."""

    every: Callable[[Sentence], Sentence]
    some: Callable[[Sentence], Sentence]
    contains: Callable[[Tree], bool]
    example: str  # a small tree of the domain


def _leaf_values(tree: Tree) -> list[Any]:
    return [tree.value(leaf) for leaf in tree.leaves]


ANY_TREE = Domain(
    lambda claim: _("In every tree {claim}.", claim=claim),
    lambda claim: _("There is a tree in which {claim}.", claim=claim),
    lambda tree: True,
    "[1, 2]",
)
EQUAL_LEAVES = Domain(
    lambda claim: _("In every tree whose leaves all have the same value, {claim}.", claim=claim),
    lambda claim: _("There is a tree whose leaves all have the same value, in which {claim}.", claim=claim),
    lambda tree: len(set(_leaf_values(tree))) == 1,
    "[1, 1]",
)
DISTINCT_LEAVES = Domain(
    lambda claim: _("In every tree whose leaves all have different values, {claim}.", claim=claim),
    lambda claim: _("There is a tree whose leaves all have different values, in which {claim}.", claim=claim),
    lambda tree: len(set(_leaf_values(tree))) == len(tree.leaves),
    "[1, 2]",
)


@dataclass(frozen=True)
class Claim:
    """A claim about alpha-beta in a tree, and its opposite: as text and as a check."""

    name: str
    words: Sentence
    opposite: Sentence
    check: Callable[[Tree, Convention], bool]
    holds: Holds
    example: str = ""  # a tree for which the claim holds, if it holds for some trees
    counterexample: str = ""  # a tree for which the claim does not hold
    domain: Domain = ANY_TREE
    holds_strictly: Holds | None = None  # ``holds`` for alpha-beta that cuts only when alpha > beta; None: the same
    beliefs: Mapping[str, Holds] | None = None  # ``holds`` as believed by a person with a misconception

    def truth(self, convention: Convention) -> Holds:
        """Return for which trees the claim holds under a convention: all, some, or none."""
        return self.holds_strictly if convention.strict and self.holds_strictly is not None else self.holds


@dataclass(frozen=True)
class Statement:
    """A statement: a claim or its opposite, about every tree or about some tree."""

    claim: Claim
    is_opposite: bool
    is_universal: bool

    @property
    def name(self) -> str:
        """The name by which an exercise stores the statement."""
        return f"{self.claim.name}:{'every' if self.is_universal else 'some'}{'-not' if self.is_opposite else ''}"

    @property
    def text(self) -> Sentence:
        """The statement in words."""
        words = self.claim.opposite if self.is_opposite else self.claim.words
        return (self.claim.domain.every if self.is_universal else self.claim.domain.some)(words)

    def is_true(self, convention: Convention) -> bool:
        """Return the truth of the statement under a convention."""
        return self._follows_from(self.claim.truth(convention))

    def believed(self, misconception: str, convention: Convention) -> bool:
        """Return the truth of the statement in the opinion of a student with this misconception."""
        if misconception == "other-cut-rule":
            return self.is_true(convention._replace(strict=not convention.strict))
        beliefs = self.claim.beliefs or {}
        return self._follows_from(beliefs.get(misconception, self.claim.truth(convention)))

    def example(self, convention: Convention) -> str:
        """Return a tree that decides the statement; ``""`` if no single tree can."""
        if self.is_true(convention) == self.is_universal:
            return ""
        if self.claim.truth(convention) != "sometimes":
            return self.claim.domain.example
        return self.claim.counterexample if self.is_opposite != self.is_universal else self.claim.example

    def is_decided_by(self, tree: Tree, convention: Convention) -> bool:
        """Return True if a tree is an example for a “some tree” statement, or a counterexample for an “every tree”
        statement.
        """
        if not self.claim.domain.contains(tree):
            return False
        return self.claim.check(tree, convention) != (self.is_opposite != self.is_universal)

    def _follows_from(self, holds: Holds) -> bool:
        if self.is_opposite:
            holds = {"always": "never", "sometimes": "sometimes", "never": "always"}[holds]  # type: ignore[assignment]
        return holds == "always" or (holds == "sometimes" and not self.is_universal)


# The checks


def _alphabeta(tree: Tree, convention: Convention = AIMA, **choices: bool) -> WorkedTree:
    """Run alpha-beta on a tree: fail-soft with deep cut-offs, unless ``choices`` change the convention."""
    choices = {"fail_hard": False, "shallow": False} | choices
    return SearchSetup(tree, algorithm("alphabeta"), setting(convention=convention._replace(**choices))).work()


def _minimax(tree: Tree) -> WorkedTree:
    return SearchSetup(tree, algorithm("minimax"), setting()).work()


def _root_values(worked: WorkedTree) -> list[Any]:
    return [worked.value(child) for child in worked.tree.children(0)]


def _chooses_worse(tree: Tree, convention: Convention) -> bool:
    return _alphabeta(tree, convention).best not in _minimax(tree).equals


def _returns_root_values(tree: Tree, convention: Convention) -> bool:
    return _root_values(_alphabeta(tree, convention)) == _root_values(_minimax(tree))


def _same_leaves_both_ways(tree: Tree, convention: Convention) -> bool:
    backwards = _alphabeta(tree, convention, right_to_left=not convention.right_to_left)
    return _alphabeta(tree, convention).skipped == backwards.skipped


def _examines_every_leaf(tree: Tree, convention: Convention) -> bool:
    return not _alphabeta(tree, convention).skipped


def _rule_matters(tree: Tree, convention: Convention) -> bool:
    return _alphabeta(tree, convention, strict=False).skipped != _alphabeta(tree, convention, strict=True).skipped


def _has_deep_cutoff(tree: Tree, convention: Convention) -> bool:
    return _alphabeta(tree, convention).skipped != _alphabeta(tree, convention, shallow=True).skipped


def _skips_half(tree: Tree, convention: Convention) -> bool:
    return 2 * len(_alphabeta(tree, convention).skipped) >= len(tree.leaves)


def _skips_a_move_at_the_root(tree: Tree, convention: Convention) -> bool:
    return None in _root_values(_alphabeta(tree, convention))


def _skips_below_the_first_move(tree: Tree, convention: Convention) -> bool:
    skipped = _alphabeta(tree, convention).skipped
    return any(tree.path(leaf)[0] == 0 for leaf in skipped)


def _cuts_at(side: int) -> Callable[[Tree, Convention], bool]:
    def check(tree: Tree, convention: Convention) -> bool:
        worked = _alphabeta(tree, convention)
        return any(
            tree.side(node) == side and any(child not in worked.visited for child in tree.children(node))
            for node in worked.visited
        )

    return check


def _skipped_leaf_matters(tree: Tree, convention: Convention) -> bool:
    worked = _alphabeta(tree, convention)
    found = worked.run.root.value
    far = 1 + max(map(abs, _leaf_values(tree)))
    nodes = tree.nodes
    for value in (-far, far):
        values = list(nodes.value)
        for leaf in worked.skipped:
            values[leaf] = value
        changed = nodes._replace(value=values, least=-far, most=far)
        if _minimax(replace(tree, nodes=changed)).run.root.value != found:
            return True
    return False


def _returns_the_same_fail_hard(tree: Tree, convention: Convention) -> bool:
    soft, hard = (_alphabeta(tree, convention, fail_hard=hard) for hard in (False, True))
    return all(soft.value(node) == hard.value(node) for node in range(len(tree)))


def _visits_more(tree: Tree, convention: Convention) -> bool:
    return len(_alphabeta(tree, convention).visited) > len(_minimax(tree).visited)


def _rule_changes_the_value(tree: Tree, convention: Convention) -> bool:
    weak, strict = (_alphabeta(tree, convention, strict=strict) for strict in (False, True))
    return bool(weak.run.root.value != strict.run.root.value)


def _order_changes_the_value(tree: Tree, convention: Convention) -> bool:
    backwards = _alphabeta(tree, convention, right_to_left=not convention.right_to_left)
    return bool(_alphabeta(tree, convention).run.root.value != backwards.run.root.value)


def _skips_the_deciding_value(tree: Tree, convention: Convention) -> bool:
    worked = _alphabeta(tree, convention)
    return worked.run.root.value not in map(tree.value, worked.order)


CLAIMS = (
    Claim(
        "worse-move",
        _("alpha-beta chooses a move that is worse than minimax's"),
        _("alpha-beta chooses a move as good as minimax's"),
        _chooses_worse, "never",
    ),
    Claim(
        "root-values",
        _("alpha-beta returns the minimax value of each move at the root"),
        _("alpha-beta returns for some move at the root a number other than its minimax value"),
        _returns_root_values, "sometimes", "[[1, 2], [3, 4]]", "[[3, 12], [2, 1]]",
        beliefs={"bound-for-tie": "always"},
    ),
    Claim(
        "both-ways",
        _("alpha-beta skips the same leaves from left to right as from right to left"),
        _("alpha-beta skips other leaves from left to right than from right to left"),
        _same_leaves_both_ways, "sometimes", "[1, 2]", "[[3, 12], [2, 8]]",
        beliefs={"nothing-cut": "always"},
    ),
    Claim(
        "every-leaf",
        _("alpha-beta examines every leaf"),
        _("alpha-beta skips a leaf"),
        _examines_every_leaf, "sometimes", "[1, 2]", "[[3, 12], [2, 8]]",
        beliefs={"nothing-cut": "always"},
    ),
    Claim(
        "every-leaf-of-equals",
        _("alpha-beta examines every leaf"),
        _("alpha-beta skips a leaf"),
        _examines_every_leaf, "sometimes", "[1, 1]", "[[1, 1], [1, 1]]", EQUAL_LEAVES, "always",
        beliefs={"nothing-cut": "always"},
    ),
    Claim(
        "rule-matters",
        _("cutting when alpha ≥ beta skips other leaves than cutting when alpha > beta"),
        _("cutting when alpha ≥ beta skips the same leaves as cutting when alpha > beta"),
        _rule_matters, "sometimes", "[[3, 12], [3, 8]]", "[1, 2]",
    ),
    Claim(
        "rule-matters-without-ties",
        _("cutting when alpha ≥ beta skips other leaves than cutting when alpha > beta"),
        _("cutting when alpha ≥ beta skips the same leaves as cutting when alpha > beta"),
        _rule_matters, "never", domain=DISTINCT_LEAVES,
    ),
    Claim(
        "deep-cutoff",
        _("alpha-beta skips a leaf that it would examine if each node knew only its parent's value"),
        _("alpha-beta would skip the same leaves if each node knew only its parent's value"),
        _has_deep_cutoff, "sometimes", "[3, [[[0, 5], 2], 4]]", "[1, 2]",
        beliefs={"no-deep-cutoffs": "never"},
    ),
    Claim(
        "skips-half",
        _("alpha-beta skips at least half of the leaves"),
        _("alpha-beta examines more than half of the leaves"),
        _skips_half, "sometimes", "[3, [2, 7, 8, 9]]", "[1, 2]",
        beliefs={"nothing-cut": "never"},
    ),
    Claim(
        "move-at-root",
        _("alpha-beta skips a whole move at the root"),
        _("alpha-beta examines at least one leaf of every move at the root"),
        _skips_a_move_at_the_root, "never",
    ),
    Claim(
        "first-move",
        _("alpha-beta skips a leaf below the first move at the root"),
        _("alpha-beta examines every leaf below the first move at the root"),
        _skips_below_the_first_move, "sometimes", "[[[5, 6], [7, 8]], 1]", "[1, 2]",
        beliefs={"nothing-cut": "never"},
    ),
    Claim(
        "cut-at-max",
        _("alpha-beta skips children of a MAX node"),
        _("alpha-beta skips no child of a MAX node"),
        _cuts_at(1), "sometimes", "[[[5, 6], [7, 8]], 1]", "[1, 2]",
        beliefs={"nothing-cut": "never"},
    ),
    Claim(
        "cut-at-min",
        _("alpha-beta skips children of a MIN node"),
        _("alpha-beta skips no child of a MIN node"),
        _cuts_at(-1), "sometimes", "[[3, 12], [2, 8]]", "[1, 2]",
        beliefs={"nothing-cut": "never"},
    ),
    Claim(
        "skipped-leaf-matters",
        _("another value at a skipped leaf would change the value of the root"),
        _("no other value at a skipped leaf would change the value of the root"),
        _skipped_leaf_matters, "never",
    ),
    Claim(
        "fail-hard",
        _("fail-hard and fail-soft return the same value at every node that they visit"),
        _("fail-hard and fail-soft return different values at some node"),
        _returns_the_same_fail_hard, "sometimes", "[1, 2]", "[[3, 12], [2, 8]]",
    ),
    Claim(
        "visits-more",
        _("alpha-beta visits more nodes than minimax"),
        _("alpha-beta visits at most as many nodes as minimax"),
        _visits_more, "never",
    ),
    Claim(
        "rule-changes-value",
        _("cutting when alpha ≥ beta gives the root another value than cutting when alpha > beta"),
        _("cutting when alpha ≥ beta gives the root the same value as cutting when alpha > beta"),
        _rule_changes_the_value, "never",
    ),
    Claim(
        "order-changes-value",
        _("alpha-beta gives the root another value from right to left than from left to right"),
        _("alpha-beta gives the root the same value from right to left as from left to right"),
        _order_changes_the_value, "never",
    ),
    Claim(
        "deciding-value",
        _("alpha-beta skips all leaves that have the root's value"),
        _("alpha-beta examines a leaf that has the root's value"),
        _skips_the_deciding_value, "never",
    ),
)  # fmt: skip
"""All claims. New ones are added at the end."""
STATEMENTS = tuple(
    Statement(claim, is_opposite, is_universal)
    for claim in CLAIMS
    for is_opposite in (False, True)
    for is_universal in (True, False)
)
"""All statements, four of each claim."""
BY_NAME = {statement.name: number for number, statement in enumerate(STATEMENTS)}
"""The numbers of the statements by their names."""


class TruthAnswer(NamedTuple):
    """The answer type of a statement: true or false, and a tree as an example if one can decide it."""

    def read(self, given: Any, expected: Answer, tree: Tree) -> Answer:
        answer: Answer = {}
        for item, value in by_item(given if isinstance(given, dict) else {"true": given}, list(expected)).items():
            if item == "true" and value != "":
                word = str(value).strip().lower()
                if word not in TRUTH_WORDS:
                    raise ExerciseError(_("The answer is true or false, not {word}.", word=word[:40]))
                answer[item] = TRUTH_WORDS[word]
            elif item == "example" and value:
                answer[item] = _example(value)
        return answer

    def grade(self, exercise: Exercise, answer: Answer, expected: Answer) -> Graded:
        if answer.get("true") != expected["true"]:
            return Graded(Fraction(0))
        if expected["example"] is None:
            if "example" not in answer:
                return Graded(Fraction(1))
            return Graded(Fraction(1, 2), (_("No single tree decides this statement: leave the example empty."),))
        if "example" not in answer:
            return Graded(Fraction(1, 2), (_("An example is missing."),))
        statement = STATEMENTS[exercise.about[0]]
        if statement.is_decided_by(Tree.parse(answer["example"]), exercise.convention):
            return Graded(Fraction(1), (_("Your tree decides it."),))
        return Graded(Fraction(1, 2), (_("Your tree does not decide it."),))

    def template(self, expected: Answer) -> Any:
        return dict.fromkeys(expected, "")

    def written(self, answer: Answer) -> Any:
        return {item: value for item, value in answer.items() if value is not None}


def _example(given: Any) -> str:
    try:
        example = Tree.of(given) if isinstance(given, list) else Tree.parse(str(given))
    except TreeError as error:
        raise ExerciseError(_("The example is not a tree: {reason}", reason=error.sentence)) from None
    if len(example) > MAX_EXAMPLE_NODES or example.is_leaf(0) or example.start.demands() & ~ANY_TWO:
        raise ExerciseError(
            _("An example is a tree of two players, with a move at the root and at most {most} nodes.", most=MAX_EXAMPLE_NODES)
        )  # fmt: skip
    return example.json()
