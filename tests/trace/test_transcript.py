"""Games in the notation in which people write them down."""

from __future__ import annotations

import random

import pytest

from plyground import MoveError, game
from plyground.arena.match import Match

OTHELLO, CONNECT_FOUR = game("othello"), game("connect_four")


def at_random(name: str, seed: int) -> Match:
    numbers, match = random.Random(seed), Match(game(name), seed=seed).rolled()
    while not match.outcome:
        match = match.play(numbers.choice(list(match.position.moves()))).rolled()
    return match


@pytest.mark.parametrize(
    "name",
    [
        "othello:size=6",
        "connect_four",
        "dame:size=3",
        "kalah:pits=3,seeds=2",
        "pig:target=9,faces=3,rounds=2",
        "kuhn",
        "hex:size=4",
    ],
)
def test_a_game_that_is_written_down_is_read_again(name: str) -> None:
    for seed in range(4):
        match = at_random(name, seed)
        for text in (match.transcript, match.format(), " ".join(match.words), "\n".join(match.words)):
            assert Match.parse(match.game, text).moves == match.moves


def test_passes_go_without_saying() -> None:
    match = next(match for match in (at_random("othello:size=6", seed) for seed in range(100)) if "pass" in match.words)
    assert match.transcript == "".join(word for word in match.words if word != "pass")
    assert Match.parse(match.game, match.transcript).words == match.words


def test_moves_are_written_and_read_in_the_usual_notation() -> None:
    assert Match.parse(OTHELLO, "f5d6c3").transcript == "f5d6c3"
    assert Match.parse(CONNECT_FOUR, "4455").words == ("4", "4", "5", "5")
    assert Match.parse(game("dame"), "a1-b2 d4-c3").transcript == "a1-b2 d4-c3"
    assert Match.parse(game("dame"), "A1-B2 D4-C3").words == Match.parse(game("dame"), "a1b2-d4c3").words
    for text in ("F5 D6 C3", "1. f5 d6 2. c3", "1.f5 d6 2.c3", "f5 d6\nc3\n", "f5-d6-c3"):
        assert Match.parse(OTHELLO, text).transcript == "f5d6c3"


@pytest.mark.parametrize(
    ("played", "text", "sentence"),
    [
        (OTHELLO, "f5d6c9", "Move 3: “c9” is not a cell"),
        (OTHELLO, "f5d6xx", "Move 3: “xx” is not a cell"),
        (OTHELLO, "1. f5 d6 2. a1", "Move 3: A stone on a1 would enclose nothing"),
        (OTHELLO, "f5 d6 pass", "Move 3: A side that can move must not pass"),
        (CONNECT_FOUR, "4444444", "Move 7: Column 4 is full"),
        (CONNECT_FOUR, "448", "Move 3: “8” is not a column"),
        (CONNECT_FOUR, "44-", "Move 3: “-” is not a column"),
        (CONNECT_FOUR, "12121212", "Move 8: The game is over"),
        (OTHELLO, "f5 " + "1." * 5000, "Move 2: “1.” is not a cell"),
        (OTHELLO, "f5 " + "a" * 10_000, "^Move 2: “a{20}…” is too long for a move.$"),
    ],
)
def test_the_first_bad_move_is_named(played: object, text: str, sentence: str) -> None:
    with pytest.raises(MoveError, match=sentence):
        Match.parse(played, text)  # type: ignore[arg-type]


def test_numbers_count_the_moves_that_are_written() -> None:
    match = next(match for match in (at_random("othello:size=6", seed) for seed in range(100)) if "pass" in match.words)
    written = [word for word in match.words if word != "pass"]
    with pytest.raises(MoveError, match=f"Move {len(written) + 1}: "):
        Match.parse(match.game, match.transcript + "a1")
