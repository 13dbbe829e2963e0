"""Python's messages about wrong syntax, in the reader's language."""

from __future__ import annotations

import re

from plyground.i18n import Sentence, _

KINDS = (
    (r"expected ':'", _("a colon (:) is missing")),
    (r"'(?P<bracket>.)' was never closed", _("the bracket {bracket} is never closed")),
    (r"unmatched '(?P<bracket>.)'", _("the bracket {bracket} closes nothing")),
    (r"closing parenthesis '(?P<closing>.)' does not match opening parenthesis '(?P<bracket>.)'", _("the bracket {bracket} is closed by {closing}")),
    (r"expected an indented block", _("indented lines must follow the line that ends with a colon")),
    (r"unindent does not match", _("it is indented like no line above")),
    (r"unexpected indent", _("it is indented more than the line above")),
    (r"inconsistent use of tabs", _("tabs and spaces are mixed: indent with spaces only")),
    (r"unterminated (f-string )?triple-quoted", _("a text in triple quotation marks is never closed")),
    (r"unterminated|EOL while scanning", _("a closing quotation mark is missing")),
    (r"Maybe you meant '=='", _("a comparison is written == instead of =")),
    (r"Perhaps you forgot a comma", _("a comma may be missing")),
    (r"'(?P<word>\w+)' outside function", _("“{word}” stands outside a function")),
    (r"'(?P<word>\w+)' (outside loop|not properly in loop)", _("“{word}” stands outside a loop")),
    (r"Missing parentheses in call to '(?P<word>\w+)'", _("a call of “{word}” needs brackets")),
    (r"invalid decimal literal", _("a name cannot begin with a digit")),
    (r"invalid (non-printable )?character '?(?P<character>[^' ]+)", _("the character {character} has no meaning in Python")),
    (r"expected 'else' after 'if'", _("“else” is missing")),
    (r"invalid syntax$", _("a word or a sign is wrong or missing")),
)  # fmt: skip
"""Patterns of Python's messages with the sentence for each; the first match counts."""


def syntax_words(message: str) -> Sentence | str:
    """Return the message of a :class:`SyntaxError` as a clause in the reader's language, an unknown one in Python's own
    words.
    """
    for pattern, sentence in KINDS:
        found = re.search(pattern, message)
        if found:
            return Sentence(sentence.text, found.groupdict())
    return message
