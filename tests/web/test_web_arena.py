"""The arena: a teacher lets bots play, a class hands in bots and watches."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browser import CODE, Server
from web_page import expect, fits

pytestmark = pytest.mark.browser


@pytest.mark.proof
def test_a_class_hands_in_bots_and_watches_the_tournament_of_its_teacher(
    school: Server, visit_of: Any, tmp_path: Path
) -> None:
    file = tmp_path / "ana.py"
    file.write_text("def choose(position):\n    return max(position.moves())\n")
    student = visit_of(school, f"enter?code={quote(CODE)}", ready="main")
    student.goto(school.url + "arena")
    expect(student.get_by_text("Only the teacher starts tournaments")).to_be_visible()
    expect(student.get_by_role("button", name="Hand in")).to_have_count(0)
    headers = {"Origin": school.url.rstrip("/")}
    for path in ("arena", "arena/open", "arena/tictactoe-1/stop"):
        assert student.request.post(school.url + path, headers=headers, form={"game": "tictactoe"}).status == 403
    refused = student.request.post(
        school.url + "arena/bots",
        headers=headers,
        multipart={"file": {"name": "ana.py", "mimeType": "text/x-python", "buffer": file.read_bytes()}},
    )
    assert refused.status == 400

    teacher = visit_of(school, f"enter?code={quote(CODE)}", ready="main")
    teacher.context.add_cookies([school.teacher_cookie])
    teacher.goto(school.url + "arena?game=tictactoe")
    teacher.get_by_role("button", name="I know this. Let others hand in bots").click()
    expect(teacher.get_by_text("Bots can be handed in now.")).to_be_visible()
    student.reload()
    student.get_by_label("File, such as my_bot.py").set_input_files(file)
    student.get_by_role("button", name="Hand in").click()
    expect(student.get_by_text("Your bot “ana” was handed in.")).to_be_visible()

    teacher.goto(school.url + "arena?game=tictactoe")
    for name in ("ana", "Random"):
        teacher.get_by_role("checkbox", name=re.compile(rf"^{name}\b")).check()
    teacher.get_by_label("Games of two bots in a round").fill("4")
    teacher.get_by_label("Hide the names").check()
    teacher.get_by_role("button", name="Start the tournament").click()
    expect(teacher.get_by_text("The tournament is over: 4 games.")).to_be_visible()
    address = teacher.url
    assert address == school.url + "arena/tictactoe-1"

    student.goto(address)
    expect(student.get_by_role("rowheader", name="Bot 1").first).to_be_visible()
    expect(student.get_by_role("button", name="Show the names")).to_have_count(0)
    expect(student.get_by_role("rowheader", name="ana")).to_have_count(0)
    teacher.get_by_role("button", name="Show the names").click()
    expect(student.get_by_role("rowheader", name="ana").first).to_be_visible()  # the page asks by itself
    fits(student)
    student.get_by_role("link", name="Replay").first.click()
    expect(student).to_have_url(
        re.compile(r"/play/tictactoe\?x=human&o=human&x-name=(ana&o-name=Random|Random&o-name=ana)&")
    )
    expect(student.get_by_role("button", name="Why?")).to_be_visible()
    for name in ("ana", "Random"):
        expect(student.locator(".seatbar").get_by_text(name, exact=True)).to_be_visible()


@pytest.mark.proof
def test_a_replay_bears_the_names_of_the_bots(school: Server, visit_of: Any) -> None:
    page = visit_of(school, f"enter?code={quote(CODE)}", ready="main")
    page.context.add_cookies([school.teacher_cookie])
    page.goto(school.url + "arena?game=tictactoe")
    page.get_by_text("Bots with options of your own").click()
    page.get_by_label("One on each line").fill("near=depth-limited:depth=1\nfar=depth-limited:depth=5")
    page.get_by_label("Games of two bots in a round").fill("2")
    page.get_by_label("Hide the names").check()
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_text("The tournament is over: 2 games.")).to_be_visible()
    replay = page.get_by_role("link", name="Replay").first.get_attribute("href")
    bars = page.locator(".seatbar .who b")

    page.goto(school.url.rstrip("/") + replay)
    expect(page.locator(".seatbar")).to_have_count(2)
    assert sorted(bars.all_inner_texts()) == ["Bot 1", "Bot 2"]
    expect(page.locator(".seatbar, .seat").get_by_text("A person")).to_have_count(0)
    assert "depth-limited" not in page.url
    assert page.url.endswith("&watched=1")

    page.go_back()
    page.get_by_role("button", name="Show the names").click()
    expect(page.get_by_role("rowheader", name="near").first).to_be_visible()
    page.goto(school.url.rstrip("/") + replay)
    expect(bars.get_by_text("near", exact=True)).to_be_visible()
    expect(bars.get_by_text("far", exact=True)).to_be_visible()
    assert "=depth-limited:depth=5&" in page.url
    fits(page)


def test_a_sequential_test_shows_its_ratio_as_it_runs(school: Server, visit_of: Any) -> None:
    """The ratio rises from pair to pair until it reaches the bound of the stronger bot."""
    page = visit_of(school, f"enter?code={quote(CODE)}", ready="main")
    page.context.add_cookies([school.teacher_cookie])
    page.goto(school.url + "arena?game=tictactoe")
    page.get_by_text("Bots with options of your own").click()
    page.get_by_label("One on each line").fill("expert\nrandom")
    page.get_by_label("The tournament ends").select_option("elo0=0,elo1=100")
    page.get_by_role("button", name="Start the tournament").click()
    ratio = re.compile(r"^Log-likelihood ratio −?\d+(\.\d+)?, between −2\.94 and 2\.94$")
    expect(page.get_by_text(ratio)).to_be_visible()
    meter = page.locator(".meter meter")
    assert float(meter.get_attribute("min")) < 0 < float(meter.get_attribute("max"))
    expect(page.get_by_text(re.compile(r"^The tournament is over: \d+ games\.$"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Log-likelihood ratio (2\.9[4-9]|[3-9]\.\d+), "))).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Expert is \+\d+"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^(Stop|Go on)$"))).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 800})
    fits(page)
