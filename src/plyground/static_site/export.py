"""The folder of the static site: the shell with its workers, Pyodide, Python's packages, and compiled searches.

Pyodide (https://pyodide.org, MPL 2.0) is CPython compiled for browsers. Its files come from the npm package ``pyodide``
and are copied unchanged, but for the standard library, which gets byte code.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from plyground.core.files import write_bytes, write_text
from plyground.core.game import Game
from plyground.errors import FileError, PlygroundError
from plyground.frontend.bundle import STATIC, modules
from plyground.games import game as game_named
from plyground.i18n import LANGUAGES, _, language, use
from plyground.learning.weights_file import load_evaluation
from plyground.static_site.archive import STANDARD_LIBRARY, archive, licenses, packages_archive, standard_library
from plyground.static_site.first_board import answers
from plyground.static_site.twins import write_twins
from plyground.teaching.lessons.course import course
from plyground.web.components.game_list import listed_games
from plyground.web.components.room_names import PLACES, ROOMS
from plyground.web.components.templates import fragment
from plyground.web.pages.home.page import LINES
from plyground.web.pages.home.playable_board import answer

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STANDARD_LIBRARY, "pyodide-lock.json")
PYODIDE_PLACE = Path("node_modules/pyodide")
"""The place of Pyodide after ``npm install pyodide``."""
NOT_CACHED = {"404.html", "service_worker.js"}
"""Files that the service worker does not keep."""


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


def export_site(
    folder: Path,
    pyodide: Path,
    own_games: Sequence[Path] = (),
    weights: Sequence[Path] = (),
    compiled: Sequence[str] | None = None,
) -> int:
    """Write the site into a folder, and return its bytes. Files of an earlier export are replaced.

    ``own_games`` are files of games that the site offers, too, and ``weights`` files of weights that its bots can use.
    ``compiled`` names the games whose searches are compiled; None means all.

    Raise :class:`FileError` for a folder that cannot be written, and :class:`PlygroundError` for a wrong game or
    wrong weights.
    """
    own = [game_named(str(path)) for path in own_games]
    for path in weights:
        load_evaluation(path)
    games = [*listed_games()[0].values(), *own] if compiled is None else [*map(game_named, compiled), *own]
    try:
        (folder / "pyodide").mkdir(parents=True, exist_ok=True)
        (folder / "licenses").mkdir(exist_ok=True)
        for name in PYODIDE_FILES:
            shutil.copyfile(pyodide / name, folder / "pyodide" / name)
        shutil.copytree(STATIC, folder / "static", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.d.ts"))
        write_bytes(folder / "twins.zip", _twins(games))
    except OSError as error:
        raise FileError(folder, _("it cannot be written ({reason}).", reason=error.strerror)) from None
    write_bytes(folder / "python.archive", packages_archive(pyodide, (*own_games, *weights)))
    write_bytes(folder / "pyodide" / STANDARD_LIBRARY, standard_library(pyodide))
    write_text(folder / "index.html", _shell(folder))
    write_text(folder / "404.html", _elsewhere())
    write_text(folder / "site.webmanifest", _manifest())
    for name, text in licenses():
        write_text(folder / "licenses" / f"{name}.txt", text)
    write_text(
        folder / "licenses" / "pyodide.txt", "Pyodide, Mozilla Public License 2.0: https://github.com/pyodide/pyodide\n"
    )
    write_text(folder / "licenses" / "inter.txt", (STATIC / "fonts" / "OFL.txt").read_text(encoding="utf-8"))
    _write_service_worker(folder)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _twins(games: Sequence[Game]) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        write_twins(games, Path(place))
        return archive({path.name: path.read_bytes() for path in Path(place).iterdir()})


def _write_service_worker(folder: Path) -> None:
    """Write the service worker, which knows the files of the site and its version: a digest of their contents."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    kept = {path.relative_to(folder).as_posix(): path for path in paths}
    kept = {name: path for name, path in kept.items() if name not in NOT_CACHED and not name.startswith("licenses/")}
    text = (STATIC / "site" / "service_worker.js").read_text(encoding="utf-8")
    version = hashlib.sha256(text.encode() + b"".join(path.read_bytes() for path in kept.values())).hexdigest()[:12]
    name = f'`plyground ${{new URL("./", location.href).pathname}} {version}`'
    head = f"self.site = {{ VERSION: {name}, FILES: {json.dumps([*kept])} }};\n"
    write_text(folder / "service_worker.js", head + text)


def _shell(folder: Path) -> str:
    """Return ``index.html``: in each language the board of the first page, the games and the lessons. Write the answers
    of the boards into the folder.
    """
    spoken = language()
    lists = {}
    for code in LANGUAGES:
        use(code)
        games = [
            (name, str(game.title), str(LINES.get(name, game.summary))) for name, game in listed_games()[0].items()
        ]
        lessons = [(name, lesson.title, lesson.about) for name, lesson in course(code, None).items()]
        lists[code] = fragment(
            "site_lists.html",
            rooms={path: ROOMS[path] for path in PLACES},
            games=games,
            lessons=lessons,
            first=answer(),
        )
        write_bytes(folder / f"first_board.{code.replace('_', '-')}", answers())
    use(spoken)
    return str(fragment("site_shell.html", lists=lists, static="static", modules=modules("site/shell.js")))


def _manifest() -> str:
    """Return the manifest of the page with addresses below the site's root, so that the site can be installed."""
    manifest = json.loads((STATIC / "manifest.json").read_text(encoding="utf-8"))
    icons = [{**icon, "src": f"static/{icon['src']}"} for icon in manifest["icons"]]
    return json.dumps({**manifest, "id": "./", "start_url": "./", "scope": "./", "icons": icons})


def _elsewhere() -> str:
    """Return ``404.html``, which hosts show for pages of the program that they do not have: it opens the shell."""
    return str(fragment("site_elsewhere.html"))
