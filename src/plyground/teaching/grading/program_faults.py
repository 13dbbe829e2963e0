"""The mistakes that students make in programs, each with the sentence that explains it."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from plyground.i18n import Sentence, _

TWO_PLAYERS = ("minimax", "alphabeta")
ALL = (*TWO_PLAYERS, "expectimax", "max-n")
ALPHA_BETA = ("alphabeta",)


class Fault(NamedTuple):
    """A mistake: its name, the tasks in which it can be made and its explanation."""

    name: str
    tasks: tuple[str, ...]
    explanation: Sentence


FAULTS = (
    Fault("zero-start", ALL, _("The best value begins at 0. Begin with −∞ for MAX and +∞ for MIN.")),
    Fault("zero-start-max", TWO_PLAYERS, _("MAX's best value begins at 0. Begin with −∞: all values may be negative.")),
    Fault("zero-start-min", TWO_PLAYERS, _("MIN's best value begins at 0. Begin with +∞: all values may be positive.")),
    Fault("finite-start", TWO_PLAYERS, _("The best value begins at a number that leaves can pass. Begin with −∞ for MAX and +∞ for MIN.")),
    Fault("infinity-swapped", TWO_PLAYERS, _("A best value stays infinite. MAX begins with −∞ and takes larger values; MIN begins with +∞ and takes smaller ones.")),
    Fault("same-infinity", TWO_PLAYERS, _("MIN's best value begins at −∞ as MAX's does. Begin with +∞ for MIN.")),
    Fault("swapped", ("minimax", "alphabeta", "expectimax"), _("MIN and MAX are exchanged: at the root MAX moves, and takes the largest value.")),
    Fault("one-side", TWO_PLAYERS, _("One player makes every choice. The player to move must change from level to level.")),
    Fault("stays-min", TWO_PLAYERS, _("After MIN, MIN moves again: below a MIN node the search must call MAX.")),
    Fault("max-twice", TWO_PLAYERS, _("After the first move MAX moves again: below the root the search must call MIN.")),
    Fault("min-at-root", TWO_PLAYERS, _("The root takes the smallest value. MAX moves there, so it must take the largest.")),
    Fault("mover-by-depth", TWO_PLAYERS, _("The player to move depends on the depth that is left, so MIN moves at the root of some trees. MAX must always move at the root.")),
    Fault("leaf-sign", TWO_PLAYERS, _("A leaf at a MIN level has the wrong sign: negamax needs the leaf's value for the side to move.")),
    Fault("no-minus", TWO_PLAYERS, _("A value from a child keeps its sign: negamax must negate it.")),
    Fault("last-child", ALL, _("The last child always replaces the best one: compare before you replace it.")),
    Fault("first-child", ALL, _("Each node looks at its first child alone: look for a return inside of the loop, or for a test that ends the loop at once.")),
    Fault("skips-last", ALL, _("The last child of each node is left out: look at the end of the loop.")),
    Fault("skips-first", ALL, _("The first child of each node is left out: look at the beginning of the loop.")),
    Fault("zero-for-none", TWO_PLAYERS, _("A best value of 0 counts as missing: test it with “is None”.")),
    Fault("returns-move", TWO_PLAYERS, _("It returns the number of the move instead of the value.")),
    Fault("returns-move-everywhere", TWO_PLAYERS, _("Every node returns the number of its best move instead of its value.")),
    Fault("depth-in-plies", TWO_PLAYERS, _("The depth grows with every agent's move. It must grow once, after all agents have moved.")),
    Fault("depth-one-less", TWO_PLAYERS, _("It stops one depth too early: look at where the depth grows and where it is tested.")),
    Fault("prunes", ("minimax",), _("It skips leaves as alpha-beta does, but plain minimax examines every leaf.")),
    Fault("nothing-cut", ALPHA_BETA, _("Nothing is cut: test for a cut-off, raise alpha at MAX, lower beta at MIN, and pass both on (in negamax as −beta, −alpha).")),
    Fault("min-never-cuts", ALPHA_BETA, _("MIN nodes never cut: MAX must raise alpha and pass it on, and MIN must test it.")),
    Fault("max-never-cuts", ALPHA_BETA, _("MAX nodes never cut: MIN must lower beta and pass it on, and MAX must test it.")),
    Fault("window-exchanged", ALPHA_BETA, _("Below the root, nodes stop at once: alpha and beta are exchanged when they are passed on, or MIN changes alpha instead of beta.")),
    Fault("other-rule", ALPHA_BETA, _("It cuts by the other rule for equal values: change ≥ to >, or > to ≥.")),
    Fault("other-rule-max", ALPHA_BETA, _("MAX nodes cut by the other rule for equal values: change ≥ to >, or > to ≥.")),
    Fault("other-rule-min", ALPHA_BETA, _("MIN nodes cut by the other rule for equal values: change ≤ to <, or < to ≤.")),
    Fault("shallow", ALPHA_BETA, _("Only the parent's value is used to cut: alpha and beta must come from all nodes above.")),
    Fault("bounds-replaced", ALPHA_BETA, _("A node replaces alpha or beta by a value that is worse than the bound it has. Use max and min.")),
    Fault("wrong-side", ALPHA_BETA, _("Nodes compare with the wrong bound: MAX cuts with beta, MIN cuts with alpha.")),
    Fault("late-cut", ALPHA_BETA, _("The cut-off comes one child too late: update the value and the bound before the test.")),
    Fault("root-window", ALPHA_BETA, _("Every move at the root is searched with a full window: alpha must rise at the root, too.")),
    Fault("shared-window", ALPHA_BETA, _("All nodes share one alpha and one beta. Each node needs its own: make them parameters.")),
    Fault("alpha-zero", ALPHA_BETA, _("Alpha begins at 0 at the root. Begin with −∞.")),
    Fault("beta-zero", ALPHA_BETA, _("Beta begins at 0 at the root. Begin with +∞.")),
    Fault("right-to-left", ALPHA_BETA, _("The children are searched in the opposite order.")),
    Fault("later-tie", ALPHA_BETA, _("A later move with an equal value replaces the first one, but its value may be only a bound.")),
    Fault("chance-as-min", ("expectimax",), _("A chance node takes the least value. It must take the average.")),
    Fault("chance-as-max", ("expectimax",), _("A chance node takes the largest value. It must take the average.")),
    Fault("sum", ("expectimax",), _("A chance node adds the values up. Divide the sum by the number of outcomes.")),
    Fault("whole-average", ("expectimax",), _("The average is made a whole number: divide with /, not with //, and do not round.")),
    Fault("average-everywhere", ("expectimax",), _("MAX takes the average, too. It must take the largest value.")),
    Fault("stays-chance", ("expectimax",), _("After a chance node, chance decides again: below it the search must call MAX.")),
    Fault("halved", ("expectimax",), _("A chance node always divides by 2. Divide by the number of its outcomes.")),
    Fault("paranoid", ("max-n",), _("The other players choose what is worst for player 0. Each must choose what is best for itself.")),
    Fault("first-player", ("max-n",), _("Every player chooses what is best for player 0. Each must choose what is best for itself.")),
    Fault("next-player", ("max-n",), _("A player compares the numbers of the next player.")),
    Fault("two-players", ("max-n",), _("Only players 0 and 1 take turns, but three players play.")),
    Fault("greatest-sum", ("max-n",), _("A player chooses the largest sum of all players. It must compare its own number alone.")),
)  # fmt: skip
"""Every mistake that can be explained."""
KEEPS_STATE = Fault("keeps-state", ALL, _("Its answers change with the searches before: it keeps something in a global variable or in a default value. Each search must begin anew."))  # fmt: skip
"""The mistake of a program whose answers depend on the searches before. No prediction shows it."""

OTHER_ORDER = Fault(
    "other-order",
    ALPHA_BETA,
    _("It does not search the children in the given order, so it examines other leaves. Keep the given order."),
)
"""The mistake of a program with right values that takes the children in another order. No prediction shows it."""


def faults_of(task: str) -> list[Fault]:
    """Return the mistakes that can be made in a task."""
    return [fault for fault in FAULTS if task in fault.tasks]


ASPECTS = {
    "start": ("zero-start", "zero-start-max", "zero-start-min", "finite-start"),
    "children": ("skips-last", "skips-first", "right-to-left"),
    "result": ("returns-move", "later-tie"),
    "depth": ("depth-one-less", "depth-in-plies"),
    "cut": ("other-rule", "other-rule-max", "other-rule-min", "nothing-cut", "min-never-cuts", "max-never-cuts", "late-cut", "prunes"),
    "window": ("alpha-zero", "beta-zero", "root-window", "bounds-replaced"),
}  # fmt: skip
"""Mistakes that may be told in pairs, by the part of the search. Two others together often look like a third one."""


def pairs_of(task: str) -> list[tuple[Fault, Fault]]:
    """Return the pairs of mistakes in different parts of a search."""
    aspect = {name: part for part, names in ASPECTS.items() for name in names}
    known = [fault for fault in faults_of(task) if fault.name in aspect]
    return [(one, other) for one, other in combinations(known, 2) if aspect[one.name] != aspect[other.name]]


def both(one: Fault, other: Fault) -> Fault:
    """Return two mistakes as one."""
    explanation = _("Two mistakes together. {one} {other}", one=one.explanation, other=other.explanation)
    return Fault(f"{one.name}+{other.name}", one.tasks, explanation)
