"""The folder of the static site: the shell of its pages, styles and scripts, Pyodide, and Python's packages in one
archive.

Pyodide (https://pyodide.org, MPL 2.0) is CPython compiled for browsers. Its files come from the npm package ``pyodide``
and are copied unchanged.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from plyground.core.files import write_bytes, write_text
from plyground.errors import FileError, PlygroundError
from plyground.frontend.bundle import STATIC
from plyground.i18n import LANGUAGES, Sentence, _, language, use
from plyground.static_site.pyodide_rooms import show
from plyground.teaching.lessons.course import course
from plyground.web.components.static_files import BASE
from plyground.web.components.templates import fragment
from plyground.web.pages.learn.lesson_page import list_page
from plyground.web.preferences import CHOICES

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PYODIDE_PLACE = Path("node_modules/pyodide")
"""The place of Pyodide after ``npm install pyodide``."""
PACKAGES = ("plyground", "jinja2", "markupsafe", "markdown_it", "mdurl", "platformdirs")
"""The packages that the rooms import."""
DISTRIBUTIONS = ("jinja2", "markupsafe", "markdown-it-py", "mdurl", "platformdirs", "plyground")
LEFT_OUT = {".so", ".c", ".pyi", ".pyd", ".po", ".pyc"}
"""Ends of files that a browser does not need."""
ROOMS: dict[str, Sentence] = {
    "/play": _("Play"), "/learn": _("Learn"), "/exercises": _("Exercises"), "/trees": _("Trees"),
}  # fmt: skip
UNCHANGING = (1980, 1, 1, 0, 0, 0)
"""Time stamp of all files in the archive, so that the same version gives the same archive."""


def pyodide_folder(named: Path | None) -> Path:
    """Return the folder with Pyodide's files. Raise :class:`PlygroundError` if they are not there."""
    folder = PYODIDE_PLACE if named is None else named
    if all((folder / name).is_file() for name in PYODIDE_FILES):
        return folder
    if named is None:
        raise PlygroundError(
            _(
                "The site needs Pyodide: run “npm install pyodide” in this folder, or name a folder that has it with --pyodide."
            )
        )
    missing = next(name for name in PYODIDE_FILES if not (folder / name).is_file())
    raise FileError(folder, _("this is not Pyodide: {file} is missing. “npm install pyodide” gets it.", file=missing))


def export_site(folder: Path, pyodide: Path) -> int:
    """Write the site into a folder, and return its bytes. Files of an earlier export are replaced.

    Raise :class:`FileError`.
    """
    try:
        (folder / "pyodide").mkdir(parents=True, exist_ok=True)
        for name in PYODIDE_FILES:
            shutil.copyfile(pyodide / name, folder / "pyodide" / name)
        shutil.copytree(STATIC, folder / "static", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.d.ts"))
        (folder / "licenses").mkdir(exist_ok=True)
    except OSError as error:
        raise FileError(folder, _("it cannot be written ({reason}).", reason=error.strerror)) from None
    write_bytes(folder / "python.zip", _archive())
    write_text(folder / "index.html", _shell())
    for name, text in _lessons():
        path = folder / "lessons" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, text)
    for name, text in _licenses():
        write_text(folder / "licenses" / f"{name}.txt", text)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _archive() -> bytes:
    """Return the Python packages as a ZIP archive, without parts that a browser does not need."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for package in PACKAGES:
            spec = find_spec(package)
            assert spec is not None and spec.submodule_search_locations
            root = Path(spec.submodule_search_locations[0])
            for path in sorted(root.rglob("*")):
                if path.is_file() and _is_needed(path):
                    entry = ZipInfo(f"{package}/{path.relative_to(root).as_posix()}", UNCHANGING)
                    archive.writestr(entry, path.read_bytes(), ZIP_DEFLATED)
    return content.getvalue()


def _is_needed(path: Path) -> bool:
    return not path.is_relative_to(STATIC) and path.suffix not in LEFT_OUT


def _shell() -> str:
    """Return ``index.html``: the head of the page and the list of lessons in each language, without the content of the
    rooms.
    """
    spoken = language()
    texts = {}
    for code in LANGUAGES:
        use(code)
        texts[code] = {
            "top": fragment("site_top.html", rooms=ROOMS, choices=CHOICES, languages=LANGUAGES),
            "lessons": list_page(None).body.replace(f"{BASE}/", "static/"),
            "waiting": str(_("Loading Python, once …")),
            "working": str(_("Computing …")),
            "failed": str(_("This browser cannot run the site: {reason}")),
        }
    use(spoken)
    state = json.dumps(texts, ensure_ascii=False).replace("</", "<\\/")
    return str(fragment("site.html", texts=state))


def _lessons() -> Iterator[tuple[str, str]]:
    """Yield a file for each lesson in each language: its steps without an answer, which the browser shows until Python
    has loaded.
    """
    spoken = language()
    for code in LANGUAGES:
        for name, lesson in course(code).items():
            steps = [show(f"/learn/{name}?step={step}", code, lambda state: None) for step in range(1, len(lesson.parts) + 1)]  # fmt: skip
            yield f"{code}/{name}.json", f"[{','.join(steps)}]"
    use(spoken)


def _licenses() -> Iterator[tuple[str, str]]:
    """Yield the licences of all parts of the site by others, with their names."""
    for name in DISTRIBUTIONS:
        try:
            files = distribution(name).files or []
        except PackageNotFoundError:  # plyground itself, run from its sources
            continue
        for file in files:
            if file.name.upper().startswith(("LICENSE", "COPYING")):
                yield name, Path(str(file.locate())).read_text(encoding="utf-8")
    yield "pyodide", "Pyodide, Mozilla Public License 2.0: https://github.com/pyodide/pyodide\n"
    yield "inter", (STATIC / "fonts" / "OFL.txt").read_text(encoding="utf-8")
