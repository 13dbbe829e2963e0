"""The board alone in a browser, without a server: a press shows at once, and moves are seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from paths import OWN_GAMES

from plyground import Game, game
from plyground.arena.match import Match
from plyground.frontend.bundle import bundle, style
from plyground.presentation.boards.board_state import BoardView, Ghost

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><title>board</title><style>CSS</style>
<body><div id="view" style="width: 400px"></div><script type="module">
const listeners = [];
window.sent = [];
const model = window.model = {
  state: STATE,
  get(name) { return this.state[name]; },
  send(message) { window.sent.push(message); },
  on(names, listener) { listeners.push([names, listener]); },
  off() {},
};
window.show = (state) => {
  const changed = Object.keys(state).filter((name) => JSON.stringify(state[name]) !== JSON.stringify(model.state[name]));
  model.state = state;
  for (const [names, listener] of listeners) {
    if (names === "change" || names.split(" ").some((name) => changed.includes(name.slice(7)))) listener();
  }
};
MODULE
</script>"""


class Board:
    """A match on a page that answers nothing by itself."""

    def __init__(self, page: Any, of: Game, moves: str = "") -> None:
        self.page = page
        self.match = Match.parse(of, moves)
        module = bundle("board.js").replace(
            "export default { render };", "render({ model, el: document.getElementById('view') });"
        )
        text = PAGE.replace("CSS", style("board.css")).replace("STATE", json.dumps(self.state))
        page.set_content(text.replace("MODULE", module))
        expect(self.cell(0)).to_be_attached()

    @property
    def state(self) -> dict[str, Any]:
        return self.state_of(BoardView(self.match))

    def state_of(self, view: BoardView) -> dict[str, Any]:
        return json.loads(json.dumps(view.state("", 0, {}, playable=True, focus=False)))

    def show(self, view: BoardView) -> None:
        self.page.evaluate("state => show(state)", self.state_of(view))

    def cell(self, number: int) -> Any:
        return self.page.locator(f'[data-cell="{number}"]')

    def confirm(self, word: str) -> None:
        """Let the server's answer come: a move is on the board."""
        game = self.match.game
        self.match = self.match.play(game.notation.parse_move(self.match.position, word))
        self.show(BoardView(self.match))


@pytest.fixture
def boards(browser: Any) -> Iterator[Callable[..., Board]]:
    """Return a function that puts a board on a page where motion is welcome, or not."""
    contexts = []

    def put(name: str, moves: str = "", motion: str = "no-preference") -> Board:
        context = browser.new_context(reduced_motion=motion)
        contexts.append(context)
        return Board(context.new_page(), game(name), moves)

    yield put
    for context in contexts:
        context.close()


def test_a_press_shows_before_the_server_has_answered(boards: Callable[..., Board]) -> None:
    board = boards("tictactoe")
    board.cell(4).click()
    expect(board.cell(4).locator(".mark:not(.ghost)")).to_have_count(1)
    board.cell(0).click()  # one move at a time
    assert board.page.evaluate("sent") == [{"play": [4], "turn": 0}]
    expect(board.cell(4)).to_have_attribute("class", "cell last pending")
    board.confirm("4")
    expect(board.cell(4)).to_have_attribute("class", "cell last")
    board.cell(0).click()
    assert board.page.evaluate("sent.length") == 2


def test_a_move_stays_on_the_board_until_the_server_can_be_reached(boards: Callable[..., Board]) -> None:
    board = boards("tictactoe")
    page = board.page
    page.clock.install()
    page.evaluate("model.isReached = async () => window.reached === true")
    board.cell(4).click()
    for _wait in range(3):
        page.clock.run_for(6000)
    expect(board.cell(4)).to_have_attribute("class", "cell last pending")
    page.evaluate("window.reached = true")
    page.clock.run_for(6000)
    expect(board.cell(4).locator(".mark:not(.ghost)")).to_have_count(0)


