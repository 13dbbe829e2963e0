"""Runs as files of JSON: the events of the search at each step, from which everything else is computed again.

::

    {"plyground run": 2, "terms": {...}, "of": {...}, "listings": [...], "steps": [...], "sha256": "..."}

``terms`` are :class:`plyground.trace.run.Terms`; ``of`` is ``{"game": NAME, "position": TEXT}``, ``{"tree": TEXT,
"node": NUMBER}`` or null. A step is a list that begins with its action. Then follow:

- for ``deepen``: the plies to look ahead from then on;
- for ``enter``: the depth, the side, the mover, alpha and beta;
- for ``leaf`` and ``hit``: the value, and true if it is sure;
- for ``stand``: the value;
- for ``leave``: the value, and true if it is partial;
- for ``update``: the move, the reply, and true if it is the best so far;
- for ``cut``: the side that cuts, and a list of the skipped moves, each as move, side and mover of its node;
- at the end of every step, if the text of the search was recorded: the frames.

Values are MAX's. A fraction is a string ("7/2"), the values of several players are a list. ``sha256`` is the checksum
of the same JSON without this key and without blanks.
"""

from __future__ import annotations

import json
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from plyground.core.files import read_text, write_text
from plyground.core.game import Game
from plyground.core.position import MAX, MIN
from plyground.errors import FileError, PlygroundError
from plyground.games import game
from plyground.i18n import _
from plyground.searches.conventions import Convention
from plyground.searches.scores import MAX_DEPTH, Scores
from plyground.trace.run import Action, Builder, Frame, Listing, Run, Step, Terms, Value
from plyground.trees import Tree, TreePosition

VERSION = 2
READABLE = (1, VERSION)
"""Versions that can be read. In version 1 a search that began again had no step for it."""


def save(run: Run, path: str | Path) -> None:
    """Write a run to a file; raise :class:`FileError` if that fails."""
    write_text(path, write(run))


def load(path: str | Path) -> Run:
    """Load the run of a file. Raise :class:`FileError` for one that is missing, damaged or of another kind."""
    return read(read_text(path), path)


