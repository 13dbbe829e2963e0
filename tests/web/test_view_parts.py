"""The parts of the game page: each is drawn from one view, and only if it looks different from before."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import FrameType
from typing import Any, cast

from starlette.requests import Request

import plyground
from plyground.arena.match import Match
from plyground.bots.bot_protocol import Choice
from plyground.games import game
from plyground.i18n import Sentence, use
from plyground.presentation.game_session import GameSession, Seat
from plyground.web.connected.page_client import Client
from plyground.web.pages.game import preparation
from plyground.web.pages.game.coach import CoachPanel
from plyground.web.pages.game.game_model import GameModel
from plyground.web.pages.game.parts.board_part import BoardPart
from plyground.web.pages.game.parts.game_panel import GamePanel
from plyground.web.pages.game.parts.part import Part
from plyground.web.pages.game.parts.player_bars import PlayerBars
from plyground.web.pages.game.parts.status_panel import StatusPanel
from plyground.web.pages.game.parts.thinking_panel import ThinkingPanel
from plyground.web.work_keeper import WorkKeeper

SOURCE = str(Path(plyground.__file__).parent)
MAX_CALLS = 860
"""Most calls of plyground's own functions from a press to the drawn page."""
NOBODY = cast(Any, None)  # no worker is asked: the loop ends before a task begins


def built(parts: tuple[Any, ...], model: GameModel) -> None:
    for part in parts:
        part.build()
    status = next(part for part in parts if isinstance(part, StatusPanel))
    status.build_trouble()
    status.build_pace()
    next(part for part in parts if isinstance(part, BoardPart)).list.build()
    players = next(part for part in parts if isinstance(part, PlayerBars))
    players.link(("first", "second"))
    for part in parts:
        part.show(model.view())


def drawn(parts: tuple[Part, ...], model: GameModel) -> list[str]:
    """Return the parts that are drawn anew for the present state."""
    view = model.view()
    before = [part._drawn for part in parts]
    for part in parts:
        part.show(view)
    return [type(part).__name__ for part, key in zip(parts, before, strict=True) if part._drawn != key]


def on_a_page(check: Any, second: str = "human") -> None:
    async def main() -> None:
        preparation._tasks.clear()  # those of another loop
        use("en")
        noughts = game("tictactoe")
        with Client(Request({"type": "http", "headers": []}), 1.0):
            seats = (Seat.parse("human", noughts), Seat.parse(second, noughts))
            session = GameSession(seats, Match.parse(noughts, "4"))
            model = GameModel(session, NOBODY, NOBODY, NOBODY, WorkKeeper(NOBODY, ""), lambda: None)
            parts = (
                StatusPanel(model), PlayerBars(model), CoachPanel(lambda card: None, lambda card: None),
                GamePanel(model), ThinkingPanel(), BoardPart(model, model.view()),
            )  # fmt: skip
            built(parts, model)
            check(parts, model)

    asyncio.run(main())


def test_an_unchanged_part_is_not_drawn_again() -> None:
    def check(parts: tuple[Part, ...], model: GameModel) -> None:
        assert drawn(parts, model) == []
        model.flip()
        assert drawn(parts, model) == ["PlayerBars", "BoardPart"]
        model.session.play(0)
        assert set(drawn(parts, model)) == {"StatusPanel", "PlayerBars", "GamePanel", "BoardPart"}

    on_a_page(check)


def test_a_press_passes_few_calls() -> None:
    def check(parts: tuple[Part, ...], model: GameModel) -> None:
        calls = 0

        def count(frame: FrameType, event: str, _argument: object) -> None:
            nonlocal calls
            calls += event == "call" and frame.f_code.co_filename.startswith(SOURCE)

        sys.setprofile(count)
        model.commands.handle_board_message({"play": [0], "turn": 1})
        drawn(parts, model)
        sys.setprofile(None)
        assert model.session.match.ply == 2
        assert 0 < calls <= MAX_CALLS, calls

    on_a_page(check)


def test_an_answer_stays_about_its_move_when_a_bot_replies_and_goes_with_the_next_move_of_a_person() -> None:
    def check(parts: tuple[Part, ...], model: GameModel) -> None:
        model.coach.press_why()
        asked = list(model.coach.questions())
        thought = model.session.begin_thought(model.session.mover)
        assert thought is not None and model.session.end_thought(thought, Choice(0, Sentence("", {})))
        model.coach.follow()
        assert model.coach.is_why and list(model.coach.questions()) == asked
        model.coach.press_why()  # about the position after the reply
        assert model.coach.is_why and list(model.coach.questions()) != asked
        model.session.play(1)
        model.coach.follow()
        assert not model.coach.is_why

    on_a_page(check, "random")
