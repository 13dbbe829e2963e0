"""The cards of games: values that are proven anew where that is quick, counts that are published."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from paths import ROOT

import plyground
from plyground import GAMES, game, search
from plyground.core.position import Demand
from plyground.solvers.card import OWN_WORDS, card, known_values, said, traits
from plyground.solvers.exact import exact

ROWS = list(csv.DictReader((Path(plyground.__file__).parent / "games" / "values.csv").open(encoding="utf-8")))
QUICK = ["tictactoe", "breakthrough:width=3,height=4", "nim", "nim:heaps=1-3-5-7", "subtraction"]
COMPILED = ["mnk:width=4,height=3,k=3", "mnk:width=4,height=4,k=4", "kalah:pits=4,seeds=3", "domineering", "domineering:width=5,height=5"]  # fmt: skip


def row(text: str) -> dict[str, str]:
    [found] = [row for row in ROWS if row["game"] == text]
    return found


def test_every_row_is_of_a_game_and_has_a_source() -> None:
    for each in ROWS:
        known = game(each["game"])
        assert known.name == each["game"]
        assert abs(Fraction(each["value"])) <= known.start.utmost()
        assert each["source"]
        for part in each["source"].split("; "):
            assert part in OWN_WORDS or re.search(r"\(\d{4}\)|^J. Tromp", part), f"no publication: {part}"
        assert [value.game for value in known_values(known)].count(known.name) == 1
    assert all(any(words in each["source"] for each in ROWS) for words in OWN_WORDS)


@pytest.mark.parametrize("text", [*QUICK, *(pytest.param(text, marks=pytest.mark.proof) for text in COMPILED)])
def test_values_proven_anew(text: str) -> None:
    known = game(text)
    one_sign = known.start.utmost() == 1
    assert exact(known, weak=one_sign, native=text in COMPILED).value == Fraction(row(text)["value"])


def test_the_value_of_a_race_on_average() -> None:
    found: Any = search(
        game("pig:target=5,faces=3,rounds=2").start, "expectiminimax", setting=plyground.setting(scores="utility")
    ).value
    assert found == Fraction(row("pig:target=5,faces=3,rounds=2")["value"])


@pytest.mark.parametrize("name", [entry.name for entry in GAMES if not entry.origin])
def test_a_card_says_what_the_rules_say(name: str) -> None:
    known = game(name)
    found = card(known)
    facts = {fact.text: str(value) for fact, value in found.facts}
    assert known.notation.parse(facts["start"]) == known.start
    first = list(known.start.moves())
    for word in facts["first moves"].removesuffix(", …").split(", "):
        assert known.notation.parse_move(known.start, word) in first
    assert found.sequences[0] == len(first)
    if Demand.HIDDEN in known.demands:
        assert found.kind.startswith("partially observable")


@pytest.mark.parametrize(
    ("name", "sequences"),
    [("connect_four", [7, 49, 343, 2401]), ("othello", [4, 12, 56, 244, 1396]), ("breakthrough", [22, 484, 11132])],
)
def test_counted_sequences_are_the_published_ones(name: str, sequences: list[int]) -> None:
    assert card(game(name)).sequences[: len(sequences)] == sequences


def test_values_in_words() -> None:
    [kuhn] = known_values(game("kuhn"))
    assert str(said(kuhn)) == "−1/18 on average"
    assert [str(said(value)) for value in known_values(game("othello"))] == ["draw", "lost by 4"]
    assert str(said(known_values(game("kalah:pits=2,seeds=1"))[0])) == "won by 10"


SIZES = list(csv.DictReader((Path(plyground.__file__).parent / "games" / "positions.csv").open(encoding="utf-8")))
SOLVED = (ROOT / "docs" / "solved.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("row", SIZES, ids=lambda row: str(row["game"]))
def test_numbers_of_positions_have_a_source_and_are_those_that_were_counted(row: dict[str, str]) -> None:
    assert game(row["game"]).name == row["game"]
    assert row["source"] in OWN_WORDS or re.search(r"\(\d{4}\)", row["source"])
    counted = re.search(rf"^\| `{row['game']}`(?: ⁵)? \|(?:[^|]*\|){{5}} ([\d,]+) \|", SOLVED, re.MULTILINE)
    assert (row["source"] == "solved here") <= (counted is not None)
    if counted:
        assert row["positions"] == counted[1].replace(",", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tictactoe", ["2 players", "without chance", "3 × 3 cells", "5,478 positions", "solved: a draw"]),
        ("dodgem", ["2 players", "without chance", "positions can repeat", "3 × 3 cells", "2,055 positions", "solved: won for the first player"]),
        ("othello", ["2 players", "without chance", "8 × 8 cells", "about 10²⁸ positions", "solved: a draw"]),
        ("connect_four:width=6,height=5", ["2 players", "without chance", "6 × 5 cells"]),
        ("kuhn", ["2 players", "with chance", "hidden information", "solved: −0.06 on average for the first player"]),
        ("kalah", ["2 players", "without chance", "solved: won by 10 for the first player"]),
    ],
)  # fmt: skip
def test_traits_of_a_game_are_told_in_a_few_words(text: str, told: list[str]) -> None:
    assert [str(trait) for trait in traits(game(text))] == told
