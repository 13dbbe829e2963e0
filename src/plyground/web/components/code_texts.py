"""The sentences about codes: for a browser that sent wrong ones, and for the teacher."""

from __future__ import annotations

import math

from plyground.i18n import Sentence, _n
from plyground.web.code_attempts import Checked, CodeAttempts, CodeCheck


def wait_sentence(checked: Checked) -> Sentence | None:
    """Return the sentence for a browser that has to wait before its next code is checked; None for no wait."""
    if checked.result is not CodeCheck.TOO_MANY:
        return None
    seconds = math.ceil(checked.wait_s)
    return _n("Too many wrong codes came from here. Wait {count} second, then try again.", "Too many wrong codes came from here. Wait {count} seconds, then try again.", seconds)  # fmt: skip


def wrong_codes_sentence(attempts: CodeAttempts) -> Sentence | None:
    """Return the teacher's sentence about the wrong codes of the last minutes; None if there were none."""
    wrong = attempts.wrong
    if not wrong.total:
        return None
    return _n("{count} wrong code came in within the last ten minutes, from {network}.", "{count} wrong codes came in within the last ten minutes, most of them from {network}.", wrong.total, network=wrong.network)  # fmt: skip
