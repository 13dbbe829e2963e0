"""A run in words and as a table."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from hypothesis import given, settings
from random_trees import trees

from plyground import game, setting
from plyground.drawing.step_table import FORMATS
from plyground.i18n import use
from plyground.searches import PRESETS
from plyground.trace.record import record
from plyground.trace.run import Action, Run
from plyground.trace.sentences import sentences
from plyground.trees import Tree

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TICTACTOE = game("tictactoe")


def run_of(nested: Any, name: str = "alphabeta", **choices: Any) -> Run:
    tree = Tree.of(nested)
    return record(tree.start, name, setting(**choices), of=tree)


def said(run: Run, action: Action) -> list[str]:
    return [str(words) for words, step in zip(sentences(run), run.steps, strict=True) if step.action == action]


def test_a_cut_is_explained_by_who_has_what_where() -> None:
    run = run_of(AIMA)
    assert said(run, Action.CUT) == [
        "MIN at C now has at most 2, MAX already has 3 at B: the 2 other children of C cannot matter, cut."
    ]
    assert str(list(sentences(run))[-1]) == "The search is done: A is worth 3, by the move to B."


def test_a_deep_cut_names_the_node_far_above() -> None:
    (cut,) = (words for words in said(run_of([5, [[[4, 9], 9], 8]]), Action.CUT) if " D " in words)
    assert cut == "MIN at D now has at most 4, MAX already has 5 at A1: the last child of D cannot matter, cut."


def test_other_reasons_to_cut() -> None:
    last = run_of([[3, 12], [4, 2]], convention=PRESETS["cosc367"])
    assert said(last, Action.CUT) == [
        "MIN at C now has at most 2, MAX already has 3 at B: a cut-off, although C has no child left to skip."
    ]
    static = record(TICTACTOE.notation.parse("xx.oo...."), "static-cutoff", of=TICTACTOE)
    assert said(static, Action.CUT)[-1] == (
        "MAX at A has at least +1, and nothing can be better: the 4 other children of A cannot matter, cut."
    )
    null = record(TICTACTOE.notation.parse("xxo.o.x.."), "pvs", of=TICTACTOE)
    assert any("the window of the search ends at" in words for words in said(null, Action.CUT))


def test_names_and_words_of_the_tree_itself_are_used() -> None:
    run = run_of({"children": [{"name": "left {x}", "value": 1}, 2], "name": "top", "moves": ["a", "b"]})
    assert str(next(sentences(run))) == "The search begins with MAX at top, in the window [−∞, +∞]."
    assert said(run, Action.LEAF)[0] == "left {x} is a leaf: 1."


@settings(max_examples=40)
@given(trees)
def test_every_step_has_a_sentence_and_a_row(nested: Any) -> None:
    run = run_of(nested)
    words = [str(sentence) for sentence in sentences(run)]
    assert len(words) == len(run.steps)
    assert all(re.fullmatch(r"[A-Z].*\.", sentence) and "None" not in sentence for sentence in words)
    table = list(csv.reader(io.StringIO(FORMATS["csv"](run))))
    assert [row[0] for row in table[1:]] == [str(number + 1) for number in range(len(run.steps))]


def test_the_table_of_the_book_s_tree() -> None:
    table = list(csv.reader(io.StringIO(FORMATS["csv"](run_of(AIMA)))))
    assert table[0] == ["Step", "Node", "To move", "α", "β", "Value", "Action"]
    assert [row[1:] for row in table if row[6] == "cut"] == [["C", "MIN", "3", "2", "≤ 2", "cut"]]
    assert table[-1] == ["33", "A", "MAX", "3", "+∞", "3", "quit"]
    plain = FORMATS["md"](run_of(AIMA, "minimax")).splitlines()
    assert plain[0] == "| Step | Node | To move | Value | Action |"  # no window


def test_names_do_no_harm_in_a_table() -> None:
    run = run_of({"children": [1, 2], "name": 'a|b & "c", \\d_%'})
    assert "| a\\|b & " in FORMATS["md"](run)
    assert list(csv.reader(io.StringIO(FORMATS["csv"](run))))[1][1] == 'a|b & "c", \\d_%'
    assert r"a$|$b \& {''}c{''}, \textbackslash{}d\_\%" in FORMATS["latex"](run)


def test_sentences_are_in_the_language_of_who_reads_them() -> None:
    waiting = list(sentences(run_of(AIMA)))
    use("pt_BR")
    try:
        assert len({str(sentence) for sentence in waiting}) > 20
    finally:
        use(None)
