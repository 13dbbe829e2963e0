"""The routes of games between two people: a form, an invitation, and the boards of players and spectators.

Opening an invitation does not take the seat: programs that show a preview of a link open it, too. Its button does.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from plyground.errors import PlygroundError
from plyground.i18n import Sentence, _
from plyground.presentation.friend_game import UNUSED_DAYS
from plyground.store.tokens import hashed
from plyground.web.components.notice import notice
from plyground.web.components.page_layout import PageLayout
from plyground.web.connected.routing import Router
from plyground.web.friend_keeper import FriendKeeper
from plyground.web.pages.friend.forms import SIDES, invitation_page, new_game_page
from plyground.web.pages.friend.page import FriendPage
from plyground.web.services import Services

LINE_TIMEOUT_S = 30
"""Seconds for which a page is kept after it lost its connection."""

router = Router()


@router.get("/friend")
async def choose(request: Request, game: str = "") -> Response:
    """Show the form that makes a game, and the visitor's games with friends."""
    return _answered(request, lambda: new_game_page(request, game))


@router.post("/friend")
async def create(request: Request) -> Response:
    """Make a game, or join the game of a visitor who waits for anybody, and show it."""
    form = await request.form(max_files=0, max_fields=4)
    side, clock = SIDES.get(str(form.get("side"))), str(form.get("clock", ""))

    def make() -> Response:
        keeper, game, visitor = _keeper(request), str(form.get("game", "")), hashed(request.state.visitor)
        made = keeper.pair(game, visitor, clock) if "pair" in form else keeper.create(game, visitor, side, clock)
        return RedirectResponse(f"/friend/game/{made.key}", 303)

    return _answered(request, make)


@router.get("/friend/join/{invitation}")
async def show_invitation(request: Request, invitation: str) -> Response:
    """Show an invitation to a game; redirect a player of this game to the board."""
    return _answered(request, lambda: _invited(request, invitation))


@router.post("/friend/join/{invitation}")
async def join(request: Request, invitation: str) -> Response:
    """Give the free seat to the visitor."""

    def take() -> Response:
        keeper, visitor = _keeper(request), hashed(request.state.visitor)
        opened = keeper.find_invitation(invitation)
        if opened is None:
            return _unknown(request)
        keeper.change(opened, lambda game: game.join(visitor, invitation))
        return RedirectResponse(f"/friend/game/{opened.key}", 303)

    return _answered(request, take)


@router.page("/friend/game/{key}", reconnect_timeout_s=LINE_TIMEOUT_S)
def play(key: str, request: Request) -> Response | None:
    """Show the board to one of the two players."""
    return _shown(request, key, is_player=True)


@router.page("/friend/watch/{key}", reconnect_timeout_s=LINE_TIMEOUT_S)
def watch(key: str, request: Request) -> Response | None:
    """Show the board to a spectator."""
    return _shown(request, key, is_player=False)


def _shown(request: Request, key: str, *, is_player: bool) -> Response | None:
    """Build the page of a game. Return another page if the game cannot be shown."""
    layout, keeper = PageLayout.of(request), _keeper(request)
    try:
        opened = keeper.find(key) if is_player else keeper.find_watched(key)
    except PlygroundError as error:
        return _refused(request, error.sentence)
    if opened is None:
        return _unknown(request)
    visitor = hashed(request.state.visitor) if is_player else ""
    if is_player and opened.game.side_of(visitor) is None:
        sentence = _("It belongs to two other browsers. Ask a player for the link for spectators.")
        return notice(layout, _("Only its two players can open this game"), sentence, 403)
    FriendPage(
        layout._replace(room="/", game=None), opened, visitor, keeper, Services.of(request).site(request)
    ).build()
    return None


def _invited(request: Request, invitation: str) -> Response:
    """Return the page of an invitation."""
    opened = _keeper(request).find_invitation(invitation)
    if opened is None:
        return _unknown(request)
    game = opened.game
    if game.side_of(hashed(request.state.visitor)) is not None:
        return RedirectResponse(f"/friend/game/{opened.key}", 303)
    if game.is_full:
        return _refused(request, _("This invitation was used already. Ask for a new one."))
    return invitation_page(request, game)


def _answered(request: Request, answer: Callable[[], Response]) -> Response:
    """Return the response that ``answer`` makes, or a page with the reason if it raises an error."""
    PageLayout.of(request)  # sets the visitor's language
    try:
        return answer()
    except PlygroundError as error:
        return _refused(request, error.sentence)


def _refused(request: Request, sentence: Sentence) -> Response:
    return notice(PageLayout.of(request), _("This game cannot be opened"), sentence, 400)


def _unknown(request: Request) -> Response:
    sentence = _("It was deleted, or nobody used it for {days} days. Make a new one.", days=UNUSED_DAYS)
    return notice(PageLayout.of(request), _("There is no such game"), sentence, 404)


def _keeper(request: Request) -> FriendKeeper:
    return Services.of(request).friends
