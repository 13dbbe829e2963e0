"""Bridges to Gymnasium, easyAI, Kaggle and Botzone: games are played to their ends by each interface."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env

from plyground import Match, game, search
from plyground.adapters import botzone, easyai, kaggle
from plyground.adapters.gymnasium import Environment
from plyground.errors import MoveError, SearchError, SpecError


@pytest.mark.parametrize(("name", "side"), [("tictactoe", 0), ("tictactoe", 1), ("connect_four", 0), ("pig", 0)])
def test_gymnasium_accepts_the_environment(name: str, side: int) -> None:
    check_env(Environment(game(name), "random:seed=1", side, render_mode="ansi"), skip_render_check=True)


def test_a_learner_plays_whole_games_against_a_bot() -> None:
    environment, chance, rewards = Environment(game("tictactoe"), "minimax"), random.Random(1), set()
    for seed in range(6):
        _seen, info = environment.reset(seed=seed)
        over = False
        while not over:
            legal = [number for number, is_legal in enumerate(info["action_mask"]) if is_legal]
            _seen, reward, over, truncated, info = environment.step(chance.choice(legal))
            assert not truncated
        rewards.add(reward)
    assert rewards <= {-1.0, 0.0} and -1.0 in rewards  # minimax never loses
    environment.reset(seed=1)
    environment.step(4)
    assert environment.step(4)[1:3] == (-1.0, True)
    with pytest.raises(SpecError, match="has not two players"):
        Environment(game("three"))


def negamax(state: Any) -> int:
    """Search as easyAI does: copy, move, switch, and turn the sign."""
    if state.is_over():
        return int(state.scoring())
    values = []
    for move in state.possible_moves():
        child = state.copy()
        child.make_move(move)
        child.switch_player()
        values.append(-negamax(child))
    return max(values)


def test_a_search_of_easyai_finds_our_values() -> None:
    for name in ("tictactoe:position=xo..x....", "nim:heaps=1-2-3"):
        known = game(name)
        assert negamax(easyai.Offered(known)) == 100 * search(known.start).value
    with pytest.raises(SearchError):
        easyai.Offered(game("pig"))


class Bones:
    """easyAI's example of its front page: take one, two or three bones; who takes the last loses."""

    def __init__(self, pile: int) -> None:
        self.pile, self.current_player = pile, 1

    def possible_moves(self) -> list[str]:
        return [str(number) for number in (1, 2, 3) if number <= self.pile]

    def make_move(self, move: str) -> None:
        self.pile -= int(move)

    def is_over(self) -> bool:
        return self.pile <= 0

    def scoring(self) -> int:
        return 100 if self.pile <= 0 else 0  # the other took the last


@pytest.mark.parametrize("pile", range(1, 10))
def test_a_game_of_easyai_is_searched(pile: int) -> None:
    known = easyai.load(Bones(pile))
    assert search(known.start).value == (-1 if pile % 4 == 1 else 1)


def test_an_agent_of_kaggle_plays_and_one_is_played() -> None:
    act, chance = kaggle.agent("alphabeta"), random.Random(2)
    for _game in range(3):
        board, mark = [0] * 9, 1
        position = game("tictactoe").start
        while not position.is_over():
            if mark == 1:
                cell = act(kaggle.Struct(board=board, mark=1), kaggle.Struct(steps=9))
            else:
                cell = chance.choice([place for place, taken in enumerate(board) if not taken])
            board[cell], mark = mark, 3 - mark
            position = position.play(game("tictactoe").notation.parse_move(position, str(cell)))
        outcome = game("tictactoe").outcome(position)
        assert outcome is not None and outcome.winner != 1  # alpha-beta never loses
    rules = kaggle.Struct(columns=7, rows=6, inarow=4)
    board = [0] * 35 + [1, 1, 1, 0, 2, 2, 0]
    board[28 + 0] = 2
    assert kaggle.agent("depth-limited:depth=2")(kaggle.Struct(board=board, mark=1), rules) == 3  # it wins
    match = Match.parse(game("connect_four"), "4455")

    def leftmost(observation: Any, configuration: Any) -> int:
        assert observation.board[35:] == [0, 0, 0, 1, 1, 0, 0] and observation.mark == 1
        return min(column for column in range(configuration.columns) if observation.board[column] == 0)

    assert kaggle.chooser(leftmost)(match.position) == "1"
    with pytest.raises(SpecError, match="tic-tac-toe and Connect Four only"):
        kaggle.agent()(kaggle.Struct(board=[0] * 20), rules)


def test_a_game_is_played_by_botzone() -> None:
    othello, chance = game("othello"), random.Random(3)
    position, requests, responses = othello.start, [{"x": -1, "y": -1}], list[dict[str, int]]()
    assert (
        json.loads(botzone.answer(othello, json.dumps({"requests": [{"x": 3, "y": 2}]}), "greedy"))["response"]["x"]
        >= 0
    )
    while not position.is_over():
        told = json.loads(botzone.answer(othello, json.dumps({"requests": requests, "responses": responses}), "greedy"))
        responses.append(told["response"])
        for side in range(2):
            if position.is_over():
                break
            if side == 0:
                x, y = (responses[-1][name] for name in "xy")
                word = "pass" if x < 0 else f"{'abcdefgh'[x]}{y + 1}"
            else:
                word = othello.notation.format_move(position, chance.choice(list(position.moves())))
                cell = {"x": "abcdefgh".index(word[0]), "y": int(word[1]) - 1} if word != "pass" else {"x": -1, "y": -1}
                requests.append(cell)
            position = position.play(othello.notation.parse_move(position, word))
    assert json.loads(botzone.answer(othello, json.dumps({"requests": requests, "responses": responses}), "greedy"))
    with pytest.raises(MoveError):
        botzone.answer(othello, json.dumps({"requests": [{"x": 0, "y": 0}]}))
