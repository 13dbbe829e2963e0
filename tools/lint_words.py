"""Check the words of docstrings, test names and documentation by the rules of CONTRIBUTING.md: ``tools/lint_words.py``.

Docstrings of functions begin with an imperative. Those of classes, constants and variables do not begin with a question
word. No first line has more than 25 words; nor has a sentence of the documentation. In tests only the first words are
checked, as a test's docstring states a fact. The name of a test begins neither with a question word nor with a pronoun,
so that it is understood alone. The comment on a field, a parameter, an argument or an assignment is a noun phrase or a
sentence of its own: it does not continue the name. Pages tell what is: a date, or "since 2026", stands only in
docs/decisions, in a table, in code, or after "Measured on". ``tools/lint_words.py FILE ...`` checks only these files.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parent.parent
OPENINGS = frozenset({"what", "whether", "who", "where", "how", "that", "those", "whoever", "whatever", "which"})
NO_IMPERATIVES = frozenset({
    "a", "an", "the", "all", "every", "each", "everything", "nothing", "as", "one", "some", "its", "it", "if", "when", "in",
    "of", "on", "for", "with", "without", "this", "these", "there", "two", "no", "at", "by", "from", "to", "many", "more",
})  # fmt: skip
"""Words with which the first line of a function's docstring does not begin: it begins with a verb."""
PRONOUNS = frozenset({"it", "its", "they", "their", "them", "this", "these", "there", "so", "such", "whose"})
"""Words with which the name of a test does not begin, as question words: it begins with its subject."""
CONTINUATIONS = OPENINGS | frozenset({
    "of", "by", "for", "with", "without", "in", "on", "at", "to", "from", "as", "before", "after", "between", "among",
    "below", "above", "beside", "whose", "if", "and", "or", "it", "its", "they", "their", "them",
})  # fmt: skip
"""Words with which a comment on a field does not begin, because it would continue the field's name."""
RANGE = re.compile(r"from [-−]?\d|at (?:least|most)\b")
"""Begin of a comment that gives bounds, which stand alone."""
PRAGMA = re.compile(r"# (?:noqa|type|fmt):[^#]*")
"""Instruction for a tool, after which a comment may follow."""
JAVASCRIPT_NAME = re.compile(r"\s*(?:(?:export )?(?:const|let|var) |this\.)[\w.]+(?: =.*)?; // (.*)")
CONDITION_BY_PLACE = re.compile(r"\b(?:None|True|False|empty) where\b|\bRaises? :class:`\w+` where\b|\bRaises :class:")
"""Words that a docstring says otherwise: a condition is told with “if”, an exception with “Raise”."""
MAX_WORDS = 25
CODE = re.compile(r"```.*?```|~~~.*?~~~", re.DOTALL)
LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
PROSE_BREAK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.)\s?)")
SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+")


MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DATE = rf"20\d\d-\d\d(?:-\d\d)?\b|(?:\b\d{{1,2}} )?\b(?:{MONTHS}) 20\d\d\b"
DATED = re.compile(rf"(?<!Measured on )(?<!measured on )\b(?:{DATE})|\b(?:since|until) 20[12]\d\b", re.IGNORECASE)
"""Words of a page that tell what was."""


def first_line(node: ast.AST) -> str | None:
    """Return the first line of a docstring, or None when there is none."""
    assert isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    text = ast.get_docstring(node)
    return text.split("\n\n")[0].replace("\n", " ") if text else None


def docstrings(tree: ast.Module) -> Iterator[tuple[ast.AST, int, str]]:
    """Yield each documented thing of a module, the line of its docstring, and the docstring's first paragraph."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        line = first_line(node)
        if line:
            yield node, getattr(node, "lineno", 1), line
        for named, text in pairwise(node.body):
            if isinstance(named, ast.Assign | ast.AnnAssign):
                match text:
                    case ast.Expr(value=ast.Constant(value=str(words))):
                        yield named, text.lineno, inspect.cleandoc(words).split("\n\n")[0].replace("\n", " ")


def findings_of_python(text: str, *, test: bool = False) -> Iterator[tuple[int, str]]:
    """Yield line and finding for each docstring that breaks a rule; in a ``test`` only first words and names count."""
    tree = ast.parse(text)
    yield from findings_of_comments(text, tree)
    if test:
        yield from findings_of_names(tree)
    for node, number, line in docstrings(tree):
        word = re.split(r"[^\w']", line.lower(), maxsplit=1)[0]
        named = isinstance(node, ast.Assign | ast.AnnAssign)
        if word in (CONTINUATIONS if named else OPENINGS) and not (named and RANGE.match(line)):
            yield number, f"begins with “{word}”: {line}"
        if test:
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and lacks_imperative(node, word):
            yield number, f"begins with no imperative: {line}"
        if found := CONDITION_BY_PLACE.search(line):
            yield number, f"say “if”, and “Raise”, in place of “{found[0]}”: {line}"
        yield from ((number, f"{count} words: {sentence}") for count, sentence in long_sentences(line))


def findings_of_comments(text: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and finding for each comment that continues the name of a field, parameter, argument or variable."""
    named = set(named_lines(tree))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        number, column = token.start
        end = token.line[:column].rstrip()[-1:]
        if token.type != tokenize.COMMENT or named.isdisjoint({(number, ""), (number, end)}):
            continue
        comment = PRAGMA.sub("", token.string).lstrip("# ")
        word = re.split(r"[^\w']", comment.lower(), maxsplit=1)[0]
        if word in CONTINUATIONS and not RANGE.match(comment):
            yield number, f"continues the name with “{word}”: {comment}"


