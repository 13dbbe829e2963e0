"""HTML elements of connected pages, with their words and handlers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from markupsafe import Markup

from plyground.errors import FileError
from plyground.i18n import language, moment_text, use
from plyground.web.components.templates import macro
from plyground.web.connected.element import Attribute, Element, Press
from plyground.web.connected.page_client import current_client


def in_language(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return ``handler``, run in the current language, because the handler of an event runs outside of the visitor's
    request.

    If a user's rules fail in it, the page is reloaded and shows the error.
    """
    spoken = language()

    def handle(event: Any) -> Any:
        use(spoken)
        try:
            return handler(event)
        except FileError:
            current_client().call("reload")
            return None

    return handle


def tag(name: str, words: object = "", classes: str = "", **attributes: Attribute) -> Element:
    """Return a new HTML element. ``aria_label`` stands for the attribute ``aria-label``, ``for_`` for ``for``."""
    element = Element(name, str(words))
    if classes:
        element.classes(classes)
    element.props.update({_named(attribute): value for attribute, value in attributes.items()})
    return element


def _named(attribute: str) -> str:
    return attribute.rstrip("_").replace("_", "-")


def fixed(name: str, inside: str, classes: str = "", **attributes: Attribute) -> Element:
    """Return a new HTML element with fixed markup inside. For the server it is one element, even if the markup is long."""
    element = tag(name, "", classes, **attributes)
    element.fill(inside)
    return element


def fill(element: Element, inside: str) -> None:
    """Replace the markup in an element of :func:`fixed`."""
    element.fill(inside)


def show(element: Element, words: object) -> None:
    """Replace the text of an element."""
    element.set_text(str(words))


def button(words: object, on_press: Callable[[], Any], classes: str = "", **attributes: str) -> Element:
    """Return a new button. A disabled one stays in the tab order, so that the focus is never lost."""
    element = tag("button", words, classes, type="button", **attributes)

    def handle(press: Press) -> Any:
        return None if element.props.get("aria-disabled") == "true" else on_press()

    element.on("click", in_language(handle))
    return element


def enable(element: Element, enabled: bool) -> None:
    """Enable or disable a button."""
    state(element, "aria-disabled", not enabled)


def reveal(element: Element) -> None:
    """Scroll an element that was just opened into view, if it is hidden or at the lower edge.

    If there is room for the board, too, scroll to show all of both.
    """
    element.call("reveal")


def bring_into_view(element: Element) -> None:
    """Scroll just enough to show a whole element, so that the content above it stays in view if possible."""
    element.call("bringIntoView")


def state(element: Element, attribute: str, holds: bool) -> None:
    """Set an attribute of an element, such as ``aria-expanded``, to ``true`` or ``false``."""
    element.props[attribute] = "true" if holds else "false"


def select(
    label: object,
    options: Iterable[tuple[str, object]],
    value: str,
    on_choose: Callable[[str], None],
    classes: str = "",
    groups: Iterable[tuple[object, Iterable[tuple[str, object]]]] = (),
) -> None:
    """Put a list of ``options`` (value and words) with its label on the page. After them come ``groups``, each with a
    title.
    """
    _field(macro("fields.html", "select", label, options, value, groups), on_choose, f"field {classes}")


def entry(label: object, value: str, on_choose: Callable[[str], None], **attributes: str) -> None:
    """Put a text field on the page, with its label."""
    named = {_named(attribute): words for attribute, words in attributes.items()}
    _field(macro("fields.html", "entry", label, value, named), on_choose)


def text_area(
    label: object, on_choose: Callable[[str], None], value: str = "", rows: int = 2, *, while_typing: bool = False
) -> None:
    """Put a text area on the page, with its label. It does not cut long texts: ``on_choose`` refuses them in words.

    ``while_typing``: ``on_choose`` gets the text also while it is written, shortly after each key.
    """
    events = ("input", "change") if while_typing else ("change",)
    _field(macro("fields.html", "text_area", label, value, rows), on_choose, events=events)


def _field(
    inside: str, on_choose: Callable[[str], None], classes: str = "field", events: Sequence[str] = ("change",)
) -> None:
    """Put a label on the page, with this markup inside. ``on_choose`` gets each new value of its control."""

    def handle(press: Press) -> None:
        on_choose(str(press.args))

    label = fixed("label", inside, classes)
    for kind in events:
        label.on(kind, in_language(handle), reads="value")


def said(words: object) -> str:
    """Return a sentence escaped for HTML text and attributes."""
    return escape(str(words))


def when(moment: datetime) -> Markup:
    """Return a stored UTC time as a ``<time>`` element, in this computer's time zone and the reader's language."""
    here = moment.replace(tzinfo=UTC).astimezone()
    return Markup('<time datetime="{}Z">{}</time>').format(moment.isoformat(), moment_text(here))
