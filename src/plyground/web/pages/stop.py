"""Stop the server: only for its owner, after confirmation, and only if no other visitor is present."""

from __future__ import annotations

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from plyground.i18n import _, _n
from plyground.web.components.page_layout import PageLayout, render
from plyground.web.connected.page_client import Client
from plyground.web.connected.routing import Router
from plyground.web.services import Services

router = Router()


@router.get("/stop")
def ask_to_stop(request: Request) -> Response:
    """Ask for confirmation to stop the server, or tell how many others are present."""
    if not request.state.may_stop:
        raise HTTPException(403)
    others = _others(request)
    if others:
        trouble = _n(
            "{count} other visitor is here. Stop plyground with Ctrl-C in its window, or later.",
            "{count} other visitors are here. Stop plyground with Ctrl-C in its window, or later.",
            others,
        )
        return render(request, "stop.html", 409, title=_("plyground continues"), trouble=trouble, asks=False)
    return render(request, "stop.html", title=_("Stop plyground?"), trouble="", asks=True)


@router.post("/stop")
def stop(request: Request) -> Response:
    """Stop the server unless others are present."""
    if not request.state.may_stop or _others(request):
        return ask_to_stop(request)
    layout = PageLayout.of(request)._replace(is_open=False, may_stop=False)
    answer: Response = layout.render("stop.html", title=_("Goodbye"), trouble=_("plyground has stopped. You may close this page."), asks=False)  # fmt: skip
    answer.background = BackgroundTask(request.app.state.stop)
    return answer


def _others(request: Request) -> int:
    """Return the number of other visitors: visitors with recent requests or an open board."""
    visitors = Services.of(request).presence.present()
    for client in list(Client.instances.values()):
        if client.is_connected:
            visitors.add(client.request.state.visitor)
    return len(visitors - {request.state.visitor})
