"""Pseudo-code as textbooks print it, with the line and the variables of each step. All values are MAX's.

The searches of this project are negamax: their variables are those of the side to move. Learners see MAX and MIN
instead, as in the drawing and in the sentences. The text is in the reader's language, with the same lines in each;
names of functions and variables stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from plyground.core.position import CHANCE
from plyground.i18n import Sentence, _
from plyground.searches.scores import INFINITY, MAX_DEPTH
from plyground.trace.run import Action, Node, Run, Step, Terms
from plyground.trace.value_text import number

Variables: TypeAlias = list[tuple[str, str]]
PseudoFrame: TypeAlias = tuple[str, int, Variables]
"""The active function, its line from 0, and its variables."""
ENTER, LEAF, CUT, LEAVE = Action.ENTER, Action.LEAF, Action.CUT, Action.LEAVE


class Pseudocode(NamedTuple):
    """The text of an algorithm: the lines of its functions by name, and the function and the line of each action for
    each kind of mover.
    """

    functions: Mapping[str, str]
    lines: Mapping[str, tuple[str, Mapping[Action, int]]]  # (function, line by action) for each kind of mover
    leaf: int  # line of the test for a leaf, the same in all functions
    horizon: int


def pseudocode(terms: Terms) -> Pseudocode | None:
    """Return the pseudo-code of a search under its terms; None if textbooks have no short text of it."""
    make = TEXTS.get(terms.algorithm)
    return make(terms) if make else None


def frames(run: Run, text: Pseudocode) -> list[PseudoFrame]:
    """Return the line and the variables of each step of a run. O(steps)."""
    return [_frame(run, step, text) for step in run.steps]


def _frame(run: Run, step: Step, text: Pseudocode) -> PseudoFrame:
    node = run.nodes[step.node]
    function, lines = text.lines[_mover(node, run.terms)]
    if step.action == LEAF:
        line = text.horizon if node.kind == "horizon" else text.leaf
    elif step.action == LEAVE and node.cut is not None:
        line = lines[CUT]
    else:
        line = lines.get(step.action, 0)
    return function, line, _variables(run.terms, step, node)


def _mover(node: Node, terms: Terms) -> str:
    if node.mover == CHANCE:
        return "chance"
    if terms.players > 2:
        return "player"
    return "min" if node.mover else "max"


def _variables(terms: Terms, step: Step, node: Node) -> Variables:
    said: Variables = []
    if terms.windowed:
        said += [("α", number(step.alpha, terms)), ("β", number(step.beta, terms))]
    if step.value is not None:
        said.append(("v", number(step.value, terms)))
    elif step.action != ENTER and node.mover != CHANCE and terms.players <= 2:
        said.append(("v", number(INFINITY if node.mover else -INFINITY, terms)))
    return said


# The texts


def _head(name: str, window: str, terms: Terms) -> list[str]:
    """Begin a function: the leaf is line 1, the depth limit line 2."""
    lines = [
        str(_("{name}(node{window}):", name=name, window=window)),
        _indented(_("if node is a leaf: return its value")),
    ]
    return [*lines, _indented(_("if depth limit: return evaluation(node)"))] if terms.depth <= MAX_DEPTH else lines


def _indented(line: Sentence, by: int = 4) -> str:
    return f"{' ' * by}{line}"


def _loop(terms: Terms) -> str:
    return str(_("for each child, right to left:") if terms.convention.right_to_left else _("for each child:"))


def _call(name: str, window: str = "") -> str:
    return str(_("{name}(child{window})", name=name, window=window))


def _side(call: str, is_max: bool, terms: Terms) -> tuple[list[str], dict[Action, int]]:
    """Return (lines of pseudo-code for MAX or for MIN, index of the line of each action)."""
    best, first = ("max", "−∞") if is_max else ("min", "+∞")
    lines = [f"v ← {first}", _loop(terms), f"    v ← {best}(v, {call})"]
    places = {Action.UPDATE: 2}
    returned = str(_("v, clamped to [α, β]")) if terms.convention.fail_hard and terms.windowed else "v"
    if terms.windowed:
        mine = "α" if is_max else "β"
        lines.append(f"    {mine} ← {best}({mine}, v)")
        places[CUT] = len(lines)
        test = f"α {'>' if terms.convention.strict else '≥'} β"
        lines.append(_indented(_("if {test}: return {value}", test=test, value=returned)))
    places[LEAVE] = len(lines)
    return [*lines, _returned(returned)], places


def _returned(value: str) -> str:
    return str(_("return {value}", value=value))


def _one_function(terms: Terms) -> Pseudocode:
    """Return minimax, alpha-beta or expectiminimax as one function that tests which side is to move."""
    window = ", α, β" if terms.windowed else ""
    lines = _head("value", window, terms)
    movers: dict[str, tuple[str, Mapping[Action, int]]] = {}
    for mover, title in (("max", _("if MAX is to move:")), ("min", _("if MIN is to move:"))):
        body, places = _side(_call("value", window), mover == "max", terms)
        start = len(lines) + 1
        movers[mover] = "value", {action: start + place for action, place in places.items()}
        lines += [f"    {title}", *(f"        {line}" for line in body)]
    if terms.algorithm == "expectiminimax":
        start = len(lines) + 1
        lines += [_indented(_("if chance decides:")), "        v ← 0", f"        {_loop(terms)}",
                  f"            v ← v + {_call('probability')} · {_call('value')}", f"        {_returned('v')}"]  # fmt: skip
        movers["chance"] = "value", {Action.UPDATE: start + 2, LEAVE: start + 3}
    return Pseudocode({"value": "\n".join(lines)}, movers, 1, 2)


def _two_functions(terms: Terms) -> Pseudocode:
    """Return minimax or alpha-beta as in the book: one function for MAX, one for MIN."""
    window = ", α, β" if terms.windowed else ""
    functions, movers = {}, {}
    for mover, name, other in (("max", "max_value", "min_value"), ("min", "min_value", "max_value")):
        head = _head(name, window, terms)
        body, places = _side(_call(other, window), mover == "max", terms)
        functions[name] = "\n".join([*head, *(f"    {line}" for line in body)])
        movers[mover] = name, {action: len(head) + place for action, place in places.items()}
    return Pseudocode(functions, movers, 1, 2)


def _of_each(terms: Terms) -> Pseudocode:
    """Return max^n: the value of a node is a vector, with a number for each player."""
    lines = _head("value", "", terms)
    start = len(lines)
    lines += [_indented(_("p ← the player to move")), f"    {_loop(terms)}", f"        w ← {_call('value')}",
              _indented(_("if w[p] > v[p], or child is the first: v ← w"), 8), f"    {_returned('v')}"]  # fmt: skip
    places = {Action.UPDATE: start + 3, LEAVE: start + 4}
    return Pseudocode({"value": "\n".join(lines)}, dict.fromkeys(("max", "min", "player"), ("value", places)), 1, 2)


TEXTS: Mapping[str, Callable[[Terms], Pseudocode]] = {
    "minimax": _one_function,
    "alphabeta": _one_function,
    "expectiminimax": _one_function,
    "book-minimax": _two_functions,
    "book-alphabeta": _two_functions,
    "max-n": _of_each,
}
"""The functions that write the texts, by the name of the algorithm."""
