"""tools/lint_words.py finds openings, moods and sentences that CONTRIBUTING.md rules out."""

from __future__ import annotations

import pytest

from tools.lint_words import findings_of_dates, findings_of_javascript, findings_of_prose, findings_of_python

LONG = "This sentence goes on " + "and on " * 12 + "until nobody remembers how it began."


@pytest.mark.parametrize(
    "docstring", ["Return the legal moves.", "Yield each move once.", "Mark a class.", "Read a file."]
)
def test_imperatives_pass(docstring: str) -> None:
    assert list(findings_of_python(f'def f():\n    """{docstring}"""\n')) == []


@pytest.mark.parametrize(
    "docstring", ["The legal moves.", "Whether it is over.", "What it says.", "Returns the moves.", LONG]
)
def test_other_docstrings_of_functions_are_found(docstring: str) -> None:
    assert [line for line, _finding in findings_of_python(f'\ndef f():\n    """{docstring}"""\n')] == [2] * (
        1 + (docstring == LONG)
    )


def test_classes_and_properties_are_named_by_nouns() -> None:
    source = 'class A:\n    """A position."""\n    @property\n    def size(self):\n        """The number of cells."""\n'
    assert list(findings_of_python(source)) == []
    assert len(list(findings_of_python('class A:\n    """What a position is."""\n'))) == 1


def test_constants_and_fields_are_named_by_nouns() -> None:
    for source in ('LIMIT = 3\n"""{}"""\n', 'LIMIT: int = 3\n"""{}"""\n', 'class A:\n    size: int\n    """{}"""\n'):
        assert list(findings_of_python(source.format("Cells of a board."))) == []
        (found,) = findings_of_python(source.format("How many cells a board has."))
        assert found[0] == source.count("\n")
    assert list(findings_of_python('LIMIT = 3\n\nprint("How it is.")\n')) == []


NAMED = {
    "field": "class A:\n    size: int  # {}\n",
    "variable": "size = f(3)  # {}\n",
    "attribute": "self.size = f(\n    3,\n)  # {}\n",
    "parameter": "def f(\n    size: int,  # {}\n): ...\n",
    "argument": "Table(\n    Column(3),  # {}\n)\n",
    "keyword": "f(\n    size=3,  # {}\n)\n",
    "pragma": "size = f(3)  # noqa: E501  # {}\n",
    "constant": 'SIZE = 3\n"""{}"""\n',
}


@pytest.mark.parametrize("kind", NAMED)
def test_comments_on_names_are_noun_phrases(kind: str) -> None:
    for words in ("cells of a board", "seconds; 0: no limit", "from 0 to 1", "at least one", "True if it is over"):
        assert list(findings_of_python(NAMED[kind].format(words))) == []
    for words in ("of a board", "that are free", "whether it is over", "by side", "its cells", "in UTC"):
        for test in (False, True):
            assert len(list(findings_of_python(NAMED[kind].format(words), test=test))) == 1


def test_comments_on_other_statements_may_begin_as_they_like() -> None:
    for line in ("return 3", "f(3)", "assert 3", "if x:\n    pass", "x.append(3)"):
        assert list(findings_of_python(f"{line}  # it is over\n")) == []
    assert list(findings_of_python("# For people\nsize = 3\n")) == []


def test_comments_on_names_of_javascript_are_noun_phrases() -> None:
    source = "const SIZE = f('x'); // {0}\n    this.size = 3; // {0}\nlet size; // {0}\nlook(); // it waits\n"
    assert list(findings_of_javascript(source.format("side of a cell"))) == []
    assert [line for line, _finding in findings_of_javascript(source.format("of a cell"))] == [1, 2, 3]


def test_a_test_may_state_a_fact_but_not_begin_with_a_question_word() -> None:
    assert list(findings_of_python('def test_a():\n    """The value is minimax\'s."""\n', test=True)) == []
    assert len(list(findings_of_python('def test_a():\n    """Whatever it is, it ends."""\n', test=True))) == 1


def test_the_name_of_a_test_is_understood_alone() -> None:
    for name, faults in (("test_a_taken_cell_is_refused", 0), ("test_it_is_refused", 1), ("test_what_is_refused", 1)):
        assert len(list(findings_of_python(f"class TestCells:\n    def {name}(self): ...\n", test=True))) == faults


@pytest.mark.parametrize("told", ["None where there is none.", "Raise :class:`MoveError` where it is taken."])
def test_a_condition_is_told_with_if(told: str) -> None:
    assert len(list(findings_of_python(f'def f():\n    """Return the cell. {told}"""\n'))) == 1


def test_long_sentences_of_pages_are_found_outside_of_code_and_tables() -> None:
    page = (
        f"# Title\n\nShort. [A link](https://a.example/which-is-long).\n\n```\n{LONG}\n```\n\n| {LONG} |\n\n- {LONG}\n"
    )
    assert [line for line, _finding in findings_of_prose(page)] == [11]


@pytest.mark.parametrize(
    "told",
    [
        "On 2026-11-24 it was slow.",
        "It is fast since 2026.",
        "Until 24 November 2026 it was slow.",
        "A trial (May 2026).",
    ],
)
def test_a_page_does_not_tell_what_was(told: str) -> None:
    assert [line for line, _finding in findings_of_dates(f"# Title\n\n{told}\n")] == [3]


@pytest.mark.parametrize(
    "told",
    [
        "Measured on 2026-11-24 in one run.",
        "| `used` | the day of its last use, such as `2026-11-21` |",
        "```\n2026-11-24\n```",
        "G. Irving (2000) found it; the search goes on until 2000 positions are visited.",
    ],
)
def test_measured_figures_examples_and_citations_have_dates(told: str) -> None:
    assert list(findings_of_dates(f"# Title\n\n{told}\n")) == []
