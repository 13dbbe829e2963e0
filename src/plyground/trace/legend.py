"""What is written below a drawing: what the step does, under which convention, and what it has cost so far."""

from __future__ import annotations

from plyground.language import Number, Sentence, _, _n, capital
from plyground.search.algorithms import ALGORITHMS
from plyground.search.convention import Convention
from plyground.search.scores import LONGEST
from plyground.trace.look import BEFORE
from plyground.trace.plan import Plan
from plyground.trace.run import Counts, Terms
from plyground.trace.sentences import Speaker


def footer(plan: Plan, step: int | None = None) -> list[str]:
    """The lines below a drawing: the sentence of the step, the terms of the search, the counts."""
    run = plan.run
    step = len(run.steps) - 1 if step is None else step
    if step == BEFORE:
        return [str(_("Before the first step")), terms_in_words(run.terms), counts_in_words(Counts())]
    return [str(Speaker(run).sentence(step)), terms_in_words(run.terms), counts_in_words(run.counts(step))]


def terms_in_words(terms: Terms) -> str:
    """The search and, where that means something to it, its convention."""
    known = ALGORITHMS.get(terms.algorithm)
    name = terms.algorithm if known is None else str(known.title)
    parts: list[Sentence | str] = [capital(name)]
    if terms.windowed:
        parts += convention_in_words(terms.convention)
    if terms.horizon <= LONGEST:
        parts.append(_n("{count} ply deep", "{count} plies deep", terms.horizon))
    return ", ".join(map(str, parts)) + "."


def convention_in_words(convention: Convention) -> list[Sentence]:
    """What each choice of a convention says."""
    said = [
        _("cut when α > β") if convention.strict else _("cut when α ≥ β"),
        _("fail-hard") if convention.fail_hard else _("fail-soft"),
    ]
    if convention.shallow:
        said.append(_("no deep cut-offs"))
    if convention.right_to_left:
        said.append(_("right to left"))
    return said


def counts_in_words(counts: Counts) -> str:
    """What the search has cost."""
    said = [
        _("Nodes visited: {count}", count=Number(counts.visits)),
        _("leaves: {count}", count=Number(counts.leaves)),
        _("alpha cut-offs: {count}", count=Number(counts.alpha_cutoffs)),
        _("beta cut-offs: {count}", count=Number(counts.beta_cutoffs)),
        _("known from the table: {count}", count=Number(counts.table_hits)),
    ]
    return ", ".join(map(str, said if counts.table_hits else said[:-1])) + "."
