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
from refusals import refused

from plyground import Game, PlygroundError, game, rules, search
from plyground._play import play
from plyground.bots import Choice
from plyground.errors import MoveError, SearchError, SpecError
from plyground.frontend.bundle import bundle
from plyground.notebook.notebook_session import NotebookSession

TICTACTOE = game("tictactoe")


def at(session: NotebookSession) -> dict[str, Any]:
    """The state as a browser gets it."""
    session.wait()
    state: dict[str, Any] = json.loads(json.dumps(session.state()))
    return state


def shown(session: NotebookSession) -> dict[str, Any]:
    around: dict[str, Any] = at(session)["controls"]
    return around


def enabled(session: NotebookSession) -> set[str]:
    return {command for command, _words, there, can in shown(session)["buttons"] if there and can}


def test_a_person_plays_and_the_bot_answers() -> None:
    session = NotebookSession(TICTACTOE, "alphabeta", 0)
    assert shown(session)["status"] == "Your move: you play X"
    assert not session.moves
    assert enabled(session) == {"new", "hint"}
    session.play("4")
    assert session.moves[0] == "4"
    assert len(session.moves) == session.match.ply == 2
    assert search(session.position).value == 0  # minimax has not lost the draw
    assert shown(session)["reason"].startswith(f"O played {session.moves[1]}. A draw with best play")
    assert f"O played cell {session.moves[1]}. Your move" in at(session)["announce"]
    session.undo()
    assert not session.moves
    with pytest.raises(MoveError, match="no move to take back"):
        session.undo()


def test_whole_games_come_to_an_end() -> None:
    session = NotebookSession(TICTACTOE, "alphabeta", 0)
    while session.match.outcome is None:
        session.play(next(iter(session.position.moves())))
    assert session.match.outcome.winner in (1, None)
    assert shown(session)["status"].startswith(("O wins", "A draw"))
    with pytest.raises(MoveError, match="The game is over"):
        session.play("0")


def test_the_other_side_and_new_games() -> None:
    session = NotebookSession(TICTACTOE, "alphabeta", 1)
    session.wait()
    assert len(session.moves) == 1
    assert session.game.side(session.position) == 1
    session.hear({"side": 0})
    assert not session.moves and session.side == 0
    session.hear({"command": "new"})
    assert at(session)["round"] == 2


def test_messages_of_a_browser_are_obeyed_or_refused() -> None:
    session = NotebookSession(TICTACTOE, "alphabeta", 0)
    session.hear({"play": [0], "turn": 0})
    assert len(at(session)["last"]) == 1
    assert session.moves[0] == "0"
    session.hear({"play": [1], "turn": 0})  # a late click
    assert len(session.moves) == 2
    session.hear({"play": [0], "turn": 2})
    assert "taken" in shown(session)["trouble"]
    session.hear({"command": "undo"})
    assert not session.moves
    assert shown(session)["trouble"] == ""


def test_a_hint_comes_in_three_steps() -> None:
    session = NotebookSession(TICTACTOE, "alphabeta", 0)
    session.play("0")
    words = []
    for _again in range(3):
        session.hear({"command": "hint"})
        words.append(shown(session)["hint"])
    assert [word[:11] for word in words] == [f"Hint {step} of 3" for step in (1, 2, 3)]
    assert at(session)["advised"]
    session.play("8" if session.moves[1] != "8" else "7")
    assert shown(session)["hint"] == ""
    kuhn = NotebookSession(game("kuhn"), "random:seed=1", 0)
    kuhn.hear({"command": "hint"})
    assert "hides" in shown(kuhn)["trouble"]


def test_moves_without_a_place_are_listed() -> None:
    session = NotebookSession(game("kuhn"), "random:seed=1", 0)
    assert shown(session)["moves"] == ["pass", "bet"]
    assert shown(session)["written"]
    session.hear({"choose": 1, "turn": session.match.ply})
    session.wait()
    assert session.moves[1] == "bet"


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
    session = NotebookSession(Game("lots", Lots()), "random:seed=2", 0)
    assert (len(shown(session)["moves"]), shown(session)["more"]) == (60, "and 40 moves more")
    session.play("99")
    assert session.moves[0] == "99"
    assert shown(session)["status"].startswith("X wins")
    assert (shown(session)["moves"], shown(session)["more"]) == ([], "")


