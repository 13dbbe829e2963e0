"""Faces of the players, as small drawings on a disc in the colour of their side."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

SKINS = ("#f6d2b0", "#c98a5e", "#f0c39b", "#8a5a3c", "#b9794c", "#f3cba6", "#eec4a0")
HAIRS = ("#7a4a21", "#2c1d16", "#b5542a", "#1f1a1a", "#221c1a", "#5a3a8c", "#b9bcc2")
SHIRTS = ("#ffd65c", "#ffffff", "#8fd3c8", "#ffb3a7", "#c9dcff", "#ffe2a8", "#d7c6f5")
BEHIND = {
    1: "M9 30V17a11 11 0 0 1 22 0v13z",  # hair behind the head
    5: "M8.5 32V16a11.5 11 0 0 1 23 0v16z",
}
HAIR = (
    "M10.5 17q-.5-10 9.5-10t9.5 10q-2-5-6-5q-2-3-4-1q-3-1-4 1q-3 0-5 5z",
    "M11 18q0-10 9-10t9 10q-8-1-11-5q-2 4-7 5z",
    "M10 15.5q.5-9 10-9t10 9zM27 13h8.5q.5 2.5-2 2.5H27z",  # a cap
    "M20 9.5a4.2 4.2 0 1 1 .1 0zM10.7 18q-.7-10 9.3-10t9.3 10q-3-6-9.3-6t-9.3 6z",  # a bun
    "M10.8 17q-.8-10 9.2-10t9.2 10q-2-5-9.2-5t-9.2 5zM11 19q0 10.5 9 10.5t9-10.5q-1.5 4-9 4t-9-4z",  # a beard
    "M10.5 19q-.5-12 9.5-12t9.5 12q-1-6-6-7.5q-6 4.5-13 7.5z",
    "M10.6 21q-2.5-6 1.5-9q-1.5 5 0 9zM29.4 21q2.5-6-1.5-9q1.5 5 0 9zM15 23.5q2.5-2 5-.3q2.5-1.7 5 .3q-2.5 1.5-5 .3q-2.5 1.2-5-.3z",
)
GLASSES = (
    '<path d="M13.2 18h5.2v3.5h-5.2zM21.6 18h5.2v3.5h-5.2zM18.4 19h3.2" fill="none" stroke="#1d2530" stroke-width="1"/>'
)
WEARS_GLASSES = (5, 6)
PERSON = '<circle cx="20" cy="16" r="7" fill="currentcolor"/><path d="M6 42c0-11 6-16 14-16s14 5 14 16z" fill="currentcolor"/>'
MACHINE = (
    '<path d="M20 10V5.5" stroke="#fff" stroke-width="2"/><circle cx="20" cy="5.5" r="2.2" fill="#fff"/>'
    '<rect x="9" y="10" width="22" height="17" rx="5" fill="#fff"/><path d="M8 42c0-9 5-13 12-13s12 4 12 13z" fill="#fff"/>'
    '<circle cx="15.5" cy="18" r="2.3" fill="#1d2530"/><circle cx="24.5" cy="18" r="2.3" fill="#1d2530"/>'
)


@cache
def face(number: int = 0, *, is_human: bool = False) -> Markup:
    """Return the face of a level, of a person, or of a bot that is not a level, as SVG. Screen readers skip it."""
    inside = _level(number - 1) if number else PERSON if is_human else MACHINE
    return Markup(f'<svg class="face" viewBox="0 0 40 40" aria-hidden="true">{inside}</svg>')


def _level(place: int) -> str:
    hair = HAIRS[place]
    behind = f'<path d="{BEHIND[place]}" fill="{hair}"/>' if place in BEHIND else ""
    return (
        f'{behind}<path d="M5 42c0-9 6-12 15-12s15 3 15 12z" fill="{SHIRTS[place]}"/>'
        f'<path d="M17 26h6v5q-3 3-6 0z" fill="{SKINS[place]}"/><ellipse cx="20" cy="19" rx="8.3" ry="9.3" fill="{SKINS[place]}"/>'
        f'<path d="{HAIR[place]}" fill="{hair}"/>'
        '<circle cx="16.5" cy="19.5" r="1.2" fill="#1d2530"/><circle cx="23.5" cy="19.5" r="1.2" fill="#1d2530"/>'
        f'<path d="M17 {"25.5" if place == 6 else "24"}q3 2.5 6 0" fill="none" stroke="#1d2530" stroke-width="1.2" stroke-linecap="round"/>'
        f"{GLASSES if place in WEARS_GLASSES else ''}"
    )
