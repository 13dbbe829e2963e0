"""The report of a defect of this program: a sentence for the person, and the details in a file."""

from __future__ import annotations

import platform
import sys
import traceback
from datetime import datetime

from plyground.core.user_folders import log_folder
from plyground.i18n import Sentence, _


def defect() -> Sentence:
    """Return the sentence for a defect of this program, which an exception has shown. Write the details to a file."""
    arguments = " ".join(map(repr, sys.argv[1:]))
    details = f"{datetime.now().astimezone().isoformat()} {platform.platform()} {arguments}\n{traceback.format_exc()}\n"
    try:
        folder = log_folder()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "errors.log"
        with path.open("a", encoding="utf-8") as file:
            file.write(details)
    except OSError as error:
        return _(
            "A defect of plyground stopped the command, and its details could not be saved ({reason}). Please report it.",
            reason=error,
        )
    return _("A defect of plyground stopped the command. Please report it with the details in {path}.", path=path)
