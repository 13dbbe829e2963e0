"""Elements of a connected page: HTML that Python can change after it was sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from html import escape
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

Attribute = str | int | float | bool | None
"""The value of an attribute: True for one without a value, False or None for none."""
VOID = frozenset({"br", "hr", "img", "input"})
"""Elements without an end tag."""
HIDDEN = "hidden"
"""The class of an element that is not shown."""
INSIDE, CHILDREN = "#inside", "#children"
"""The names of the parts of an element that can change besides its attributes."""

_parents: ContextVar[tuple[Element, ...]] = ContextVar("parents", default=())


class Press(NamedTuple):
    """An event of the browser, such as a press on a button."""

    args: Any  # JSON value that the browser has read from the event


Handler = Callable[[Press], Any]


class Owner(Protocol):
    """The page of elements."""

    def register(self, element: Element) -> str:
        """Return the id of a new element."""

    def unregister(self, name: str) -> None:
        """Forget an element that was removed."""

    def note(self, element: Element, part: str) -> None:
        """Note that a part of an element has changed."""

    def call(self, name: str, *values: object) -> None:
        """Call a function of ``page_changes.js``."""


class Attributes(dict[str, Attribute]):
    """The attributes of an element. A changed one is sent to the browser."""

    def __init__(self, element: Element) -> None:
        super().__init__()
        self._element = element

    def __setitem__(self, name: str, value: Attribute) -> None:
        if self.get(name) != value:
            super().__setitem__(name, value)
            self._element.client.note(self._element, name)


class Element:
    """An HTML element. Elements that are made in its ``with`` block become its children.

    ``client`` is the page of an element without a parent.
    """

    def __init__(self, name: str, text: str = "", client: Owner | None = None) -> None:
        self.name = name
        self.parent = None if client else current_parent()
        self.client: Owner = client or current_parent().client
        self.is_sent = False  # True if the browser has this element
        self._inside = escape(text, quote=False)
        self.children: list[Element] = []
        self._listeners: dict[str, Handler] = {}
        self._scripts: list[str] = []
        self.props = Attributes(self)
        self._id = self.client.register(self)
        if self.parent is not None:
            self.parent.children.append(self)
            self.client.note(self.parent, CHILDREN)

    def __enter__(self) -> Self:
        _parents.set((*_parents.get(), self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _parents.set(_parents.get()[:-1])

    @property
    def html_id(self) -> str:
        """The value of the attribute ``id``."""
        return str(self.props.get("id") or self._id)

    @property
    def inside(self) -> str:
        """The text or markup before the children."""
        return self._inside

    def classes(self, add: str = "", remove: str = "") -> Self:
        """Add and remove classes, each a text with blanks between names."""
        before = str(self.props.get("class") or "")
        names = dict.fromkeys(before.split())
        for name in remove.split():
            names.pop(name, None)
        after = " ".join(names | dict.fromkeys(add.split()))
        if after != before:
            self.props["class"] = after or None
        return self

    def set_visibility(self, is_shown: bool) -> None:
        """Show or hide the element."""
        if bool(is_shown) is (HIDDEN in str(self.props.get("class") or "").split()):
            self.classes(remove=HIDDEN) if is_shown else self.classes(add=HIDDEN)

    def set_text(self, text: str) -> None:
        """Replace the content by a text."""
        self.fill(escape(text, quote=False))

    def fill(self, inside: str) -> None:
        """Replace the content by markup. In the browser, nodes that stay the same are kept, with focus and selection."""
        if inside != self._inside:
            self._inside = inside
            self.client.note(self, INSIDE)

    def clear(self) -> None:
        """Remove all children."""
        for child in self.children:
            child.forget()
        if self.children:
            self.children = []
            self.client.note(self, CHILDREN)

    def delete(self) -> None:
        """Remove the element."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.client.note(self.parent, CHILDREN)
        self.forget()

    def forget(self) -> None:
        """Take the element and its children out of the page's register, and break their reference cycles."""
        self.is_sent = False
        self._listeners.clear()
        self.client.unregister(self._id)
        for child in self.children:
            child.forget()

    def on(self, kind: str, handler: Handler | None = None, *, reads: str = "", does: str = "") -> Self:
        """Listen to an event. ``handler`` gets a :class:`Press`, whose value the function ``reads`` finds in the event;
        if it finds undefined, nothing is sent. ``does`` names a function that runs in the browser.

        The functions are those of ``page_events.js``. The last handler of a kind of event counts.
        """
        if handler is not None:
            self._listeners[kind] = handler
            listed = str(self.props.get("data-on") or "").split()
            self.props["data-on"] = " ".join([*listed, f"{kind}={reads}" if reads else kind])
        if does:
            self._scripts.append(f"{kind}={does}")
            self.props["data-does"] = " ".join(self._scripts)
        return self

    def listener(self, kind: str) -> Handler | None:
        """Return the handler of an event."""
        return self._listeners.get(kind)

    def call(self, name: str, *values: object) -> None:
        """Call a function of ``page_changes.js`` with the element and these JSON values."""
        self.client.call(name, self.html_id, *values)

    def change(self, part: str) -> list[object]:
        """Return the change of an attribute or another part, as the browser reads it."""
        if part == INSIDE:
            return ["inside", self.html_id, self._inside]
        if part == CHILDREN:
            parts = [child.html_id if child.is_sent else child.html() for child in self.children]
            return ["children", self.html_id, parts]
        value = self.props[part]
        return [
            "attribute",
            self.html_id,
            part,
            None if value in (None, False) else "" if value is True else str(value),
        ]

    def html(self) -> str:
        """Return the element as HTML, and note that the browser gets it."""
        return "".join(self._html())

    def _html(self) -> Iterator[str]:
        self.is_sent = True
        attributes = {**self.props, "id": self.html_id}
        yield f"<{self.name}"
        for name, value in attributes.items():
            if value is not None and value is not False:
                yield f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        yield ">"
        if self.name not in VOID:
            yield self.inside
            for child in self.children:
                yield from child._html()
            yield f"</{self.name}>"


def current_parent() -> Element:
    """Return the element of the innermost ``with`` block."""
    return _parents.get()[-1]
