"""The view of a match for one player, and the score."""

from __future__ import annotations

from typing import Any

import pytest

from plyground import game
from plyground.arena.match import Match
from plyground.cli.console import Console
from plyground.games.kuhn import CARDS
from plyground.notebook.notebook_session import NotebookSession
from plyground.presentation.boards.board_text import written
from plyground.presentation.game_session import GameSession, Seat
from plyground.presentation.match_status import latest
from plyground.presentation.player_view import seen_position, seen_words
from plyground.presentation.score_text import score_line
from plyground.presentation.spans import plain

KUHN = game("kuhn")
DEALT = Match(KUHN, seed=1).rolled()
OWN, HIDDEN = (CARDS[card - 1] for card in (DEALT.position.first, DEALT.position.second))


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat.parse(name, KUHN) for name in names)


def cards_in(text: str) -> set[str]:
    return {card for card in CARDS if card in text.replace("Kuhn", "")}


@pytest.mark.parametrize(("player", "card"), [(0, OWN), (1, HIDDEN)])
def test_a_player_sees_only_the_own_card(player: int, card: str) -> None:
    assert cards_in(written(KUHN, seen_position(DEALT, player))) == {card}
    assert cards_in(" ".join(seen_words(DEALT, player))) == set()
    assert cards_in(str(latest(DEALT))) == set()


def test_at_the_end_and_without_people_all_cards_are_seen() -> None:
    over = DEALT.play(0).play(0)
    assert cards_in(written(KUHN, seen_position(over, 0))) == {OWN, HIDDEN}
    assert seen_words(over, 0) == over.words
    assert seen_position(DEALT, None) == DEALT.position


def test_the_person_to_move_looks_at_the_board() -> None:
    assert GameSession(seats("human", "random"), DEALT.play(1)).viewer == 0
    assert GameSession(seats("human", "human"), DEALT.play(1)).viewer == 1
    assert GameSession(seats("random", "random"), DEALT).viewer is None


def test_the_notebook_hides_the_other_card() -> None:
    session = NotebookSession(KUHN, "random:seed=1", 0, seed=1)
    shown = session.state()
    assert cards_in(str(shown)) == {OWN}


def test_the_console_hides_the_other_card_until_the_end() -> None:
    heard: list[str] = []

    def say(*spans: Any) -> None:
        heard.append(plain(spans))

    console = Console(Match(KUHN, seed=1), ("human", "random:seed=1"), say=say)
    console.start()
    console.take("moves")
    assert not any(": seed 1" in line for line in heard)  # it would tell the deal
    assert cards_in(" ".join(line for line in heard)) == {OWN}
    while not console.match.outcome:
        console.take("j pass")
    assert cards_in("\n".join(heard[-8:])) == {OWN, HIDDEN}


@pytest.mark.parametrize(
    ("name", "moves", "score"),
    [
        ("othello", "", "X 2 · O 2"),
        ("othello", "d3", "X 4 · O 1"),
        ("kalah", "", "X 0 · O 0"),
        ("pig:target=5,faces=3,rounds=2", "3-hold", "X 3 · O 0"),
        ("tictactoe", "4", ""),
    ],
)
def test_games_of_points_have_a_score(name: str, moves: str, score: str) -> None:
    of = game(name)
    assert score_line(of, Match.parse(of, moves).position) == score
