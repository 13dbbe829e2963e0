"""Addresses: everything about a game in a link, and what the server says of damaged ones."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from urllib.parse import parse_qsl

import pytest
from browser import Server
from hypothesis import given
from hypothesis import strategies as st
from program import PATIENCE

from plyground import game
from plyground.arena.match import Match
from plyground.errors import PlygroundError
from plyground.searches.tally import new_tally
from plyground.web.components.kept_games import summary
from plyground.web.components.tree_steps.film_jobs import show_films
from plyground.web.components.tree_steps.films import WrongField, films, rule, subject
from plyground.web.pages.game.import_export import without_comments
from plyground.web.urls import game_url as address
from plyground.web.urls.trees_url import TreeQuery


def split(url: str) -> tuple[str, dict[str, str]]:
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.unquote(parts.path.removeprefix("/play/")), dict(urllib.parse.parse_qsl(parts.query))


@pytest.mark.parametrize(
    "url",
    [
        "/play/tictactoe?x=human&o=minimax",
        "/play/tictactoe?x=human&o=minimax&moves=4-0-8",
        "/play/tictactoe?x=human&o=human&x-name=ana&o-name=Bot+2&moves=4-0-8",
        "/play/connect_four?x=human&o=greedy&moves=4-4-5",
        "/play/othello:size=6?x=human&o=greedy&moves=c2-d2",
        "/play/mnk:width=4,height=3,k=3?x=depth-limited:depth=2,ties=last&o=random:seed=7&moves=11-0",
    ],
)
def test_an_address_is_read_and_written_alike(url: str) -> None:
    assert address.format(*address.parse(*split(url))) == url


def test_a_resigned_game_is_over_among_the_kept_ones() -> None:
    url = "/play/tictactoe?x=human&o=minimax&moves=4-0&resigned=x"
    name, query = split(url)
    seats, match = address.parse(name, query)
    assert address.format(seats, match, address.resigned_side(match.game, query)) == url
    told = summary(url)
    assert told is not None
    assert str(told.result) == "X resigned: O wins."
    assert address.resigned_side(match.game, {"resigned": "y"}) is None


@given(st.lists(st.integers(0, 8), unique=True, max_size=9))
def test_every_position_has_an_address(cells: list[int]) -> None:
    tictactoe = game("tictactoe")
    seats = tuple(address.seat(name, tictactoe) for name in ("human", "random"))
    match = Match(tictactoe)
    for cell in cells:
        if match.outcome:
            break
        match = match.play(cell)
    again = address.parse(*split(address.format(seats, match)))
    assert again[1].position == match.position
    assert again[0] == tuple(again[0][place]._replace(text=seats[place].text) for place in range(2))


@given(st.text(max_size=60), st.dictionaries(st.sampled_from(["x", "o", "moves", "y"]), st.text(max_size=60)))
def test_garbage_is_answered_in_one_sentence(name: str, query: dict[str, str]) -> None:
    for game_text in (name, "tictactoe"):
        try:
            address.parse(game_text, query)
        except PlygroundError as error:
            assert str(error)


def test_the_address_of_a_game_that_others_played_says_so() -> None:
    url = "/play/tictactoe?x=human&o=human&x-name=ana&o-name=Random&moves=4-0-8&watched=1"
    name, query = split(url)
    assert address.is_watched(query)
    assert address.format(*address.parse(name, query), watched=True) == url
    assert not address.is_watched({"watched": "0"})


def test_a_player_is_shown_under_its_own_name() -> None:
    seats, _match = address.parse("tictactoe", {"x": "greedy", "o": "greedy", "x-name": "ana"})
    assert [str(seat.title) for seat in seats] == ["ana", "Greedy"]


def test_a_link_names_no_file() -> None:
    with pytest.raises(PlygroundError, match="on the command line only"):
        address.parse("tictactoe", {"o": "dictionary:file=/etc/hostname"})


def test_an_endless_part_is_refused() -> None:
    with pytest.raises(PlygroundError, match="too long"):
        address.parse("tictactoe", {"moves": "4-" * 5000})


@pytest.mark.parametrize(
    ("name", "opponent"),
    [
        ("tictactoe", "level:number=2"),
        ("mnk:width=4,height=3,k=3", "depth-limited:depth=1,ties=random"),
        ("connect_four", "level:number=2"),
        ("go", "level:number=2"),
        ("kuhn", "random"),
    ],
)
def test_an_address_without_players_has_default_players(name: str, opponent: str) -> None:
    seats, _match = address.parse(name, {})
    assert [taken.text for taken in seats] == ["human", opponent]


def test_the_computer_may_begin() -> None:
    seats, match = address.parse("dame:begins=computer", {})
    assert [taken.text for taken in seats] == ["depth-limited:depth=1,ties=random", "human"]
    assert match.game.sides == ("C", "O")


# --- the same over the wire ---------------------------------------------------------------------------


def fetch(server: Server, path: str, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(server.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("", 200),
        ("play/tictactoe?unknown=1&x=human", 200),
        ("play/tictactoe?x=human&x=random", 200),
        ("play/", 200),
        ("play/../../etc/passwd", 404),
        ("play/%2e%2e%2f%2e%2e%2fetc%2fpasswd", 404),
        ("play/%00", 400),
        ("play/" + "a" * 5000, 400),
        ("play/tictactoe?moves=" + "0-" * 5000, 400),
        ("play/tictactoe?moves=%F0%9F%98%80", 400),
        ("play/tictactoe?moves=%FF%FE", 400),
        ("play/tictactoe?x=%3Cscript%3Ealert(1)%3C/script%3E", 400),
        ("play/mnk:width=99999999999999999999?x=human", 400),
        ("play/mnk:width=15,height=15,k=5?x=human&o=human", 200),
        ("docs", 404),
        ("openapi.json", 404),
    ],
)
def test_the_server_answers_every_request(server: Server, path: str, status: int) -> None:
    answered, text = fetch(server, path)
    assert answered == status
    assert "<script>alert" not in text
    assert "Traceback" not in text
    if status >= 400:
        assert 'class="notice"' in text
        assert "All games" in text


def test_only_this_machine_is_answered(server: Server) -> None:
    assert fetch(server, "", Host="evil.example")[0] == 403


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"),
        ("ro", "ro"),
        ("de", "en"),
        ("", "en"),
        ("x" * 3000, "en"),
        (",;q=,-", "en"),
    ],
)
def test_a_visitor_is_answered_in_their_language(server: Server, accepted: str, language: str) -> None:
    assert f'<html lang="{language}">' in fetch(server, "nothing", **{"Accept-Language": accepted})[1]


THREE = """{"to_move": 0, "children": [
    {"to_move": 1, "children": [{"utilities": [1, 2, 6]}, {"utilities": [4, 2, 3]}]},
    {"to_move": 2, "children": [{"utilities": [6, 1, 2]}, {"utilities": [7, 4, 1]}]}]}"""


@pytest.mark.parametrize(
    ("query", "field", "why"),
    [
        ({"tree": "[]"}, "tree", "a node has at least one child"),
        ({"random": "9,9"}, "random", "more than 60,000 nodes"),
        ({"random": "3,3", "seed": "-1"}, "random", "The seed is a whole number"),
        ({"game": "nope"}, "game", "no game “nope”"),
        ({"game": "connect_four", "depth": "9"}, "position", "The depth is a whole number from 1 to 4"),
        ({"tree": "[1," + "2," * 30_000 + "3]"}, "tree", "at most 20,000 characters"),
        ({"tree": "[[1,2],[3,4]]", "levels": "max,chance"}, "algorithm", "does not support chance"),
        ({"convention": "x"}, "convention", "no convention “x”"),
        ({"algorithm": "minimax", "beside": "guess"}, "algorithm", "no algorithm “guess”"),
        ({"order": "up"}, "order", "There is no order “up”"),
        ({"tree": THREE, "order": "best"}, "order", "Only a tree of MAX and MIN"),
        ({"tree": THREE, "allies": "7"}, "allies", "There is no player 7"),
        ({"tree": THREE, "allies": "a"}, "allies", "such as 0,2, not “a”"),
        ({"tree": THREE, "allies": "0", "algorithm": "max-n"}, "algorithm", "max-n needs a game with"),
    ],
)
def test_errors_in_the_address_of_a_tree_name_their_field(query: dict[str, str], field: str, why: str) -> None:
    wanted = TreeQuery.parse(query.items())
    with pytest.raises(WrongField) as wrong:
        films(wanted, subject(wanted))
    assert wrong.value.field == field
    assert why in str(wrong.value.sentence)


def test_the_address_of_a_tree_says_everything() -> None:
    query = "tree=[[1, 2], 3]&algorithm=alphabeta&beside=minimax&beside=&beside=pvs&step=7&x=y"
    wanted = TreeQuery.parse(parse_qsl(query))
    assert TreeQuery.parse(parse_qsl(wanted.format())) == wanted
    assert (wanted.algorithms, wanted.first_step) == (("alphabeta", "minimax", "pvs"), 6)
    assert TreeQuery.parse([("beside", "minimax")]).algorithms == ("alphabeta", "minimax")
    assert [TreeQuery.parse([("step", text)]).first_step for text in ("9" * 30, "-3", "0", "1", "x")] == [0] * 5


def test_an_example_opens_under_the_convention_of_its_course() -> None:
    rules = [
        rule(TreeQuery(example=name)) for name in ("", "cs188-tied-root", "cs188-expectimax1", "cosc367-q3", "none")
    ]
    assert rules == ["aima", "cs188", "cs188", "cosc367", "aima"]
    assert (rule(TreeQuery(example="cs188-tied-root", convention="aima")), rule(TreeQuery(tree="[1]"))) == (
        "aima",
        "aima",
    )


def test_a_step_that_is_none_is_said_and_the_nearest_is_shown() -> None:
    last, at_last = show_films(new_tally(), TreeQuery(step="33"), "en", False)
    assert (last["step"], at_last) == (32, "")
    for text, shown in (("34", 32), ("0", 0), ("x", 0)):
        state, wrong = show_films(new_tally(), TreeQuery(step=text), "en", False)
        assert (state["step"], wrong) == (
            shown,
            f"The steps here are numbered from 1 to 33; there is no step “{text}”.",
        )


@pytest.mark.parametrize(
    ("address", "leaves", "value"),
    [
        ({"order": "best"}, 5, 3),  # b^⌈d/2⌉ + b^⌊d/2⌋ − 1, Knuth & Moore (1975)
        ({"order": "worst"}, 9, 3),
        ({"game": "tictactoe", "position": "xo..x....", "depth": "1", "order": "worst"}, 6, None),
        ({"tree": THREE, "allies": "0,2"}, 4, 8),  # player 1 leaves them 7; player 2 helps player 0
    ],
)
def test_orders_and_alliances_of_an_address(address: dict[str, str], leaves: int, value: int | None) -> None:
    wanted = TreeQuery.parse(address.items())
    assert TreeQuery.parse(parse_qsl(wanted.format())) == wanted
    [scene] = films(wanted, subject(wanted))
    nodes = scene.film.run.nodes
    assert sum(node.kind in ("over", "horizon") for node in nodes) == leaves
    assert value in (None, nodes[0].value)


def test_notations_that_lose_the_comments_of_a_game_are_named() -> None:
    backgammon, go = Match(game("backgammon")).rolled(), Match(game("go:size=5")).play(12)
    assert without_comments(backgammon) == ""
    told = str(without_comments(backgammon.commented(backgammon.ply, "well begun")))
    assert told.startswith("Text without your comments, which it cannot hold: match files of Jellyfish")
    assert "SGF" not in str(without_comments(go.commented(1, "the middle")))
