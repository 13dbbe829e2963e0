"""The list of solved games, docs/solved.md, says what is true, and what was published."""

from __future__ import annotations

import pytest

from benchmarks.solved import GAMES, PAGE, Known, row

ROWS = {line.split("`")[1]: line for line in PAGE.read_text().splitlines() if line.startswith("| `")}


def test_every_game_of_the_list_stands_there() -> None:
    assert list(ROWS) == [known.text for known in GAMES]


@pytest.mark.parametrize("known", GAMES, ids=[known.text for known in GAMES])
def test_the_table_shows_the_published_values(known: Known) -> None:
    *_numbers, ours, published, _end = (cell.strip() for cell in ROWS[known.text].split("|"))
    assert published == known.published
    assert ours.split()[0] == (known.published.split() or ours.split())[0].rstrip(",")


@pytest.mark.parametrize("known", [known for known in GAMES if not known.long], ids=lambda known: known.text)
def test_small_games_solved_anew(known: Known) -> None:
    assert ROWS[known.text] == row(known)


@pytest.mark.proof
@pytest.mark.parametrize("known", [known for known in GAMES if known.long], ids=lambda known: known.text)
def test_large_games_solved_anew(known: Known) -> None:
    """Dame 5 × 5 takes minutes and up to 3 GB."""
    assert ROWS[known.text] == row(known)
