"""A step of a lesson whose tree the reader can change."""

from __future__ import annotations

from plyground.i18n import _
from plyground.web.components.elements import fixed, tag
from plyground.web.components.page_layout import PageLayout
from plyground.web.components.tree_steps.steps_widget import TreeSteps
from plyground.web.connected.page_client import current_client
from plyground.web.pages.learn.lesson_page import TouchedTree
from plyground.web.urls.learn_url import LessonQuery
from plyground.web.urls.trees_url import TreeQuery
from plyground.web.workers.pool import VisitorWorkers


def build_lesson(
    frame: PageLayout, query: LessonQuery, title: str, touched: TouchedTree, workers: VisitorWorkers
) -> None:
    """Build the connected page of an answered step."""
    without_scripts = _("Without JavaScript the trees cannot be changed.")
    with frame.build(title, without_scripts, "tree.js", script="learn.js"):  # noqa: SIM117  # one element in the other
        with tag("div", classes="lesson", data_lesson=query.name, data_step=query.step):
            fixed("div", touched.head, "steps")
            with tag("section", classes="panel show"):
                fixed("div", touched.above, "show")
                steps = TreeSteps(touched.query, touched.state, workers, _ignore, in_lesson=True)
                fixed("div", touched.below, "show")
    current_client().on_delete(steps.end)


def _ignore(query: TreeQuery) -> None:
    """Keep the changes of a tree out of the address: it names the lesson's own."""
