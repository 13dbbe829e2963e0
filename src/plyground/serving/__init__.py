"""Serve a game and a bot to other programs: plyground as an engine on standard input and output."""

from plyground.serving.loop import serve
from plyground.serving.engine_session import EngineSession

__all__ = ["EngineSession", "serve"]
