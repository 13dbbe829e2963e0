"""GNU Go as a second referee of Go, and as an opponent to the end of a game."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from plyground import game
from plyground.core.game import Game
from plyground.core.random_numbers import new_chance
from plyground.engines.client import Client
from plyground.engines.config import EngineConfig
from plyground.engines.connecting import connect
from plyground.engines.gtp import GtpClient
from plyground.searches import uct
from plyground.searches.best_first.mcts_tree import new_tree
from plyground.searches.limit import Limit
from plyground.searches.tally import row
from plyground.serving import EngineSession
from plyground.serving.gtp_server import GtpServer

SMALL = game("go:size=5,komi=0.5")
OPTIONS = ("--mode", "gtp", "--level", "1", "--chinese-rules", "--positional-superko", "--allow-suicide", "--seed", "1")
"""Own stones may be taken, as by Tromp and Taylor; a single one may not, as the board would be as before."""


def gnugo(of: Game, *more: str) -> Client:
    path = shutil.which("gnugo", path=os.environ["PATH"] + ":/usr/games")
    if path is None:
        assert not os.environ.get("CI")
        pytest.skip("gnugo is not installed")
    return connect(EngineConfig("gnugo", "gtp", (path, *OPTIONS, *more)), of)


@pytest.fixture
def referee() -> Iterator[Any]:
    with gnugo(SMALL) as engine:
        yield engine


def vertices(text: str) -> set[str]:
    return set(text.split()) - {"PASS", "pass"}


def test_gnugo_agrees_on_legal_moves_captures_and_superko(referee: Any) -> None:
    chance = random.Random(3)
    forbidden = 0
    for _game in range(4):
        referee.ask("clear_board", 20)
        position = SMALL.start
        for _ply in range(45):
            if position.is_over():
                break
            colour = ("black", "white")[position.second]
            words = {SMALL.notation.format_move(position, move): move for move in position.moves()}
            assert vertices(referee.ask(f"all_legal {colour}", 20)) == set(words) - {"pass"}
            forbidden += len(list(position.recurring().moves())) - len(words)
            word = chance.choice(sorted(set(words) - {"pass"}) or ["pass"])
            referee.ask(f"play {colour} {word}", 20)
            position = position.play(words[word])
    assert forbidden > 0  # the games met points that superko alone forbids


def test_gnugo_agrees_on_the_score_where_it_holds_no_stone_for_dead(referee: Any) -> None:
    chance, choices, compared = new_chance(5), row(1000), 0
    for _game in range(12):
        referee.ask("clear_board", 20)
        position = SMALL.start
        while not position.is_over():
            move = position.sketch().pick(choices, chance)
            move = move if move in position.moves() else SMALL.notation.parse_move(position, "pass")
            referee.ask(f"play {('black', 'white')[position.second]} {SMALL.notation.format_move(position, move)}", 20)
            position = position.play(move)
        if not referee.ask("final_status_list dead", 20):
            compared += 1
            lead = position.half_points() * (1 - 2 * position.second) / 2
            assert referee.ask("final_score", 20) == f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}"
    assert compared >= 3


@pytest.mark.nightly
def test_a_game_against_gnugo_is_played_to_its_end() -> None:
    seven = game("go:size=7")
    position, past = seven.start, list[Any]()
    with gnugo(seven) as engine:
        while not position.is_over():
            if seven.side(position):
                move = engine.play(position, Limit(seconds=5), past).move
            else:
                tree = new_tree(16, position.actions(), 300)
                found = uct(position, playouts=1000, rave=300, seed=2, tree=tree, native=True).move
                assert found is not None
                move = found
            past.append(position)
            position = seven.play(position, move)
    outcome = seven.outcome(position)
    assert outcome is not None
    assert outcome.winner in (0, 1)


def test_a_match_by_gtp_between_us_and_gnugo_is_judged_by_a_third_program(referee: Any) -> None:
    """The referee, another GNU Go, finds every move legal and counts the end as our server does."""
    answers: list[str] = []
    server = GtpServer(EngineSession(game("go"), "random:seed=1"), answers.append)

    def ours(command: str) -> str:
        server.handle(command)
        sign, _blank, text = answers.pop().strip().partition(" ")
        assert sign == "=", (command, text)
        return text

    ours("boardsize 5")
    ours("komi 0.5")
    referee.ask("clear_board", 20)
    words: list[str] = []
    with gnugo(SMALL, "--capture-all-dead") as other:
        assert isinstance(other, GtpClient)
        while words[-2:] != ["PASS", "PASS"]:
            colour = ("black", "white")[len(words) % 2]
            word = ours(f"genmove {colour}") if len(words) % 2 else other.ask(f"genmove {colour}", 60).upper()
            assert referee.ask(f"is_legal {colour} {word}", 20) == "1"
            referee.ask(f"play {colour} {word}", 20)
            if len(words) % 2:
                other.ask(f"play {colour} {word}", 20)
            else:
                ours(f"play {colour} {word}")
            words.append(word)
            assert len(words) < 200
    assert ours("final_score") == referee.ask("final_score", 20)
