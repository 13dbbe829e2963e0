"""Play with other programs: start them, speak their protocol, read their answers.

A protocol is one module here (:mod:`~plyground.engines.uci`, :mod:`~plyground.engines.gtp`,
:mod:`~plyground.engines.hub`, :mod:`~plyground.engines.ugi`, :mod:`~plyground.engines.gnubg`,
:mod:`~plyground.engines.xboard`) behind one interface (:class:`~plyground.engines.client.Client`):

>>> from plyground import game
>>> from plyground.engines import EngineConfig, connect
>>> from plyground.searches import Limit
>>> breakthrough = game("breakthrough")
>>> config = EngineConfig("fairy", "uci", ("fairy-stockfish",))
>>> with connect(config, breakthrough) as engine:  # doctest: +SKIP
...     engine.play(breakthrough.start, Limit(seconds=0.1)).move
"""

from plyground.engines.client import Answer, Client, History, Info, Score
from plyground.engines.config import EngineConfig, configured_engines, engine_named
from plyground.engines.connecting import connect

__all__ = [
    "Answer",
    "Client",
    "EngineConfig",
    "History",
    "Info",
    "Score",
    "configured_engines",
    "connect",
    "engine_named",
]
