"""The stepping view as one HTML file that needs no server and no network: it opens from ``file://``."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

from plyground.language import _, language

STATIC = Path(__file__).parent / "web" / "static"

MODEL = """
class Model {
  constructor(state) { this.state = state; }
  get(key) { return this.state[key]; }
  set(key, value) {
    this.state[key] = value;
    if (key === "step") history.replaceState(null, "", `#step=${value + 1}`);
  }
  save_changes() {}
  send() {}
  on() {}
  off() {}
}
const state = JSON.parse(document.getElementById("state").textContent);
const asked = Number(new URLSearchParams(location.hash.slice(1)).get("step"));
if (asked >= 1) state.step = asked - 1;
render({ model: new Model(state), el: document.getElementById("view") });
"""
"""What stands for a model of anywidget: the state, which nobody else changes; the step is in the address."""


def standalone(state: dict[str, Any], title: str) -> str:
    """The file, for a state that :func:`plyground.interfaces.stepping.stepping` made ``whole``."""
    data = json.dumps(state, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    style = (STATIC / "page.css").read_text(encoding="utf-8")
    module = (STATIC / "tree.js").read_text(encoding="utf-8")
    without_scripts = _("This page needs JavaScript.")
    return f"""<!doctype html>
<html lang="{language().replace("_", "-")}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)} – plyground</title>
<link rel="icon" href="data:,">
<style>{style}</style>
<main class="page">
<header class="bar"><span class="brand">plyground</span><h1>{html.escape(title)}</h1></header>
<noscript><p class="notice">{html.escape(str(without_scripts))}</p></noscript>
<section class="panel" id="view"></section>
</main>
<script type="application/json" id="state">{data}</script>
<script type="module">
{module}{MODEL}</script>
"""