def test_a_piece_goes_at_once_to_where_it_is_put(boards: Callable[..., Board]) -> None:
    board = boards("breakthrough")
    board.cell(48).click()
    board.cell(40).click()
    expect(board.cell(48).locator(".mark:not(.ghost)")).to_have_count(0)
    expect(board.cell(40).locator(".sliding")).to_have_count(1)


def test_a_piece_that_takes_another_slides(boards: Callable[..., Board]) -> None:
    board = boards("chess", "e4 d5")
    board.cell(36).click()
    board.cell(27).click()
    expect(board.cell(27).locator(".sliding")).to_have_count(1)
    expect(board.page.locator(".flipping")).to_have_count(0)


def test_a_stone_in_a_press_that_is_no_move_is_not_shown(boards: Callable[..., Board]) -> None:
    board = boards("othello")
    board.cell(0).click()
    assert board.page.evaluate("sent") == [{"play": [0], "turn": 0}]  # the server says why not
    expect(board.cell(0).locator(".mark")).to_have_count(0)


def test_othello_turns_the_stones_that_are_enclosed(boards: Callable[..., Board]) -> None:
    board = boards("othello")
    board.cell(19).click()
    expect(board.cell(19).locator(".stone.new")).to_have_count(1)
    expect(board.page.locator(".flipping")).to_have_count(0)
    board.confirm("d3")
    expect(board.page.locator(".flipping")).to_have_count(1)
    expect(board.cell(27).locator(".flipping.was-second.first")).to_have_count(1)


def test_kalah_shows_the_seeds_one_pit_after_the_other(boards: Callable[..., Board]) -> None:
    board = boards("kalah")
    board.cell(11).click()
    board.confirm("c")
    delays = [
        board.cell(number).locator(".arriving").evaluate("mark => parseFloat(mark.style.getPropertyValue('--delay'))")
        for number in (12, 13, 14, 15)
    ]
    assert delays == sorted(set(delays))
    assert delays[0] > 0
    expect(board.cell(15).locator("text", has_text="1")).to_have_count(1)  # the store


def test_a_strike_waits_until_the_stone_has_landed(boards: Callable[..., Board]) -> None:
    board = boards("connect_four", "1-1-2-2-3-3")
    board.cell(3).click()
    fall = board.cell(38).locator(".falling").evaluate("mark => mark.style.getPropertyValue('--fall')")
    board.confirm("4")
    strike = board.page.locator(".strike.new")
    expect(strike).to_have_count(1)
    assert strike.evaluate("line => line.style.getPropertyValue('--wait')").strip() == fall


def test_a_line_of_three_players_is_struck_through(boards: Callable[..., Board]) -> None:
    board = boards("three", "a4-a3-a2-b4-b3-b2")
    board.confirm("c4")
    expect(board.page.locator(".strike")).to_have_count(1)


def test_a_king_in_check_has_a_ring_and_can_be_pressed_in_its_middle(boards: Callable[..., Board]) -> None:
    board = boards("chess", "e4-f6")
    expect(board.page.locator(".strike")).to_have_count(0)
    board.confirm("Qh5")
    expect(board.page.locator(".strike.alone")).to_have_count(1)
    king = board.cell(4)
    king.click()
    expect(king).to_have_attribute("aria-selected", "true")


def test_the_chain_of_hex_is_drawn_from_stone_to_stone(boards: Callable[..., Board]) -> None:
    board = boards("hex:size=3", "b1-a1-b2-a2")
    board.confirm("b3")
    lengths = board.page.locator(".strike").evaluate_all(
        "lines => lines.map((line) => Math.hypot(line.x2.baseVal.value - line.x1.baseVal.value, line.y2.baseVal.value - line.y1.baseVal.value))"
    )
    assert len(lengths) == 2
    assert all(99 < length < 101 for length in lengths)  # each from one cell to the next


