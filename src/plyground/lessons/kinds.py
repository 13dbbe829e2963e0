"""The kinds of exercises: what each asks, and how its answer follows from a run.

An answer is read off whatever run it is given, so that the same few lines give the solution, from the right
way, and what somebody finds who has a misconception, from a wrong one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from plyground.errors import SpecError
from plyground.language import Sentence, _
from plyground.lessons.arranging import Arranged, best_first
from plyground.lessons.exercise import Answer, Change, Exercise, Kind, inner_nodes, rightly
from plyground.lessons.shapes import InOrder, OneNode, Skipped, Ticks, Values
from plyground.lessons.statements import STATEMENTS, Proof
from plyground.lessons.values import shown
from plyground.search.algorithms import algorithm
from plyground.search.chance import Chance
from plyground.search.scores import INFINITY
from plyground.spec import canonical
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
    return _("Name every move at the root that is as good as the best.")


# Values of nodes


def _values(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {worked.tree.name(node): worked.value(node) for node in inner_nodes(worked.tree)}


def _ask_values(exercise: Exercise) -> Sentence:
    if algorithm(exercise.algorithm).for_each:
        return _("What does each player get at each node, by {algorithm}? Write (1, 2, 6).", **_by(exercise))
    if algorithm(exercise.algorithm).windowed:
        return _("What does {algorithm} ({terms}) return at each node? (– where it never comes)", **_by(exercise))
    return _("What is the value of each node, by {algorithm}?", **_by(exercise))


def _limited(exercise: Exercise, change: Change) -> Answer:
    return {"value": change(exercise.way()).work().run.root.value}


def _ask_limited(exercise: Exercise) -> Sentence:
    return _(
        "The search looks {depth} plies ahead and takes the static value in parentheses there. What is the value of the root?",
        depth=exercise.depth,
    )


def _judge(exercise: Exercise, chance: Chance) -> Exercise | None:
    """Give every inner node a static value."""
    tree, nodes = exercise.tree, exercise.tree.nodes
    inner = inner_nodes(tree)
    values = list(nodes.value)
    for node in inner:
        values[node] = nodes.least + chance.below(nodes.most - nodes.least + 1)
    judged = replace(tree, nodes=nodes._replace(value=values), judged=frozenset(inner))
    return replace(exercise, depth=max(1, tree.height - 1), tree=judged)


# What is examined


def _skipped(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {worked.tree.name(leaf): leaf in worked.skipped for leaf in worked.tree.leaves}


def _ask_skipped(exercise: Exercise) -> Sentence:
    if exercise.algorithm == "star1":
        nodes = exercise.tree.nodes
        return _(
            "Which leaves are not examined by {algorithm}, which knows that no value is less than {least} or greater than {most}?",
            algorithm=algorithm(exercise.algorithm).title, least=shown(nodes.least), most=shown(nodes.most),
        )  # fmt: skip
    return _("Which leaves are not examined by {algorithm} ({terms})?", **_by(exercise))


def _in_order(exercise: Exercise, change: Change) -> Answer:
    worked = change(exercise.way()).work()
    return {str(place): worked.tree.name(leaf) for place, leaf in enumerate(worked.order, 1)}


def _ask_in_order(exercise: Exercise) -> Sentence:
    return _("In which order does {algorithm} ({terms}) evaluate the leaves that it examines?", **_by(exercise))


def _counts(exercise: Exercise, change: Change) -> Answer:
    counts = change(exercise.way()).work().run.counts()
    return {"nodes": counts.visits, "leaves": counts.leaves}


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
        "What are alpha and beta when {algorithm} ({terms}) comes to {node}? (– where it never comes)",
        node=exercise.tree.name(exercise.about[0]), **_by(exercise),
    )  # fmt: skip


def _choose_window(exercise: Exercise, chance: Chance) -> Exercise | None:
    worked = exercise.way().work()
    narrow = [
        node
        for node, visit in worked.visited.items()
        if not worked.tree.is_leaf(node) and (visit.alpha > -INFINITY or visit.beta < INFINITY)
    ]
    return replace(exercise, about=(narrow[chance.below(len(narrow))],)) if narrow else None


def _telling(tree: Tree) -> list[int]:
    """The values that tell everything about x: what a search does changes only at values of leaves, or beside them."""
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
        "The value of {variable} is a whole number x. From which x to which is {asked} not examined by {algorithm} ({terms})?",
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
    return _("Order the children of each node so that {algorithm} ({terms}) examines as few leaves as can be.", **_by(exercise))  # fmt: skip


def _distinct(exercise: Exercise, chance: Chance) -> Exercise | None:
    values = [exercise.tree.value(leaf) for leaf in exercise.tree.leaves]
    return exercise if len(set(values)) == len(values) else None


def _statement(exercise: Exercise, change: Change) -> Answer:
    statement = STATEMENTS[exercise.about[0]]
    if change is not rightly:  # of a wrong way nobody knows by which example it would be shown
        return {"true": statement.believed(change)}
    return {"true": statement.true, "example": shown(statement.example) if statement.example else None}


def _ask_statement(exercise: Exercise) -> Sentence:
    statement = STATEMENTS[exercise.about[0]]
    if not statement.example:
        return _("True or false? {statement}", statement=statement.text)
    return _("True or false? {statement} Prove it with a tree as an example.", statement=statement.text)


def _choose_statement(exercise: Exercise, chance: Chance) -> Exercise | None:
    return replace(exercise, about=(chance.below(len(STATEMENTS)),))


KINDS = {
    kind.name: kind
    for kind in (
        Kind("best-move", _("the best move"), PLAIN + WIDER, _ask_best_move, _best_move, OneNode(), _as_it_is),
        Kind("best-moves", _("all best moves"), ("minimax",), _ask_best_moves, _best_moves, Ticks(), _as_it_is),
        Kind(
            "values",
            _("the value of every node"),
            (*PLAIN, "transposition", *WIDER),
            _ask_values,
            _values,
            Values(),
            _as_it_is,
        ),
        Kind("depth-limited", _("the value to a depth"), ("minimax",), _ask_limited, _limited, Values(), _judge),
        Kind(
            "skipped-leaves",
            _("the leaves not examined"),
            ("alphabeta", "transposition", "star1"),
            _ask_skipped,
            _skipped,
            Skipped(),
            _as_it_is,
        ),
        Kind("leaf-order", _("the leaves in order"), ("alphabeta",), _ask_in_order, _in_order, InOrder(), _as_it_is),
        Kind("count", _("how many nodes"), ("alphabeta",), _ask_counts, _counts, Values(), _as_it_is),
        Kind(
            "window",
            _("alpha and beta at a node"),
            ("alphabeta",),
            _ask_window,
            _window,
            Values(),
            _choose_window,
            names=1,
        ),
        Kind(
            "cut-when",
            _("for which x a leaf is cut"),
            ("alphabeta",),
            _ask_when,
            _when,
            Values(),
            _choose_when,
            names=2,
        ),
        Kind("arrange", _("the order that cuts most"), ("alphabeta",), _ask_arrange, best_first, Arranged(), _distinct),
        Kind(
            "statement",
            _("true or false"),
            ("alphabeta",),
            _ask_statement,
            _statement,
            Proof(),
            _choose_statement,
            names=1,
        ),
    )
}
"""All of them by name."""


def kind(name: str) -> Kind:
    """The kind of this name; raises :class:`SpecError`."""
    try:
        return KINDS[canonical(name)]
    except KeyError:
        raise SpecError(
            _("There is no exercise “{name}”; the kinds are: {names}.", name=name, names=", ".join(KINDS))
        ) from None
