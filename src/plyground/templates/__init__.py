"""The templates of ``plyground new``: small games that work, each a file to begin one's own from.

The files are games as a user would write them; they are read as text, not imported. :func:`written` returns the text of
a template under another name.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from plyground.errors import SpecError
from plyground.games import GAMES
from plyground.i18n import Sentence, _

TEMPLATES: dict[str, Sentence] = {
    "mark": _("two players mark the cells of a board"),
    "move": _("two players move pieces on a board"),
    "take": _("two players take from a heap"),
    "dice": _("two players and a die"),
    "three": _("three players, each with its own result"),
}
"""Descriptions of the templates by name. The file ``<name>.py`` in this folder is the template."""
FOLDER = Path(__file__).parent


def path_of(template: str) -> Path:
    """Return the file of a template. Raise :class:`SpecError` for an unknown name."""
    if template not in TEMPLATES:
        raise SpecError(_("There is no template “{name}”; the templates are: {names}.", name=template, names=", ".join(TEMPLATES)))  # fmt: skip
    return FOLDER / f"{template}.py"


def written(template: str, name: str, file: str) -> str:
    """Return the text of a template for a game of this ``name`` in this ``file``. Raise :class:`SpecError`."""
    text = path_of(template).read_text(encoding="utf-8")
    if not name.isidentifier() or not name.isascii() or keyword.iskeyword(name):
        raise SpecError(_("“{name}” cannot be the name of a game: use letters, digits and _, a letter first, such as my_game.", name=name))  # fmt: skip
    if name in GAMES:
        raise SpecError(_("There is a game “{name}” already: choose another name.", name=name))
    words = [word for word in name.split("_") if word]
    cls = "".join(word[0].upper() + word[1:] for word in words)
    if not cls.isidentifier() or re.search(rf"\b{cls}\b", text):
        raise SpecError(_("“{name}” is used for something else in the file: choose another name.", name=name))
    title = " ".join(words).capitalize()
    text = re.sub(rf"\b{template.capitalize()}\b", cls, text)
    return text.replace(f'"""{cls}: ', f'"""{title}: ').replace(f"{template}.py", file)
