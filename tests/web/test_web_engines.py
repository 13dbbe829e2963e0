"""Other programs as opponents on the page: Breakthrough against Fairy-Stockfish, Othello against grhino, backgammon against gnubg."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from browser import Server
from web_page import cell, expect, followed, in_the_address, press

pytestmark = pytest.mark.browser

PROGRAMS = {
    "fairy": ("uci", "fairy-stockfish", "breakthrough"),
    "rhino": ("gtp", "gtp-rhino", "othello"),
    "gnubg": ("gnubg", "gnubg --tty --quiet", "backgammon"),
}


@pytest.fixture(scope="module")
def opponents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of somebody who has set the programs up that are on this computer."""
    folder = str(tmp_path_factory.mktemp("configuration"))
    environment = {**os.environ, "XDG_CONFIG_HOME": folder, "LANGUAGE": "en"}
    for name, (protocol, program, game) in PROGRAMS.items():
        if shutil.which(program.split()[0], path=os.environ["PATH"] + ":/usr/games"):
            command = ("engines", "add", name, "--protocol", protocol, "--command", program, "--game", game)
            subprocess.run(
                [sys.executable, "-m", "plyground", *command], env=environment, check=True, capture_output=True
            )
        else:
            assert not os.environ.get("CI"), f"{program} is missing"
    with Server(XDG_CONFIG_HOME=folder) as running:
        yield running
    assert running.said == ""


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="the folder of the configuration is set as on Linux")
@pytest.mark.parametrize(
    ("name", "first", "word"),
    [("fairy", (48, 40), r"a2-?a3-([a-h]\d-?[a-h]\d)"), ("rhino", (19,), r"d3-([a-h][1-8])")],
)
def test_a_program_answers_a_move_and_is_asked_for_its_opinion(
    opponents: Server, visit_of: Any, name: str, first: tuple[int, ...], word: str
) -> None:
    _protocol, program, game = PROGRAMS[name]
    if not shutil.which(program, path=os.environ["PATH"] + ":/usr/games"):
        pytest.skip(f"{program} is not installed")
    page = visit_of(opponents, f"play/{game}?o={name}:seconds=1")
    followed(page, "Your move")
    for number in first:
        cell(page, number).click()
    answer = in_the_address(page, f"moves={word}")[1]
    followed(page, "Your move")
    press(page, "All values")
    press(page, f"What does {name} think here?")
    expect(page.get_by_text(re.compile(rf"{name} would play [a-h]\d"))).to_be_visible()
    assert answer


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="the folder of the configuration is set as on Linux")
def test_gnubg_answers_a_play_that_is_pressed_step_by_step(opponents: Server, visit_of: Any) -> None:
    if not shutil.which("gnubg", path=os.environ["PATH"] + ":/usr/games"):
        pytest.skip("gnubg is not installed")
    page = visit_of(opponents, "play/backgammon?black=gnubg:depth=1&seed=5")
    press(page, "All values")
    advice = page.get_by_role("button", name="What does gnubg think here?")
    expect(page.locator(".verdict")).to_contain_text("Expected score of White")
    expect(advice).to_be_hidden()  # there are no dice yet
    page = visit_of(opponents, "play/backgammon?black=gnubg:depth=1&seed=5&moves=31")
    eight, six, five = 18, 21, 22
    cell(page, eight).click()
    cell(page, five).click()
    back = page.get_by_role("button", name="Take back the last step")
    back.click()
    expect(back).to_be_hidden()
    cell(page, six).click()
    cell(page, five).click()
    expect(back).to_be_visible()
    cell(page, eight).click()
    cell(page, five).click()
    in_the_address(page, r"moves=31-8%2F5\+6%2F5-\d\d-[^&]+-\d\d$")  # gnubg's play, and our dice
    followed(page, "Your move")
    press(page, "All values")
    press(page, "What does gnubg think here?")
    expect(page.get_by_text(re.compile(r"gnubg would play \d"))).to_be_visible()
