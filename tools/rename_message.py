"""Rename a message in the sources and keep its translations: ``tools/rename_message.py OLD NEW [OLD NEW ...]``.

Each OLD is the whole English text of a message, with its ``{names}``, as it stands in ``_("...")`` or ``_n("...")``.
The tool replaces it in ``src/``, renames it in every catalogue, and replaces it wherever ``tests/`` and ``docs/``
quote it in full. It lists the places that quote a part of it, and the translations that need an editor.
``--value old=new`` renames a ``{name}`` in the translations, too. ``--pairs FILE`` reads ``[[old, new], ...]`` as JSON.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.pofile import normalize

ROOT = Path(__file__).parent.parent
LOCALE_FOLDER = ROOT / "src" / "plyground" / "locale"
MARKERS = {"_": 1, "_n": 2}
"""Functions that mark a message, and how many of their arguments are its text."""
MIN_PART_CHARS = 12
"""Characters below which a message, or its longest part without ``{names}``, is not looked for inside other text."""


def marked_texts(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield every text that ``_`` or ``_n`` marks for translation."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for argument in node.args[: MARKERS.get(node.func.id, 0)]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument


def literal(text: str) -> str:
    """Return ``text`` as a Python literal in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def rename_in_python(source: str, renamed: Mapping[str, str]) -> str:
    """Return the Python source with the marked texts replaced."""
    lines = source.encode().splitlines(keepends=True)
    found = [text for text in marked_texts(ast.parse(source)) if text.value in renamed]
    for text in sorted(found, key=lambda text: (text.lineno, text.col_offset), reverse=True):
        assert text.end_lineno and text.end_col_offset is not None
        before = lines[text.lineno - 1][: text.col_offset]
        after = lines[text.end_lineno - 1][text.end_col_offset :]
        lines[text.lineno - 1 : text.end_lineno] = [before + literal(renamed[str(text.value)]).encode() + after]
    return b"".join(lines).decode()


def rename_in_prose(text: str, renamed: Mapping[str, str]) -> str:
    """Return text that quotes messages (a test, a page of the documentation, a template) with them replaced.

    Short messages are replaced only where they stand in quotes by themselves.
    """
    for old, new in renamed.items():
        text = text.replace(literal(old), literal(new))
        if len(old) >= MIN_PART_CHARS and " " in old:
            text = text.replace(literal(old)[1:-1], literal(new)[1:-1]).replace(old, new)
    return text


def names(text: str) -> set[str]:
    """Return the ``{names}`` of a message."""
    return set(re.findall(r"\{(\w+)[^}]*\}", text))


def rename_in_catalogue(text: str, renamed: Mapping[str, str], values: Mapping[str, str]) -> tuple[str, list[str]]:
    """Rename messages of a catalogue, and the ``{names}`` of their translations.

    Return its new text, and the entries that need an editor as their ``{names}`` are no longer those of the message.
    """
    unfit = []
    entries = [f"{entry}\n" for entry in text.rstrip("\n").split("\n\n")]
    ids = {f"msgid {normalize(old, width=0)}\n": f"msgid {normalize(new, width=0)}\n" for old, new in renamed.items()}
    plurals = {old.replace("msgid", "msgid_plural"): new.replace("msgid", "msgid_plural") for old, new in ids.items()}
    known = {line for entry in entries for line in ids.values() if line in entry}
    for number, entry in enumerate(entries):
        for old, new in {**ids, **plurals}.items():
            if old in entries[number]:
                entries[number] = "" if new in known else rename_values(entries[number].replace(old, new), values)
        message, _, translation = entries[number].partition("msgstr")
        if entry != entries[number] and names(message) != names(translation) and '""' not in translation:
            unfit.append(entries[number])
    ending = text[len(text.rstrip("\n")) + 1 :]
    return "\n".join(entry for entry in entries if entry) + ending, unfit


def rename_values(entry: str, values: Mapping[str, str]) -> str:
    """Return an entry with the ``{names}`` of its translation renamed."""
    message, marker, translation = entry.partition("msgstr")
    return message + marker + re.sub(r"\{(\w+)", lambda match: "{" + values.get(match[1], match[1]), translation)


def quoted_parts(renamed: Mapping[str, str]) -> Iterator[str]:
    """Yield ``file:line`` of every test or page that may quote a renamed message with its values filled in."""
    parts = [max(re.split(r"\{[^}]*\}", old), key=len).strip() for old in renamed]
    for path in prose_files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if any(len(part) >= MIN_PART_CHARS and part in line for part in parts):
                yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def prose_files() -> list[Path]:
    """Return the files that quote messages: tests, documentation, templates."""
    folders = (("tests", "*.py"), ("docs", "*.md"), ("src", "*.html"))
    return [path for folder, pattern in folders for path in sorted((ROOT / folder).rglob(pattern))]


def change(path: Path, text: str) -> bool:
    """Write ``text`` to a file, if it differs. Return True if it did."""
    if text == path.read_text(encoding="utf-8"):
        return False
    path.write_text(text, encoding="utf-8")
    return True


def main() -> int:
    """Rename the messages that are named on the command line. Return the exit code."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="*", metavar="OLD NEW")
    parser.add_argument("--pairs", type=Path, help="a JSON file with more pairs")
    parser.add_argument("--value", action="append", default=[], metavar="OLD=NEW", help="rename a {name}, too")
    options = parser.parse_args()
    if len(options.texts) % 2:
        parser.error("every OLD needs its NEW")
    renamed = dict(zip(options.texts[::2], options.texts[1::2], strict=True))
    if options.pairs:
        renamed.update(json.loads(options.pairs.read_text(encoding="utf-8")))
    values = dict(value.split("=") for value in options.value)

    changed = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if change(path, rename_in_python(source, renamed)):
            changed.append(path)
    in_sources = bool(changed)
    for path in prose_files():
        if change(path, rename_in_prose(path.read_text(encoding="utf-8"), renamed)):
            changed.append(path)
    in_catalogues = False
    for path in sorted(LOCALE_FOLDER.rglob("*.po")):
        text, unfit = rename_in_catalogue(path.read_text(encoding="utf-8"), renamed, values)
        in_catalogues |= change(path, text)
        for entry in unfit:
            print(f"mend in {path.relative_to(ROOT)}, the {{names}} differ:\n{entry}")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", *(p for p in changed if p.suffix == ".py")])
    for path in changed:
        print(f"changed {path.relative_to(ROOT)}")
    for place in quoted_parts(renamed):
        print(f"may quote it: {place}")
    if not (in_sources and in_catalogues):
        print("Nothing was renamed in the sources, or nothing in the catalogues.", file=sys.stderr)
    return 0 if in_sources and in_catalogues else 1


if __name__ == "__main__":
    raise SystemExit(main())
