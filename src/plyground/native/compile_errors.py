"""Messages for users about compilation: its announcement and its errors."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from plyground.core.authoring.marked_rules import title
from plyground.errors import RulesError
from plyground.i18n import Sentence, _
from plyground.native.object_code import cache
from plyground.native.refusals import WHOLE_NUMBER, Refusal, whole_refusal
from plyground.native.shapes import FLOAT, Class

NUMBERS = ("utility", "utmost", "turn", "key", "score", "value")
"""Methods that return a whole number."""


def announcement(classes: tuple[Class, ...], function: Any) -> Sentence:
    """Return the sentence that says that a search is compiled."""
    game, search = title(classes[0]) if classes else "", title(function)
    if cache.can_be_kept():
        return _("Compiling {game} ({search}) for this machine, once ...", game=game, search=search)
    return _(
        "Compiling {game} ({search}) for this machine, as each time: it cannot be kept in {folder} ...",
        game=game, search=search, folder=cache.cache_folder(),
    )  # fmt: skip


def missing(classes: tuple[Class, ...], function: object) -> RulesError:
    """Return the error that a search was not compiled beforehand, where it cannot be compiled now."""
    game, search = title(classes[0]) if classes else "", title(function)
    return RulesError(
        _("{game} ({search}) was not compiled for this page, so it runs as plain Python.", game=game, search=search)
    )


def explained(refusal: Refusal, function: object, classes: tuple[Class, ...]) -> RulesError:
    """Return an error that names the class, the method, the line and the cause."""
    refused = refusal.function
    if refused is function or str(refused.__module__).startswith("plyground.searches"):
        return RulesError(_("The search cannot be compiled for this game: {cause}.", cause=refusal.cause))
    return RulesError(
        _(
            "{cls}.{method} ({file}, line {line}) cannot be compiled: {cause}.",
            cls=_owner(refused, classes), method=refused.__name__, file=Path(refusal.file).name, line=refusal.line,
            cause=refusal.cause,
        )
    )  # fmt: skip


def too_wide() -> RulesError:
    """Return the error about a number that is too large for compiled code."""
    return RulesError(
        _("This position has a number of more than 64 bits, which cannot be compiled: search it without native speed.")
    )


def _owner(function: FunctionType, classes: tuple[Class, ...]) -> str:
    """Return the name of the class that has a method, or of the module of a function."""
    for cls in classes:
        if getattr(cls, function.__name__, None) is function:
            return cls.__name__
    return str(function.__module__).rpartition(".")[2]


def blamed(signatures: dict[Any, Any], classes: tuple[Class, ...]) -> RulesError | None:
    """Return the error that names a method which should return a whole number and does not."""
    for (each, _shapes), signature in signatures.items():
        if each.__name__ in NUMBERS and signature.shape == FLOAT:
            return explained(whole_refusal(each, WHOLE_NUMBER), None, classes)
    return None
