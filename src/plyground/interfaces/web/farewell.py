"""Goodbye: a page that its visitor quits, and the server with it where it serves nobody else."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from nicegui import Client, app, ui

from plyground.interfaces.web.elements import tag
from plyground.language import _

PATIENCE = 2
"""Seconds for which quitting waits for the page to say that it shows its goodbye."""


async def say_goodbye(client: Client, page: Any, *, local: bool) -> None:
    """Put a goodbye in the place of the ``page``; a server that is ``local`` ends with its last one."""
    others = any(other is not client and other.has_socket_connection for other in Client.instances.values())
    ends = local and not others
    page.clear()
    with page, tag("div", classes="notice", role="alert"):
        tag("h1", _("Goodbye"))
        if ends:
            tag("p", _("plyground has stopped. You may close this page."))
        else:
            tag("p", _("You may close this page; plyground goes on for its other visitors."))
    with client, suppress(TimeoutError):  # a page that is closed at once answers no more
        async with asyncio.timeout(PATIENCE):
            await ui.run_javascript(
                "document.body.classList.add('goodbye'); setTimeout(() => window.socket.disconnect())"
            )
    if ends:
        app.shutdown()
    elif client.id in Client.instances:
        client.delete()  # who quits next shall not wait for the server to notice that this one has left
