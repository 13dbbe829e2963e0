"""HTML templates: Jinja2 with autoescape. Templates escape each value and translate each sentence that they write."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from plyground.i18n import _, _n, capital
from plyground.web.components.static_files import BASE

_environment = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=True,
    auto_reload=False,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.globals.update(_=_, _n=_n, capital=capital, static=BASE)


def fragment(template: str, **values: object) -> Markup:
    """Return the HTML of a template with these values."""
    return Markup(_environment.get_template(template).render(values))


def macro(template: str, name: str, *arguments: object) -> Markup:
    """Return the HTML of one macro of a template with these arguments."""
    made: Markup = getattr(_environment.get_template(template).module, name)(*arguments)
    return made