def test_nothing_moves_where_less_motion_is_wanted(boards: Callable[..., Board]) -> None:
    board = boards("othello", motion="reduce")
    board.cell(19).click()
    board.confirm("d3")
    expect(board.cell(27).locator(".stone.first")).to_have_count(1)
    expect(board.page.locator(".new, .flipping, .falling, .sliding, .arriving, .leaving")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "material"),
    [
        ("othello", "felt"),
        ("connect_four", "rack"),
        ("kalah", "pits"),
        ("pig", "track"),
        ("hex", "tiles"),
        ("dame", "wood"),
        ("nim", "heaps"),
        ("dodgem", "road"),
    ],
)
def test_each_board_has_its_material(name: str, material: str, boards: Callable[..., Board]) -> None:
    board = boards(name)
    expect(board.page.locator(f".ply-board.{material}")).to_have_count(1)
    assert board.state["material"] == material


def test_pig_shows_a_die_and_the_points_of_each_side(boards: Callable[..., Board]) -> None:
    board = boards("pig")
    board.match = Match(board.match.game, seed=3).rolled()
    board.page.evaluate("state => show(state)", board.state)
    expect(board.page.locator(".die circle")).to_have_count(5)
    expect(board.page.locator(".tally")).to_have_text(["0", "0 + 5"])


def test_signs_stand_out_on_plain_boards_whose_stones_keep_their_colours(boards: Callable[..., Board]) -> None:
    board = boards("othello")
    disc, sign = (board.cell(27).locator(part) for part in (".disc", ".sign"))

    def look() -> tuple[str, float]:
        drawn = "drawn => getComputedStyle(drawn)"
        return disc.evaluate(f"{drawn}.fill"), float(sign.evaluate(f"{drawn}.opacity"))

    white = "rgb(247, 244, 234)"
    assert look() == (white, 0)
    board.page.evaluate("document.documentElement.dataset.board = 'signs'")
    assert look() == (white, 0.75)
    board.page.evaluate("delete document.documentElement.dataset.board")
    board.page.emulate_media(media="print")
    assert look() == (white, 0.75)


@pytest.mark.parametrize(("motion", "look"), [("no-preference", "die rolling"), ("reduce", "die")])
def test_dice_roll_where_motion_is_welcome(boards: Callable[..., Board], motion: str, look: str) -> None:
    board = boards("backgammon", motion=motion)
    board.match = Match(board.match.game, seed=3).rolled()
    board.page.evaluate("state => show(state)", board.state)
    expect(board.page.locator(".die")).to_have_count(2)
    assert board.page.locator(".die").first.get_attribute("class") == look


@pytest.mark.parametrize("name", ["chess", "english_draughts", "backgammon"])
def test_pieces_bear_the_signs_of_their_sides_for_who_wants_signs(boards: Callable[..., Board], name: str) -> None:
    board = boards(name)
    crosses, rings = (
        board.page.locator(f".{side} .side-sign {sign}") for side, sign in (("first", "path"), ("second", "circle"))
    )
    assert crosses.count() == rings.count() > 3
    expect(crosses.first).to_be_hidden()
    board.page.evaluate("document.documentElement.dataset.board = 'contrast'")
    expect(crosses.first).to_be_visible()
    expect(rings.first).to_be_visible()


def test_a_line_appears_ghost_by_ghost_with_numbers_and_dots(boards: Callable[..., Board]) -> None:
    board = boards("connect_four", "1 1 1 5 1 7 7 4 1")
    ghosts = (Ghost(cell=40, start=-1, mark="O", number=10),)
    board.show(BoardView(board.match, annotation="??", ghosts=ghosts, dotted=(38, 39, 40, 41)))
    page = board.page
    expect(page.locator(".ghost-move .ghost-number")).to_have_text("10")
    expect(page.locator(".ghost-move .ghost-piece .disc")).to_have_count(1)
    expect(page.locator("line.dotted")).to_have_count(1)
    expect(page.locator(".annotation")).to_have_text("??")
    delays = page.evaluate("[...document.querySelectorAll('.appearing')].map(e => e.style.getPropertyValue('--delay'))")
    assert delays == ["0s", "0.8s"]
    board.show(BoardView(board.match))
    expect(page.locator(".ghost-move, .dotted, .annotation")).to_have_count(0)


