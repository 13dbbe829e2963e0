"""The stepping view as one HTML file that needs no server and no network: it opens from ``file://``."""

from __future__ import annotations

import html
import json

from plyground.frontend.bundle import bundle, style
from plyground.i18n import _, language
from plyground.stepping.view import StepsState


def standalone(state: StepsState, title: str) -> str:
    """Return the file for a state that :func:`plyground.stepping.view.stepping` made ``whole``."""
    data = json.dumps(state, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    without_scripts = _("This page needs JavaScript.")
    return f"""<!doctype html>
<html lang="{language().replace("_", "-")}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)} – plyground</title>
<link rel="icon" href="data:,">
<style>{style("page.css")}{style("tree.css")}</style>
<main class="page">
<header class="bar"><span class="brand">plyground</span><h1>{html.escape(title)}</h1></header>
<noscript><p class="notice">{html.escape(str(without_scripts))}</p></noscript>
<section class="panel" id="view"></section>
</main>
<script type="application/json" id="state">{data}</script>
<script type="module">
{bundle("standalone.js")}</script>
"""
