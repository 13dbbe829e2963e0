"""Exercises: made from a seed, solved by runs, marked with partial credit and the name of the misconception."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA
from random_trees import minimax_by_definition, trees
from refusals import refused
from samples import sample, some

from plyground.errors import ExerciseError, FileError, SpecError
from plyground.i18n import use
from plyground.searches import PRESETS
from plyground.searches.conventions import Convention
from plyground.searches.scores import INFINITY
from plyground.teaching.exercises.cut_reasons import reasons
from plyground.teaching.exercises.exercise import Exercise, named
from plyground.teaching.exercises.form_fields import answer, fields, filled_in, signs
from plyground.teaching.exercises.generator import TreeRequirements, new_exercise, seed_of, usual
from plyground.teaching.exercises.json_format import exercise_of, load, record
from plyground.teaching.exercises.kinds import KINDS
from plyground.teaching.exercises.marking import mark
from plyground.teaching.exercises.marking_report import solution_line
from plyground.teaching.exercises.misconceptions import MISCONCEPTIONS
from plyground.teaching.exercises.statements import CLAIMS, STATEMENTS, Statement
from plyground.teaching.exercises.written_values import read_value, same
from plyground.teaching.gallery import TITLES, example, gallery
from plyground.trees import Tree

PUBLISHED = json.loads((DATA / "trees.json").read_text())
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
    def test_every_kind_is_made_the_same_from_its_seed(self, kind: str, algorithm: str) -> None:
        made = new_exercise(kind, student="Zoë", number=3, seed=7, algorithm=algorithm)
        assert record(made) == record(new_exercise(kind, student="Zoë", number=3, seed=7, algorithm=algorithm))
        others = [new_exercise(kind, student="Zoë", number=number, seed=7, algorithm=algorithm) for number in (4, 5)]
        assert any(record(other) != record(made) for other in others)
        paper = record(made, solved=True)
        full = mark(made, paper["answer"])
        assert full.credit == 1 and not full.misconceptions
        empty = mark(made, record(made)["answer"])
        assert empty.credit == 0
        assert not empty.misconceptions or kind == "skipped-leaves"  # an empty list says that nothing is skipped
        again = exercise_of(Tree.of(paper["tree"]), paper)
        assert record(again, solved=True) == paper
        assert str(made.question)

    def test_generated_trees_fulfil_their_requirements(self) -> None:
        deep = new_exercise(wishes=TreeRequirements(branching=2, depth=4, deep=True, cuts=2, irregular=False))
        assert deep.under(MISCONCEPTIONS["no-deep-cutoffs"].change) != deep.solution()
        tied = new_exercise("best-moves", number=2)
        assert sum(tied.solution().values()) >= 2

    def test_impossible_wishes_are_refused(self) -> None:
        with pytest.raises(ExerciseError, match="No tree with these properties was found"):
            new_exercise(wishes=TreeRequirements(branching=2, depth=1, cuts=3))
        with pytest.raises(ExerciseError, match="is not asked of"):
            new_exercise("arrange", algorithm="minimax")
        with pytest.raises(SpecError, match="no exercise"):
            new_exercise("nonsense")
        with pytest.raises(SpecError, match="no misconception"):
            new_exercise(wishes=TreeRequirements(shows="nonsense"))


class TestSolutions:
    @pytest.mark.parametrize("entry", [entry for entry in PUBLISHED if entry["kinds"] is None], ids=lambda e: e["id"])
    def test_solutions_agree_with_an_independent_program(self, entry: dict[str, Any]) -> None:
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
                "arrange", wishes=TreeRequirements(branching=branching, depth=depth, cuts=0, most=99, irregular=False)
            )
            remark = mark(made, record(made, solved=True)["answer"]).remarks[0]
            least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
            assert str(remark).endswith(f"in the best, {least}.")

    @settings(max_examples=30)
    @given(trees.filter(lambda tree: isinstance(tree, list)), st.sampled_from(list(PRESETS)))
    def test_minimax_and_alphabeta_have_the_same_best_move(self, tree: list[Any], preset: str) -> None:
        values = [asked(tree, "best-move", preset, algorithm=name).solution() for name in ("minimax", "alphabeta")]
        assert values[0] == values[1]


class TestStatements:
    @pytest.mark.proof
    @settings(max_examples=60)
    @given(
        st.lists(trees, min_size=1, max_size=3),
        st.sampled_from(list(PRESETS.values())),
        st.sampled_from(["max", "min"]),
    )
    def test_claims_hold_in_every_tree_or_in_none(self, nested: list[Any], convention: Convention, root: str) -> None:
        for tree in (
            Tree.of(nested, root=root),
            Tree.of(_level(nested), root=root),
            Tree.of(_distinct(nested), root=root),
        ):
            for claim in CLAIMS:
                if claim.truth(convention) != "sometimes" and claim.domain.contains(tree):
                    assert claim.check(tree, convention) == (claim.truth(convention) == "always"), claim.name

    @pytest.mark.parametrize("preset", sample(PRESETS, every=3))
    def test_an_example_is_stored_exactly_if_one_decides(self, preset: str) -> None:
        convention = PRESETS[preset]
        for statement in STATEMENTS:
            example = statement.example(convention)
            assert bool(example) == (statement.is_true(convention) != statement.is_universal), statement.name
            if example:
                assert statement.is_decided_by(Tree.parse(example), convention), statement.name
                assert statement.is_true(convention) != statement.is_universal, statement.name

    def test_each_form_is_true_as_often_as_false(self) -> None:
        made = [new_exercise("statement", number=number) for number in range(1, 241)]
        forms: list[tuple[bool, ...]] = [
            (STATEMENTS[one.about[0]].is_universal, one.solution()["true"]) for one in made
        ]
        assert all(forms.count(form) > 40 for form in product((True, False), repeat=2))
        assert len({one.about for one in made}) > 40

    def test_the_form_shows_no_example(self) -> None:
        for exercise in (new_exercise("statement", number=number) for number in (1, 2, 3)):
            _truth, example = fields(exercise)
            assert "[[a, b], [c, d]]" in str(example.label)
            with pytest.raises(ExerciseError, match="The example is not a tree"):
                mark(exercise, {"true": "true", "example": "[[a, b], [c, d]]"})

    def test_half_of_the_credit_is_for_the_example(self) -> None:
        decidable = asked([1, 2], "statement", about=["both-ways:every"])
        assert mark(decidable, "false").credit == Fraction(1, 2)
        assert mark(decidable, {"true": "no", "example": [[3, 12], [2, 8]]}).credit == 1
        assert mark(decidable, {"true": False, "example": [1, 2]}).credit == Fraction(1, 2)
        assert mark(decidable, {"true": True, "example": [[3, 12], [2, 8]]}).credit == 0
        theorem = asked([1, 2], "statement", about=["visits-more:some"])
        assert mark(theorem, "false").credit == 1
        assert mark(theorem, {"true": "false", "example": [[3, 12], [2, 8]]}).credit == Fraction(1, 2)
        refuted = asked([1, 2], "statement", about=["visits-more:every"])
        assert mark(refuted, {"true": "false", "example": [[3, 12], [2, 8]]}).credit == 1

    def test_the_convention_is_that_of_the_exercise(self) -> None:
        every = ["every-leaf-of-equals:every"]
        strict, weak = (asked([1, 2], "statement", preset, about=every) for preset in ("cs188", "aima"))
        assert (strict.solution()["true"], weak.solution()["true"]) == (True, False)
        assert "cut when α > β" in str(strict.question) and "cut when α ≥ β" in str(weak.question)
        (named,) = mark(strict, "false").misconceptions
        assert str(named.sentence) == "Right under ≥, but this exercise uses >: equal values do not cut here."
        assert mark(weak, "true").misconceptions == ()  # or nothing is cut

    @pytest.mark.parametrize("statement", [each for each in STATEMENTS if each.claim.beliefs], ids=lambda statement: statement.name)  # fmt: skip
    def test_beliefs_follow_from_the_mistake(self, statement: Statement) -> None:
        """If a mistake implies that a claim always or never holds, no tree worked with it contradicts the claim."""
        for name, belief in some((statement.claim.beliefs or {}).items()):
            assert name in MISCONCEPTIONS and belief != statement.claim.truth(PRESETS["aima"])
            assert statement.believed(name, PRESETS["aima"]) in (True, False)


def _with(tree: Tree, leaf: int, value: int) -> Any:
    nested = json.loads(tree.json())
    path = tree.path(tree.leaves[leaf])
    nested[path[0]][path[1]] = value
    return nested


def _level(tree: Any) -> Any:
    return [_level(child) for child in tree] if isinstance(tree, list) else 1


def _distinct(tree: Any) -> Any:
    """The same tree with the leaves 0, 7, 3, 10, ...: all different, in no order."""
    numbers = count()

    def fill(node: Any) -> Any:
        return [fill(child) for child in node] if isinstance(node, list) else next(numbers) * 7 % 1009

    return fill(tree)


SHOWN = {
    "other-cut-rule": ("skipped-leaves", "alphabeta"),
    "no-deep-cutoffs": ("skipped-leaves", "alphabeta"),
    "nothing-cut": ("leaf-order", "alphabeta"),
    "other-fail": ("values", "alphabeta"),
    "other-order": ("leaf-order", "alphabeta"),
    "wrong-root": ("values", "minimax"),
    "one-side": ("values", "minimax"),
    "depth-one-more": ("depth-limited", "minimax"),
    "depth-one-less": ("depth-limited", "minimax"),
    "table-bound-exact": ("values", "transposition"),
    "bound-for-tie": ("best-moves", "minimax"),
    "root-not-counted": ("count", "alphabeta"),
    "uniform-chance": ("values", "expectiminimax"),
    "chance-cut": ("skipped-leaves", "star1"),
    "max-n-as-paranoid": ("values", "max-n"),
}


class TestMisconceptions:
    def test_every_one_has_a_test(self) -> None:
        assert set(SHOWN) == set(MISCONCEPTIONS)

    @pytest.mark.parametrize("name", SHOWN)
    def test_a_wrong_answer_names_its_misconception(self, name: str) -> None:
        """An answer worked with this misconception is wrong, and the misconception is named."""
        kind, algorithm = SHOWN[name]
        made = new_exercise(kind, algorithm=algorithm, wishes=usual(kind, algorithm, name), student=name)
        answer = made.kind.shape.written(made.under(MISCONCEPTIONS[name].change))
        marked = mark(made, answer)
        assert marked.credit < 1
        assert name in [found.name for found in marked.misconceptions if found.exactly]

    # Worked out by hand

    def test_the_other_cut_rule_is_named(self) -> None:
        tied = asked([[10], [10, 0]], "skipped-leaves", "cs188")
        marked = mark(tied, ["C2"])
        assert marked.credit == 0
        assert [str(remark) for remark in marked.remarks] == ["Pruned too much: C2 is examined."]
        assert str(marked.misconceptions[0].sentence).startswith("Right under ≥, but this exercise uses >")
        assert names(asked([[10], [10, 0]], "count"), {"nodes": 6, "leaves": 3}) == []  # or nothing is cut

    def test_missing_deep_cutoffs_are_named(self) -> None:
        """In the laboratory's tree L is cut by the bound of A alone; who looks at the parent only examines it."""
        deep = example("lab-deep-cutoff").exercises[0]
        assert deep.solution() == {"B": False, "K": False, "L": True, "J": False, "G": True, "H": True}
        assert names(deep, ["G", "H"]) == ["no-deep-cutoffs"]

    def test_the_other_fail_rule_is_named(self) -> None:
        tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
        soft = asked(tree, "values", algorithm="alphabeta")
        assert soft.solution() == {"A": 3, "B": 3, "C": 2, "D": 2}
        assert names(soft, {"A": 3, "B": 3, "C": 3, "D": 3}) == ["other-fail"]
        wishes = usual("values", "alphabeta", "other-fail")
        hard = new_exercise("values", algorithm="alphabeta", convention=Convention(fail_hard=True), wishes=wishes)
        soft_values = hard.under(MISCONCEPTIONS["other-fail"].change)
        (named,) = mark(hard, hard.kind.shape.written(soft_values)).misconceptions
        assert str(named.sentence).startswith("Those are fail-soft values; this exercise is fail-hard")

    def test_wrong_player_at_the_root_and_levels(self) -> None:
        tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
        values = asked(tree, "values", algorithm="minimax")
        assert names(values, {"A": 6, "B": 12, "C": 6, "D": 14}) == ["wrong-root"]
        assert names(values, {"A": 14, "B": 12, "C": 6, "D": 14}) == ["one-side"]

    def test_a_bound_taken_for_a_tie_is_named(self) -> None:
        """The second move is worth 0; alpha-beta returns 10 for it, a bound."""
        ties = asked([[10, 12], [10, 0]], "best-moves")
        assert ties.solution() == {"B": True, "C": False}
        assert names(ties, ["B", "C"]) == ["bound-for-tie"]

    def test_uniform_chance_is_named(self) -> None:
        """10 with 1/4 is less than 6 and 2 alternating, but for who takes it for the half of the time."""
        tree = example("biased-dice").tree
        values = exercise_of(tree, {"kind": "values", "algorithm": "expectiminimax"})
        assert values.solution() == {"A": 4, "B": Fraction(5, 2), "C": 4}
        assert names(values, {"A": 5, "B": 5, "C": 4}) == ["uniform-chance"]

    def test_a_paranoid_answer_is_named(self) -> None:
        """In the textbook's tree the third player takes (1, 2, 6) for itself; a foe of the first would, too, but not (5, 4, 5)."""
        tree = example("aima-three-players").tree
        values = exercise_of(tree, {"kind": "values", "algorithm": "max-n"})
        assert values.solution() == {
            "A": (1, 2, 6), "B": (1, 2, 6), "C": (1, 5, 2),
            "D": (1, 2, 6), "E": (6, 1, 2), "F": (1, 5, 2), "G": (5, 4, 5),
        }  # fmt: skip
        assert exercise_of(tree, {"kind": "best-move", "algorithm": "max-n"}).solution() == {"move": "B"}

    def test_an_incomplete_answer_is_named_less_surely(self) -> None:
        values = asked([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "values", algorithm="minimax")
        found = mark(values, {"A": 6, "B": 12}).misconceptions
        assert [(one.name, one.exactly) for one in found] == [("wrong-root", False)]
        assert mark(values, {"B": 12}).misconceptions == ()  # that one player makes every choice leads there, too

    def test_an_answer_of_several_mistakes_has_no_name(self) -> None:
        """A blank answer: nothing is cut, or one player makes every choice."""
        assert names(asked([[3, 12], [2, 8]], "skipped-leaves"), []) == []

    def test_a_root_left_out_of_the_count(self) -> None:
        assert names(asked([[3, 12], [2, 8]], "count"), {"nodes": 5, "leaves": 3}) == ["root-not-counted"]

    @pytest.mark.parametrize("number", sample(range(1, 26), every=25, first=9))
    def test_the_named_misconception_is_the_one_that_was_made(self, number: int) -> None:
        """Twenty and more wrong answers for each number, each made by applying one known mistake."""
        for kind, algorithm in ASKED[number % 2 :: 2]:
            made = new_exercise(kind, student="wrong", number=number, algorithm=algorithm)
            for name, known in MISCONCEPTIONS.items():
                faulty = made.under(known.change)
                if faulty != made.solution():
                    assert names(made, made.kind.shape.written(faulty)) in ([], [name])

    def test_a_slip_has_no_name(self) -> None:
        values = asked([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "values", algorithm="minimax")
        assert names(values, {"A": 77, "B": 3, "C": 2, "D": 2}) == []


class TestFindTheMistake:
    """Worked trees with a mistake, against values computed here."""

    def test_the_first_wrong_value_is_where_the_wrong_player_chooses(self) -> None:
        """B is a MIN node: the least of 4 and 9 is 4, and 9 stands there."""
        found = asked([[[4, 1], [6, 9]], [[3, 8], [5, 2]]], "find-mistake", algorithm="minimax", about=["one-side"])
        assert "D = 4, E = 9, B = 9, F = 8, G = 5, C = 8, A = 9" in str(found.question)
        assert found.solution() == {"node": "B", "cause": "one-side"}
        assert mark(found, {"node": "b", "cause": "one-side"}).credit == 1
        half = mark(found, {"node": "A", "cause": "one-side"})
        assert (half.credit, list(map(str, half.remarks))) == (Fraction(1, 2), ["A is not the first wrong value."])
        other = mark(found, {"node": "B", "cause": "wrong-root"})
        assert "gets other values: D = 1, E = 6, B = 6, F = 3, G = 2, C = 3, A = 3." in str(other.remarks[0])
        assert mark(found, {}).credit == 0

    @pytest.mark.parametrize("algorithm", sample(KINDS["find-mistake"].algorithms, every=4))
    def test_the_values_below_the_first_wrong_one_are_right(self, algorithm: str) -> None:
        for number in range(1, 9):
            made = new_exercise("find-mistake", number=number, algorithm=algorithm)
            right = made.way().work()
            name = made.solution()["cause"]
            wrong = MISCONCEPTIONS[name].change(made.way()).work()
            node = named(made.tree)[made.solution()["node"]]
            assert right.value(node) != wrong.value(node)
            inside = [below for child in made.tree.children(node) for below in descendants(made.tree, child)]
            assert all(right.value(below) == wrong.value(below) for below in inside if not made.tree.is_leaf(below))
            others = [known.change(made.way()).work() for other, known in MISCONCEPTIONS.items() if other != name]
            inner = [here for here in range(len(made.tree)) if not made.tree.is_leaf(here)]
            assert all(
                [other.value(here) for here in inner] != [wrong.value(here) for here in inner] for other in others
            )
            causes = dict(next(field for field in fields(made) if field.name == "cause").options)
            assert name in causes and len(causes) >= 2

    @pytest.mark.proof
    def test_a_wished_mistake_is_shown(self) -> None:
        wishes = usual("find-mistake", "alphabeta", "other-cut-rule")
        made = new_exercise("find-mistake", algorithm="alphabeta", wishes=wishes)
        assert made.solution()["cause"] == "other-cut-rule"

    def test_a_tree_that_does_not_show_the_mistake_is_refused(self) -> None:
        with refused(
            ExerciseError,
            "The values of this tree do not show where the mistake {name} is made: choose another tree or mistake.",
            name="uniform-chance",
        ):
            asked([[3, 12], [2, 8]], "find-mistake", algorithm="minimax", about=["uniform-chance"])
        with refused(SpecError, "There is no misconception “{name}”; they are: {names}.", name="B"):
            asked([[3, 12], [2, 8]], "find-mistake", algorithm="minimax", about=["B"])


class TestWhy:
    """Reasons of cut-offs, against values by definition."""

    @pytest.mark.parametrize("convention", ["aima", "cs188"])
    def test_every_sentence_is_true_and_one_is_the_reason(self, convention: str) -> None:
        met = set()
        for number in range(1, 21):
            made = new_exercise("why", number=number, convention=PRESETS[convention])
            tree, worked, (node,) = made.tree, made.way().work(), made.about
            exact = {one: minimax_by_definition(nested(tree, one), 1 - 2 * tree.mover(one)) for one in range(len(tree))}
            told = reasons(made)
            assert [each.why_not is None for each in told.values()].count(True) == 1
            assert len({str(each.text) for each in told.values()}) == len(told) == 4
            met.add(made.solution()["reason"])
            for each in told.values():
                about = each.text.values
                where = named(tree)[str(about["node"]).upper()]
                if "bound" not in about:
                    assert "value" not in about or read_value(about["value"]) == exact[where]
                    assert "value" in about or exact[where] == exact[0]
                    continue
                sure, bound = read_value(about["value"]), read_value(about["bound"])
                sign = 1 if tree.mover(where) == 1 else -1  # −1 for MIN
                assert sign * exact[where] <= sign * sure <= sign * bound
                above = [
                    one
                    for one in range(len(tree))
                    if where in descendants(tree, one) and tree.mover(one) != tree.mover(where)
                ]
                earlier = [
                    child
                    for one in above
                    for child in tree.children(one)
                    if child in worked.visited and where not in descendants(tree, child)
                ]
                assert any(sign * exact[child] >= sign * bound for child in earlier)
                assert (where == node) == (each.why_not is None)
        assert len(met) > 1

    def test_a_wrong_choice_is_told_why(self) -> None:
        made = asked([[3, 12], [2, 8]], "why", about=["C"])
        assert str(made.question).startswith(
            "Alpha-beta (cut when α ≥ β, left to right) cuts at C and does not examine C2."
        )
        told = reasons(made)
        right = made.solution()["reason"]
        assert str(told[right].text) == "At C, MIN is sure of 2 or less; higher up, MAX is already sure of 3 or more."
        (skipped,) = [letter for letter, each in told.items() if str(each.text) == "C2 is worth 8."]
        marked = mark(made, {"reason": skipped.upper()})
        assert (marked.credit, list(map(str, marked.remarks))) == (
            Fraction(0),
            ["That is true, but the search skips C2, so it does not know its value."],
        )
        assert mark(made, right).credit == 1 and not mark(made, {}).credit

    def test_only_cut_nodes_can_be_asked_about(self) -> None:
        with refused(ExerciseError, "Alpha-beta does not cut at {node}. It cuts at: {names}.", node="B", names="C"):
            asked([[3, 12], [2, 8]], "why", about=["B"])
        with refused(ExerciseError, "“{name}” is not one of the answers.", name="x"):
            mark(asked([[3, 12], [2, 8]], "why", about=["C"]), "x")


def nested(tree: Tree, node: int) -> Any:
    return tree.value(node) if tree.is_leaf(node) else [nested(tree, child) for child in tree.children(node)]


def descendants(tree: Tree, node: int) -> list[int]:
    return [node, *(below for child in tree.children(node) for below in descendants(tree, child))]


class TestMarking:
    def test_partly_right_answers_get_partial_credit(self) -> None:
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

    @pytest.mark.parametrize(
        ("order", "name"),
        [
            ({"A": ["D", "C", "B"], "B": ["B2", "B3", "B1"], "C": ["C3", "C2", "C1"], "D": ["D1", "D2", "D3"]}, "other-order"),
            ({"A": ["C", "B", "D"], "B": ["B2", "B3", "B1"], "C": ["C3", "C2", "C1"], "D": ["D1", "D2", "D3"]}, "wrong-root"),
        ],
    )  # fmt: skip
    def test_an_order_that_is_the_best_of_another_way_tells_which(self, order: dict[str, list[str]], name: str) -> None:
        arrange = asked([[3, 12, 8], [2, 4, 6], [14, 5, 1]], "arrange")
        assert names(arrange, order) == [name]

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

    @pytest.mark.parametrize("language", ["pt_BR", "ro"])
    def test_a_decimal_comma_where_the_language_writes_one(self, language: str) -> None:
        for written, value in (("6,6", Fraction(33, 5)), (",5", Fraction(1, 2)), ("-0,25", Fraction(-1, 4)), ("6.6", Fraction(33, 5)), ("(1,5; 2)", (Fraction(3, 2), 2)), ("(1, 2)", (1, 2))):  # fmt: skip
            use(language)
            try:
                assert read_value(written) == value
            finally:
                use(None)
        with pytest.raises(ExerciseError):
            read_value("6,6")

    def test_none_can_be_answered(self) -> None:
        uncut = asked([[10], [10, 0]], "skipped-leaves", "cs188")
        assert mark(uncut, ["none"]).credit == mark(uncut, "none").credit == mark(uncut, []).credit == 1
        assert solution_line(uncut) == "none"
        assert filled_in(uncut) == {"none": "1"}
        assert fields(uncut)[-1].name == "none"
        with pytest.raises(ExerciseError, match="Tick what you think, or “none of them”"):
            answer(uncut, {})

    def test_a_box_that_is_rightly_empty_has_no_sign(self) -> None:
        exercise = asked([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "skipped-leaves")
        marked = mark(exercise, ["C2", "D3"])
        assert signs(exercise, marked, {"C2": "1", "D3": "1"}) == {"C2": True, "C3": False, "D3": False}

    def test_rounded_decimals_are_accepted(self) -> None:
        assert same(Fraction("7.67"), Fraction(23, 3))
        assert not same(Fraction("7.66"), Fraction(23, 3))
        assert not same(Fraction("7.7"), Fraction(23, 3))

    @pytest.mark.parametrize(
        ("kind", "answer", "sentence"),
        [
            ("values", {"A": "much"}, "“much” is not a number: write for example 3, −1/2 or −∞."),
            ("values", {"Q": 1}, "There is no item Q; the items are: A, B, C"),
            ("values", [1], "An answer here is an object with the items"),
            ("values", {"A": [[[]]]}, "is not a number"),
            ("best-move", "Z", "There is no node Z"),
            ("skipped-leaves", ["B"], "B is not one of: B1"),
            ("skipped-leaves", ["B1", "none"], "Choose “none” or some of the others, not both."),
            ("arrange", {"A": ["B"]}, "A has the children B, C, each once"),
        ],
    )
    def test_unreadable_answers_are_refused(self, kind: str, answer: Any, sentence: str) -> None:
        with pytest.raises(ExerciseError, match=sentence):
            mark(asked([[3, 12], [2, 4]], kind), answer)


class TestPapers:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("[1, 2]", "an exercise is an object with the keys"),
            ('{"kind": "values", "tree": [1, [], 2]}', "at \\[1\\], a node has at least one child"),
            ('{"kind": "window", "tree": [1, 2]}', "needs 1 name in “about”"),
            ('{"kind": "window", "tree": [1, 2], "about": ["X"]}', "There is no node X"),
            ('{"kind": "depth-limited", "tree": [1, 2]}', "has a depth and a tree with static values"),
            ('{"kind": "statement", "tree": [1, 2], "about": [99]}', "There is no statement “99”"),
            ('{"kind": "values", "tree": [1, 2], "convention": {"x": 1}}', "A convention is a name"),
            ('{"kind": "values", "tree": {"tree": [1, 2], "levels": ["chance"]}}', "does not support chance"),
        ],
    )
    def test_invalid_exercises_are_refused(self, tmp_path: Path, text: str, sentence: str) -> None:
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


def test_names_of_nodes_are_refused_where_no_node_is_asked_for_and_wanted_elsewhere() -> None:
    with refused(
        ExerciseError, "An exercise of the kind {kind} asks about no single node: leave “about” empty.", kind="values"
    ):
        asked([[3, 12], [2, 8]], "values", about=["B"])
    with refused(ExerciseError, "An exercise of the kind {kind} needs {count} name in “about”.", kind="cut-when"):
        asked([[3, 12], [2, 8]], "cut-when", about=["B1"])
