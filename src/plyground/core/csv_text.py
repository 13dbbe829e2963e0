"""Tables as CSV: read in the encodings and with the separators of spreadsheets, written without formulas."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise

from plyground.errors import SpecError
from plyground.i18n import Number, _, language

SEPARATORS = ",;\t"
SEPARATOR_LINE = re.compile(r"sep=(?P<separator>[,;\t])\n", re.IGNORECASE)
"""First line by which Excel names the separator."""
UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
OLD_ENCODINGS = {"ro": ("cp1250", "mac_romanian")}
"""Encodings of Excel for Windows and for macOS by the reader's language."""
OTHER_OLD_ENCODINGS = ("cp1252", "mac_roman")
"""Encodings of Excel for readers of all other languages."""
FORMULA_SIGNS = "=+-@\t\r\n"
"""Signs at which a spreadsheet reads a cell as a formula (owasp.org/www-community/attacks/CSV_Injection)."""
USUAL_LETTERS = "áàâãäåæçéèêëíìîïñóòôõöøúùûüýßÁÀÂÃÄÅÆÇÉÊËÍÎÏÑÓÔÕÖØÚÜÝăĂșȘțȚşŞţŢ"
"""Letters beyond ASCII that are frequent in names."""
NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]+)?|∞)")
LINE_END = re.compile(r"\r\n?")


def read_csv(content: bytes) -> list[list[str]]:
    """Return the rows of a CSV file, each a list of its cells.

    The file may be in UTF-8 or UTF-16, or as Excel writes it for Windows or macOS. Lines end with CR, LF or both. Cells
    are separated by the comma, semicolon or tab that is most frequent in the first line, or that Excel's line ``sep=``
    names. Raise :class:`SpecError` for a file that is not text, and for a cell that is too long.
    """
    text = LINE_END.sub("\n", _decoded(content))
    if told := SEPARATOR_LINE.match(text):
        text, separator = text[told.end() :], told["separator"]
    else:
        separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        return list(reader)
    except csv.Error:  # the only error for such a text: a cell is longer than csv.field_size_limit()
        raise SpecError(
            _(
                "Line {line}: a cell has more than {most} letters. Look for a quotation mark that is not closed.",
                line=Number(reader.line_num), most=Number(csv.field_size_limit()),
            )
        ) from None  # fmt: skip


def write_csv(rows: Iterable[Sequence[object]], line_end: str = "\n") -> str:
    """Return rows as CSV. No text in a cell is read as a formula by a spreadsheet."""
    lines = []
    for row in rows:
        line = io.StringIO(newline="")
        cells = [f"'{cell}" if isinstance(cell, str) and is_formula(cell) else cell for cell in row]
        csv.writer(line).writerow(cells)  # the csv module puts cells with CR or LF into quotation marks
        lines.append(line.getvalue().removesuffix("\r\n") + line_end)
    return "".join(lines)


def is_formula(text: str) -> bool:
    """Return True if a spreadsheet may read a cell as a formula: also for full-width signs, which some convert.

    A number with its sign is no formula.
    """
    return unicodedata.normalize("NFKC", text[:1])[:1] in tuple(FORMULA_SIGNS) and not NUMBER.fullmatch(text)


def _decoded(content: bytes) -> str:
    """Return the text of a file in the most likely encoding. Raise :class:`SpecError` for a file that is not text."""
    try:
        text = content.decode("utf-16" if content.startswith(UTF_16_MARKS) else "utf-8-sig")
    except UnicodeDecodeError:
        encodings = OLD_ENCODINGS.get(language(), OTHER_OLD_ENCODINGS)
        text = min(filter(None, (_in_encoding(content, encoding) for encoding in encodings)), key=_strangeness)
    if any(unicodedata.category(letter) == "Cc" and letter not in "\t\r\n" for letter in text):
        raise SpecError(_("The file is not a text: save it as CSV in UTF-8."))
    return text


def _in_encoding(content: bytes, encoding: str) -> str:
    """Return the text of a file in this encoding; empty if it cannot be in it."""
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return ""


def _strangeness(text: str) -> int:
    """Return a number that is small if a text with names was decoded by the right encoding, and large if by another.

    Rare letters, signs and capitals inside of words count twice, small letters with accents at the beginning of a word
    count once.
    """
    found = 0
    for before, letter in pairwise(f" {text}"):
        is_rare = not letter.isascii() and letter not in USUAL_LETTERS
        if is_rare or (letter.isupper() and before.islower()):
            found += 2
        elif not letter.isascii() and letter.islower() and not before.isalpha():
            found += 1
    return found
