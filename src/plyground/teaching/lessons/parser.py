"""Lessons as text files: Markdown with a head and with blocks that ask questions (``docs/lessons.md`` has the
format).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from plyground.core.files import read_text
from plyground.errors import FileError, PlygroundError
from plyground.i18n import Sentence, _
from plyground.teaching.lessons.lesson import Lesson, Part
from plyground.teaching.lessons.questions.keys import Keys
from plyground.teaching.lessons.questions.question import Question
from plyground.teaching.lessons.questions.question_registry import KINDS

MAX_LESSON_CHARS = 100_000
"""Most characters of a lesson."""
MAX_STEPS = 50
"""Most steps of a lesson."""
FENCE = "---"
HEAD = ("title", "order", "about")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])
"""The Markdown parser. It escapes HTML and allows no images from other sites."""


class _Wrong(Exception):
    """An error in a line of a lesson file."""

    def __init__(self, line: int, reason: Sentence) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason


def load_lesson(path: Path) -> Lesson:
    """Load the lesson in a file. Raise :class:`FileError` with the line and the correction."""
    try:
        return _read(path.stem, read_text(path))
    except _Wrong as wrong:
        raise FileError(path, wrong.reason, wrong.line) from None


def _read(name: str, text: str) -> Lesson:
    if len(text) > MAX_LESSON_CHARS:
        raise _Wrong(1, _("A lesson has at most {most} characters.", most=MAX_LESSON_CHARS))
    lines = text.splitlines()
    head, first = _head(lines)
    tokens = MARKDOWN.parse("\n".join(lines[first:]))
    for token in tokens:
        token.map = token.map and [line + first for line in token.map]
    starts = [place for place, token in enumerate(tokens) if (token.type, token.tag) == ("heading_open", "h2")]
    if not starts or starts[0] != 0:
        line = _line(tokens[0]) if tokens else first + 1
        raise _Wrong(line, _("After its head a lesson begins with the heading of its first step: ## and a title."))
    if len(starts) > MAX_STEPS:
        raise _Wrong(first + 1, _("A lesson has at most {most} steps.", most=MAX_STEPS))
    parts = tuple(_part(tokens[start:end]) for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True))
    return Lesson(name, head["title"], head["about"], int(head["order"]), parts)


def _head(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """Return the keys of the head and the number of its lines."""
    if not lines or lines[0].strip() != FENCE:
        raise _Wrong(1, _("A lesson begins with a head: a line ---, the keys {keys}, and another ---.", keys=", ".join(HEAD)))  # fmt: skip
    end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == FENCE), None)
    if end is None:
        raise _Wrong(1, _("The head of the lesson has no end: a second line --- is missing."))
    head = _keys(lines[1:end], 2)
    for key, (line, _text) in head.items():
        if key not in HEAD:
            raise _Wrong(line, _("There is no key “{key}” here; the keys are: {keys}.", key=key, keys=", ".join(HEAD)))
    for key in HEAD:
        if key not in head:
            raise _Wrong(1, _("The key “{key}” is missing.", key=key))
    line, order = head["order"]
    if not (order.isascii() and order.isdecimal() and len(order) < 5):
        raise _Wrong(line, _("“{key}” is a whole number from {least} to {most}, not “{text}”.", key="order", least=0, most=9999, text=order[:20]))  # fmt: skip
    return {key: text for key, (_line, text) in head.items()}, end + 1


def _keys(lines: Sequence[str], first: int) -> dict[str, tuple[int, str]]:
    """Return the text of each key, with its line."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, first):
        key, colon, text = (piece.strip() for piece in line.partition(":"))
        if not line.strip():
            continue
        if not (key and colon and text):
            raise _Wrong(number, _("A line here has the form “key: value”, not “{line}”.", line=line.strip()[:40]))
        if key in found:
            raise _Wrong(number, _("The key “{key}” is given twice.", key=key))
        found[key] = number, text
    return found


def _part(tokens: Sequence[Token]) -> Part:
    """Return the step that begins with a heading."""
    title = tokens[1].content
    asks = [place for place, token in enumerate(tokens) if token.type == "fence" and token.info.strip()]
    if len(asks) > 1:
        raise _Wrong(_line(tokens[asks[1]]), _("A step asks one question: begin another step with ## and a title."))
    if not asks:
        return Part(title, _html(tokens[3:]))
    (place,) = asks
    return Part(title, _html(tokens[3:place]), _question(tokens[place]), _html(tokens[place + 1 :]))


def _question(block: Token) -> Question:
    line = _line(block)
    kind = block.info.strip()
    if kind not in KINDS:
        raise _Wrong(line, _("There is no question of the kind “{kind}”; the kinds are: {kinds}.", kind=kind[:40], kinds=", ".join(KINDS)))  # fmt: skip
    found = _keys(block.content.splitlines(), line + 1)
    try:
        return KINDS[kind](Keys({key: text for key, (_line, text) in found.items()}))
    except PlygroundError as error:
        raise _Wrong(line, error.sentence) from None


def _line(token: Token) -> int:
    """Return the number of the line at which a token begins."""
    assert token.map is not None  # block tokens have line numbers
    return token.map[0] + 1


def _html(tokens: Sequence[Token]) -> str:
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
