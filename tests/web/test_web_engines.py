"""Other programs as opponents on the page: Breakthrough against Fairy-Stockfish, Othello against grhino."""

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
from web_page import cell, expect, followed, in_the_address, press, tab

pytestmark = pytest.mark.browser

PROGRAMS = {
    "fairy": ("uci", "fairy-stockfish", "breakthrough"),
    "rhino": ("gtp", "gtp-rhino", "othello"),
}


@pytest.fixture(scope="module")
def opponents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of somebody who has set the programs up that are on this computer."""
    folder = str(tmp_path_factory.mktemp("configuration"))
    environment = {**os.environ, "XDG_CONFIG_HOME": folder, "LANGUAGE": "en"}
    for name, (protocol, program, game) in PROGRAMS.items():
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/games"):
            command = ("engines", "add", name, "--protocol", protocol, "--command", program, "--game", game)
            subprocess.run(
                [sys.executable, "-m", "plyground", *command], env=environment, check=True, capture_output=True
            )
        else:
            assert not os.environ.get("CI"), f"{program} is missing"
    with Server(XDG_CONFIG_HOME=folder) as running:
        yield running
    assert running.said == ""


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
    tab(page, "Why")
    press(page, f"What does {name} think here?")
    expect(page.get_by_text(re.compile(rf"{name} would play [a-h]\d"))).to_be_visible()
    assert answer