def test_a_ghost_of_a_piece_shows_its_way_and_nothing_moves_for_people_without_motion(
    boards: Callable[..., Board],
) -> None:
    board = boards("chess", "e4 e5 Nf3 Qg5", motion="reduce")
    ghosts = (Ghost(cell=30, start=45, mark="N", number=5),)
    board.show(BoardView(board.match, annotation="??", ghosts=ghosts))
    page = board.page
    expect(page.locator(".ghost-move .ghost-way")).to_have_count(1)
    expect(page.locator(".ghost-move .badge")).to_have_text("5")
    expect(page.locator(".annotation .badge")).to_have_text("??")
    expect(page.locator(".appearing")).to_have_count(0)


def test_a_move_of_three_cells_is_pressed_cell_by_cell(boards: Callable[..., Board]) -> None:
    board = boards(str(OWN_GAMES / "amazons.py"))
    board.cell(18).click()
    board.cell(12).click()
    expect(board.cell(12).locator(".mark:not(.ghost)")).to_have_count(1)  # the queen is seen to move
    assert board.page.evaluate("sent") == []
    board.cell(12).click()  # taken back
    expect(board.cell(18).locator(".mark:not(.ghost)")).to_have_count(1)
    for cell in (12, 6):
        board.cell(cell).click()
    assert board.page.evaluate("sent") == [{"play": "a3-a4-a5", "turn": 0}]
    board.confirm("a3-a4-a5")
    expect(board.cell(6).locator(".mark:not(.ghost)")).to_have_count(1)


def test_moves_with_the_same_cells_are_offered_by_name(boards: Callable[..., Board]) -> None:
    board = boards(str(OWN_GAMES / "quoridor.py"))
    choices = board.page.locator(".move-choices button")
    board.cell(17).click()
    expect(choices).to_have_text(["c2", "c2h", "c2v"])
    choices.nth(1).click()
    assert board.page.evaluate("sent") == [{"play": "c2h", "turn": 0}]
    expect(choices).to_have_count(0)
    board.confirm("c2h")
    expect(board.page.locator(".wall")).to_have_count(2)


def test_stacks_and_missing_cells_are_drawn(boards: Callable[..., Board]) -> None:
    board = boards(str(OWN_GAMES / "focus.py"), "a4-b4")
    expect(board.cell(1).locator(".stack .mark")).to_have_count(2)
    board = boards(str(OWN_GAMES / "yavalath.py"))
    expect(board.page.locator(".pad.hexagon")).to_have_count(37)
    board.cell(3).focus()
    board.page.keyboard.press("ArrowRight")  # no cell there
    board.page.keyboard.press("Enter")
    assert board.page.evaluate("sent") == [{"play": [3], "turn": 0}]


def test_a_pawn_becomes_the_piece_that_is_chosen_on_the_board(boards: Callable[..., Board]) -> None:
    board = boards("chess", "a4 b5 axb5 a6 bxa6 Bb7 axb7 e5")
    page, size = board.page, board.page.locator(".ply-board").bounding_box()
    board.cell(9).click()
    board.cell(0).click()
    choices = page.locator(".promotion")
    expect(choices).to_have_count(4)
    assert choices.first.get_attribute("aria-label") == "bxa8=Q: queen"
    expect(choices.first).to_be_focused()
    assert page.locator(".ply-board").bounding_box() == size
    page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    assert page.evaluate("sent") == []
    board.cell(9).click()
    board.cell(0).click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(choices).to_have_count(0)
    (message,) = page.evaluate("sent")
    assert message == {"play": [9, 0, "R"], "turn": 8}
    move = BoardView(board.match).pressed(message["play"])
    assert move is not None
    assert board.match.game.notation.format_move(board.match.position, move) == "bxa8=R"


def test_the_ghost_under_the_mouse_is_the_piece_in_hand(boards: Callable[..., Board]) -> None:
    board = boards("chess")
    board.cell(57).click()
    board.cell(40).hover()
    ghost = board.cell(40).locator(".ghost")
    expect(ghost).to_have_class("mark kind light first ghost")
    expect(board.page.locator(".cell .ghost.stone")).to_have_count(0)
