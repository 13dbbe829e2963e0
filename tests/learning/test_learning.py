"""Learning by self-play: the update is a step along the gradient, and what is learned is true."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from paths import OWN_GAMES
from samples import sample

from plyground import Setting, deepen, engine, game, learn, search, setting
from plyground.core.random_numbers import new_chance
from plyground.errors import FileError, SearchError, SpecError
from plyground.learning.learn import LearningProgress
from plyground.learning.learned import UNIT, Learned
from plyground.learning.learner import Learner, new_learner, random_opening, self_play
from plyground.learning.on_top import new_on_top
from plyground.learning.study import study
from plyground.learning.tables import new_layout
from plyground.learning.weights_file import load_evaluation, parsed, read_weights
from plyground.native.arguments import classes_in
from plyground.native.compiler import compiled
from plyground.native.object_code.fingerprint import UNSTEADY, Text
from plyground.solvers.walk import reachable

TICTACTOE = game("tictactoe")
CONNECT_FOUR = game("connect_four")
ISLANDS, MORRIS, COINS = (str(OWN_GAMES / name) for name in ("islands.py", "morris.py", "coins.py"))


def learner_of(name: str, kinds: str) -> Learner:
    found = study(game(name))
    return new_learner(found, new_layout(found, kinds))


def test_the_estimate_moves_along_its_gradient() -> None:
    learner = learner_of("tictactoe", "lines3")
    position = TICTACTOE.start.play(4).play(0)
    before = learner.meet(position, 0)
    assert before == learner.value(position) == 0
    step, target = 1e-4, 0.5
    assert learner.learn(0, target, step) == target
    # Eight lines in both directions, each with a shared weight and one of the side to move; the slope of tanh at 0 is 1.
    # Images of a line share their weight, so it counts more than once.
    uses: dict[int, int] = {}
    for index in learner.indices[:16]:
        uses[index] = uses.get(index, 0) + 1
    expected = 2 * step * target * sum(count * count for count in uses.values())
    assert learner.value(position) == pytest.approx(expected, rel=1e-4)


def test_compiled_learning_is_that_of_its_text() -> None:
    made = []
    for compile_it in (False, True):
        learner = learner_of("tictactoe", "lines3")
        play: Any = self_play
        if compile_it:
            play = compiled(self_play, TICTACTOE.start, learner, new_chance(1), 1, 0.1, 0.1, 0.1, 1)
        looks = play(TICTACTOE.start, learner, new_chance(1), 30, 0.02, 0.1, 0.7, 4)
        made.append((looks, learner.weights.tolist()))  # type: ignore[attr-defined]
    assert made[0][0] == made[1][0]
    assert made[0][1] == pytest.approx(made[1][1], rel=1e-12)


def test_random_openings_are_of_all_lengths() -> None:
    chance = new_chance(5)
    lengths = [random_opening(CONNECT_FOUR.start, chance, 4).filled.bit_count() for _game in range(400)]
    assert set(lengths) == {1, 2, 3, 4}
    assert all(70 < lengths.count(length) < 130 for length in (1, 2, 3, 4))


@cache
def result_of(position: Any) -> int:
    """Return the result of best play for the side to move, by minimax."""
    if position.is_over():
        result: int = position.utility()
        return result
    return max(-result_of(position.play(move)) for move in position.moves())


def errors(evaluation: Learned | None) -> float:
    """Return the share of tic-tac-toe positions in which one ply chooses a move of a worse value."""
    wrong = 0.0
    seen = 0
    pending, known = [TICTACTOE.start], {TICTACTOE.start}
    while pending:
        position = pending.pop()
        if position.is_over():
            continue
        children = [position.play(move) for move in position.moves()]
        for child in children:
            if child not in known:
                known.add(child)
                pending.append(child)
        signs = [-result_of(child) for child in children]
        if len(set(signs)) == 1:
            continue
        seen += 1
        if evaluation is None:
            wrong += sum(sign < max(signs) for sign in signs) / len(signs)
            continue
        judged = [
            -(child.utility() * evaluation.win if child.is_over() else evaluation.value(child)) for child in children
        ]
        wrong += signs[judged.index(max(judged))] < max(signs)
    return wrong / seen


@pytest.mark.proof
def test_play_by_what_was_learned_is_nearly_perfect() -> None:
    learned = learn("tictactoe", games=20_000, seed=1).evaluation(TICTACTOE)
    assert errors(None) > 0.3
    assert errors(learned) < 0.1


def test_the_same_seed_gives_the_same_file() -> None:
    first, second, other = (learn("tictactoe", games=60, seed=seed).content() for seed in (1, 1, 2))
    assert first == second != other


def test_a_file_is_read_back(tmp_path: Path) -> None:
    learned = learn("connect_four", games=24, seed=1, tables="lines4")
    path = tmp_path / "four.weights"
    assert learned.write(path) == path.stat().st_size
    again = read_weights(path)
    assert vars(again) == vars(learned)
    ours, theirs = (each.evaluation(CONNECT_FOUR) for each in (learned, again))
    position = CONNECT_FOUR.start.play(3).play(2)
    assert ours.value(position) == theirs.value(position) != 0


def test_a_header_is_readable(tmp_path: Path) -> None:
    learn("tictactoe", games=24, seed=1).write(tmp_path / "t.weights")
    text = (tmp_path / "t.weights").read_bytes().partition(b"\n\n")[0].decode()
    assert '"game": "tictactoe"' in text
    assert '"games": 24' in text


def test_damage_is_noticed(tmp_path: Path) -> None:
    content = learn("tictactoe", games=12, seed=1).content()
    for place in range(0, len(content), max(1, len(content) // 40)):
        damaged = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises(FileError):
            parsed("t.weights", damaged)
    with pytest.raises(FileError, match="checksum"):
        parsed("t.weights", content[:-1])


def test_a_study_that_leaves_the_position_is_refused() -> None:
    """Compiled code checks no index, so a file must not choose one."""
    learned = learn("tictactoe", games=12, seed=1)
    learned.study.parts[0].fields = [0, 9]
    from plyground.core.evaluation_registry import EvaluationFile
    from plyground.learning.weights_file import evaluation_of

    with pytest.raises(FileError, match="not a file of weights"):
        evaluation_of(EvaluationFile("t", "t.weights", "tictactoe", learned.content(), evaluation_of), TICTACTOE)


def test_other_rules_are_refused() -> None:
    learned = learn("tictactoe", games=12, seed=1)
    with pytest.raises(SearchError, match="other rules"):
        learned.evaluation(game("mnk:width=3,height=3,k=2"))
    with pytest.raises(SearchError, match="other rules"):
        learn("connect_four", games=6, resume=learned)


@pytest.mark.proof
def test_a_compiled_search_with_it_visits_what_its_text_visits() -> None:
    evaluation = learn("connect_four", games=60, seed=1).evaluation(CONNECT_FOUR)
    plain, native = (
        deepen(CONNECT_FOUR, nodes=400, setting=engine(CONNECT_FOUR, evaluation), native=native)
        for native in (False, True)
    )
    assert (plain.value, plain.line, plain.nodes) == (native.value, native.line, native.nodes)


@pytest.mark.parametrize("on_top", sample(["none", "best"], every=2))
def test_a_search_need_not_read_the_text_of_the_evaluation_again(on_top: str) -> None:
    """A text that names a changing object would be read again at each search, which takes longer than a short search."""
    evaluation = learn("connect_four", games=6, seed=1, on_top=on_top).evaluation(CONNECT_FOUR)
    assert UNSTEADY not in Text(*classes_in((evaluation,)))._places


def test_threads_of_a_search_have_their_own_memory() -> None:
    from copy import copy

    evaluation = learn("tictactoe", games=12, seed=1).evaluation(TICTACTOE)
    other = copy(evaluation)
    assert other.reader.states is not evaluation.reader.states
    assert other.weights is evaluation.weights


def test_learning_goes_on_from_weights() -> None:
    first = learn("tictactoe", games=60, seed=1)
    second = learn("tictactoe", games=30, seed=2, resume=first)
    assert second.games == 90
    assert second.tables == first.tables
    assert second.weights != first.weights


def test_an_evaluation_is_one_more_input() -> None:
    learned = learn("connect_four", games=24, seed=1)
    assert learned.on_top is not None
    assert learned.on_top["evaluation"] == "open-fours"
    assert learned.on_top["shares"][0] != 1.0
    with pytest.raises(SpecError):
        learn("connect_four", games=6, on_top="nonsense")


def test_with_weights_of_0_the_order_is_that_of_the_evaluation_below() -> None:
    below = CONNECT_FOUR.evaluations["open-fours"]
    on_top = new_on_top(below, 20.0, (1.0, 1.0), 0)
    line = [CONNECT_FOUR.start]
    for move in (3, 3, 2, 4, 1):
        line.append(line[-1].play(move))
    values = [(below.value(position), on_top.total(position)) for position in line]
    assert [total for _value, total in sorted(values)] == sorted(total for _value, total in values)


def test_ctrl_c_keeps_what_was_learned() -> None:
    def interrupt(news: LearningProgress) -> None:
        raise KeyboardInterrupt

    learned = learn("tictactoe", games=60_000, seed=1, on_progress=interrupt)
    assert 0 < learned.games < 60_000


def test_games_that_cannot_be_learned_are_named() -> None:
    with pytest.raises(SearchError, match="learn does not support hidden information"):
        learn("kuhn", games=6)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["three", ISLANDS])
def test_each_player_has_an_estimate_of_its_own(name: str) -> None:
    of_three = game(name)
    learned = learn(of_three, games=600, seed=1)
    assert learned.study.players == 3
    evaluation: Any = parsed(Path("three.weights"), learned.content()).evaluation(of_three)
    position = of_three.start.play(5)
    values = evaluation.values(position)
    assert len(set(values)) == 3
    assert evaluation.value(position) == values[1]
    chosen = setting(depth=2, evaluation=evaluation)
    plain, compiled_one = (
        deepen(of_three, depth=2, algorithm="max-n", setting=chosen, native=native) for native in (False, True)
    )
    assert (plain.nodes, plain.utilities) == (compiled_one.nodes, compiled_one.utilities)


@pytest.mark.proof
@pytest.mark.parametrize(("name", "games"), [(MORRIS, 6), (COINS, 60)])
def test_phases_and_points_are_read_alike_plain_and_compiled(name: str, games: int) -> None:
    subject = game(name)
    evaluation = parsed(Path("own.weights"), learn(subject, games=games, seed=1).content()).evaluation(subject)
    plain, compiled_one = (
        deepen(subject, setting=engine(subject, evaluation), nodes=150, native=native) for native in (False, True)
    )
    assert (plain.nodes, plain.score, plain.line) == (compiled_one.nodes, compiled_one.score, compiled_one.line)


def test_games_of_several_players_are_learned_without_another_evaluation() -> None:
    with pytest.raises(SearchError, match="--on-top none"):
        learn("three", games=6, on_top="lines")


@pytest.mark.proof
@pytest.mark.parametrize(("name", "games"), [("three", 30_000), (ISLANDS, 8_000)])
def test_weights_of_several_players_beat_play_without_them(name: str, games: int) -> None:
    """Max^n two plies deep: a player with the evaluation against two without it, and the other way round."""
    of_three = game(name)
    evaluation = learn(of_three, games=games, seed=1).evaluation(of_three)
    ours, plain = setting(depth=2, evaluation=evaluation), setting(depth=2)

    def utility(position: Any, seat: int, alone: Setting, others: Setting) -> int:
        while not position.is_over():
            chosen = alone if position.to_move() == seat else others
            position = position.play(deepen(position, depth=2, algorithm="max-n", setting=chosen, native=True).move)
        return int(position.utilities()[seat])

    chance = random.Random(3)
    better = worse = 0
    for number in range(30):
        position = of_three.start
        for _move in range(chance.randrange(1, 4)):
            position = position.play(chance.choice(list(position.moves())))
        seat = number % 3
        gain = utility(position, seat, ours, plain) - utility(position, seat, plain, ours)
        better += gain > 0
        worse += gain < 0
    assert better > 3 * worse + 9  # less than one in 1,000 by chance


@pytest.mark.proof
@pytest.mark.parametrize(
    ("name", "games"),
    [("tak", 30_000), ("jumps", 2_000), ("noughts_and_crosses", 8_000), ("coins", 8_000), ("countdown", 5_000)],
)
def test_a_game_of_ones_own_is_played_more_strongly_by_what_is_learned(name: str, games: int) -> None:
    gain = learn(str(OWN_GAMES / f"{name}.py"), games=games, seed=1).gain
    assert gain is not None
    assert gain["verdict"] == "stronger"


@pytest.mark.proof
def test_averages_are_learned_in_a_game_with_chance() -> None:
    """In a small game of pig, every choice by what was learned is best, and values are near the exact averages."""
    pig = game("pig:target=4,faces=3,rounds=2")
    evaluation = learn(pig, games=10_000, seed=1, on_top="none").evaluation(pig)
    errors = []
    for position in reachable(pig.start):
        if position.is_over():
            continue
        estimate = math.tanh(evaluation.value(position) / UNIT)
        errors.append(abs(estimate - float(search(position, "expectiminimax").value)))
        if not position.is_chance():
            children = [position.play(move) for move in position.moves()]
            guesses = [position.turn(child) * guess(child, evaluation) for child in children]
            worths = [position.turn(child) * float(worth(child)) for child in children]
            assert worths[guesses.index(max(guesses))] == max(worths)
    assert sum(errors) / len(errors) < 0.12


def guess(position: Any, evaluation: Learned) -> int:
    return evaluation.win * position.utility() if position.is_over() else evaluation.value(position)


def worth(position: Any) -> Any:
    return position.utility() if position.is_over() else search(position, "expectiminimax").value


def test_both_limits_are_refused() -> None:
    with pytest.raises(SearchError, match="not both"):
        learn("tictactoe", games=6, seconds=1)


def test_progress_is_told_with_duels() -> None:
    told: list[LearningProgress] = []
    learn("tictactoe", games=60, seed=1, on_progress=told.append)
    assert [news.games for news in told] == [10, 20, 30, 40, 50, 60]
    assert all(news.duels and news.duels[0].games > 0 for news in told)


def test_a_loaded_file_is_listed_with_its_game_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.evaluation_registry._files", {})
    path = tmp_path / "listed.weights"
    learn("tictactoe", games=12, seed=1).write(path)
    assert load_evaluation(path) == "listed.weights"
    assert "listed.weights" in list(TICTACTOE.evaluations)
    assert "listed.weights" not in list(CONNECT_FOUR.evaluations)
    assert TICTACTOE.evaluations["listed.weights"].win > 0
    with pytest.raises(FileError, match="other rules"):
        CONNECT_FOUR.evaluations["listed.weights"]


def test_a_file_is_listed_from_other_positions_too_but_not_for_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.core.evaluation_registry._files", {})
    path = tmp_path / "listed.weights"
    learn("tictactoe", games=12, seed=1).write(path)
    name = load_evaluation(path)
    later = replace(TICTACTOE, start=TICTACTOE.start.play(4))
    assert later.evaluations[name] == TICTACTOE.evaluations[name]
    none: Any = {}
    other = replace(CONNECT_FOUR, name="tictactoe", evaluations=none)
    assert name not in list(other.evaluations)
    assert replace(other, start=other.start.play(3)).name == "tictactoe"
    with pytest.raises(FileError, match="other rules"):
        other.evaluations[name]


def test_weights_of_another_game_are_told_from_damaged_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.evaluation_registry._files", {})
    path = tmp_path / "other.weights"
    learn("connect_four", games=6, seed=1).write(path)
    with pytest.raises(FileError, match="other rules of connect_four"):
        TICTACTOE.evaluations[load_evaluation(path)]
