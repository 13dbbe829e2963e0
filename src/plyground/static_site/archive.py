"""The archives of Python's packages and of its standard library, with byte code so that they are imported fast."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from plyground.core.user_folders import cache_folder
from plyground.static_site.site_games import FOLDER

PACKAGES = (
    "alembic", "anyio", "idna", "jinja2", "mako", "markdown_it", "markupsafe", "mdurl", "platformdirs", "plyground",
    "python_multipart", "segno", "sqlalchemy", "starlette", "typing_extensions",
)  # fmt: skip
"""The packages that the page imports."""
READ_AS_TEXT = {"plyground", "anyio"}
"""Packages whose sources are needed: searches are known by their text, and anyio reads its own."""
DOCUMENTED = {"plyground", FOLDER, "pyodide", "_pyodide"}
"""Packages whose docstrings are read at run time."""
WITHOUT_TEXT = (
    "plyground/arena", "plyground/cluster", "plyground/conformance", "plyground/drawing", "plyground/entry",
    "plyground/frontend", "plyground/isolation", "plyground/presentation", "plyground/static_site",
    "plyground/stepping", "plyground/teaching", "plyground/tournaments", "plyground/web",
)  # fmt: skip
"""Parts of plyground that no search is made of."""
UNUSED = (
    "plyground/mcp_server", "plyground/serving", "plyground/notebook",
    "plyground/native/lowering", "plyground/cli", "plyground/adapters",
    "sqlalchemy/dialects/mssql", "sqlalchemy/dialects/mysql", "sqlalchemy/dialects/oracle",
    "sqlalchemy/ext/asyncio", "sqlalchemy/ext/mypy", "sqlalchemy/orm", "sqlalchemy/testing", "alembic/testing",
    "anyio/_backends/_trio.py", "starlette/testclient.py",
)  # fmt: skip
"""Parts of packages that no page imports."""
LEFT_OUT = {".so", ".c", ".h", ".pyi", ".pyd", ".po", ".pyc", ".pyx", ".pxd", ".woff2"}
"""Ends of files that Python in a browser does not need."""
STANDARD_LIBRARY = "python_stdlib.zip"
"""The file of Pyodide with Python's standard library. It has sources alone, whose compilation takes most of a start."""
UNUSED_STANDARD = (
    "_pyrepl/", "bdb.py", "cProfile.py", "doctest.py", "ensurepip/", "ftplib.py", "imaplib.py", "mailbox.py", "pdb.py",
    "plistlib.py", "poplib.py", "profile.py", "pstats.py", "pydoc.py", "pydoc_data/", "smtplib.py", "unittest/", "wsgiref/",
    "xmlrpc/",
)  # fmt: skip
"""Parts of the standard library that no page imports."""
UNCHANGING = (1980, 1, 1, 0, 0, 0)
"""Time stamp of all files in the archive, so that the same version gives the same archive."""
TAG = "cpython-314"
"""The tag of Pyodide's Python in the names of byte code."""


def packages_archive(pyodide: Path, given: Iterable[Path]) -> bytes:
    """Return the packages and the ``given`` files of games and weights as an archive (:func:`packed`)."""
    files = {name: content for package in PACKAGES for name, content in _files(package)}
    files |= _metadata() | {f"{FOLDER}/{path.name}": path.read_bytes() for path in given}
    code = byte_code({name: text for name, text in files.items() if name.endswith(".py")}, pyodide)
    for name, content in code.items():
        if name.partition("/")[0].removesuffix(".py") in READ_AS_TEXT and not name.startswith(WITHOUT_TEXT):
            folder, _slash, base = name.rpartition("/")
            files[f"{folder}/__pycache__/{base[:-3]}.{TAG}.pyc"] = content
        elif not name.startswith(f"{FOLDER}/"):
            del files[name]
            files[f"{name}c"] = content
    return packed(files)


