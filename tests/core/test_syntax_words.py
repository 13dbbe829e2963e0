"""Python's messages about wrong syntax in the reader's language: of the running Python, from texts with one mistake."""

from __future__ import annotations

import pytest

from plyground.core.authoring.syntax_words import syntax_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def f()\n    return 1\n", "a colon (:) is missing"),
        ("x = (1,\ny = 2\n", "the bracket ( is never closed"),
        ("x = 1)\n", "the bracket ) closes nothing"),
        ("x = (1]\n", "the bracket ( is closed by ]"),
        ("def f():\nreturn 1\n", "indented lines must follow the line that ends with a colon"),
        ("def f():\n    x = 1\n  y = 2\n", "it is indented like no line above"),
        ("x = 1\n    y = 2\n", "it is indented more than the line above"),
        ("def f():\n\tx = 1\n        y = 2\n", "tabs and spaces are mixed: indent with spaces only"),
        ("x = 'abc\n", "a closing quotation mark is missing"),
        ("x = '''abc\n", "a text in triple quotation marks is never closed"),
        ("if x = 1:\n    pass\n", "a comparison is written == instead of ="),
        ("x = [1 2]\n", "a comma may be missing"),
        ("return 1\n", "“return” stands outside a function"),
        ("break\n", "“break” stands outside a loop"),
        ("print 'a'\n", "a call of “print” needs brackets"),
        ("1x = 2\n", "a name cannot begin with a digit"),
        ("x = “a”\n", "the character “ has no meaning in Python"),
        ("x = 1 if y\n", "“else” is missing"),
        ("retrun x\n", "a word or a sign is wrong or missing"),
    ],
)
def test_a_syntax_error_is_told_in_plain_words(text: str, words: str) -> None:
    with pytest.raises(SyntaxError) as raised:
        compile(text, "game.py", "exec")
    assert str(syntax_words(raised.value.msg)) == words


def test_an_unknown_message_keeps_its_words() -> None:
    assert syntax_words("positional patterns follow keyword patterns") == "positional patterns follow keyword patterns"
