"""The Python text of a submission: a file, or the code cells of a notebook; and the libraries that it needs."""

from __future__ import annotations

import ast
import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from plyground.core.files import read_text
from plyground.errors import FileError
from plyground.i18n import _

SUFFIXES = (".py", ".ipynb")
"""Endings of the files that are graded."""
COURSE_MODULES = frozenset({"util", "game", "games", "pacman", "multiAgents", "layout", "searchAgents", "tictactoe"})
"""Modules that courses hand out. They have stand-ins, or their names are in the file itself."""
MAGIC = re.compile(r"\s*[%!?]|.*[^=!<>]=\s*[%!]\w|.*\?$")
"""A line of IPython that is not Python."""
PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")
"""Magics whose cells hold Python."""


def read_submission(path: Path) -> str:
    """Return the Python text of a file or a notebook. Raise :class:`FileError`."""
    text = read_text(path)
    return notebook_text(text, path) if path.suffix == ".ipynb" else text


def notebook_text(text: str, path: Path) -> str:
    """Return the code cells of a notebook without magics. Raise :class:`FileError` for a file that is no notebook."""
    try:
        cells = json.loads(text)["cells"]
        sources = [each["source"] for each in cells if each["cell_type"] == "code"]
        codes = ["".join(source) if isinstance(source, list) else str(source) for source in sources]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FileError(path, _("this is not a notebook that can be read: save it again in Jupyter.")) from None
    return "\n\n".join(map(_python_of, codes)) + "\n"


def _python_of(cell: str) -> str:
    """Return a cell without its magics; an empty text for a cell in another language."""
    if cell.lstrip().startswith("%%") and not cell.lstrip().startswith(PYTHON_CELLS):
        return ""
    return "\n".join(map(_without_magic, cell.splitlines()))


def _without_magic(line: str) -> str:
    """Return a line, or ``pass`` in its place if it is a magic: it may be the only line of a block."""
    return line[: len(line) - len(line.lstrip())] + "pass" if MAGIC.match(line) else line


def missing_libraries(text: str) -> list[str]:
    """Return the libraries that a file imports at its top level and that are not installed here."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return []  # a wrong file is reported when it runs
    wanted = []
    for node in body:
        if isinstance(node, ast.Import):
            wanted += [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            wanted.append(node.module.partition(".")[0])
    return [name for name in dict.fromkeys(wanted) if name not in COURSE_MODULES and not _is_installed(name)]


def _is_installed(name: str) -> bool:
    if name in sys.modules or name in sys.stdlib_module_names:
        return True
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False
