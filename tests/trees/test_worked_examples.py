"""The searches give what textbooks and courses print for their examples (tests/data/trees.json)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from paths import DATA
from random_trees import leaf_numbers, root_of

from plyground.core.position import MAX, MIN
from plyground.searches import PRESETS, Convention, search, setting
from plyground.trace.record import record
from plyground.trace.run import Node, Run
from plyground.trees import Tree

EXAMPLES = json.loads((DATA / "trees.json").read_text())
TWO_PLAYERS = [example for example in EXAMPLES if example["kinds"] is None]
CHANCE = [example for example in EXAMPLES if example["kinds"] is not None]
RULES = {"computed_cut_on_equality": False, "computed_strict": True}


def run(example: dict[str, Any], convention: Convention, name: str = "alphabeta") -> Run:
    side = MAX if example["root"] == "max" else MIN
    position = root_of(example["tree"], side)
    return record(position, name, setting(convention=convention), side=side)


def visited(made: Run) -> dict[tuple[Any, ...], Node]:
    return {made.moves(node.number): node for node in made.nodes if node.kind != "cut"}


def test_examples_have_two_players_or_chance() -> None:
    assert (len(TWO_PLAYERS), len(CHANCE)) == (14, 4)
    assert {example["root"] for example in TWO_PLAYERS} == {"max", "min"}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("example", TWO_PLAYERS, ids=lambda example: example["id"])
class TestComputed:
    def test_value_move_and_visits(self, example: dict[str, Any], rule: str) -> None:
        made = run(example, Convention(strict=RULES[rule]))
        expected = example[rule]
        assert (made.root.value, made.root.best) == (expected["value"], expected["move"])
        nodes = visited(made)
        assert len(nodes) == expected["nodes_visited"]
        leaves = leaf_numbers(example["tree"])
        assert [n for n, leaf in enumerate(leaves) if leaf in nodes] == expected["visited_leaf_idx"]
        assert [n for n, leaf in enumerate(leaves) if leaf not in nodes] == expected["pruned_leaf_idx"]

    def test_leaves_pruned_without_deep_cutoffs(self, example: dict[str, Any], rule: str) -> None:
        nodes = visited(run(example, Convention(strict=RULES[rule], shallow=True)))
        pruned = [n for n, leaf in enumerate(leaf_numbers(example["tree"])) if leaf not in nodes]
        assert pruned == example[rule]["pruned_leaf_idx_without_deep_cutoffs"]

    @pytest.mark.parametrize("fail_hard", [False, True])
    def test_values_of_the_root_children(self, example: dict[str, Any], rule: str, fail_hard: bool) -> None:
        made = run(example, Convention(strict=RULES[rule], fail_hard=fail_hard))
        expected = example[rule]["root_child_values_failhard" if fail_hard else "root_child_values_failsoft"]
        assert [child.value for child in made.children(0)] == expected

    def test_cut_events_agree_with_an_independent_program(self, example: dict[str, Any], rule: str) -> None:
        """With the cuts after a last child counted as events, as the independent program did."""
        made = run(example, Convention(strict=RULES[rule], last_child=True))
        events = [
            {
                "path": list(path),
                "player": "MAX" if node.side == MAX else "MIN",
                "kind": node.cut,
                "skipped": sum(child.kind == "cut" for child in made.children(node.number)),
                "after": sum(child.kind != "cut" for child in made.children(node.number)) - 1,
            }
            for path, node in visited(made).items()
            if node.cut
        ]
        keys = ("path", "player", "kind", "skipped", "after")
        expected = [{key: event[key] for key in keys} for event in example[rule]["cut_events"]]
        assert sorted(events, key=lambda event: event["path"]) == sorted(expected, key=lambda event: event["path"])

    def test_minimax_visits_everything(self, example: dict[str, Any], rule: str) -> None:
        made = run(example, Convention(), "minimax")
        assert made.root.value == example[rule]["value"]
        assert len(visited(made)) == example["computed_minimax_nodes"]


@pytest.mark.parametrize("name", ["expectiminimax", "star1", "star2"])
@pytest.mark.parametrize("example", CHANCE, ids=lambda example: example["id"])
def test_searches_with_chance_find_the_published_move(example: dict[str, Any], name: str) -> None:
    levels = [kind.replace("exp", "chance") for kind in example["kinds"]]
    result = search(Tree.of(example["tree"], root=example["root"], levels=levels).start, name, every_move=True)
    assert result.move == example["published"]["move"]
    assert result.value == pytest.approx(example["computed_expectimax"]["value"])
    values = [root.value for root in result.moves]
    assert values == pytest.approx(example["computed_expectimax"]["root_child_values"])


@pytest.mark.parametrize("example", TWO_PLAYERS, ids=lambda example: example["id"])
def test_searches_find_the_published_numbers(example: dict[str, Any]) -> None:
    """The numbers that the source prints, under the convention of its course."""
    published = example["published"]
    convention = PRESETS["cs188" if published.get("convention") == "strict" else "cosc367" if "events" in published else "aima"]  # fmt: skip
    made = run(example, convention)
    if "value" in published:
        assert made.root.value == published["value"]
    if "move" in published:
        assert made.root.best == published["move"]
    if "backed_up" in published:
        assert [child.value for child in made.children(0)] == published["backed_up"]
    nodes = visited(made)
    values = {path: leaf_value(example["tree"], path) for path in leaf_numbers(example["tree"])}
    unseen = [value for path, value in values.items() if path not in nodes]
    for key in ("pruned_values", "not_expanded"):
        if key in published:
            assert unseen == published[key]
    if "visited_values" in published:
        assert [value for path, value in values.items() if path in nodes] == published["visited_values"]
    if "pruned_tree" in published:
        assert pruned(made) == published["pruned_tree"]
    if "events" in published:
        assert [list(event) for event in cosc367_events(made)] == published["events"]


def leaf_value(tree: Any, path: tuple[int, ...]) -> int:
    for number in path:
        tree = tree[number]
    return int(tree)


def pruned(made: Run, number: int = 0) -> Any:
    """The tree without what was never visited."""
    node = made.nodes[number]
    if node.kind == "over":
        return node.value
    return [pruned(made, child) for child in node.children if made.nodes[child].kind != "cut"]


def cosc367_events(made: Run) -> list[tuple[Any, Any]]:
    """The course prints alpha and beta at each cut: the window with the cutting value in it."""
    return [
        (node.alpha, node.value) if node.side == MIN else (node.value, node.beta)
        for _path, node in sorted(visited(made).items())
        if node.cut and node.value is not None
    ]
