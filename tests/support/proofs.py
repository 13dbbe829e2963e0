"""Run the proofs, tests marked ``long``, that are due, and keep the ledger of those that passed.

A proof has subjects: its own file and every module and data file that it uses. The ledger, ``tests/proofs.json``,
holds for each proof the fingerprint of its subjects when it last passed, how long it took and at which commit.
A proof is due when its subjects have another fingerprint now. ``--proofs due`` runs those, ``--proofs all`` all: also
those marked ``nightly``, which take longer than a change can wait.
With either, a proof that is skipped counts as failed: nothing is taken for proven that did not run.

Subjects follow the imports of the package, and the fixtures of ``conftest.py`` that a test file asks for; translations
prove nothing. A test that starts the program in another process says so by
a module-level ``SUBJECTS = ("plyground.cli",)``, in its own file or in the helper that starts it. A subject with a slash is
a folder whose files of any kind count, such as ``"src/plyground/locale/"``. Of the built-in games, whose modules
``plyground.games`` imports by their names, those count that the proof names, or all if it names none.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent.parent
LEDGER = ROOT / "tests" / "proofs.json"
IMPORT_FOLDERS = (ROOT / "src", ROOT / "tests" / "support", ROOT)
GAMES_REGISTRY = ROOT / "src" / "plyground" / "games" / "__init__.py"
GAMES_TABLE = GAMES_REGISTRY.with_name("built_in.py")
BOTS_CATALOGUE = ROOT / "src" / "plyground" / "bots" / "catalogue.py"
IGNORED_FILES = frozenset({ROOT / "src" / "plyground" / "i18n.py"})
CONFTEST = ROOT / "tests" / "conftest.py"
DATA_FOLDERS = (ROOT / "tests" / "data", ROOT / "src" / "plyground", ROOT / "docs")
DATA_SUFFIXES = frozenset({".csv", ".json", ".txt", ".md"})
UNKEPT_SUFFIXES = frozenset({".mo", ".pyc"})
"""Suffixes of files that are made from others."""
MARKERS = frozenset({"_", "_n"})
"""Functions whose texts are sentences for people, which prove nothing."""


class Reading(NamedTuple):
    """The content of one file: of a source its syntax without comments, and the names that it uses."""

    digest: str
    imports: tuple[tuple[str, str], ...]
    """Module and name of each import; the name is empty if the module itself is imported."""
    texts: frozenset[str]
    subjects: tuple[str, ...]
    fixtures: frozenset[str] = frozenset()
    """Names of the arguments of its functions that it does not define itself: fixtures of ``conftest.py`` among them."""


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def normalised(node: object) -> str:
    """Return a syntax tree as text, the same on every Python, without docstrings and sentences for people."""
    if isinstance(node, list):
        kept = [each for each in node if not (isinstance(each, ast.Expr) and is_text(each.value))]
        return f"[{','.join(normalised(each) for each in kept if not is_for_type_checkers(each))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKERS:
        node = ast.Call(node.func, [each for each in node.args if not is_text(each)], node.keywords)
    fields = ((name, value) for name, value in ast.iter_fields(node) if value not in (None, []) and name != "kind")
    return f"{type(node).__name__}({','.join(f'{name}={normalised(value)}' for name, value in fields)})"


@cache
def read(path: Path) -> Reading:
    """Return the content of a file. A file that is no Python source has only a digest."""
    if path.suffix != ".py":
        return Reading(hashlib.sha256(path.read_bytes()).hexdigest(), (), frozenset(), ())
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports, texts, functions, subjects = [], set(), set(), ()
    arguments: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if is_for_type_checkers(node):
            continue
        waiting.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.ImportFrom) and node.module:
            imports += [(node.module, alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            imports += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.Assign) and "SUBJECTS" in {ast.unparse(target) for target in node.targets}:
            subjects = tuple(ast.literal_eval(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.FunctionDef):
            functions.add(node.name)
            arguments.update(argument.arg for argument in node.args.args)
    digest = hashlib.sha256(normalised(tree).encode()).hexdigest()
    return Reading(digest, tuple(imports), frozenset(texts), subjects, frozenset(arguments - functions))


@cache
def module_file(module: str) -> Path | None:
    """Return the file of one of our modules, or None for others'."""
    for folder in IMPORT_FOLDERS:
        path = folder.joinpath(*module.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def defining_file(module: str, name: str) -> Path | None:
    """Return the file that defines what ``from module import name`` gives, behind a package that passes it on."""
    if own := name and module_file(f"{module}.{name}"):
        return own
    file = module_file("plyground._api" if module == "plyground" else module)
    if file and file.name in ("__init__.py", "_api.py"):
        for origin, passed_on in read(file).imports:
            if name and passed_on == name and origin != module:
                return defining_file(origin, name)
    return file


def files_of(subject: str) -> Iterator[Path]:
    """Yield the files of a module, all those of a package, or all files in a folder."""
    if "/" in subject:
        folder = ROOT / subject
        assert folder.is_dir(), f"there is no folder {subject}"
        yield from (path for path in folder.rglob("*") if path.is_file() and path.suffix not in UNKEPT_SUFFIXES)
        return
    file = module_file(subject)
    assert file, f"there is no {subject}"
    yield from file.parent.rglob("*.py") if file.name == "__init__.py" else [file]


@cache
def data_files() -> dict[str, list[Path]]:
    """Return the data files by name, and those of each folder by the folder's name."""
    found: dict[str, list[Path]] = {}
    for folder in DATA_FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.suffix in DATA_SUFFIXES:
                found.setdefault(path.name, []).append(path)
                if folder == DATA_FOLDERS[0] and path.parent != folder:
                    found.setdefault(path.parent.name, []).append(path)
    return found


@cache
def built_in_games() -> dict[str, Path]:
    """Return the file of each game in the table of built-in games, by the game's name."""
    tree = ast.parse(GAMES_TABLE.read_text(encoding="utf-8")) if GAMES_TABLE.exists() else ast.Module([], [])
    entries = (
        (ast.literal_eval(key), ast.literal_eval(value.args[0]))
        for table in ast.walk(tree)
        if isinstance(table, ast.Dict)
        for key, value in zip(table.keys, table.values, strict=True)
        if key and isinstance(value, ast.Call) and ast.unparse(value.func) == "BuiltIn"
    )
    return {name: file for name, module in entries if (file := module_file(f"plyground.games.{module}"))}


def names_game(texts: Iterable[str], game: str) -> bool:
    """Return True if one of these texts names a game: it begins with the name, or has the first letters of the name, three
    or more, as a word.
    """
    return any(
        text.partition(":")[0] == game
        or any(len(word) > 2 and game.startswith(word) for word in re.findall(r"[a-z_0-9]+", text))
        for text in texts
    )


@cache
def uses(path: Path) -> frozenset[Path]:
    """Return the files that define what a file imports, and those that its fixtures of ``conftest.py`` use."""
    imported = {file for module, name in read(path).imports if (file := defining_file(module, name))}
    wanted: Iterable[str] = read(path).fixtures if path.name.startswith("test_") else ()
    return frozenset(imported.union(*(files_of_fixtures()[name] for name in wanted if name in files_of_fixtures())))


@cache
def files_of_fixtures() -> dict[str, frozenset[Path]]:
    """Return for each fixture of ``conftest.py`` the files of its own modules that it or the fixtures it asks for use."""
    tree = ast.parse(CONFTEST.read_text(encoding="utf-8")) if CONFTEST.exists() else ast.Module([], [])
    names = {
        alias.name: defining_file(node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    used = {
        node.name: {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        | {argument.arg for argument in node.args.args}
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and any("fixture" in ast.unparse(each) for each in node.decorator_list)
    }
    found: dict[str, frozenset[Path]] = {}
    for fixture in used:
        reached_names: set[str] = set()
        waiting = {fixture}
        while waiting:
            name = waiting.pop()
            reached_names.add(name)
            waiting |= used.get(name, set()) - reached_names
        found[fixture] = frozenset(file for name in reached_names if (file := names.get(name)))
    return found


@cache
def named_games(texts: frozenset[str]) -> frozenset[Path]:
    """Return the files of the games that one of these texts names."""
    return frozenset(
        file
        for game, file in built_in_games().items()
        if any(names_game(texts, each) for each in {game, file.stem} - {"__init__"})
    )


@cache
def reached(first: Path, games: frozenset[Path]) -> tuple[Path, ...]:
    """Return the source and data files that a test file depends on, if it uses of all games only these."""
    found: set[Path] = set()
    waiting = {first}
    while waiting:
        path = waiting.pop()
        found.add(path)
        used = set(uses(path))
        if path == GAMES_REGISTRY:
            used.update(games or built_in_games().values())
        if path == BOTS_CATALOGUE:  # it imports them by their names
            used.update(path.parent.glob("*.py"))
        used.update(each for subject in read(path).subjects for each in files_of(subject))
        waiting |= used - found - IGNORED_FILES
    texts = {text for path in found for text in read(path).texts}
    return tuple(sorted(found | {path for text in texts for path in data_files().get(Path(text).name, ())}))


def subjects(test: str) -> tuple[Path, ...]:
    """Return the source and data files that a proof, given by its pytest id, depends on."""
    test_file, _, parameters = test.removesuffix("]").partition("[")
    first = ROOT / test_file.partition("::")[0]
    return reached(first, named_games(read(first).texts) | named_games(frozenset({parameters})))


@cache
def digest(paths: tuple[Path, ...]) -> str:
    """Return the fingerprint of these files."""
    parts = [f"{path.relative_to(ROOT)} {read(path).digest}" for path in paths]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def fingerprint(test: str) -> str:
    """Return the fingerprint of all that a proof depends on."""
    return digest(subjects(test))


def read_ledger() -> dict[str, dict[str, Any]]:
    """Return the ledger: by pytest id, ``subjects``, ``seconds`` and ``commit``."""
    ledger: dict[str, dict[str, Any]] = json.loads(LEDGER.read_text(encoding="utf-8")) if LEDGER.exists() else {}
    return ledger


def write_ledger(ledger: dict[str, dict[str, Any]]) -> None:
    """Write the ledger, a line for each proof, so that histories of two branches can be merged."""
    lines = [f"{json.dumps(test, ensure_ascii=False)}: {json.dumps(ledger[test])}" for test in sorted(ledger)]
    part = LEDGER.with_suffix(".part")
    part.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    part.replace(LEDGER)


def commit() -> str:
    """Return the commit that is checked out, or an empty text outside of git."""
    told = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return told.stdout.strip()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--proofs", choices=("due", "all"), help="run the proofs, and keep the ledger of those that passed"
    )
    parser.addoption("--shard", default="1/1", metavar="N/M", help="run the N-th of M parts of the proofs")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--proofs"):
        config.option.markexpr = "long"
        config.pluginmanager.register(Proofs(config), "proofs-to-run")


class Proofs:
    """The proofs of one run of pytest, longest first."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.ledger = read_ledger()
        self.passed: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        everything = sorted(items, key=lambda item: (-self.seconds(item.nodeid), item.nodeid))
        part, parts = (int(number) for number in config.getoption("--shard").split("/"))
        mine = everything[part - 1 :: parts]
        items[:] = [item for item in mine if config.getoption("--proofs") == "all" or self.is_due_now(item)]
        config.hook.pytest_deselected(items=[item for item in everything if item not in items])

    def seconds(self, test: str) -> float:
        return float(self.ledger.get(test, {"seconds": 60})["seconds"])

    def is_due_now(self, item: pytest.Item) -> bool:
        """Return True for a proof that is due and is not left to the nightly run, which runs all of them."""
        return item.get_closest_marker("nightly") is None and self.is_due(item.nodeid)

    def is_due(self, test: str) -> bool:
        return test not in self.ledger or self.ledger[test]["subjects"] != fingerprint(test)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        if report.skipped:
            report.outcome = "failed"
            report.longrepr = f"This proof did not run: {report.longrepr[2]}"
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.passed[report.nodeid] = report.duration
        if report.when == "teardown" and report.nodeid in self.passed and report.passed and not self.is_worker():
            self.record(report.nodeid)

    def is_worker(self) -> bool:
        return hasattr(self.config, "workerinput")

    def record(self, test: str) -> None:
        """Take a proof that passed into the ledger."""
        ledger = read_ledger()
        ledger[test] = {"subjects": fingerprint(test), "seconds": round(self.passed[test], 1), "commit": commit()}
        write_ledger(ledger)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(
            f"Of the proofs, {len(self.passed)} passed now; the ledger has {len(read_ledger())}."
        )


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(*(path.relative_to(ROOT) for path in subjects(argument)), sep="\n")
