"""The room Compare: addresses that say everything, a comparison as it grows, and what a visitor takes home."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest
from web_page import Visit, expect, fits, press

from plyground.errors import PlygroundError
from plyground.web.urls.compare_url import MAX_PART_CHARS, CompareQuery, experiment


def test_an_address_says_everything() -> None:
    query = [("game", "tictactoe"), ("algorithm", "minimax"), ("algorithm", "pvs"), ("positions", "x........\nxo......."), ("depths", "2-4"), ("nodes", "900"), ("x", "y")]  # fmt: skip
    wanted = experiment(asked := CompareQuery.parse(query))
    assert [subject.text for subject in wanted.subjects] == ["x........", "xo......."]
    assert [contender.algorithm for contender in wanted.contenders] == ["minimax", "pvs"]
    assert (wanted.depths, wanted.limit.nodes) == ((2, 3, 4), 900)
    again = CompareQuery.parse(
        tuple(part.partition("=")[::2] for part in asked.format().replace("%0A", "\n").split("&"))
    )
    assert again == asked


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe",
        "dame",
        "connect_four",
        "othello",
        "nim",
        "tree:aima-5.2",
        "tree:biased-dice",
        "tree:aima-three-players",
    ],
)
def test_a_game_alone_is_enough(name: str) -> None:
    wanted = experiment(CompareQuery(game=name))
    runs = Counter(str(run.contender) for run in wanted.runs())
    assert list(runs) == [str(contender) for contender in wanted.contenders]
    assert len(runs) > 1 and len(set(runs.values())) == 1
    assert wanted.is_exhaustive


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "shogi"}, "no game “shogi”"),
        ({"game": "../../etc/passwd"}, "no game"),
        ({"game": "tree:../x"}, "no example"),
        ({"game": "tree:"}, "no example “”"),
        ({"depths": "1-31"}, "from 1 to 30"),
        ({"depths": "-"}, "Depths are written"),
        ({"depths": "1-" + "9" * 3000}, "Depths are written"),
        ({"depths": "١-٣"}, "Depths are written"),
        ({"algorithm": "minimax,<script>"}, "no algorithm “<script>”"),
        ({"convention": "'; drop table"}, "no convention"),
        ({"order": "up"}, "no order “up”"),
        ({"nodes": "20000001"}, "from 1 to 20000000"),
        ({"nodes": "0" * 20 + "1"}, "from 1 to 20000000"),
        ({"nodes": "-1"}, "from 1 to 20000000"),
        ({"random": "21"}, "from 1 to 20"),
        ({"random": "5", "after": "201"}, "from 0 to 200"),
        ({"random": "20", "after": "1"}, "only 9 positions"),
        ({"random": "2", "seed": "1e3"}, "seed"),
        ({"positions": "\n".join(["x........"] + [f"x.......{n}" for n in range(30)])}, "At most 20"),
        ({"positions": "xxxx....."}, "not a position"),
        ({"positions": "x" * (MAX_PART_CHARS + 1)}, "too long"),
        ({"depths": "1-30", "random": "5", "algorithm": "minimax,alphabeta,pvs"}, "450 searches"),
        ({"order": "best", "algorithm": "pvs"}, "has its own move ordering"),
        ({"algorithm": "max-n"}, "max-n"),
    ],
)
def test_a_hostile_address_is_refused_in_a_sentence(fields: dict[str, str], words: str) -> None:
    with pytest.raises(PlygroundError, match=re.escape(words)):
        experiment(CompareQuery(**{"game": "tictactoe"} | fields))


@pytest.mark.proof
@pytest.mark.browser
def test_a_comparison_grows_is_shown_taken_home_and_stopped(visit: Visit, tmp_path: Path) -> None:
    page = visit("compare", ready=".presets a")
    page.get_by_label("Depths in plies").fill("1-4")
    page.get_by_label("Game or tree").select_option("Tic-tac-toe")
    page.get_by_label("alpha-beta with a transposition table").check()
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**depths=1-4**")
    expect(page.get_by_role("status")).to_have_text("Done: 12 searches.")
    expect(page.get_by_role("progressbar")).to_be_hidden()
    lines = page.locator("table tbody tr")
    expect(lines.last.locator("td")).to_have_text(["3,610", "492", "171"])
    drawing = page.locator("figure .broad .by-day")
    expect(drawing).to_be_visible()
    expect(drawing).to_have_js_property("naturalWidth", 1000)
    page.get_by_label("Show").select_option("effective branching factor")
    expect(lines.last.locator("td").first).to_have_text("7.48")
    page.wait_for_url("**measure=branching**")
    with page.expect_download() as saved:
        press(page, "All searches as CSV")
    saved.value.save_as(tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="") as file:
        assert [line["nodes"] for line in csv.DictReader(file)][-3:] == ["3610", "492", "171"]
    query = "game=mnk:width=4,height=4&algorithm=book-minimax,minimax,alphabeta&depths=1,12&nodes=20000000"
    page.goto(f"{page.url.partition('?')[0]}?{query}")
    expect(page.locator("table tbody td").first).to_have_text("17")
    press(page, "Stop")  # before the second search of three ends, each after many seconds
    expect(page.get_by_role("status")).to_contain_text("Stopped.")
    page.goto(page.url.partition("?")[0] + "?game=tictactoe&depths=<b>")
    expect(page.get_by_role("alert").first).to_have_text(
        "Depths are written like 1-6 or 2,4,8, from 1 to 30 plies, not “<b>”."
    )
    expect(page.get_by_label("Depths in plies")).to_have_value("<b>")
    narrow = visit("compare?game=nim&depths=1-3", width=390, ready="figure .slim .by-night", color_scheme="dark")
    expect(narrow.locator("figure .slim .by-night")).to_be_visible()
    expect(narrow.locator("figure img:visible")).to_have_count(1)
    fits(narrow)
