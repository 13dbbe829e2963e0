"""The words below a drawing: the step, the convention, and the costs so far."""

from __future__ import annotations

from plyground.drawing.node_style import BEFORE
from plyground.drawing.plan import Plan
from plyground.i18n import Number, Sentence, _, _n, capital
from plyground.searches.conventions import PRESETS, Convention
from plyground.searches.registry import ALGORITHMS
from plyground.searches.scores import MAX_DEPTH
from plyground.trace.run import Counts, Terms
from plyground.trace.sentences import Speaker


def footer(plan: Plan, step: int | None = None) -> list[str]:
    """Return the lines below a drawing: the sentence of the step, the terms of the search, the counts."""
    run = plan.run
    step = len(run.steps) - 1 if step is None else step
    if step == BEFORE:
        return [str(_("Before the first step")), terms_in_words(run.terms), counts_in_words(Counts())]
    return [str(Speaker(run).sentence(step)), terms_in_words(run.terms), counts_in_words(run.counts(step))]


def terms_in_words(terms: Terms) -> str:
    """Return the name of the search and, if it has one, of its convention."""
    known = ALGORITHMS.get(terms.algorithm)
    name = terms.algorithm if known is None else str(known.title)
    parts: list[Sentence | str] = [capital(name)]
    if terms.windowed:
        parts += convention_in_words(terms.convention)
    if terms.depth <= MAX_DEPTH:
        parts.append(_n("{count} ply deep", "{count} plies deep", terms.depth))
    return ", ".join(map(str, parts)) + "."


def convention_in_words(convention: Convention) -> list[Sentence]:
    """Return the name of each choice of a convention."""
    said = [
        _("cut when α > β") if convention.strict else _("cut when α ≥ β"),
        _("fail-hard") if convention.fail_hard else _("fail-soft"),
    ]
    if convention.shallow:
        said.append(_("no deep cut-offs"))
    if convention.right_to_left:
        said.append(_("right to left"))
    return said


def conventions_in_words() -> list[tuple[str, str]]:
    """Return each convention with a name as (name, name and rules)."""
    return [(name, f"{name}: {', '.join(map(str, convention_in_words(preset)))}") for name, preset in PRESETS.items()]


def counts_in_words(counts: Counts) -> str:
    """Return the costs of the search in words."""
    said = [
        _("Nodes visited: {count}", count=Number(counts.nodes)),
        _("leaves: {count}", count=Number(counts.leaves)),
        _("alpha cut-offs: {count}", count=Number(counts.alpha_cutoffs)),
        _("beta cut-offs: {count}", count=Number(counts.beta_cutoffs)),
        _("known from the table: {count}", count=Number(counts.table_hits)),
    ]
    return ", ".join(map(str, said if counts.table_hits else said[:-1])) + "."
