"""The few HTML elements that the page is made of, with their words and handlers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from inspect import ismethod
from typing import Any

from nicegui import events, helpers
from nicegui.elements.mixins.text_element import TextElement

from plyground.interfaces.web.markup import said
from plyground.language import language, use

Handler = Callable[[Any], Any]

_asks = helpers.expects_arguments


@cache
def _method_asks(function: Callable[..., Any]) -> bool:
    return _asks(function.__get__(object()))


def _expects_arguments(func: Callable[..., Any]) -> bool:
    """NiceGUI asks this of the same three methods for each element, which was two fifths of the time of a page."""
    return _method_asks(func.__func__) if ismethod(func) else _asks(func)


helpers.expects_arguments = _expects_arguments


def in_language(handler: Handler) -> Handler:
    """``handler``, run in the language in force now: an event comes back without its visitor's context."""
    spoken = language()

    def handle(event: Any) -> Any:
        use(spoken)
        return handler(event)

    return handle


def tag(name: str, words: object = "", classes: str = "", **attributes: str | int | bool) -> TextElement:
    """An HTML element; ``aria_label`` stands for the attribute ``aria-label``, ``for_`` for ``for``."""
    element = TextElement(tag=name, text=str(words))
    if classes:
        element.classes(classes)
    if attributes:
        element.props.update({_named(attribute): value for attribute, value in attributes.items()})
    return element


def _named(attribute: str) -> str:
    return attribute.rstrip("_").replace("_", "-")


def fixed(name: str, inside: str, classes: str = "", **attributes: str | int | bool) -> TextElement:
    """An HTML element whose inside is markup: one element for the server, however much is in it."""
    return tag(name, "", classes, innerHTML=inside, **attributes)


def fill(element: TextElement, inside: str) -> None:
    """Put other markup into what :func:`fixed` has made."""
    if element.props.get("innerHTML") != inside:
        element.props["innerHTML"] = inside


def show(element: TextElement, words: object) -> None:
    """Let ``element`` say ``words``."""
    element.set_text(str(words))


def button(words: object, pressed: Callable[[], Any], classes: str = "", **attributes: str) -> TextElement:
    """A button. One that cannot be pressed now stays in the tab order, so that the focus is never lost."""
    element = tag("button", words, classes, type="button", **attributes)

    def handle(event: events.GenericEventArguments) -> Any:
        return None if element.props.get("aria-disabled") == "true" else pressed()

    element.on("click", in_language(handle), args=[])
    return element


def enable(element: TextElement, enabled: bool) -> None:
    """Say whether a button can be pressed now."""
    state(element, "aria-disabled", not enabled)


def state(element: TextElement, attribute: str, holds: bool) -> None:
    """Say whether something holds of an element, such as ``aria-expanded``."""
    value = "true" if holds else "false"
    if element.props.get(attribute) != value:
        element.props[attribute] = value
        element.update()


def select(
    label: object, options: Iterable[tuple[str, object]], value: str, chosen: Callable[[str], None], classes: str = ""
) -> None:
    """A choice of ``options`` (value and words), under its label."""
    listed = "".join(
        f'<option value="{said(option)}"{" selected" if option == value else ""}>{said(words)}</option>'
        for option, words in options
    )
    _field(label, f"<select>{listed}</select>", chosen, f"field {classes}")


def entry(label: object, value: str, chosen: Callable[[str], None], **attributes: str) -> None:
    """A line to write in, under its label."""
    written = "".join(f' {_named(attribute)}="{said(words)}"' for attribute, words in attributes.items())
    _field(label, f'<input value="{said(value)}" autocomplete="off"{written}>', chosen)


def text_area(label: object, chosen: Callable[[str], None], longest: int) -> None:
    """Two lines to write in, and more, under their label."""
    _field(label, f'<textarea rows="2" maxlength="{longest}" spellcheck="false"></textarea>', chosen)


def _field(label: object, control: str, chosen: Callable[[str], None], classes: str = "field") -> None:
    """A label with its control, which is markup; the label hears of each change in it."""

    def handle(event: events.GenericEventArguments) -> None:
        chosen(str(event.args))

    field = fixed("label", f"<span>{said(label)}</span>{control}", classes)
    field.on("change", in_language(handle), js_handler="(event) => emit(event.target.value)")
