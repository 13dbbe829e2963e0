"""Limits for the options of bots that visitors choose, set once by the server."""

from __future__ import annotations

import os
from typing import NamedTuple

from plyground.bots import BOTS
from plyground.core.spec import Spec
from plyground.errors import SpecError
from plyground.i18n import Number, _


class BotLimits(NamedTuple):
    """The greatest value of each option that has a limit."""

    seconds: float = 60
    threads: float = 64
    memory: float = 1024
    playouts: float = 100_000_000
    nodes: float = 1_000_000_000


def limits_for(*, is_class: bool) -> BotLimits:
    """Return the limits of a server: for the user of this computer, or for a class that shares it."""
    cores = os.cpu_count() or 1
    if is_class:
        return BotLimits(seconds=10, threads=1, memory=128, playouts=200_000, nodes=20_000_000)
    return BotLimits(threads=cores)


_limits = BotLimits()


def set_limits(limits: BotLimits) -> None:
    """Set the limits of this process."""
    global _limits
    _limits = limits


def check_limits(text: str) -> None:
    """Raise :class:`SpecError` if a bot's spec text exceeds the limits of the server."""
    spec = Spec.parse(text)
    options = BOTS[spec.name].written(spec) if spec.name in BOTS else spec.options
    for option, value in options.items():
        most = getattr(_limits, option, None) if option in BotLimits._fields else None
        if most is not None and _number(value) > most:
            raise SpecError(
                _(
                    "“{text}”: this server allows at most {most} for the option {option}.",
                    text=text, most=Number(most), option=option,
                )
            )  # fmt: skip


def _number(text: str) -> float:
    """Return the number in a text; 0 for any other text, which the bot itself refuses later."""
    try:
        return float(text)
    except ValueError:
        return 0
