"""HTML elements of NiceGUI pages, with their words and handlers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from html import escape
from inspect import ismethod
from typing import Any

from markupsafe import Markup
from nicegui import events, helpers, ui
from nicegui.elements.mixins.text_element import TextElement

from plyground.errors import FileError
from plyground.i18n import language, moment_text, use
from plyground.web.components.templates import macro

Handler = Callable[[Any], Any]

_asks = helpers.expects_arguments


@cache
def _method_asks(function: Callable[..., Any]) -> bool:
    return _asks(function.__get__(object()))


def _expects_arguments(func: Callable[..., Any]) -> bool:
    """Return NiceGUI's answer from a cache, because it asks about the same three methods for each element of a page."""
    return _method_asks(func.__func__) if ismethod(func) else _asks(func)


helpers.expects_arguments = _expects_arguments


def in_language(handler: Handler) -> Handler:
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
            ui.navigate.reload()
            return None

    return handle


def tag(name: str, words: object = "", classes: str = "", **attributes: str | int | bool) -> TextElement:
    """Return a new HTML element. ``aria_label`` stands for the attribute ``aria-label``, ``for_`` for ``for``."""
    element = TextElement(tag=name, text=str(words))
    if classes:
        element.classes(classes)
    if attributes:
        element.props.update({_named(attribute): value for attribute, value in attributes.items()})
    return element


def _named(attribute: str) -> str:
    return attribute.rstrip("_").replace("_", "-")


def fixed(name: str, inside: str, classes: str = "", **attributes: str | int | bool) -> TextElement:
    """Return a new HTML element with markup inside. The server keeps one element, however long the markup is."""
    return tag(name, "", classes, innerHTML=inside, **attributes)


def fill(element: TextElement, inside: str) -> None:
    """Replace the markup in an element of :func:`fixed`."""
    if element.props.get("innerHTML") != inside:
        element.props["innerHTML"] = inside


def show(element: TextElement, words: object) -> None:
    """Replace the text of an element."""
    element.set_text(str(words))


def button(words: object, on_press: Callable[[], Any], classes: str = "", **attributes: str) -> TextElement:
    """Return a new button. A disabled one stays in the tab order, so that the focus is never lost."""
    element = tag("button", words, classes, type="button", **attributes)

    def handle(event: events.GenericEventArguments) -> Any:
        return None if element.props.get("aria-disabled") == "true" else on_press()

    element.on("click", in_language(handle), args=[])
    return element


def enable(element: TextElement, enabled: bool) -> None:
    """Enable or disable a button."""
    state(element, "aria-disabled", not enabled)


REVEAL = """(() => {
  const { top } = document.getElementById("ID").getBoundingClientRect();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const board = document.querySelector(".board")?.getBoundingClientRect().top ?? Infinity;
  const least = top - innerHeight + 160;
  const by = top < 0 ? top - 0.45 * innerHeight : Math.max(least, Math.min(top - 0.45 * innerHeight, board - 8));
  const cuts = board < 0 && board - 8 >= least;
  if (top < 0 || top > 0.6 * innerHeight || cuts) scrollBy({ top: by, behavior: calm ? "auto" : "smooth" });
})()"""
"""Script that scrolls an element into the lower half of the window. Of a taller page, it shows at least the first 160
pixels, and all of the board if there is room for both.
"""


def reveal(element: TextElement) -> None:
    """Scroll an element that was just opened into view, if it is not visible or at the lower edge.

    If there is room for the board, too, scroll to show all of both.
    """
    ui.run_javascript(f"setTimeout(() => {REVEAL.replace('ID', element.html_id)})")


NEAREST = """(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.getElementById("ID").scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
})()"""
"""Script that scrolls as little as shows a whole element."""


def bring_into_view(element: TextElement) -> None:
    """Scroll just enough to show a whole element, so that the content above it stays in view if possible."""
    ui.run_javascript(f"setTimeout(() => {NEAREST.replace('ID', element.html_id)})")


def state(element: TextElement, attribute: str, holds: bool) -> None:
    """Set an attribute of an element, such as ``aria-expanded``, to ``true`` or ``false``."""
    value = "true" if holds else "false"
    if element.props.get(attribute) != value:
        element.props[attribute] = value
        element.update()


def select(
    label: object,
    options: Iterable[tuple[str, object]],
    value: str,
    on_choose: Callable[[str], None],
    classes: str = "",
    groups: Iterable[tuple[object, Iterable[tuple[str, object]]]] = (),
) -> None:
    """Put a list of ``options`` (value and words) on the page, with its label; after them ``groups`` with a title
    each.
    """
    _field(macro("fields.html", "select", label, options, value, groups), on_choose, f"field {classes}")


def entry(label: object, value: str, on_choose: Callable[[str], None], **attributes: str) -> None:
    """Put a text field on the page, with its label."""
    named = {_named(attribute): words for attribute, words in attributes.items()}
    _field(macro("fields.html", "entry", label, value, named), on_choose)


def text_area(label: object, on_choose: Callable[[str], None], longest: int) -> None:
    """Put a text area on the page, with its label."""
    _field(macro("fields.html", "text_area", label, longest), on_choose)


def _field(inside: str, on_choose: Callable[[str], None], classes: str = "field") -> None:
    """Put a label on the page, with this markup inside. ``on_choose`` gets each new value of its control."""

    def handle(event: events.GenericEventArguments) -> None:
        on_choose(str(event.args))

    field = fixed("label", inside, classes)
    field.on("change", in_language(handle), js_handler="(event) => emit(event.target.value)")


def said(words: object) -> str:
    """Return a sentence escaped for HTML text and attributes."""
    return escape(str(words))


def when(moment: datetime) -> Markup:
    """Return a stored UTC time as a ``<time>`` element, in this computer's time zone and the reader's language."""
    here = moment.replace(tzinfo=UTC).astimezone()
    return Markup('<time datetime="{}Z">{}</time>').format(moment.isoformat(), moment_text(here))
