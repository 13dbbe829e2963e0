"""plyground as an engine: the configuration of its program, and conversations with its servers."""

from __future__ import annotations

import sys

from plyground.engines import EngineConfig
from plyground.serving.loop import Server


def ourselves(protocol: str, name: str, bot: str = "random:seed=1") -> EngineConfig:
    """Return the configuration of plyground as an engine, which plays a game with a bot."""
    command = (sys.executable, "-m", "plyground", "engine", name, "--bot", bot, "--protocol", protocol)
    return EngineConfig("ourselves", protocol, command, {}, (name,))


def conversation(server: Server, *lines: str) -> None:
    """Send lines to a server. All but ``quit`` must keep it going."""
    for line in lines:
        assert server.handle(line) == (line.split()[-1:] != ["quit"])
