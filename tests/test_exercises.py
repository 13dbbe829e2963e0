"""Exercises: made from a seed, solved by runs, marked with partial credit and the name of the misconception."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import minimax_by_definition, trees

from plyground.errors import ExerciseError, FileError, SpecError
from plyground.lessons.exercise import Exercise, rightly
from plyground.lessons.gallery import TITLES, example, gallery
from plyground.lessons.kinds import KINDS
from plyground.lessons.making import Wishes, new_exercise, seed_of, usual
from plyground.lessons.marking import mark
from plyground.lessons.misconceptions import MISCONCEPTIONS
from plyground.lessons.papers import exercise_of, load, record
from plyground.lessons.statements import STATEMENTS
from plyground.lessons.values import read_value, same
from plyground.search import PRESETS
from plyground.search.scores import INFINITY
from plyground.trees import Tree

PUBLISHED = json.loads((Path(__file__).parent / "data/trees.json").read_text())
ASKED = [(kind.name, algorithm) for kind in KINDS.values() for algorithm in kind.algorithms]


def asked(tree: Any, kind: str, convention: str = "aima", root: str | None = None, **about: Any) -> Exercise:
    return exercise_of(Tree.of(tree, root=root), {"kind": kind, "convention": convention} | about)


def names(exercise: Exercise, answer: Any) -> list[str]:
    return [found.name for found in mark(exercise, answer).misconceptions]


class TestMaking:
    def test_seeds_never_change(self) -> None:
        """As ``printf '["skipped-leaves","Ana",1,0]' | b2sum -l 64`` says."""
        assert seed_of("skipped-leaves", "Ana", 1, 0) == 0x07101A11D1CEFACD

    @pytest.mark.parametrize(("kind", "algorithm"), ASKED)
    def test_every_kind(self, kind: str, algorithm: str) -> None:
        made = new_exercise(kind, student="Zoë", number=3, seed=7, algorithm=algorithm)
        assert record(made) == record(new_exercise(kind, student="Zoë", number=3, seed=7, algorithm=algorithm))
        others = [new_exercise(kind, student="Zoë", number=number, seed=7, algorithm=algorithm) for number in (4, 5)]
        assert any(record(other) != record(made) for other in others)
        paper = record(made, solved=True)
        full = mark(made, paper["answer"])
        assert (full.credit, full.misconceptions) == (1, ())
        empty = mark(made, record(made)["answer"])
        assert empty.credit == 0
        assert not empty.misconceptions or kind == "skipped-leaves"  # no ticks say that nothing is skipped
        again = exercise_of(Tree.of(paper["tree"]), paper)
        assert record(again, solved=True) == paper
        assert str(made.question)

    def test_wishes_are_fulfilled(self) -> None:
        deep = new_exercise(wishes=Wishes(branching=2, depth=4, deep=True, cuts=2, irregular=False))
        assert deep.under(MISCONCEPTIONS["no-deep-cutoffs"].change) != deep.solution()
        tied = new_exercise("best-moves", number=2)
        assert sum(tied.solution().values()) >= 2

    def test_impossible_wishes_are_refused(self) -> None:
        with pytest.raises(ExerciseError, match="No tree was found"):
            new_exercise(wishes=Wishes(branching=2, depth=1, cuts=3))
        with pytest.raises(ExerciseError, match="is not asked of"):
            new_exercise("arrange", algorithm="minimax")
        with pytest.raises(SpecError, match="no exercise"):
            new_exercise("nonsense")
        with pytest.raises(SpecError, match="no misconception"):
            new_exercise(wishes=Wishes(shows="nonsense"))


class TestSolutions:
    @pytest.mark.parametrize("entry", [entry for entry in PUBLISHED if entry["kinds"] is None], ids=lambda e: e["id"])
    def test_published_examples(self, entry: dict[str, Any]) -> None:
        """Against the columns of an independent program."""
        for preset, column in (("aima", "computed_cut_on_equality"), ("cs188", "computed_strict")):
            exercise = asked(entry["tree"], "skipped-leaves", preset, entry["root"])
            skipped = [number for number, skip in enumerate(exercise.solution().values()) if skip]
            assert skipped == entry[column]["pruned_leaf_idx"]
            counted = asked(entry["tree"], "count", preset, entry["root"]).solution()
            assert counted["nodes"] == entry[column]["nodes_visited"]
        shallow = exercise.under(MISCONCEPTIONS["no-deep-cutoffs"].change)
        without = [number for number, skip in enumerate(shallow.values()) if skip]
        assert without == entry["computed_strict"]["pruned_leaf_idx_without_deep_cutoffs"]

    @settings(max_examples=30)
    @given(trees.filter(lambda tree: isinstance(tree, list)))
    def test_values_are_minimax(self, tree: list[Any]) -> None:
        assert asked(tree, "values", algorithm="minimax").solution()["A"] == minimax_by_definition(tree)

    @settings(max_examples=20)
    @given(st.data())
    def test_when_a_leaf_is_cut(self, data: st.DataObject) -> None:
        """Against every whole number around."""
        tree = Tree.of(
            data.draw(st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=3), min_size=2, max_size=3))
        )
        variable, cut = sorted(data.draw(st.sets(st.integers(0, len(tree.leaves) - 1), min_size=2, max_size=2)))
        about = [tree.name(tree.leaves[variable]), tree.name(tree.leaves[cut])]
        preset = data.draw(st.sampled_from(["aima", "cs188"]))
        exercise = exercise_of(tree, {"kind": "cut-when", "convention": preset, "about": about})
        found = exercise.solution()
        for x in range(-8, 9):
            answer = asked(_with(tree, variable, x), "skipped-leaves", preset).solution()
            inside = found["from"] is not None and found["from"] <= x <= found["to"]
            assert answer[about[1]] == inside

    def test_the_best_order_reaches_the_least_number_of_leaves(self) -> None:
        """Knuth & Moore (1975): b^⌈d/2⌉ + b^⌊d/2⌋ − 1."""
        for branching, depth in ((2, 3), (3, 2), (2, 4)):
            made = new_exercise(
                "arrange", wishes=Wishes(branching=branching, depth=depth, cuts=0, most=99, irregular=False)
            )
            remark = mark(made, record(made, solved=True)["answer"]).remarks[0]
            least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
            assert str(remark).endswith(f"in the best, {least}.")

    @pytest.mark.parametrize("number", range(len(STATEMENTS)))
    def test_statements(self, number: int) -> None:
        """An example shows what it is to show; what is claimed of every tree was never found otherwise."""
        statement = STATEMENTS[number]
        if statement.shows is not None:
            assert statement.shows(Tree.parse(statement.example), rightly)
            assert not statement.shows(Tree.parse("[1, 2]"), rightly)

    @settings(max_examples=30)
    @given(trees.filter(lambda tree: isinstance(tree, list)), st.sampled_from(list(PRESETS)))
    def test_what_is_claimed_of_every_tree(self, tree: list[Any], preset: str) -> None:
        values = [asked(tree, "best-move", preset, algorithm=name).solution() for name in ("minimax", "alphabeta")]
        assert values[0] == values[1]
        order = asked(tree, "leaf-order", preset).solution()
        assert order["1"] == Tree.of(tree).name(Tree.of(tree).leaves[0])
        level = asked(_level(tree), "skipped-leaves", "cs188").solution()
        assert not any(level.values())


def _with(tree: Tree, leaf: int, value: int) -> Any:
    nested = json.loads(tree.json())
    path = tree.path(tree.leaves[leaf])
    nested[path[0]][path[1]] = value
    return nested


def _level(tree: Any) -> Any:
    return [_level(child) for child in tree] if isinstance(tree, list) else 1


SHOWN = {
    "other-cut-rule": ("skipped-leaves", "alphabeta"),
    "no-deep-cutoffs": ("skipped-leaves", "alphabeta"),
    "nothing-cut": ("leaf-order", "alphabeta"),
    "other-fail": ("values", "alphabeta"),
    "other-order": ("leaf-order", "alphabeta"),
    "wrong-root": ("values", "minimax"),
    "one-side": ("values", "minimax"),
    "leaf-sign": ("values", "minimax"),
    "depth-one-more": ("depth-limited", "minimax"),
    "depth-one-less": ("depth-limited", "minimax"),
    "table-bound-exact": ("values", "transposition"),
    "bound-for-tie": ("best-moves", "minimax"),
    "zero-for-none": ("values", "minimax"),
    "uniform-chance": ("values", "expectiminimax"),
    "chance-cut": ("skipped-leaves", "star1"),
    "max-n-as-paranoid": ("values", "max-n"),
}


class TestMisconceptions:
    def test_every_one_has_a_test(self) -> None:
        assert set(SHOWN) == set(MISCONCEPTIONS)

    @pytest.mark.parametrize("name", SHOWN)
    def test_each_is_named(self, name: str) -> None:
        """Whoever works as it says gives an answer that is wrong, and hears what it is."""
        kind, algorithm = SHOWN[name]
        made = new_exercise(kind, algorithm=algorithm, wishes=usual(kind, algorithm, name), student=name)
        answer = made.kind.shape.written(made.under(MISCONCEPTIONS[name].change))
        marked = mark(made, answer)
        assert marked.credit < 1
        assert name in [found.name for found in marked.misconceptions if found.exactly]

    # Worked out by hand

    def test_other_cut_rule(self) -> None:
        tied = asked([[10], [10, 0]], "skipped-leaves", "cs188")
        marked = mark(tied, ["C2"])
        assert marked.credit == 0
        assert [str(remark) for remark in marked.remarks] == ["Pruned too much: C2 is examined."]
        assert str(marked.misconceptions[0].sentence).startswith("Right under ≥, but this exercise uses >")
        assert names(asked([[10], [10, 0]], "skipped-leaves"), [])[0] == "other-cut-rule"

    def test_no_deep_cutoffs(self) -> None:
        """In the laboratory's tree L is cut by the bound of A alone; who looks at the parent only examines it."""
        deep = example("lab-deep-cutoff").exercises[0]
        assert deep.solution() == {"B": False, "K": False, "L": True, "J": False, "G": True, "H": True}
        assert names(deep, ["G", "H"]) == ["no-deep-cutoffs"]

    def test_other_fail(self) -> None:
        tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
        soft = asked(tree, "values", algorithm="alphabeta")
        assert soft.solution() == {"A": 3, "B": 3, "C": 2, "D": 2}
        assert names(soft, {"A": 3, "B": 3, "C": 3, "D": 3}) == ["other-fail"]
        assert names(asked(tree, "values", "wikipedia", algorithm="alphabeta"), {"C": 2, "D": 2})[0] == "other-fail"

    def test_wrong_player_at_the_root_and_levels(self) -> None:
        tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
        values = asked(tree, "values", algorithm="minimax")
        assert names(values, {"A": 6, "B": 12, "C": 6, "D": 14}) == ["wrong-root"]
        assert names(values, {"A": 14, "B": 12, "C": 6, "D": 14}) == ["one-side"]

    def test_leaf_sign(self) -> None:
        values = asked([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], "values", algorithm="minimax")
        assert values.solution()["A"] == 6
        assert values.solution() == {"A": 6, "B": 2, "C": 6, "D": 2, "E": 4, "F": 6, "G": 8}
        assert names(values, {"A": -3, "B": -3, "C": -7, "D": -1, "E": -3, "F": -5, "G": -7})[0] == "leaf-sign"

    def test_bound_for_tie(self) -> None:
        """The second move is worth 0; alpha-beta returns 10 for it, a bound."""
        ties = asked([[10, 10], [10, 0]], "best-moves")
        assert ties.solution() == {"B": True, "C": False}
        assert names(ties, ["B", "C"])[0] == "bound-for-tie"

    def test_zero_for_none(self) -> None:
        """MAX at B has 0, takes it for nothing, and overwrites it with −3."""
        values = asked([[[0, -3], 5]], "values", algorithm="minimax")
        assert values.solution() == {"A": 0, "B": 0, "C": 0}
        assert names(values, {"A": -3, "B": -3, "C": -3}) == ["zero-for-none"]

    def test_uniform_chance(self) -> None:
        """10 with 1/4 is less than 6 and 2 alternating, but for who takes it for the half of the time."""
        tree = example("biased-dice").tree
        values = exercise_of(tree, {"kind": "values", "algorithm": "expectiminimax"})
        assert values.solution() == {"A": 4, "B": Fraction(5, 2), "C": 4}
        assert names(values, {"A": 5, "B": 5, "C": 4}) == ["uniform-chance"]
        move = exercise_of(tree, {"kind": "best-move", "algorithm": "expectiminimax"})
        assert names(move, "B")[0] == "uniform-chance"

    def test_paranoid(self) -> None:
        """In the textbook's tree the third player takes (1, 2, 6) for itself; a foe of the first would, too, but not (5, 4, 5)."""
        tree = example("aima-three-players").tree
        values = exercise_of(tree, {"kind": "values", "algorithm": "max-n"})
        assert values.solution() == {
            "A": (1, 2, 6), "B": (1, 2, 6), "C": (1, 5, 2),
            "D": (1, 2, 6), "E": (6, 1, 2), "F": (1, 5, 2), "G": (5, 4, 5),
        }  # fmt: skip
        assert exercise_of(tree, {"kind": "best-move", "algorithm": "max-n"}).solution() == {"move": "B"}

    def test_what_only_explains_the_mistakes_is_named_less_surely(self) -> None:
        values = asked([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "values", algorithm="minimax")
        found = mark(values, {"A": 3, "B": 12}).misconceptions
        assert [(one.name, one.exactly) for one in found] == [("wrong-root", False), ("one-side", False)]

    def test_no_name_for_a_slip(self) -> None:
        values = asked([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "values", algorithm="minimax")
        assert names(values, {"A": 77, "B": 3, "C": 2, "D": 2}) == []


class TestMarking:
    def test_partial_credit(self) -> None:
        tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
        assert mark(asked(tree, "values", algorithm="minimax"), {"B": 3, "C": 2}).credit == Fraction(1, 2)
        assert mark(asked(tree, "skipped-leaves"), ["C2"]).credit == Fraction(1, 2)
        both = mark(asked(tree, "skipped-leaves"), ["C2", "D3"])
        assert both.credit == 0
        assert [str(remark) for remark in both.remarks] == [
            "Pruned too much: D3 is examined.",
            "Pruned too little: C3 is not examined.",
        ]
        order = asked(tree, "leaf-order")
        assert mark(order, "B1 B2 B3 C1 D1 D2 D3").credit == 1
        assert mark(order, "B1, B2, B3, C1, C2, D1, D2, D3").credit == Fraction(7, 8)

    def test_a_proof_needs_its_example(self) -> None:
        statement = asked([1, 2], "statement", about=[2])
        assert mark(statement, "false").credit == Fraction(1, 2)
        assert mark(statement, {"true": "no", "example": [[3, 12], [2, 8]]}).credit == 1
        assert mark(statement, {"true": False, "example": [1, 2]}).credit == Fraction(1, 2)

    @pytest.mark.parametrize(
        ("number", "wrong", "name"),
        [(1, True, "bound-for-tie"), (2, True, "nothing-cut"), (3, False, "other-cut-rule"), (4, False, "other-cut-rule"),
         (5, False, "other-order"), (6, True, "no-deep-cutoffs")],
    )  # fmt: skip
    def test_a_wrong_belief_is_named_where_a_wrong_way_leads_to_it(self, number: int, wrong: bool, name: str) -> None:
        statement = asked([1, 2], "statement", about=[number])
        for answer in (wrong, {"true": wrong, "example": "[[7, 8], [2, 3]]"} if STATEMENTS[number].example else wrong):
            assert name in [named.name for named in mark(statement, answer).misconceptions]
        assert mark(statement, not wrong).misconceptions == ()

        assert mark(asked([1, 2], "statement", about=[7]), False).misconceptions == ()

    @settings(max_examples=30)
    @given(trees.filter(lambda tree: isinstance(tree, list)))
    def test_to_whom_the_opposite_is_true_no_tree_shows_otherwise(self, nested: list[Any]) -> None:
        for statement in STATEMENTS:
            if statement.belief and statement.shows is not None:
                assert not statement.shows(Tree.of(nested), MISCONCEPTIONS[statement.belief].change)

    def test_to_whom_the_opposite_is_true_there_is_a_tree_against_what_is_claimed_of_every_tree(self) -> None:
        equal = asked([[3, 3], [3, 3]], "skipped-leaves", "cs188")
        assert any(equal.under(MISCONCEPTIONS["other-cut-rule"].change).values())
        from_the_right = asked([[5, 0], [3, 4]], "skipped-leaves").under(MISCONCEPTIONS["other-order"].change)
        assert from_the_right["B1"]

    @pytest.mark.parametrize(
        ("order", "name"),
        [
            ({"A": ["D", "C", "B"], "B": ["B2", "B3", "B1"], "C": ["C3", "C2", "C1"], "D": ["D1", "D2", "D3"]}, "other-order"),
            ({"A": ["D", "B", "C"], "B": ["B2", "B3", "B1"], "C": ["C3", "C2", "C1"], "D": ["D1", "D2", "D3"]}, "one-side"),
            ({"A": ["C", "B", "D"], "B": ["B2", "B3", "B1"], "C": ["C3", "C2", "C1"], "D": ["D1", "D2", "D3"]}, "wrong-root"),
        ],
    )  # fmt: skip
    def test_an_order_that_is_the_best_of_another_way_tells_which(self, order: dict[str, list[str]], name: str) -> None:
        arrange = asked([[3, 12, 8], [2, 4, 6], [14, 5, 1]], "arrange")
        assert mark(arrange, order).misconceptions[0].name == name

    def test_an_order_is_worth_what_it_cuts(self) -> None:
        arrange = asked([[3, 12, 8], [2, 4, 6], [14, 5, 1]], "arrange")
        assert arrange.solution() == {"A": ("B", "C", "D"), "B": ("B1", "B3", "B2"), "C": ("C1", "C2", "C3"), "D": ("D3", "D2", "D1")}  # fmt: skip
        assert mark(arrange, {"D": ["D3", "D1", "D2"]}).credit == 1
        assert mark(arrange, {"D": ["D1", "D3", "D2"]}).credit == Fraction(3, 4)

    @pytest.mark.parametrize(
        ("written", "value"),
        [("−3", -3), ("-inf", -INFINITY), ("+∞", INFINITY), ("1/3", Fraction(1, 3)), ("7.5", Fraction(15, 2)), (" ", None),
         ("–", None), ("(1, 2, 6)", (1, 2, 6)), ([1, "2"], (1, 2)), (None, None)],
    )  # fmt: skip
    def test_values_as_people_write_them(self, written: Any, value: Any) -> None:
        assert read_value(written) == value

    def test_rounding(self) -> None:
        assert same(Fraction("7.67"), Fraction(23, 3))
        assert not same(Fraction("7.66"), Fraction(23, 3))
        assert not same(Fraction("7.7"), Fraction(23, 3))

    @pytest.mark.parametrize(
        ("kind", "answer", "sentence"),
        [
            ("values", {"A": "much"}, "A number should stand where 'much' does"),
            ("values", {"Q": 1}, "Nothing is asked of Q; the items are: A, B, C"),
            ("values", [1], "An answer here is an object with the items"),
            ("values", {"A": [[[]]]}, "A number should stand where"),
            ("best-move", "Z", "There is no node Z"),
            ("skipped-leaves", ["B"], "B is not one of: B1"),
            ("arrange", {"A": ["B"]}, "A has the children B, C, each once"),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, kind: str, answer: Any, sentence: str) -> None:
        with pytest.raises(ExerciseError, match=sentence):
            mark(asked([[3, 12], [2, 4]], kind), answer)


class TestPapers:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("[1, 2]", "an exercise is an object with the keys"),
            ('{"kind": "values", "tree": [1, [], 2]}', "at \\[1\\], a node has at least one child"),
            ('{"kind": "window", "tree": [1, 2]}', "names so many things here: 1"),
            ('{"kind": "window", "tree": [1, 2], "about": ["X"]}', "There is no node X"),
            ('{"kind": "depth-limited", "tree": [1, 2]}', "has a depth and a tree with static values"),
            ('{"kind": "statement", "tree": [1, 2], "about": [99]}', "numbers from 0 to"),
            ('{"kind": "values", "tree": [1, 2], "convention": {"x": 1}}', "A convention is a name"),
            ('{"kind": "values", "tree": {"tree": [1, 2], "levels": ["chance"]}}', "knows no chance"),
        ],
    )
    def test_what_is_no_exercise_is_refused(self, tmp_path: Path, text: str, sentence: str) -> None:
        path = tmp_path / "exercise.json"
        path.write_text(text)
        with pytest.raises(FileError, match=sentence):
            load(str(path))


class TestGallery:
    def test_every_example_has_its_source_and_title(self) -> None:
        assert set(gallery()) == set(TITLES)
        assert {entry["id"] for entry in PUBLISHED} < set(gallery())
        assert all(entry.source for entry in gallery().values())
        with pytest.raises(SpecError, match="no example"):
            example("nonsense")

    def test_every_exercise_can_be_solved(self) -> None:
        count = 0
        for entry in gallery().values():
            for exercise in entry.exercises:
                assert mark(exercise, record(exercise, solved=True)["answer"]).credit == 1
                count += 1
        assert count > 30

    def test_the_worked_trees_of_the_laboratory(self) -> None:
        assert example("lab-two-plies").exercises[0].solution() == {"A": -2, "B": -6, "C": -2, "D": -9}
        assert example("lab-shallow-cutoff").exercises[0].solution()["G"]
        assert example("caraciolo-cutoff").exercises[0].solution()["B2"]
