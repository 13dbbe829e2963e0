"""Positions without a board as HTML: cards, some of them face down."""

from __future__ import annotations

import re
from typing import Any

from plyground import game
from plyground.web.components.move_list import position_html


def test_cards_are_drawn_and_a_hidden_one_is_not_told() -> None:
    kuhn = game("kuhn")
    dealt: Any = kuhn.start.play(0)  # X gets the J, O the Q
    html = str(position_html(kuhn, dealt.seen_by(0)))
    assert re.findall(r'aria-label="([^"]*)"', html) == ["card J", "1 coin", "a card face down", "1 coin"]
    assert "Q" not in html
