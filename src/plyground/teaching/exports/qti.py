"""Exercises as a content package of QTI 2.1, which Canvas, Blackboard and Brightspace import.

The formats are QTI 2.1 (https://www.imsglobal.org/question/qtiv2p1/imsqti_infov2p1.html) and IMS Content Packaging 1.1.
The package keeps to the part of QTI that these programs read: one interaction for each item, and the standard rules of
marking. A typed answer lists every accepted spelling twice: as ``correctResponse``, which Canvas and Blackboard read, and
as a mapping, which is the rule of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from itertools import groupby
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from plyground.drawing.png import png
from plyground.i18n import capital
from plyground.teaching.exercises.drawings import as_svg, has_picture
from plyground.teaching.exercises.exercise import Exercise
from plyground.teaching.exercises.marking_report import solution_line
from plyground.teaching.exports.moodle import asked
from plyground.teaching.exports.question_bank import TOP, id_number
from plyground.teaching.exports.single_questions import SingleQuestion, single_questions

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
QTI_SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1p2.xsd"
PACKAGING = "http://www.imsglobal.org/xsd/imscp_v1p1"
PACKAGING_SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"
SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
TEMPLATES = "http://www.imsglobal.org/question/qti_v2p1/rptemplates"
"""Address of the standard rules of marking."""
SOLUTION = "general_fb"
"""Identifier of the feedback with the solution. Canvas shows feedback with this name after any answer."""
TEST = "test"
MAX_ESSAY_LINES = 5


class Item(NamedTuple):
    """One item of the package."""

    identifier: str
    exercise: Exercise
    text: str  # content of the file
    picture: str  # name of the file with its picture; empty: none


def qti_package(exercises: Sequence[tuple[str, Exercise]], title: str = "") -> bytes:
    """Return a ZIP archive with a test of exercises, each with its name. An exercise with several fields becomes one
    item for each field, and an exercise that comes twice is written once.

    Raise :class:`SearchError` if the package that draws PNG files is not installed.
    """
    pictures = {
        _picture(exercise): png(as_svg(exercise)) for _name, exercise in exercises if _picture(exercise)
    }  # fmt: skip
    items = list({item.identifier: item for name, exercise in exercises for item in _items(name, exercise)}.values())
    files = {
        "imsmanifest.xml": _manifest(items, list(pictures)).encode(),
        f"{TEST}.xml": _test(items, title or TOP).encode(),
        **{f"{item.identifier}.xml": item.text.encode() for item in items},
        **pictures,
    }
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)  # ZipInfo has a fixed date: same package, same bytes
    return content.getvalue()


def _picture(exercise: Exercise) -> str:
    return f"{id_number(exercise)}.png" if has_picture(exercise) else ""


def _items(name: str, exercise: Exercise) -> Iterator[Item]:
    for number, question in enumerate(single_questions(name, exercise), 1):
        identifier = f"{id_number(exercise)}-{number}"
        yield Item(identifier, exercise, _item(identifier, question, exercise), _picture(exercise))


def _item(identifier: str, question: SingleQuestion, exercise: Exercise) -> str:
    solution = escape(solution_line(exercise))
    picture = _picture(exercise)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        (
            f'<assessmentItem xmlns="{QTI}" xmlns:xsi="{SCHEMA_INSTANCE}" xsi:schemaLocation="{QTI} {QTI_SCHEMA}"'
            f' identifier="{identifier}" title="{escape(question.name)}" adaptive="false" timeDependent="false">'
        ),
        *_response(question),
        '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>',
        '<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>1</value></defaultValue></outcomeDeclaration>',
        f'<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"><defaultValue><value>{SOLUTION}</value></defaultValue></outcomeDeclaration>',
        "<itemBody>",
        f'<p><img src="{picture}" alt="{escape(exercise.drawn().json())}"/></p>' if picture else "",
        f"<p>{escape(asked(exercise))}</p>",
        *_interaction(question, solution),
        "</itemBody>",
        _rule(question),
        f'<modalFeedback outcomeIdentifier="FEEDBACK" identifier="{SOLUTION}" showHide="show"><p>{solution}</p></modalFeedback>',
        "</assessmentItem>",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def _response(question: SingleQuestion) -> Iterator[str]:
    """Yield the declaration of the answer: the right one, and the points of each choice or spelling."""
    kind = "identifier" if question.choices else "string"
    several = "multiple" if question.takes_several else "single"
    yield f'<responseDeclaration identifier="RESPONSE" cardinality="{several}" baseType="{kind}">'
    keys = [_choice(question, text) for text in question.right] if question.choices else question.right
    if keys:
        yield f"<correctResponse>{''.join(f'<value>{escape(key)}</value>' for key in keys)}</correctResponse>"
    if question.takes_several:
        share = 1 / len(keys)
        points = {_choice(question, text): share if text in question.right else -share for text in question.choices}
        entries = "".join(f'<mapEntry mapKey="{key}" mappedValue="{value:.6f}"/>' for key, value in points.items())
        yield f'<mapping lowerBound="0" upperBound="1" defaultValue="0">{entries}</mapping>'
    elif keys and not question.choices:
        entries = "".join(f'<mapEntry mapKey="{escape(key)}" mappedValue="1" caseSensitive="false"/>' for key in keys)
        yield f'<mapping defaultValue="0">{entries}</mapping>'
    yield "</responseDeclaration>"


def _interaction(question: SingleQuestion, solution: str) -> Iterator[str]:
    label = escape(question.item)
    if question.choices:
        if label:
            yield f"<p>{label}</p>"
        most = 0 if question.takes_several else 1  # 0: any number
        yield f'<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="{most}">'
        for text in question.choices:
            yield f'<simpleChoice identifier="{_choice(question, text)}">{escape(text)}</simpleChoice>'
        yield "</choiceInteraction>"
    elif question.right:
        label = f"{label}: " if label else ""
        length = max(map(len, question.right))
        yield f'<p>{label}<textEntryInteraction responseIdentifier="RESPONSE" expectedLength="{length}"/></p>'
    else:
        yield f'<rubricBlock view="scorer tutor"><p>{solution}</p></rubricBlock>'
        yield f'<extendedTextInteraction responseIdentifier="RESPONSE" expectedLines="{MAX_ESSAY_LINES}"/>'


def _choice(question: SingleQuestion, text: str) -> str:
    """Return the identifier of a choice."""
    return f"choice_{question.choices.index(text) + 1}"


def _rule(question: SingleQuestion) -> str:
    """Return the standard rule that marks the answer; none for an essay, which a person marks."""
    if not question.right:
        return ""
    rule = "match_correct" if question.choices and not question.takes_several else "map_response"
    return f'<responseProcessing template="{TEMPLATES}/{rule}"/>'


def _test(items: Sequence[Item], title: str) -> str:
    """Return the test: one section for each kind of exercise."""
    sections = []
    for number, (kind, group) in enumerate(groupby(items, lambda item: str(item.exercise.kind.title)), 1):
        refs = "".join(
            f'<assessmentItemRef identifier="{item.identifier}" href="{item.identifier}.xml"/>\n' for item in group
        )
        sections.append(
            f'<assessmentSection identifier="section_{number}" title="{escape(capital(kind))}" visible="false">\n{refs}</assessmentSection>'
        )
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            (
                f'<assessmentTest xmlns="{QTI}" xmlns:xsi="{SCHEMA_INSTANCE}" xsi:schemaLocation="{QTI} {QTI_SCHEMA}"'
                f' identifier="{TEST}" title="{escape(title)}">'
            ),
            '<testPart identifier="part" navigationMode="nonlinear" submissionMode="simultaneous">',
            *sections,
            "</testPart>",
            "</assessmentTest>\n",
        ]
    )


def _manifest(items: Sequence[Item], pictures: Sequence[str]) -> str:
    """Return the list of the files. A picture is a resource of its own, as Canvas and Blackboard ask."""
    dependencies = "".join(f'<dependency identifierref="{item.identifier}"/>' for item in items)
    resources = [
        f'<resource identifier="{TEST}" type="imsqti_test_xmlv2p1" href="{TEST}.xml"><file href="{TEST}.xml"/>{dependencies}</resource>'
    ]
    for item in items:
        needs = f'<dependency identifierref="{_resource(item.picture)}"/>' if item.picture else ""
        file = f"{item.identifier}.xml"
        resources.append(
            f'<resource identifier="{item.identifier}" type="imsqti_item_xmlv2p1" href="{file}"><file href="{file}"/>{needs}</resource>'
        )
    resources += [
        f'<resource identifier="{_resource(name)}" type="webcontent" href="{name}"><file href="{name}"/></resource>'
        for name in pictures
    ]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            (
                f'<manifest xmlns="{PACKAGING}" xmlns:xsi="{SCHEMA_INSTANCE}"'
                f' xsi:schemaLocation="{PACKAGING} {PACKAGING_SCHEMA}" identifier="manifest">'
            ),
            "<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>",
            "<organizations/>",
            "<resources>",
            *resources,
            "</resources>",
            "</manifest>\n",
        ]
    )


def _resource(picture: str) -> str:
    """Return the identifier of a picture in the manifest."""
    return f"picture-{picture.removesuffix('.png')}"