def findings_of_javascript(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and finding for each comment that continues the name of a variable or a field of JavaScript."""
    for number, line in enumerate(text.split("\n"), 1):
        if found := JAVASCRIPT_NAME.match(line):
            word = re.split(r"[^\w']", found[1].lower(), maxsplit=1)[0]
            if word in CONTINUATIONS and not RANGE.match(found[1]):
                yield number, f"continues the name with “{word}”: {found[1]}"


def named_lines(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the last line of each field, variable, parameter and argument, and the sign that ends the code there."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=arguments, keywords=keywords):
                yield from (
                    (each.end_lineno or 0, ",") for each in [*arguments, *(keyword.value for keyword in keywords)]
                )
            case ast.arguments():
                yield from ((each.end_lineno or 0, ",") for each in ast.walk(node) if isinstance(each, ast.arg))
            case ast.Assign() | ast.AnnAssign():
                yield node.end_lineno or 0, ""


def findings_of_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and finding for each test whose name is not understood alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            word = node.name.split("_")[1]
            if word in OPENINGS | PRONOUNS:
                yield node.lineno, f"test begins with “{word}”: {node.name}"


def lacks_imperative(node: ast.AST, word: str) -> bool:
    """Return True if the docstring of a function begins with a word that is no imperative."""
    return not is_property(node) and (word in NO_IMPERATIVES or bool(re.match(r"\w+s\b", third_person(word))))


def is_property(node: ast.AST) -> bool:
    """Return True for a function whose name is read like a field."""
    decorators = getattr(node, "decorator_list", [])
    return any("property" in ast.unparse(each) or "fixture" in ast.unparse(each) for each in decorators)


def third_person(word: str) -> str:
    """Return a word that looks like “returns” or “gives” as it is, else an empty text."""
    return (
        word
        if word in {"returns", "gives", "yields", "tells", "says", "makes", "raises", "shows", "reads", "writes"}
        else ""
    )


def findings_of_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and finding for each long sentence of a page."""
    plain = CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    position = 0
    for part in PROSE_BREAK.split(plain):
        position = plain.find(part, position)
        if part.lstrip().startswith(("|", "#", "    ")):
            continue
        number = plain.count("\n", 0, position) + 1
        yield from ((number, f"{count} words: {sentence}") for count, sentence in long_sentences(LINK.sub(r"\1", part)))


def findings_of_dates(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and finding for each date of a page outside of code and tables."""
    plain = CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(plain.splitlines(), 1):
        if not line.startswith("|") and (found := DATED.search(line)):
            yield number, f"says what was: {found[0]}"


def long_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a text that have too many words, with their number of words."""
    for sentence in SENTENCE_END.split(re.sub(r"\s+", " ", text)):
        count = len(re.findall(r"\b[\w'’`.-]+\b", sentence))
        if count > MAX_WORDS:
            yield count, sentence.strip()


def findings(path: Path) -> list[tuple[int, str]]:
    """Return line and finding for everything in a file that breaks a rule."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        return list(findings_of_javascript(text))
    inside = path.resolve().relative_to(ROOT).parts
    if path.suffix != ".py":
        tells_what_is = inside[0] == "docs" and inside[1] != "decisions"
        return [*findings_of_prose(text), *(findings_of_dates(text) if tells_what_is else ())]
    return list(findings_of_python(text, test=inside[0] == "tests" and inside[1] != "support"))


def files() -> Iterator[Path]:
    """Yield the files that are checked."""
    for folder, pattern in (
        ("src", "*.py"),
        ("src", "*.js"),
        ("tests", "*.py"),
        ("tools", "*.py"),
        ("benchmarks", "*.py"),
        ("docs", "*.md"),
    ):
        for path in sorted((ROOT / folder).rglob(pattern)):
            if not any(part.startswith(".") for part in path.relative_to(ROOT).parts):
                yield path
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"))


def main() -> int:
    """Print every finding of the files. Return the exit code."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="check only these files")
    options = parser.parse_args()
    count = 0
    for path in options.files or files():
        for number, finding in findings(path):
            print(f"{path.resolve().relative_to(ROOT)}:{number}: {finding}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main())
