"""A reader of QTI 2.1 packages, written from the information model and the packaging specification.

Sources: https://www.imsglobal.org/question/qtiv2p1/imsqti_infov2p1.html and
https://www.imsglobal.org/content/packaging/. It checks the order of elements, identifiers, references and attributes of the
part of QTI that the export uses, and marks answers by the standard rules match_correct and map_response.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
PACKAGING = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
RULES = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/"
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
ITEM_ORDER = ("responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing", "modalFeedback")
INTERACTIONS = ("choiceInteraction", "textEntryInteraction", "extendedTextInteraction")
ATTRIBUTES = {
    "assessmentItem": {"identifier", "title", "adaptive", "timeDependent"},
    "responseDeclaration": {"identifier", "cardinality", "baseType"},
    "outcomeDeclaration": {"identifier", "cardinality", "baseType"},
    "mapping": {"defaultValue"},
    "mapEntry": {"mapKey", "mappedValue"},
    "choiceInteraction": {"responseIdentifier", "shuffle", "maxChoices"},
    "simpleChoice": {"identifier"},
    "textEntryInteraction": {"responseIdentifier"},
    "extendedTextInteraction": {"responseIdentifier"},
    "rubricBlock": {"view"},
    "modalFeedback": {"outcomeIdentifier", "identifier", "showHide"},
    "img": {"src", "alt"},
}
"""Required attributes."""


@dataclass
class QtiItem:
    """One item: its words, its interaction, its right answers and its points."""

    identifier: str
    title: str
    words: list[str]
    interaction: str
    rule: str
    choices: dict[str, str]  # identifier → text
    correct: list[str]
    several: bool
    points: dict[str, float] = field(default_factory=dict)
    bounds: tuple[float, float] | None = None
    pictures: list[str] = field(default_factory=list)
    solution: str = ""

    def mark(self, *given: str) -> float:
        """Return the score of typed text, or of chosen texts."""
        named = {text: key for key, text in self.choices.items()}
        keys = {named[text] for text in given} if self.choices else {text.strip().lower() for text in given}
        if self.rule == "match_correct":
            return float(keys == set(self.correct))
        known = {key if self.choices else key.lower(): value for key, value in self.points.items()}
        score = sum(known.get(key, 0.0) for key in keys)
        return min(max(score, self.bounds[0]), self.bounds[1]) if self.bounds else score


def read_qti(package: bytes) -> tuple[str, dict[str, list[QtiItem]]]:
    """Return the title of the test and its sections with their items. Raise AssertionError for a wrong package."""
    archive = ZipFile(BytesIO(package))
    assert archive.testzip() is None
    files = {name: archive.read(name) for name in archive.namelist()}
    resources = _resources(files)
    (test,) = [each for each in resources.values() if each["type"] == "imsqti_test_xmlv2p1"]
    listed = [name for name, each in resources.items() if each["type"] == "imsqti_item_xmlv2p1"]
    pictures = {each["href"] for each in resources.values() if each["type"] == "webcontent"}
    root = ElementTree.fromstring(files[test["href"]])
    assert root.tag == f"{QTI}assessmentTest"
    (part,) = root
    assert part.get("navigationMode") in ("linear", "nonlinear") and part.get("submissionMode") == "simultaneous"
    sections: dict[str, list[QtiItem]] = {}
    met = []
    for section in part:
        assert section.tag == f"{QTI}assessmentSection" and section.get("visible") in ("true", "false")
        found = sections.setdefault(section.get("title") or "", [])
        for ref in section:
            assert ref.tag == f"{QTI}assessmentItemRef"
            item = _item(ElementTree.fromstring(files[ref.get("href") or ""]))
            assert item.identifier == ref.get("identifier")
            assert set(item.pictures) <= pictures and len(resources[item.identifier]["needs"]) == len(item.pictures)
            met.append(item.identifier)
            found.append(item)
    assert sorted(met) == sorted(listed) == sorted(test["needs"]) and len(set(met)) == len(met)
    assert all(files[picture].startswith(b"\x89PNG\r\n") for picture in pictures)
    return root.get("title") or "", sections


def _resources(files: dict[str, bytes]) -> dict[str, dict[str, Any]]:
    """Return the resources of the manifest; ``needs`` lists those on which one depends."""
    manifest = ElementTree.fromstring(files["imsmanifest.xml"])
    assert [child.tag for child in manifest] == [f"{PACKAGING}{name}" for name in ("metadata", "organizations", "resources")]  # fmt: skip
    assert manifest.findtext(f"{PACKAGING}metadata/{PACKAGING}schema") == "QTIv2.1 Package"
    found: dict[str, dict[str, Any]] = {}
    for resource in manifest[2]:
        name = resource.get("identifier") or ""
        assert IDENTIFIER.fullmatch(name) and name not in found
        hrefs = [file.get("href") for file in resource.iterfind(f"{PACKAGING}file")]
        assert hrefs == [resource.get("href")]
        needs = [each.get("identifierref") for each in resource.iterfind(f"{PACKAGING}dependency")]
        found[name] = {"type": resource.get("type"), "href": resource.get("href"), "needs": needs}
    assert {each["href"] for each in found.values()} == set(files) - {"imsmanifest.xml"}
    assert all(need in found for each in found.values() for need in each["needs"])
    return found


def _item(root: ElementTree.Element) -> QtiItem:
    assert root.tag == f"{QTI}assessmentItem"
    for element in root.iter():
        name = element.tag.removeprefix(QTI)
        assert "}" not in name, name
        assert ATTRIBUTES.get(name, set()) <= set(element.keys()), (name, element.attrib)
        assert all(IDENTIFIER.fullmatch(value) for key, value in element.items() if key.lower().endswith("identifier"))
    order = [ITEM_ORDER.index(child.tag.removeprefix(QTI)) for child in root]
    assert order == sorted(order)
    (response,) = root.iterfind(f"{QTI}responseDeclaration")
    body = root.find(f"{QTI}itemBody")
    assert body is not None and not (body.text or "").strip()  # the body holds blocks only
    interactions = [each for each in body.iter() if each.tag.removeprefix(QTI) in INTERACTIONS]
    (interaction,) = interactions
    assert interaction.get("responseIdentifier") == response.get("identifier")
    kind = interaction.tag.removeprefix(QTI)
    assert (kind == "textEntryInteraction") == (interaction not in list(body))  # inline in a block, or a block
    choices = {each.get("identifier") or "": "".join(each.itertext()) for each in interaction}
    assert len(choices) == len(interaction) and len(set(choices.values())) == len(choices)
    correct = [each.text or "" for each in response.iterfind(f"{QTI}correctResponse/{QTI}value")]
    assert not choices or set(correct) <= set(choices)
    assert response.get("baseType") == ("identifier" if choices else "string")
    several = response.get("cardinality") == "multiple"
    assert not choices or interaction.get("maxChoices") == ("0" if several else "1")
    mapping = response.find(f"{QTI}mapping")
    entries = [] if mapping is None else list(mapping)
    points = {each.get("mapKey") or "": float(each.get("mappedValue") or "x") for each in entries}
    assert len(points) == len(entries) and (not choices or set(points) <= set(choices))
    bounds = None
    if mapping is not None and "lowerBound" in mapping.keys():  # noqa: SIM118
        bounds = (float(mapping.get("lowerBound") or "x"), float(mapping.get("upperBound") or "x"))
    rules = [each.get("template") or "" for each in root.iterfind(f"{QTI}responseProcessing")]
    assert all(rule.startswith(RULES) for rule in rules) and len(rules) == (0 if kind == INTERACTIONS[2] else 1)
    outcomes = {each.get("identifier"): each.findtext(f"{QTI}defaultValue/{QTI}value") for each in root.iterfind(f"{QTI}outcomeDeclaration")}  # fmt: skip
    (feedback,) = root.iterfind(f"{QTI}modalFeedback")
    assert outcomes[feedback.get("outcomeIdentifier")] == feedback.get("identifier")
    return QtiItem(
        root.get("identifier") or "", root.get("title") or "", ["".join(each.itertext()) for each in body.iterfind(f"{QTI}p")],
        kind, rules[0].removeprefix(RULES) if rules else "", choices, correct, several, points, bounds,
        [each.get("src") or "" for each in body.iter(f"{QTI}img")], "".join(feedback.itertext()),
    )  # fmt: skip
