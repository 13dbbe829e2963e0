"""Times for tables of the page."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

from plyground.i18n import moment_text


def when(moment: datetime) -> Markup:
    """Return a stored UTC time as a ``<time>`` element, in this computer's time zone and the reader's language."""
    here = moment.replace(tzinfo=UTC).astimezone()
    return Markup('<time datetime="{}Z">{}</time>').format(moment.isoformat(), moment_text(here))
