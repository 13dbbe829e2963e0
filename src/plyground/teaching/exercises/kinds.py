"""The kinds of exercises: the question of each, and how its answer is read from a search.

An answer is read from any run of a search. The correct run gives the solution, and a mistaken run gives the answer of a
student with that misconception.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from plyground.core.random_numbers import Chance
from plyground.core.spec import canonical
from plyground.errors import SpecError
from plyground.i18n import Sentence, _, _n
from plyground.searches.registry import algorithm
from plyground.searches.scores import INFINITY
from plyground.teaching.exercises.answer_types import InOrder, OneNode, Skipped, Ticks, Values
from plyground.teaching.exercises.cut_reasons import ReasonAnswer, ask_why, choose_cut, reason
from plyground.teaching.exercises.exercise import Answer, Change, Exercise, ExerciseKind, inner_nodes, rightly
from plyground.teaching.exercises.find_mistake import MistakeAnswer, ask_mistake, choose_misconception, mistake
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exercises.ordering_task import Arranged, best_first
from plyground.teaching.exercises.statements import STATEMENTS, TruthAnswer
from plyground.teaching.exercises.written_values import shown
from plyground.trace.value_text import MIN_INFINITE
from plyground.trees import Tree

PLAIN = ("minimax", "alphabeta")
WIDER = ("expectiminimax", "max-n")


def _as_it_is(exercise: Exercise, chance: Chance) -> Exercise | None:
    return exercise


def _by(exercise: Exercise) -> dict[str, object]:
    return {"algorithm": algorithm(exercise.algorithm).title, "terms": exercise.terms}


# The best move, and all of them


def _best_move(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {"move": worked.tree.name(worked.best)}


def _ask_best_move(exercise: Exercise) -> Sentence:
    return _("Which move does the player at the root choose, by {algorithm}?", **_by(exercise))


def _best_moves(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {worked.tree.name(child): child in worked.equals for child in worked.tree.children(0)}


def _ask_best_moves(exercise: Exercise) -> Sentence:
    return _("Which moves at the root are best? Name all of them.")


# Values of nodes


def _values(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {worked.tree.name(node): worked.value(node) for node in inner_nodes(worked.tree)}


def _ask_values(exercise: Exercise) -> Sentence:
    if algorithm(exercise.algorithm).for_each:
        return _("What does each player get at each node, by {algorithm}? Write (1, 2, 6).", **_by(exercise))
    if algorithm(exercise.algorithm).windowed:
        return _(
            "What does {algorithm} ({terms}) return at each node? (– if it never visits the node)", **_by(exercise)
        )
    return _("What is the value of each node, by {algorithm}?", **_by(exercise))


def _limited(exercise: Exercise, change: Change) -> Answer:
    return {"value": change(exercise.way()).work().run.root.value}


def _ask_limited(exercise: Exercise) -> Sentence:
    return _n(
        "The search looks {count} ply ahead and takes the static value in parentheses there. What is the value of the root?",
        "The search looks {count} plies ahead and takes the static value in parentheses there. What is the value of the root?",
        exercise.depth or 0,
    )


def _judge(exercise: Exercise, chance: Chance) -> Exercise | None:
    """Return the exercise with a random static value for every inner node."""
    tree, nodes = exercise.tree, exercise.tree.nodes
    inner = inner_nodes(tree)
    values = list(nodes.value)
    for node in inner:
        values[node] = nodes.least + chance.below(nodes.most - nodes.least + 1)
    judged = replace(tree, nodes=nodes._replace(value=values), judged=frozenset(inner))
    return replace(exercise, depth=max(1, tree.height - 1), tree=judged)


# Examined nodes and leaves


def _skipped(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {worked.tree.name(leaf): leaf in worked.skipped for leaf in worked.tree.leaves}


def _ask_skipped(exercise: Exercise) -> Sentence:
    if exercise.algorithm == "star1":
        nodes = exercise.tree.nodes
        return _(
            "All values lie between {least} and {most}. Which leaves are not examined by {algorithm}?",
            algorithm=algorithm(exercise.algorithm).title, least=shown(nodes.least), most=shown(nodes.most),
        )  # fmt: skip
    return _("Which leaves are not examined by {algorithm} ({terms})?", **_by(exercise))


def _in_order(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {str(place): worked.tree.name(leaf) for place, leaf in enumerate(worked.order, 1)}


def _ask_in_order(exercise: Exercise) -> Sentence:
    return _("In which order does {algorithm} ({terms}) evaluate the leaves that it examines?", **_by(exercise))


def _counts(exercise: Exercise, change: Change) -> Answer:
    way = change(exercise.way())
    counts = way.work().run.counts()
    return {"nodes": counts.nodes - (not way.counts_root), "leaves": counts.leaves}


def _ask_counts(exercise: Exercise) -> Sentence:
    return _(
        "How many nodes does {algorithm} ({terms}) visit, the root and leaves included, and how many leaves?",
        **_by(exercise),
    )


# Windows


def _window(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    node = worked.visited.get(exercise.about[0])
    return {"alpha": node.alpha, "beta": node.beta} if node else {"alpha": None, "beta": None}


def _ask_window(exercise: Exercise) -> Sentence:
    return _(
        "What are alpha and beta when {algorithm} ({terms}) visits {node}? (– if it never does)",
        node=exercise.tree.name(exercise.about[0]), **_by(exercise),
    )  # fmt: skip


def _choose_window(exercise: Exercise, chance: Chance) -> Exercise | None:
    worked = exercise.way().work()
    narrow = [
        node
        for node, visit in worked.visited.items()
        if not worked.tree.is_leaf(node) and (visit.alpha > -MIN_INFINITE or visit.beta < MIN_INFINITE)
    ]
    return replace(exercise, about=(narrow[chance.below(len(narrow))],)) if narrow else None


def _telling(tree: Tree) -> list[int]:
    """Return the values of x to try: the value of each leaf and the numbers next to it. The search changes only there."""
    return sorted({tree.value(leaf) + beside for leaf in tree.leaves for beside in (-1, 0, 1)})


def _when(exercise: Exercise, change: Change) -> Answer:
    variable, asked = exercise.about
    span = _telling(exercise.tree)
    cut = [x for x in span if asked in change(exercise.with_value(variable, x).way()).work().skipped]
    if not cut:
        return {"from": None, "to": None}
    least = -INFINITY if cut[0] == span[0] else cut[0]
    return {"from": least, "to": INFINITY if cut[-1] == span[-1] else cut[-1]}


def _ask_when(exercise: Exercise) -> Sentence:
    variable, asked = map(exercise.tree.name, exercise.about)
    return _(
        "The value of {variable} is a whole number x. For which x, from … to …, is {asked} not examined by {algorithm} ({terms})?",
        variable=variable, asked=asked, **_by(exercise),
    )  # fmt: skip


def _choose_when(exercise: Exercise, chance: Chance) -> Exercise | None:
    leaves = exercise.tree.leaves
    for _try in range(5):
        asked = 1 + chance.below(len(leaves) - 1)
        chosen = replace(exercise, about=(leaves[chance.below(asked)], leaves[asked]))
        cut = [
            leaves[asked] in chosen.with_value(chosen.about[0], x).way().work().skipped for x in _telling(chosen.tree)
        ]
        changes = sum(before != after for before, after in pairwise(cut))
        if changes == 1 or (changes == 2 and not cut[0]):  # one interval, and not everything
            return chosen
    return None


# The others


def _ask_arrange(exercise: Exercise) -> Sentence:
    return _("Order the children of each node so that {algorithm} ({terms}) examines as few leaves as possible.", **_by(exercise))  # fmt: skip


def _distinct(exercise: Exercise, chance: Chance) -> Exercise | None:
    values = [exercise.tree.value(leaf) for leaf in exercise.tree.leaves]
    return exercise if len(set(values)) == len(values) else None


def _statement(exercise: Exercise, change: Change) -> Answer:
    statement, convention = STATEMENTS[exercise.about[0]], exercise.convention
    if change is rightly:
        return {"true": statement.is_true(convention), "example": statement.example(convention) or None}
    name = next((name for name, known in MISCONCEPTIONS.items() if known.change is change), "")
    return {"true": statement.believed(name, convention)}  # the example that a mistake leads to is unknown


def _ask_statement(exercise: Exercise) -> Sentence:
    return _(
        "{claim} If a tree can decide this, give one; if no tree can, leave the example empty.",
        claim=ask_truth(exercise),
    )


def ask_truth(exercise: Exercise) -> Sentence:
    """Return the question of a statement exercise without the request for an example."""
    text = STATEMENTS[exercise.about[0]].text
    return _("True or false, for alpha-beta ({terms})? {statement}", statement=text, terms=exercise.terms)


def _choose_statement(exercise: Exercise, chance: Chance) -> Exercise | None:
    """Return the exercise with a random statement. Its form and its truth are drawn first, so that neither reveals the
    other.
    """
    is_universal, is_true = bool(chance.below(2)), bool(chance.below(2))
    fit = [
        number
        for number, statement in enumerate(STATEMENTS)
        if statement.is_universal == is_universal and statement.is_true(exercise.convention) == is_true
    ]
    convention = exercise.convention._replace(fail_hard=False)  # statements about fail-hard say so themselves
    return replace(exercise, about=(fit[chance.below(len(fit))],), convention=convention)


KINDS = {
    kind.name: kind
    for kind in (
        ExerciseKind("best-move", _("the best move"), PLAIN + WIDER, _ask_best_move, _best_move, OneNode(), _as_it_is),
        ExerciseKind("best-moves", _("all best moves"), ("minimax",), _ask_best_moves, _best_moves, Ticks(), _as_it_is),
        ExerciseKind(
            "values",
            _("the value of every node"),
            (*PLAIN, "transposition", *WIDER),
            _ask_values,
            _values,
            Values(),
            _as_it_is,
        ),
        ExerciseKind(
            "depth-limited", _("the value to a depth"), ("minimax",), _ask_limited, _limited, Values(), _judge
        ),
        ExerciseKind(
            "skipped-leaves",
            _("the leaves not examined"),
            ("alphabeta", "transposition", "star1"),
            _ask_skipped,
            _skipped,
            Skipped(),
            _as_it_is,
        ),
        ExerciseKind(
            "leaf-order", _("the leaves in order"), ("alphabeta",), _ask_in_order, _in_order, InOrder(), _as_it_is
        ),
        ExerciseKind("count", _("how many nodes"), ("alphabeta",), _ask_counts, _counts, Values(), _as_it_is),
        ExerciseKind(
            "window",
            _("alpha and beta at a node"),
            ("alphabeta",),
            _ask_window,
            _window,
            Values(),
            _choose_window,
            names=1,
        ),
        ExerciseKind(
            "cut-when",
            _("for which x a leaf is cut"),
            ("alphabeta",),
            _ask_when,
            _when,
            Values(),
            _choose_when,
            names=2,
        ),
        ExerciseKind(
            "arrange", _("the order that cuts most"), ("alphabeta",), _ask_arrange, best_first, Arranged(), _distinct
        ),
        ExerciseKind(
            "statement",
            _("true or false"),
            ("alphabeta",),
            _ask_statement,
            _statement,
            TruthAnswer(),
            _choose_statement,
            names=1,
        ),
        ExerciseKind(
            "why", _("the reason for a cut-off"), ("alphabeta",), ask_why, reason, ReasonAnswer(), choose_cut, names=1
        ),
        ExerciseKind(
            "find-mistake",
            _("the mistake in a worked tree"),
            PLAIN + WIDER,
            ask_mistake,
            mistake,
            MistakeAnswer(),
            choose_misconception,
            names=1,
        ),
    )
}
"""All kinds by name."""


def kind(name: str) -> ExerciseKind:
    """Return the kind with this name. Raise :class:`SpecError`."""
    try:
        return KINDS[canonical(name)]
    except KeyError:
        raise SpecError(
            _("There is no exercise “{name}”; the kinds are: {names}.", name=name, names=", ".join(KINDS))
        ) from None
