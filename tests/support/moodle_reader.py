"""A reader of Moodle XML and GIFT, written from Moodle's documentation and the rules of its importers.

Rules of https://docs.moodle.org/en/Moodle_XML_format, https://docs.moodle.org/en/GIFT_format and
https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type, with what the importers do beyond them: in embedded answers a
backslash is taken away before ``}`` and ``#`` alone, and other signs are written as entities; in GIFT a weight has at most
two digits before its point. It marks answers as Moodle does.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree import ElementTree

ALTERNATIVE = re.compile(
    r"~?(=|%(?P<percent>-?[0-9]+(?:[.,][0-9]*)?)%)?(?P<answer>.+?(?<!\\|&)(?=[~#}]|$))(#(?P<feedback>.*?(?<!\\)(?=[~}]|$)))?"
)
FIELD = re.compile(r"\{(?P<weight>[0-9]*):(?P<kind>NUMERICAL|MULTICHOICE|SHORTANSWER):(?P<alternatives>.+?(?<!\\))\}")
NUMBER = r"-?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?"
NUMERICAL = re.compile(rf"({NUMBER})(?::({NUMBER}))?")
GIFT_WEIGHT = re.compile(r"%-*([0-9]{1,2})\.?([0-9]*)%")
GIFT_ESCAPES = {"\\:": "\ue001", "\\#": "\ue002", "\\=": "\ue003", "\\{": "\ue004", "\\}": "\ue005", "\\~": "\ue006", "\\n": "\ue007"}  # fmt: skip
GIFT_MEANT = dict(zip(GIFT_ESCAPES.values(), ":#={}~\n", strict=True))


class Choice(NamedTuple):
    """One alternative of a question: its text, its share of the grade from −1 to 1, and the feedback."""

    text: str
    share: float
    feedback: str = ""
    tolerance: float = 0.0


@dataclass
class Question:
    """One question, or one field of a question with embedded answers."""

    name: str
    kind: str  # numerical, shortanswer, multichoice, truefalse, essay
    text: str
    choices: list[Choice] = field(default_factory=list)

    def find(self, answer: str) -> Choice | None:
        """Return the first alternative that matches an answer."""
        return next((choice for choice in self.choices if self._fits(choice, answer)), None)

    def mark(self, answer: str) -> float:
        """Return the share of the grade that an answer gets."""
        found = self.find(answer)
        return found.share if found else 0.0

    def mark_ticks(self, ticked: list[str]) -> float:
        """Return the share of the grade that several ticks get together."""
        return max(0.0, sum(self.mark(text) for text in ticked))

    def _fits(self, choice: Choice, answer: str) -> bool:
        if self.kind == "numerical":
            given = _number(answer)
            return given is not None and abs(given - float(choice.text)) <= choice.tolerance + 1e-9
        if self.kind == "shortanswer":
            pattern = ".*".join(map(re.escape, choice.text.split("*")))
            return re.fullmatch(pattern, answer.strip(), re.IGNORECASE) is not None
        return choice.text == answer


def _number(answer: str) -> float | None:
    """Moodle takes a lone comma for the point of a decimal."""
    text = answer.replace(" ", "")
    text = text.replace(",", "") if "." in text or text.count(",") > 1 else text.replace(",", ".")
    try:
        return float(text)
    except ValueError:
        return None


def embedded(name: str, text: str) -> list[Question]:
    """Return the fields of a text with embedded answers. Raise AssertionError for a field that Moodle would not
    recognise.
    """
    found = []
    for match in FIELD.finditer(text):
        kind = match["kind"].lower()
        rest, question = match["alternatives"], Question(name, kind, text[: match.start()])
        while rest:
            part = ALTERNATIVE.match(rest)
            assert part is not None and part.end() > 0, rest
            rest = rest[part.end() :]
            share = 1.0 if part[1] == "=" else 0.01 * float(part["percent"] or 0)
            numbers = NUMERICAL.fullmatch(part["answer"]) if kind == "numerical" else None
            assert kind != "numerical" or numbers is not None, part["answer"]
            answer = numbers[1] if numbers else _plain(part["answer"])
            tolerance = float(numbers[2] or 0) if numbers else 0.0
            question.choices.append(Choice(answer, share, _plain(part["feedback"] or ""), tolerance))
        found.append(question)
    assert len(found) == len(re.findall(r"\{\d+:", text)), text
    return found


def _plain(text: str) -> str:
    return html.unescape(text).replace("\\}", "}").replace("\\#", "#")


def read_xml(text: str) -> list[list[Question]]:
    """Return the questions of a quiz; a text with embedded answers has one question for each field."""
    questions = ElementTree.fromstring(text).iterfind("question")
    return [_of_element(element) for element in questions if element.get("type") != "category"]


def _of_element(element: ElementTree.Element) -> list[Question]:
    kind, name = element.get("type", ""), element.findtext("name/text") or ""
    text = element.findtext("questiontext/text") or ""
    if kind == "cloze":
        return embedded(name, text)
    choices = [
        Choice(html.unescape(answer.findtext("text") or ""), float(answer.get("fraction", "x")) / 100, answer.findtext("feedback/text") or "")
        for answer in element.iterfind("answer")
    ]  # fmt: skip
    return [Question(name, kind, text, choices)]


def read_gift(text: str) -> list[Question]:
    """Return the questions of a GIFT file, which are separated by blank lines, without categories and comments."""
    text = re.sub(r"^(?:\$CATEGORY:|//).*$", "", text, flags=re.MULTILINE)
    return [_of_gift(part) for part in re.split(r"\n\s*\n", text.strip())]


def _of_gift(text: str) -> Question:
    text = text.replace("\\\\", "\ue000")
    for escape, meant in GIFT_ESCAPES.items():
        text = text.replace(escape, meant)
    text = text.replace("\ue000", "\\")
    assert text.startswith("::"), text
    name, _colons, text = text[2:].partition("::")
    start, end = text.index("{"), text.index("}")
    answers = text[start + 1 : end].strip()
    question = Question(_meant(name), "", _meant((text[:start] + text[end + 1 :]).strip()))
    if answers.startswith("#"):
        question.kind = "numerical"
        for answer in answers[1:].split("="):
            number, _colon, tolerance = answer.partition(":")
            question.choices.append(Choice(str(float(number)), 1.0, "", float(tolerance or 0)))
    elif "~" in answers:
        question.kind = "multichoice"
        for answer in filter(None, map(str.strip, answers.replace("=", "~=").split("~"))):
            question.choices.append(_weighed(answer.removeprefix("="), 1.0 if answer.startswith("=") else 0.0))
    elif answers in ("T", "TRUE", "F", "FALSE"):
        question.kind = "truefalse"
        question.choices = [Choice(word, float(word[0] == answers[0])) for word in ("TRUE", "FALSE")]
    else:
        question.kind = "shortanswer"
        question.choices = [_weighed(answer.strip(), 1.0) for answer in answers.split("=") if answer.strip()]
    return question


def _weighed(answer: str, usual: float) -> Choice:
    if weight := GIFT_WEIGHT.match(answer):
        usual = float(weight[0].strip("%")) / 100
        answer = answer[weight.end() :]
    words, _sign, feedback = answer.partition("#")
    return Choice(_meant(words.strip()), usual, _meant(feedback.strip()))


def _meant(text: str) -> str:
    for placeholder, sign in GIFT_MEANT.items():
        text = text.replace(placeholder, sign)
    return text
