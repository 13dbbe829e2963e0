"""A search's record: its steps, and a tree that can be unfolded a node at a time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_trees import CONVENTIONS, minimax_by_definition, nested, root_of, trees
from refusals import refused
from samples import some

from plyground import game, search, setting
from plyground.core.position import MAX, MIN
from plyground.errors import SearchError
from plyground.searches import Convention
from plyground.trace import record as recording
from plyground.trace.record import record
from plyground.trace.run import Action, Node, Run
from plyground.trace.value_text import claim
from plyground.trees import Tree, random_tree

TICTACTOE = game("tictactoe")
AIMA_TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""Russell & Norvig, AIMA, 4th global ed., fig. 6.2."""
SEARCHES = [
    "minimax", "alphabeta", "static-cutoff", "transposition", "pvs", "iterative-deepening", "mtdf", "sss-star",
    "book-minimax", "book-alphabeta",
]  # fmt: skip


def flat(node: Node) -> tuple[Any, ...]:
    """Everything about a node but its children, its place and the move that led to it."""
    return node.depth, node.side, node.alpha, node.beta, node.kind, node.value, node.cut, node.best


@settings(max_examples=40)
@given(trees, st.sampled_from(CONVENTIONS), st.sampled_from(["alphabeta", "minimax", "static-cutoff"]))
def test_unfolding_a_node_gives_what_the_whole_record_holds(tree: Any, convention: Convention, name: str) -> None:
    """The search of one node, called again with its window, is the same search."""
    chosen = setting(convention=convention)
    run = record(root_of(tree), name, chosen)
    for node, position in some(zip(run.nodes, run.positions, strict=True)):
        if node.kind == "inner":
            alone = record(
                position,
                name,
                chosen,
                start_ply=node.depth,
                side=node.side,
                alpha=node.alpha,
                beta=node.beta,
                kept_plies=1,
            )
            assert flat(alone.root) == flat(node)
            children = [run.nodes[child] for child in node.children]
            assert [(child.move, flat(child)) for child in alone.nodes[1:]] == [
                (child.move, flat(child)) for child in children
            ]


@pytest.mark.parametrize("name", SEARCHES)
def test_the_counts_of_a_run_are_those_of_a_tally(name: str) -> None:
    start = TICTACTOE.notation.parse("xo..x....")
    for convention in CONVENTIONS if name == "alphabeta" else CONVENTIONS[:1]:
        chosen = setting(convention=convention, depth=5, scores="distance")
        counts = record(start, name, chosen).counts()
        result = search(start, name, chosen)
        found = (result.nodes, result.leaves, result.alpha_cutoffs, result.beta_cutoffs, result.table_hits)
        assert tuple(counts) == found


@pytest.mark.parametrize("name", ["expectiminimax", "star1", "star2"])
def test_counts_agree_with_the_search_in_trees_with_chance(name: str) -> None:
    dice = random_tree(3, 4, seed=2, levels="max,chance,min,chance")
    counts, result = record(dice.start, name, of=dice).counts(), search(dice.start, name)
    assert tuple(counts[:4]) == (result.nodes, result.leaves, result.alpha_cutoffs, result.beta_cutoffs)


@settings(max_examples=40)
@given(trees, st.sampled_from(CONVENTIONS))
def test_node_values_are_true_after_every_step(tree: Any, convention: Convention) -> None:
    """Also while it is still searched; the truth comes from the definition of minimax."""
    run = record(root_of(tree), "alphabeta", setting(convention=convention))
    for step, done in some(enumerate(run.steps)):
        position = run.positions[done.node]
        true = minimax_by_definition(nested(position), position.side())
        said = claim(run, done.node, step)
        if said:
            sign, value = said
            assert not isinstance(value, tuple)
            assert {"=": true == value, "≥": true >= value, "≤": true <= value, "…": True, "?": True}[sign]


def average(node: Any, level: int = 0) -> Fraction:
    """The value of a tree whose levels are MAX, chance, MIN, chance, ..., straight from the definition."""
    if isinstance(node, int):
        return Fraction(node)
    values = [average(child, level + 1) for child in node]
    return sum(values, Fraction()) / len(values) if level % 2 else (min if level % 4 else max)(values)


@settings(max_examples=40)
@given(trees, st.sampled_from(["expectiminimax", "star1", "star2"]))
def test_node_values_are_true_after_every_step_in_trees_with_chance(tree: Any, name: str) -> None:
    """Star2 comes to most nodes twice, and first only probes them."""
    played = Tree.of(tree, levels="max,chance,min,chance")
    run = record(played.start, name, of=played)
    for step, done in enumerate(run.steps):
        position = run.positions[done.node]
        inside = tree
        for move in played.path(position.node):
            inside = inside[move]
        true = average(inside, run.nodes[done.node].depth)
        said = claim(run, done.node, step)
        if said:
            sign, value = said
            assert not isinstance(value, tuple)
            assert {"=": true == value, "≥": true >= value, "≤": true <= value, "…": True, "?": True}[sign]
    assert run.root.value == average(tree)


@settings(max_examples=40)
@given(trees)
def test_the_state_of_a_node_is_what_replaying_the_steps_gives(tree: Any) -> None:
    run = record(root_of(tree), "alphabeta")
    last: dict[int, Any] = {}
    for number, step in some(enumerate(run.steps)):
        assert step.previous == (last[step.node][0] if step.node in last else None)
        last[step.node] = (number, step)
        for node in {0, step.node, number % len(run.nodes), len(run.nodes) - 1}:
            assert run.state(node, number) == (last[node][1] if node in last else None)


