"""Serve a game and a bot to other programs: plyground as an engine on standard input and output."""

from plyground.serving.loop import serve
from plyground.serving.thinker import Thinker

__all__ = ["Thinker", "serve"]
