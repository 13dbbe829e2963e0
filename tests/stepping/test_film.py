"""Films of searches: what is shown of a step is what the run says of it, and what is compared is counted right."""

from __future__ import annotations

import json

import pytest

from plyground.drawing.node_style import looks
from plyground.errors import SearchError
from plyground.games import game
from plyground.searches.conventions import CS188
from plyground.searches.tally import new_tally
from plyground.stepping.comparison import Subject, minimum, screen, state
from plyground.stepping.film import ACTIONS
from plyground.stepping.standalone import standalone
from plyground.stepping.view import stepping, texts
from plyground.teaching.gallery import example
from plyground.trace.run import Action
from plyground.trees import Tree, random_tree

AIMA = Tree.parse("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
EQUAL = Tree.parse("[[3, 5], [3, 4], [6, 9]]")
"""The third leaf equals what MAX has already: the cut rules disagree on its sibling."""


def test_the_steps_of_a_film_are_those_of_the_run() -> None:
    film = screen(Subject.tree(AIMA))[0].film
    head = film.head()
    assert len(head["steps"]) == len(film.run.steps)
    found, _edges = looks(film.plan)
    values = {}
    for spot, _action, value, _best, *_source in head["steps"]:
        values[spot] = value
    assert {spot: look.value for spot, look in enumerate(found) if look.value} == values
    assert [head["spots"][spot][3] for spot, look in enumerate(found) if look.state == "cut"] == ["C2", "C3"]
    ((cut, (is_alpha, *gone)),) = head["cuts"].items()
    assert (ACTIONS[head["steps"][cut][1]], is_alpha) == (Action.CUT, 1)
    assert [head["spots"][spot][3] for spot in gone] == ["C2", "C3"]


def test_each_step_has_its_words_and_its_line() -> None:
    film = screen(Subject.tree(AIMA))[0].film
    words = [pair for number in range(film.reels()) for pair in film.reel(number)]
    steps = film.head()["steps"]
    assert len(words) == len(steps)
    assert words[-1][0] == "The search is done: A is worth 3, by the move to B."
    ((name, first, text),) = film.head()["listings"]
    lines = text.splitlines()
    for _spot, action, _value, _best, (function, line, _variables), *_caller in steps:
        assert function == name
        call = "leaf_value(" if ACTIONS[action] == Action.LEAF else f"trace.{ACTIONS[action]}"
        assert call in lines[line - first]


@pytest.mark.parametrize("name", ["iterative-deepening", "mtdf", "sss-star"])
def test_every_pass_of_a_search_that_starts_over_is_shown_on_one_stage(name: str) -> None:
    film = screen(Subject.tree(AIMA), (name,))[0].film
    head, run = film.head(), film.run
    assert len(head["passes"]) == len(run.roots) > 1
    assert [head["steps"][start][0] for start in head["passes"]] == [0] * len(run.roots)
    assert [spot[3] for spot in head["spots"]].count("A") == 1
    assert [spot[3] for spot in head["spots"]] == [AIMA.name(node) for node in range(len(AIMA))]
    names = [head["spots"][told[0]][3] for told in head["steps"]]
    assert names == [AIMA.name(run.positions[step.node].node) for step in run.steps]
    assert len(head["steps"]) == len(run.steps) == sum(len(film.reel(number)) for number in range(film.reels()))


def test_each_pass_says_how_deep_it_looks() -> None:
    film = screen(Subject.tree(AIMA), ("iterative-deepening",))[0].film
    words = [sentence for sentence, _window in film.reel(0)]
    assert [words[start] for start in film.head()["passes"]] == [
        "A search 1 ply deep.", "The search starts anew, 2 plies deep.",
    ]  # fmt: skip
    assert words[-1] == "The search 2 plies deep is done: A is worth 3."
    assert {text[0] for text in film.head()["listings"]} == {"iterative_deepening", "transposition"}
    assert [frame.function for _node, frame in film.run.stack(4)] == ["iterative_deepening", "transposition"]


def test_a_pass_that_looks_less_deep_asks_the_values_that_the_tree_gives() -> None:
    judged = Tree.parse('[{"value": 8, "children": [1, 2]}, {"value": 5, "children": [9, 9]}]')
    film = screen(Subject.tree(judged), ("iterative-deepening",))[0].film
    assert [film.run.nodes[root].value for root in film.run.roots] == [8, 9]


def test_the_other_cut_rule_is_shown_with_what_it_changes() -> None:
    (scene,) = screen(Subject.tree(EQUAL))
    ours, theirs = scene.state()["films"]
    names = [spot[3] for spot in theirs["spots"]]
    assert [names[spot] for spot in theirs["only"]] == ["C2"]
    assert theirs["difference"] == "Cut when α > β, not when α ≥ β. Also visited: C2."
    assert [names[spot] for spot in ours["missing"]] == ["C2"]
    assert ours["difference"] == "Cut when α ≥ β, not when α > β. Not visited: C2."
    (strict,) = screen(Subject.tree(EQUAL), convention=CS188)
    assert [head["rule"] for head in strict.state()["films"]] == ["α > β", "α ≥ β"]


def test_the_other_rule_of_a_large_tree_is_filmed_when_it_is_wanted() -> None:
    large = Subject.tree(random_tree(60, 2, seed=4))
    (scene,) = screen(large, both=False)
    assert (scene.other, scene.state()["flips"]) == (None, True)
    (scene,) = screen(large)
    assert scene.other is not None
    assert screen(Subject.tree(AIMA), both=False)[0].other is not None
    assert not screen(Subject.tree(AIMA), ("minimax",))[0].state()["flips"]


def test_the_cut_rule_changes_nothing_without_equal_values() -> None:
    (scene,) = screen(Subject.tree(AIMA))
    assert [head["difference"].partition(". ")[2] for head in scene.state()["films"]] == [
        "Here this changes nothing."
    ] * 2


@pytest.mark.parametrize(
    ("text", "least"),
    [("[[3,12,8],[2,4,6],[14,5,2]]", 5), ("[[[1,2],[3,4]],[[5,6],[7,8]]]", 5), ("[1,2,3]", 3), ("[[1,2],[3]]", None)],
)
def test_the_least_leaves_of_a_uniform_tree(text: str, least: int | None) -> None:
    tree = Tree.parse(text)
    assert minimum(tree) == least
    if least is not None:
        film = screen(Subject.tree(tree))[0].film
        assert film.run.counts().leaves >= least


def test_a_tree_of_chance_has_no_such_minimum() -> None:
    assert minimum(Tree.parse("[[1,2],[3,4]]", levels="max,chance")) is None


@pytest.mark.parametrize(("name", "known"), [("biased-dice", "expectiminimax"), ("aima-three-players", "max-n")])
def test_chance_and_several_players_are_watched_too(name: str, known: str) -> None:
    film = screen(Subject.tree(example(name).tree), (known,), tally=new_tally())[0].film
    assert [head["rule"] for head in (film.head(),)] == [""]
    assert film.head()["steps"][-1][2]


def test_a_long_film_is_read_reel_by_reel() -> None:
    tree = random_tree(3, 6, seed=3)
    subject = Subject.tree(tree)
    scenes = screen(subject, ("minimax",))
    shown = state(scenes, 600)
    assert set(shown["reels"]) == {"0-0-0", "0-0-1"}
    film = scenes[0].film
    assert [len(film.reel(number)) for number in range(film.reels())][:-1] == [500] * (film.reels() - 1)
    assert set(state(scenes, whole=True)["reels"]) == {f"0-0-{n}" for n in range(film.reels())}


def test_films_that_cannot_be_shown_are_refused() -> None:
    with pytest.raises(SearchError, match="too large to step through"):
        Subject.tree(Tree.of([[0] * 300] * 300))
    with pytest.raises(SearchError, match="From one to 4"):
        screen(Subject.tree(AIMA), ("minimax",) * 5)
    with pytest.raises(SearchError, match="chance"):
        screen(Subject.tree(Tree.parse("[[1,2],[3,4]]", levels="max,chance")))


def test_a_position_of_a_game_is_shown_with_its_board() -> None:
    tictactoe = game("tictactoe")
    head = screen(Subject(tictactoe, tictactoe.notation.parse("xo..x...."), 1))[0].film.head()
    looks = {"pieces": False, "stones": False, "material": "wood", "kinds": {}, "shear": 0.0}
    assert head["board"] == {"width": 3, "height": 3, "sides": ("X", "O"), "max": 1, **looks}  # O moves at the root
    assert head["spots"][0][9].replace(".", "") == "XOX"
    assert len(head["spots"]) == 7


def test_the_file_holds_no_markup_of_the_tree() -> None:
    tree = Tree.parse('{"children": [{"value": 1, "name": "</script><b>"}, 2]}')
    subject = Subject.tree(tree)
    page = standalone(stepping(screen(subject), whole=True), "</title><b>")
    assert page.count("</script>") == 2
    assert page.count("</title>") == 1
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https://" not in page
    assert json.loads(page.partition('id="state">')[2].partition("</script>")[0])["step"] == 0


def test_every_word_of_the_view_is_there() -> None:
    assert all(texts().values())