def test_a_cut_names_who_cut_and_after_what() -> None:
    run = record(root_of(AIMA_TREE))
    cuts = [step for step in run.steps if step.action == Action.CUT]
    assert [(run.path(step.node)[-1].move, step.by, step.value, step.alpha) for step in cuts] == [(1, 0, 2, 3)]
    (cut,) = cuts
    assert [run.nodes[child].kind for child in run.nodes[cut.node].children] == ["over", "cut", "cut"]
    assert run.nodes[cut.node].cut == "alpha"
    assert run.nodes[cut.node].side == MIN


def test_a_deep_cut_is_blamed_on_the_node_far_above() -> None:
    """MAX has 5 at the root; two levels below MIN, MIN may have 4: a cut that the parent's window alone does not give."""
    run = record(root_of([5, [[[4, 9], 9], 8]]))
    (cut,) = (step for step in run.steps if step.action == Action.CUT and run.nodes[step.node].depth == 3)
    assert (cut.by, cut.value, cut.alpha) == (0, 4, 5)


@pytest.mark.proof
def test_the_whole_tree_of_tic_tac_toe() -> None:
    """Its record has as many nodes as published, and a cut child for each move never made."""
    run = record(TICTACTOE.start, "alphabeta")
    assert sum(node.kind != "cut" for node in run.nodes) == 18297 == run.counts().nodes
    for node in run.nodes:
        if node.kind == "inner":
            assert len(node.children) == 9 - node.depth
            assert (node.cut is not None) == any(run.nodes[child].kind == "cut" for child in node.children)


def test_below_the_levels_asked_for_nothing_is_kept() -> None:
    assert len(record(TICTACTOE.start, "minimax", depth=4, kept_plies=2).nodes) == 1 + 9 + 72


def test_unsupported_games_are_refused() -> None:
    dice = Tree.of([[3, 1], [2, 5]], levels="max,chance")
    with refused(SearchError, "{name} does not support chance, which this game has."):
        record(dice.start, "alphabeta", of=dice)


def test_a_run_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MAX_STEPS", 1000)
    with refused(SearchError, "A run of more than {count} step is not recorded: give a depth, or a smaller tree."):
        record(TICTACTOE.start)


def test_a_search_with_a_table_has_leaves_that_are_known() -> None:
    """A table's value for a leaf is the one that a separate search finds, or a bound on it."""
    start = TICTACTOE.notation.parse("x...o....")
    run = record(start, "transposition", setting(scores="distance"))
    known = [node for node in run.nodes if node.kind == "known"]
    assert len(known) == search(start, "transposition", setting(scores="distance")).table_hits > 0
    assert all(not node.children and node.value is not None for node in known)
    assert run.root.value == record(start, "alphabeta", setting(scores="distance"), kept_plies=1).root.value


def test_a_move_asked_twice_is_shown_twice() -> None:
    """Principal variation search asks first whether a move is better, and then how much."""
    run = record(TICTACTOE.notation.parse("x........"), "pvs", setting(scores="distance"), kept_plies=2)
    moves = [run.nodes[child].move for child in run.root.children if run.nodes[child].kind != "cut"]
    assert None not in moves
    assert any(moves.count(move) == 2 for move in moves)


def test_the_best_line_leads_to_a_leaf_of_the_value() -> None:
    run = record(root_of(AIMA_TREE))
    nodes = [run.nodes[node] for node in run.line()]
    assert [node.move for node in nodes] == [None, 0, 0]
    assert nodes[-1].value == run.root.value == 3
    assert list(run.line(0)) == [0]  # nothing is known yet


def stacks(run: Run) -> list[list[tuple[int, str, str]]]:
    """The functions at work at each step: the depth of the node, the function, and the text of the line."""
    texts = {listing.function: (listing.first, listing.text.splitlines()) for listing in run.listings}
    return [
        [
            (
                run.nodes[node].depth,
                frame.function,
                texts[frame.function][1][frame.line - texts[frame.function][0]].strip(),
            )
            for node, frame in run.stack(step)
        ]
        for step in range(len(run.steps))
    ]


def test_each_step_tells_the_line_of_the_text_that_it_comes_from() -> None:
    run = record(root_of(AIMA_TREE), source=True)
    assert stacks(run)[0] == [(0, "alphabeta", "trace.enter(position, depth, side, alpha, beta)")]
    for step, stack in zip(run.steps, stacks(run), strict=True):
        call = "return leaf_value(" if step.action == Action.LEAF else f"trace.{step.action}("
        assert stack[-1][2].startswith(call)
        assert [depth for depth, _function, _line in stack] == list(range(len(stack)))
        assert all("alphabeta(child" in line for _depth, _function, line in stack[:-1])
    last = dict(run.steps[-1].frame.variables) if run.steps[-1].frame else {}
    assert (last["value"], last["depth"], last["side"]) == (3, 0, MAX)
    assert "position" not in last


def test_the_book_s_pair_of_functions_is_told_apart() -> None:
    run = record(root_of(AIMA_TREE), "book-alphabeta", source=True)
    assert {listing.function for listing in run.listings} == {
        "alpha_beta_search", "max_value_alphabeta", "min_value_alphabeta",
    }  # fmt: skip
    assert [function for _depth, function, _line in stacks(run)[2]] == [
        "alpha_beta_search", "max_value_alphabeta", "min_value_alphabeta", "max_value_alphabeta",
    ]  # fmt: skip