def test_people_share_a_board_and_dice_fall() -> None:
    session = NotebookSession(game("pig"), "human", 0, seed=3)
    first = session.moves
    assert set(first) <= set("123456")
    assert NotebookSession(game("pig"), "human", 0, seed=3).moves == first
    session.play(shown(session)["moves"][-1])
    assert shown(session)["sideLabel"] == ""
    assert "hint" in enabled(session)


def test_a_bot_that_takes_too_long_can_be_stopped() -> None:
    session = NotebookSession(game("connect-four"), "minimax", 1)
    assert {command for command, _words, there, _can in session.state()["controls"]["buttons"] if there} >= {"stop"}
    assert session.state()["controls"]["status"] == "Red (Minimax) is thinking"
    session.hear({"play": [3], "turn": 0})
    assert session.state()["controls"]["trouble"] == "It is not your turn."
    session.hear({"command": "stop"})
    assert not session.moves
    assert enabled(session) == {"go", "new"}


def test_a_bot_that_thinks_at_any_time_can_be_hurried() -> None:
    session = NotebookSession(game("connect-four"), "engine:seconds=60", 1)
    session.hear({"command": "hurry"})
    session.wait()
    assert len(session.moves) == 1


def test_rules_that_break_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    session = NotebookSession(TICTACTOE, "alphabeta", 0)

    def broken(*thought: object) -> Choice:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(session._bot.player, "choose", broken)
    with pytest.raises(SearchError, match="ZeroDivisionError"):
        session.play("0")


JSON = st.recursive(st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=5), lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=3), some, max_size=3), max_leaves=4)  # fmt: skip
MESSAGE = st.fixed_dictionaries({}, optional={"play": JSON, "turn": st.integers(0, 3) | JSON, "choose": JSON, "side": JSON, "command": st.sampled_from(["undo", "new", "stop", "go", "hurry", "sing"]) | JSON})  # fmt: skip


@settings(max_examples=40)
@given(st.lists(MESSAGE | JSON, max_size=5))
def test_anything_may_come_from_a_browser(messages: list[Any]) -> None:
    session = NotebookSession(TICTACTOE, "random:seed=1", 0)
    for message in messages:
        session.hear(message)
    assert at(session)["marks"] == TICTACTOE.picture.marks(session.position)


def test_unknown_sides_and_bots_are_refused_in_a_sentence() -> None:
    with refused(SpecError, "There is no side “{side}”; the sides are: {sides}.", side="Z", sides="X, O"):
        play("tictactoe", side="Z")
    with refused(PlygroundError, "There is no bot “{name}”; the bots are: {names}."):
        NotebookSession(TICTACTOE, "nobody", 0)


def test_without_a_notebook_the_console_plays() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import plyground; plyground.play(opponent='alphabeta', side='o')"],
        input="j 8\nq\n", capture_output=True, text=True, env=ENVIRONMENT, check=True,
    )  # fmt: skip
    assert "alphabeta recommends" in done.stdout
    assert "O plays 8." in done.stdout


PAGE = """<!doctype html><meta charset="utf-8"><title>session</title><body><div id="view"></div><script type="module">
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
    session = NotebookSession(TICTACTOE, "alphabeta", 0)
    module = bundle("board.js").replace("export default { render };", "render({ model, el: document.getElementById('view') });")  # fmt: skip
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    def hear(message: object) -> None:
        session.hear(message)
        heard.append(message)

    heard: list[object] = []
    page.expose_function("hear", hear)
    page.set_content(PAGE.replace("STATE", json.dumps(at(session))).replace("MODULE", module))

    def settle(count: int) -> None:
        """Wait until so many messages have come, and show what they led to."""
        while len(heard) < count:
            page.wait_for_timeout(20)
        page.evaluate("state => show(state)", at(session))

    expect(page.locator(".status")).to_have_text("Your move: you play X")
    page.locator('[data-cell="0"]').click()
    settle(1)
    expect(page.locator('[data-cell="0"]')).to_have_attribute("aria-label", "cell 0, top left, X")
    expect(page.locator("[aria-live]")).to_contain_text(f"O played cell {session.moves[1]}. Your move")
    page.keyboard.press("u")
    settle(2)
    assert not session.moves
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    settle(3)
    assert session.moves[0] == "4"
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("Enter")
    settle(4)
    expect(page.locator(".hint-words")).to_contain_text("Hint 1 of 3")
    page.get_by_label("You play").select_option("O")
    settle(5)
    assert session.side == 1
    expect(page.locator(".cell.last")).to_have_count(1)
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    assert errors == []
    context.close()