def _metadata() -> dict[str, bytes]:
    """Return the files that tell of plyground as an installed package: the learned evaluations are found by them."""
    try:
        found = distribution("plyground")
    except PackageNotFoundError:  # run from its sources
        return {}
    texts = {name: found.read_text(name) for name in ("METADATA", "entry_points.txt")}
    return {f"plyground-{found.version}.dist-info/{name}": text.encode() for name, text in texts.items() if text}


def standard_library(pyodide: Path) -> bytes:
    """Return Pyodide's standard library with byte code in the place of sources, as a ZIP archive."""
    with ZipFile(pyodide / STANDARD_LIBRARY) as zipped:
        names = [name for name in zipped.namelist() if not name.endswith("/") and not name.startswith(UNUSED_STANDARD)]
        files = {name: zipped.read(name) for name in names}
    code = byte_code({name: text for name, text in files.items() if name.endswith(".py")}, pyodide)
    return archive(
        {name: text for name, text in files.items() if name not in code} | {f"{name}c": code[name] for name in code}
    )


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as a compressed TAR archive: browsers decompress it as a whole, much faster than Python a ZIP."""
    content = BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.USTAR_FORMAT) as packed_files:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            packed_files.addfile(entry, BytesIO(files[name]))
    return gzip.compress(content.getvalue(), 9, mtime=0)


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files as a ZIP archive."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as zipped:
        for name in sorted(files):
            zipped.writestr(ZipInfo(name, UNCHANGING), files[name], ZIP_DEFLATED, 9)
    return content.getvalue()


def _files(package: str) -> Iterable[tuple[str, bytes]]:
    """Yield (name, content) of the files of a package that a browser needs."""
    spec = find_spec(package)
    assert spec is not None
    if not spec.submodule_search_locations:
        assert spec.origin
        yield f"{package}.py", Path(spec.origin).read_bytes()
        return
    root = Path(spec.submodule_search_locations[0])
    for path in sorted(root.rglob("*")):
        name = f"{package}/{path.relative_to(root).as_posix()}"
        if path.is_file() and path.suffix not in LEFT_OUT and not name.startswith(UNUSED):
            yield name, path.read_bytes()


def byte_code(sources: Mapping[str, bytes], pyodide: Path) -> dict[str, bytes]:
    """Return the byte code of Python files by their names; nothing without Node, which runs Pyodide here.

    What was compiled is kept in the user's cache folder.
    """
    kept = cache_folder() / "byte_code"
    kept.mkdir(parents=True, exist_ok=True)
    version = (pyodide / "package.json").read_bytes() if (pyodide / "package.json").is_file() else b""
    places = {
        name: kept / hashlib.sha256(version + _compiled_as(name).encode() + text).hexdigest()
        for name, text in sources.items()
    }
    missing = [name for name, place in places.items() if not place.is_file()]
    node = shutil.which("node")
    if missing and node is None:
        return {}
    if missing:
        with tempfile.TemporaryDirectory() as folder:
            for name in missing:
                path = Path(folder, _compiled_as(name))
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(sources[name])
            script = Path(__file__).with_name("byte_code.mjs")
            subprocess.run([str(node), str(script), str(pyodide.resolve()), folder], check=True, capture_output=True)
            for name in missing:
                shutil.move(f"{folder}/{_compiled_as(name)}c", places[name])
    return {name: place.read_bytes() for name, place in places.items()}


def _compiled_as(name: str) -> str:
    """Return the place of a file for ``byte_code.mjs``, which leaves out docstrings below ``plain/``."""
    return name if name.partition("/")[0].removesuffix(".py") in DOCUMENTED else f"plain/{name}"


def licenses() -> Iterable[tuple[str, str]]:
    """Yield (name, text) of the licences of these packages."""
    for name in PACKAGES:
        try:
            files = distribution(name.replace("markdown_it", "markdown-it-py")).files or []
        except PackageNotFoundError:  # plyground itself, run from its sources
            continue
        for file in files:
            if file.name.upper().startswith(("LICENSE", "COPYING")):
                yield name, Path(str(file.locate())).read_text(encoding="utf-8")
