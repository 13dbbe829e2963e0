"""A game against bots without a page: what a notebook shows and hears, by its Python side and in a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from program import ENVIRONMENT

from plyground import Game, PlygroundError, game, rules, search
from plyground._play import play
from plyground.errors import MoveError, SearchError, SpecError
from plyground.frontend.bundle import bundle
from plyground.notebook.notebook_session import NotebookSession

TICTACTOE = game("tictactoe")


def at(desk: NotebookSession) -> dict[str, Any]:
    """The state as a browser gets it."""
    desk.wait()
    state: dict[str, Any] = json.loads(json.dumps(desk.state()))
    return state


def shown(desk: NotebookSession) -> dict[str, Any]:
    around: dict[str, Any] = at(desk)["desk"]
    return around


def enabled(desk: NotebookSession) -> set[str]:
    return {command for command, _words, there, can in shown(desk)["buttons"] if there and can}


def test_a_person_plays_and_the_bot_answers() -> None:
    desk = NotebookSession(TICTACTOE, "alphabeta", 0)
    assert shown(desk)["status"] == "Your move: you play X"
    assert desk.moves == ()
    assert enabled(desk) == {"new", "hint"}
    desk.play("4")
    assert desk.moves[0] == "4"
    assert len(desk.moves) == desk.match.ply == 2
    assert search(desk.position).value == 0  # minimax has not lost the draw
    assert shown(desk)["reason"].startswith(f"O played {desk.moves[1]}. A draw with best play")
    assert f"O played {desk.moves[1]}. Your move" in at(desk)["announce"]
    desk.undo()
    assert desk.moves == ()
    with pytest.raises(MoveError, match="no move to take back"):
        desk.undo()


def test_whole_games_come_to_an_end() -> None:
    desk = NotebookSession(TICTACTOE, "alphabeta", 0)
    while desk.match.outcome is None:
        desk.play(next(iter(desk.position.moves())))
    assert desk.match.outcome.winner in (1, None)
    assert shown(desk)["status"].startswith(("O wins", "A draw"))
    with pytest.raises(MoveError, match="The game is over"):
        desk.play("0")


def test_the_other_side_and_new_games() -> None:
    desk = NotebookSession(TICTACTOE, "alphabeta", 1)
    desk.wait()
    assert len(desk.moves) == 1
    assert desk.game.side(desk.position) == 1
    desk.hear({"side": 0})
    assert (desk.moves, desk.side) == ((), 0)
    desk.hear({"command": "new"})
    assert at(desk)["round"] == 2


def test_messages_of_a_browser_are_obeyed_or_refused() -> None:
    desk = NotebookSession(TICTACTOE, "alphabeta", 0)
    desk.hear({"play": [0], "turn": 0})
    assert len(at(desk)["last"]) == 1
    assert desk.moves[0] == "0"
    desk.hear({"play": [1], "turn": 0})  # a late click
    assert len(desk.moves) == 2
    desk.hear({"play": [0], "turn": 2})
    assert "taken" in shown(desk)["trouble"]
    desk.hear({"command": "undo"})
    assert desk.moves == ()
    assert shown(desk)["trouble"] == ""


def test_a_hint_comes_in_three_steps() -> None:
    desk = NotebookSession(TICTACTOE, "alphabeta", 0)
    desk.play("0")
    words = []
    for _again in range(3):
        desk.hear({"command": "hint"})
        words.append(shown(desk)["hint"])
    assert [word[:11] for word in words] == [f"Hint {step} of 3" for step in (1, 2, 3)]
    assert at(desk)["advised"]
    desk.play("8" if desk.moves[1] != "8" else "7")
    assert shown(desk)["hint"] == ""
    kuhn = NotebookSession(game("kuhn"), "random:seed=1", 0)
    kuhn.hear({"command": "hint"})
    assert "hidden" in shown(kuhn)["trouble"]


def test_moves_without_a_place_are_listed() -> None:
    desk = NotebookSession(game("kuhn"), "random:seed=1", 0)
    assert shown(desk)["moves"] == ["pass", "bet"]
    assert shown(desk)["written"]
    desk.hear({"choose": 1, "turn": desk.match.ply})
    desk.wait()
    assert desk.moves[1] == "bet"


@rules
class Lots(NamedTuple):
    """Lots: take any of a hundred; who takes the second loses."""

    taken: int = 0
    player: int = 0

    def to_move(self) -> int:
        return self.player

    def moves(self) -> Iterator[int]:
        if self.taken < 2:
            yield from range(100)

    def play(self, move: int) -> Lots:
        return Lots(self.taken + 1, 1 - self.player)

    def is_over(self) -> bool:
        return self.taken == 2

    def utility(self) -> int:
        return 1


def test_of_many_moves_the_first_are_listed_and_any_is_made_by_name() -> None:
    desk = NotebookSession(Game("lots", Lots()), "random:seed=2", 0)
    assert (len(shown(desk)["moves"]), shown(desk)["more"]) == (60, "and 40 moves more")
    desk.play("99")
    assert desk.moves[0] == "99"
    assert shown(desk)["status"].startswith("X wins")
    assert (shown(desk)["moves"], shown(desk)["more"]) == ([], "")


def test_people_share_a_board_and_dice_fall() -> None:
    desk = NotebookSession(game("pig"), "human", 0, seed=3)
    first = desk.moves
    assert set(first) <= set("123456")
    assert NotebookSession(game("pig"), "human", 0, seed=3).moves == first
    desk.play(shown(desk)["moves"][-1])
    assert shown(desk)["sideLabel"] == ""
    assert "hint" in enabled(desk)


def test_a_bot_that_takes_too_long_can_be_stopped() -> None:
    desk = NotebookSession(game("connect-four"), "minimax", 1)
    assert {command for command, _words, there, _can in desk.state()["desk"]["buttons"] if there} >= {"stop"}
    assert desk.state()["desk"]["status"] == "X (Minimax) is thinking"
    desk.hear({"play": [3], "turn": 0})
    assert desk.state()["desk"]["trouble"] == "It is not your turn."
    desk.hear({"command": "stop"})
    assert desk.moves == ()
    assert enabled(desk) == {"go", "new"}


def test_a_bot_that_thinks_at_any_time_can_be_hurried() -> None:
    desk = NotebookSession(game("connect-four"), "engine:seconds=60", 1)
    desk.hear({"command": "hurry"})
    desk.wait()
    assert len(desk.moves) == 1


def test_rules_that_break_are_named() -> None:
    desk = NotebookSession(TICTACTOE, "alphabeta", 0)

    def broken(*thought: object) -> None:
        raise ZeroDivisionError("division by zero")

    desk._bot.player.choose = broken  # type: ignore[method-assign]
    with pytest.raises(SearchError, match="ZeroDivisionError"):
        desk.play("0")


JSON = st.recursive(st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=5), lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=3), some, max_size=3), max_leaves=4)  # fmt: skip
MESSAGE = st.fixed_dictionaries({}, optional={"play": JSON, "turn": st.integers(0, 3) | JSON, "choose": JSON, "side": JSON, "command": st.sampled_from(["undo", "new", "stop", "go", "hurry", "sing"]) | JSON})  # fmt: skip


@settings(max_examples=40)
@given(st.lists(MESSAGE | JSON, max_size=5))
def test_anything_may_come_from_a_browser(messages: list[Any]) -> None:
    desk = NotebookSession(TICTACTOE, "random:seed=1", 0)
    for message in messages:
        desk.hear(message)
    assert at(desk)["marks"] == TICTACTOE.picture.marks(desk.position)


def test_refusals_are_sentences() -> None:
    with pytest.raises(SpecError, match="There is no side “Z”; the sides are: X, O"):
        play("tictactoe", side="Z")
    with pytest.raises(PlygroundError, match="There is no player"):
        NotebookSession(TICTACTOE, "nobody", 0)


def test_without_a_notebook_the_console_plays() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import plyground; plyground.play(opponent='alphabeta', side='o')"],
        input="j 8\nq\n", capture_output=True, text=True, env=ENVIRONMENT, check=True,
    )  # fmt: skip
    assert "alphabeta recommends" in done.stdout
    assert "O plays 8." in done.stdout


PAGE = """<!doctype html><meta charset="utf-8"><title>desk</title><body><div id="view"></div><script type="module">
const listeners = [];
const model = { state: STATE, get(key) { return this.state[key]; }, send: (message) => hear(message), on(names, f) { listeners.push([names, f]); }, off() {} };
window.show = (state) => {
  const changed = new Set(Object.keys(state).filter((key) => JSON.stringify(state[key]) !== JSON.stringify(model.state[key])).map((key) => `change:${key}`));
  model.state = state;
  for (const [names, f] of listeners) if (names === "change" || names.split(" ").some((name) => changed.has(name))) f();
};
MODULE
</script>"""


@pytest.mark.browser
def test_in_a_browser_by_mouse_and_keyboard(browser: Any) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    desk = NotebookSession(TICTACTOE, "alphabeta", 0)
    module = bundle("board.js").replace("export default { render };", "render({ model, el: document.getElementById('view') });")  # fmt: skip
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def hear(message: object) -> None:
        desk.hear(message)
        heard.append(message)

    heard: list[object] = []
    page.expose_function("hear", hear)
    page.set_content(PAGE.replace("STATE", json.dumps(at(desk))).replace("MODULE", module))

    def settle(count: int) -> None:
        """Wait until so many messages have come, and show what they led to."""
        while len(heard) < count:
            page.wait_for_timeout(20)
        page.evaluate("state => show(state)", at(desk))

    expect(page.locator(".status")).to_have_text("Your move: you play X")
    page.locator('[data-cell="0"]').click()
    settle(1)
    expect(page.locator('[data-cell="0"]')).to_have_attribute("aria-label", "cell 0, top left, X")
    expect(page.locator("[aria-live]")).to_contain_text(f"O played {desk.moves[1]}. Your move")
    page.keyboard.press("u")
    settle(2)
    assert desk.moves == ()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settle(3)
    assert desk.moves[0] == "4"
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("Enter")
    settle(4)
    expect(page.locator(".hint-words")).to_contain_text("Hint 1 of 3")
    page.get_by_label("You play").select_option("O")
    settle(5)
    assert desk.side == 1
    expect(page.locator(".cell.last")).to_have_count(1)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    assert errors == []
    context.close()
