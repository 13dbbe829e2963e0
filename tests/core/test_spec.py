"""Spec texts: what they name, and the sentence for each way to get one wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused
from samples import some

from plyground import PlygroundError, SpecError, bot, game
from plyground.bots import BOTS
from plyground.core.spec import Spec
from plyground.games import GAMES
from plyground.web.urls.bot_limits import check_limits

TICTACTOE = game("tictactoe")


def test_a_spec_text_ignores_blanks_case_and_underscores() -> None:
    spec = Spec.parse(" Depth_Limited : depth = 2 , ties=last ")
    assert spec == ("depth-limited", {"depth": "2", "ties": "last"})


@pytest.mark.parametrize("text", ["static-cutoff", "static_cutoff", "STATIC-CUTOFF"])
def test_dash_and_underscore_are_the_same(text: str) -> None:
    assert bot(text, TICTACTOE).card == bot("static-cutoff", TICTACTOE).card


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("shogi", "There is no game “shogi”; the games are: "),
        ("", "There is no game “”"),
        ("Kuhn_Poker", "There is no game “Kuhn_Poker”"),
        ("mnk:", "after the colon write option=value"),
        ("mnk:width", "not “width”"),
        ("mnk:width=", "not “width=”"),
        ("mnk:=4", "not “=4”"),
        ("mnk:width=4,,k=3", "not “”"),
        ("mnk:width=4,width=3", "twice"),
        ("mnk:depth=3", "mnk has no option depth; it has: width, height, k"),
        ("tictactoe:size=3", "has no options"),
        ("mnk:width=4.5", "whole number from 1 to 15, not “4.5”"),
        ("mnk:width=99999999999999999999", "whole number"),
    ],
)
def test_one_sentence_for_a_bad_game(text: str, sentence: str) -> None:
    with pytest.raises(SpecError) as error:
        game(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("deep-blue", "There is no bot “deep-blue”"),
        ("minimax:scores=points", "scores cannot be “points”; choose one of: utility, distance, level"),
        ("alphabeta:convention=mit", "choose one of: aima, cs188"),
        ("minimax:depth=0", "from 1 to 500"),
        ("random:seed=abc", "seed must be a whole number"),
        ("depth-limited:evaluation=material", "choose one of: open-lines, none"),
    ],
)
def test_one_sentence_for_a_bad_bot(text: str, sentence: str) -> None:
    with pytest.raises(SpecError) as error:
        bot(text, TICTACTOE)
    assert sentence in str(error.value)


@given(st.text(max_size=80))
def test_every_text_is_parsed_or_refused(text: str) -> None:
    for read in (game, lambda word: bot(word, TICTACTOE)):
        try:
            read(text)
        except PlygroundError as error:
            assert str(error)


def test_every_option_is_explained() -> None:
    options = [(entry.name, option) for entry in (*GAMES, *BOTS) for option in entry.options]
    for name, option in some(options):
        assert str(option.meaning), (name, option.name)


def test_an_option_of_an_earlier_version_is_read_and_limited() -> None:
    """Links, stored games and results files of that time name it."""
    spec = Spec.parse("engine:nodes=10,megabytes=7")
    assert BOTS["engine"].values(spec, "")["memory"] == 7
    with refused(SpecError, "“{text}”: this server allows at most {most} for the option {option}."):
        check_limits("engine:megabytes=2000")
