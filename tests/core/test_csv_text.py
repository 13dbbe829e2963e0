"""CSV files of spreadsheets: their encodings, line ends and separators; and cells that must not become formulas."""

from __future__ import annotations

import csv
import io
import unicodedata
from itertools import product

import pytest

from plyground.core.csv_text import is_formula, read_csv, write_csv
from plyground.errors import SpecError
from plyground.i18n import use

NAMES = ["João", "Conceição", "André", "Luís", "Zoë", "Müller", "Ítalo", "Ângela", "Antônio", "Estêvão", "Lúcia", "Íris", "Óscar", "Renée", "François", "Ñuñez", "ítalo", "érica"]  # fmt: skip
ROMANIAN_NAMES = ["Ioniţă", "Ştefan", "Ţuţea", "Bălaşa", "Mîndru", "Pârvu"]
"""Names with a cedilla, as Windows-1250 has them."""


def content(end: str, separator: str, encoding: str, names: list[str]) -> bytes:
    return "".join(f"{name}{separator}{place}{end}" for place, name in enumerate(names)).encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"])
def test_every_export_of_a_spreadsheet_is_read(encoding: str) -> None:
    """All names together, and each alone, where there is least to tell the encoding by."""
    for end, separator, names in product(("\r", "\n", "\r\n"), ",;\t", (NAMES, *([name] for name in NAMES))):
        expected = [[name, str(place)] for place, name in enumerate(names)]
        assert read_csv(content(end, separator, encoding, names)) == expected, (end, separator)


@pytest.mark.parametrize("encoding", ["cp1250", "mac_romanian"])
def test_old_romanian_encodings_are_read_for_a_romanian_reader(encoding: str) -> None:
    mac = str.maketrans("şţŞŢ", "șțȘȚ") if encoding == "mac_romanian" else {}
    names = [name.translate(mac) for name in ROMANIAN_NAMES]
    use("ro")
    try:
        assert [row[0] for row in read_csv(content("\r\n", ";", encoding, names))] == names
    finally:
        use("en")


def test_line_ends_may_be_mixed_and_stand_in_a_cell() -> None:
    assert read_csv(b'a,b\rc,"d\re"\nf,g\r\nh') == [["a", "b"], ["c", "d\ne"], ["f", "g"], ["h"]]


def test_excels_line_names_the_separator() -> None:
    assert read_csv(b"sep=;\r\na,b,c;d\r\n") == [["a,b,c", "d"]]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"PK\x03\x04\x14\x00", "is not a text: save it as CSV"),
        ("Ana\n".encode("utf-16")[:-1], "is not a text: save it as CSV"),
        ("Ana\n".encode("utf-16-le"), "is not a text: save it as CSV"),
        (b'Ana\rBen\r"Carla\r' + b"x" * 140_000, "Line 4: a cell has more than 131,072 letters. Look for a quotation"),
    ],
)
def test_unreadable_files_get_a_sentence(written: bytes, sentence: str) -> None:
    with pytest.raises(SpecError, match=sentence):
        read_csv(written)


def test_no_cell_is_a_formula() -> None:
    """Every letter of Unicode is tried that any normal form turns into a sign of a formula."""
    signs = {chr(code) for code in range(0x110000) if unicodedata.normalize("NFKC", chr(code))[:1] in tuple("=+-@")}
    assert {"=", "+", "-", "@", "＝", "＋", "－", "＠"} <= signs
    cells = [f"{sign}1+1" for sign in sorted(signs | set("\t\r\n"))]
    assert all(map(is_formula, cells))
    read = list(csv.reader(io.StringIO(write_csv([cells]), newline="")))
    assert read == [[f"'{cell}" for cell in cells]]


def test_texts_and_numbers_stay_as_they_are() -> None:
    row = ["Ana", "-3", "+2.5", -4, "1+1", "", "a=b"]
    assert write_csv([row]) == "Ana,-3,+2.5,-4,1+1,,a=b\n"
