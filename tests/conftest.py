"""Settings that all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

os.environ["LANGUAGE"] = "en"  # what tests read is English, wherever they run

settings.register_profile("plyground", deadline=None, max_examples=200)
settings.load_profile("plyground")
