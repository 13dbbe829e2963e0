"""Forms as HTML: the fields of an answer, with what was given, and a sign whether it is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from plyground.interfaces.web.markup import said
from plyground.language import _
from plyground.lessons.form import TICKED, Field, Given

ITEM = "item."
"""What the names of the fields of an answer begin with, in an address."""
FEW = 6
"""Options that are all shown at once; more of them are a list to choose from."""


def fields_as_html(fields: Iterable[Field], given: Given, right: Mapping[str, bool] | None = None) -> str:
    """The fields of a form; ``right`` says of each whether it is, once there was an answer."""
    signs = right or {}
    return "".join(_field(field, given.get(field.name, ""), _sign(signs.get(field.name))) for field in fields)


def given_in(items: Iterable[tuple[str, str]]) -> Given:
    """What was filled in of a form that came back; what was left empty is not there."""
    return {name.removeprefix(ITEM): text for name, text in items if text.strip()}


def select(label: object, name: str, options: Iterable[tuple[str, object]], chosen: str, sign: str = "") -> str:
    """A list to choose from."""
    listed = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{said(words)}</option>'
        for value, words in options
    )
    return (
        f'<label class="field"><span>{said(label)}{sign}</span><select name="{escape(name)}">{listed}</select></label>'
    )


def line(label: object, name: str, value: str, attributes: str = "", sign: str = "") -> str:
    """A line of text to fill in."""
    return (
        f'<label class="field"><span>{said(label)}{sign}</span>'
        f'<input name="{escape(name)}" value="{escape(value)}" autocomplete="off" {attributes}></label>'
    )


def _field(field: Field, given: str, sign: str) -> str:
    name = escape(ITEM + field.name)
    if field.is_tick:
        return (
            f'<label class="check"><input type="checkbox" name="{name}" value="{TICKED}"'
            f"{' checked' if given else ''}><span>{said(field.label)}{sign}</span></label>"
        )
    if len(field.options) > FEW:
        return select(field.label, ITEM + field.name, [("", "–"), *field.options], given, sign)
    if field.options:
        listed = "".join(
            f'<label class="check"><input type="radio" name="{name}" value="{escape(value)}"'
            f"{' checked' if value == given else ''}><span>{said(words)}</span></label>"
            for value, words in field.options
        )
        return f'<fieldset class="few"><legend>{said(field.label)}{sign}</legend>{listed}</fieldset>'
    return line(field.label, ITEM + field.name, given, "", sign)


def _sign(right: bool | None) -> str:
    """A tick or a cross; nothing before the marking."""
    if right is None:
        return ""
    word = _("right") if right else _("wrong")
    return f' <span role="img" aria-label="{said(word)}">{"✓" if right else "✗"}</span>'
