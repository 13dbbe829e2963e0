"""plyground as an engine of NBoard: games, values and hints."""

from __future__ import annotations

import random

from own_servers import conversation

from plyground import exact, game
from plyground.arena.match import Match
from plyground.serving import EngineSession
from plyground.serving.nboard_server import NboardServer


def test_a_game_of_othello_is_played_by_nboard() -> None:
    said: list[str] = []
    othello = game("othello")
    server = NboardServer(EngineSession(othello, "greedy"), said.append)
    conversation(server, "nboard 2", "set depth 2", "set game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]W[c5];)")  # fmt: skip
    assert said == ["set myname plyground (greedy)"]
    assert server.positions[-1] == Match.parse(othello, "d3c5").position
    while not server.positions[-1].is_over():
        conversation(server, "go")
        server.wait()
        answer = said[-1]
        assert answer.startswith("=== ")
        conversation(server, f"move {answer[4:]}")
    conversation(server, "hint 1", "ping 7")
    assert said[-2:] == ["status The game is over.", "pong 7"]
    conversation(server, "move z9", "set game (;GM[Othello]B[a1];)")
    assert [line.split()[0] for line in said[-2:]] == ["status", "status"]


def test_values_of_nboard_are_discs_and_hints_are_as_many_as_asked_for() -> None:
    said: list[str] = []
    server = NboardServer(EngineSession(game("othello"), "engine"), said.append)
    passes = (
        "set game (;GM[Othello]BO[8 --------*----*--******--******--**O****-*O*O*---*OOOO*--OOOOOO-- *]B[PA//3.1];)"
    )
    conversation(server, "nboard 2", "set depth 4", "hint 3")
    server.wait()
    hints = [line.split() for line in said if line.startswith("search ")]
    assert len({line[1][:2] for line in hints}) == 3
    assert all(-64 <= float(line[2]) <= 64 for line in hints)
    conversation(server, passes, "go")
    server.wait()
    assert said[-1].startswith("=== ") and -64 <= float(said[-1].split("/")[1]) <= 64
    said.clear()
    conversation(server, "set game (;GM[Othello]B[a1];)", "go")
    assert said[-1] == "status The last game could not be read."
    known, chance = game("othello"), random.Random(3)
    match = Match(known)
    while len(list(match.position.moves())) < 3 or (match.position.own | match.position.other).bit_count() < 56:
        match = match.play(chance.choice(list(match.position.moves())))
    moves = "".join(f"{'BW'[side % 2]}[{word}]" for side, word in enumerate(match.words))
    conversation(server, f"set game (;GM[Othello]{moves};)", "set depth 12", "go")
    server.wait()
    assert float(said[-1].split("/")[1]) == exact(match.position).value  # a proven value is a number of discs
