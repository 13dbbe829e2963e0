"""Serve a game and a bot to other programs: plyground as an engine on standard input and output."""

from plyground.serving.engine_session import EngineSession
from plyground.serving.loop import serve

__all__ = ["EngineSession", "serve"]
