"""Times for tables of the page."""

from __future__ import annotations

from datetime import UTC, datetime

from babel.dates import format_datetime
from markupsafe import Markup

from plyground.i18n import language


def when(moment: datetime) -> Markup:
    """Return a stored UTC time as a ``<time>`` element, in this computer's time zone and the reader's language."""
    here = moment.replace(tzinfo=UTC).astimezone()
    words = format_datetime(here, "short", locale=language())
    return Markup('<time datetime="{}Z">{}</time>').format(moment.isoformat(), words)