def write(run: Run) -> str:
    """Return a run as the text of a file."""
    record = {
        "plyground run": VERSION,
        "terms": run.terms._asdict()
        | {"convention": run.terms.convention._asdict(), "scores": run.terms.scores._asdict()},
        "of": _subject(run),
        "listings": [list(listing) for listing in run.listings],
        "steps": [_step(run, number, step) for number, step in enumerate(run.steps)],
    }
    return json.dumps(record | {"sha256": _checksum(record)}, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(text: str, path: str | Path) -> Run:
    """Return the run of such a text. Raise :class:`FileError`, which names the ``path``."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise FileError(path, _("it is damaged: this is not whole JSON.")) from None
    if not isinstance(record, dict) or "plyground run" not in record:
        raise FileError(path, _("this is not the file of a run."))
    if record["plyground run"] not in READABLE:
        raise FileError(
            path,
            _("it is of version {version}; this program reads {own}.", version=record["plyground run"], own=VERSION),
        )
    said = record.pop("sha256", None)
    if said != _checksum(record):
        raise FileError(path, _("it is damaged: its checksum is wrong."))
    try:
        return _replayed(record)
    except PlygroundError as error:
        raise FileError(path, error.sentence) from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise FileError(path, _("its steps are not those of a search.")) from None


def _checksum(record: dict[str, Any]) -> str:
    return sha256(json.dumps(record, separators=(",", ":"), sort_keys=True).encode()).hexdigest()


def _subject(run: Run) -> dict[str, Any] | None:
    if isinstance(run.of, Game):
        return {"game": run.of.name, "position": run.of.notation.format(run.start)}
    if isinstance(run.of, Tree):
        return {"tree": run.of.json(), "node": run.start.node}
    return None


def _step(run: Run, number: int, step: Step) -> list[Any]:
    node = run.nodes[step.node]
    told: dict[Action, list[Any]] = {
        Action.DEEPEN: [step.horizon],
        Action.ENTER: [node.depth, node.side, node.mover, _plain(step.alpha), _plain(step.beta)],
        Action.LEAF: [_plain(step.value), step.sure],
        Action.HIT: [_plain(step.value), step.sure],
        Action.STAND: [_plain(step.value)],
        Action.UPDATE: [step.move, _plain(step.reply), step.improved],
        Action.CUT: [
            MAX if node.cut == "beta" else MIN,
            [[c.move, c.side, c.mover] for c in run.children(node.number) if c.kind == "cut" and c.since == number],
        ],
        Action.LEAVE: [_plain(step.value), node.partial],
    }
    frames = [_frame(frame) for frame in (step.frame, step.caller) if frame]
    return [step.action.value, *told[step.action], *([frames] if frames else [])]


def _frame(frame: Frame) -> list[Any]:
    return [frame.function, frame.line, {name: _plain(value) for name, value in frame.variables}]


def _plain(value: Value | None) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _value(plain: Any) -> Any:
    """Return the value of its JSON form; a whole number stays an int."""
    if isinstance(plain, str):
        return Fraction(plain)
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if not isinstance(plain, int | float):
        raise TypeError
    return plain


def _replayed(record: dict[str, Any]) -> Run:
    terms = dict(record["terms"])
    terms |= {"convention": Convention(**terms["convention"]), "scores": Scores(**terms["scores"])}
    builder = Builder(Terms(**terms))
    for told in record["steps"]:
        _tell(builder, Action(told[0]), told[1:])
    listings = tuple(Listing(*listing) for listing in record["listings"])
    subject = record["of"]
    of: Game | Tree | None = None
    start = None
    if subject is not None and "game" in subject:
        of = game(subject["game"])
        start = of.notation.parse(subject["position"])
    elif subject is not None:
        of = Tree.parse(subject["tree"])
        start = TreePosition(of.nodes, range(len(of))[subject["node"]])
    run = builder.run(listings, start, of)
    _check_moves(run)
    return run


def _tell(builder: Builder, action: Action, told: list[Any]) -> None:
    counts = {Action.ENTER: 5, Action.LEAF: 2, Action.HIT: 2, Action.UPDATE: 3, Action.CUT: 2, Action.LEAVE: 2}
    count = counts.get(action, 1)
    frames = [Frame(function, line, tuple((name, _value(value)) for name, value in variables.items()))
              for function, line, variables in (told[count] if len(told) > count else [])]  # fmt: skip
    frame = frames[0] if frames else None
    if action == Action.ENTER:
        depth, side, mover, alpha, beta = map(_value, told[:5])
        window = (alpha, beta) if side == MAX else (-beta, -alpha)
        builder.enter(depth, side, mover, *window, frame, frames[1] if len(frames) > 1 else None)
        return
    if action == Action.DEEPEN:
        if told[0] not in range(1, MAX_DEPTH + 2):
            raise ValueError
        builder.deepen(told[0], frame)
        return
    own = builder.turned
    if action == Action.LEAF:
        builder.leaf(own(_value(told[0])), told[1], frame)
    elif action == Action.HIT:
        builder.hit(own(_value(told[0])), told[1], frame)
    elif action == Action.STAND:
        builder.stand(own(_value(told[0])), frame)
    elif action == Action.UPDATE:
        builder.update(told[0], own(_value(told[1])), told[2], frame)
    elif action == Action.CUT:
        builder.cut(told[0], [tuple(skipped) for skipped in told[1]], frame)
    else:
        builder.leave(own(_value(told[0])), told[1], frame)


def _check_moves(run: Run) -> None:
    """Raise :class:`ValueError` for an illegal move or a run without a node."""
    if not run.nodes:
        raise ValueError
    positions: list[Any] = []
    for node in run.nodes:
        above = run.start if node.parent is None else positions[node.parent]
        if node.parent is None or above is None or node.move is None:
            positions.append(above if node.parent is None else None)
        elif node.move in above.moves():
            positions.append(above.play(node.move))
        else:
            raise ValueError
