"""Escapes for TeX: the text is printed unchanged, with pdfLaTeX and no package."""

from __future__ import annotations

import unicodedata

MEANT = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$",
    "|": "$|$", '"': "{''}", "'": "{'}", "`": "{`}", "-": "{-}",
    "−": "$-$", "±": r"$\pm$", "≥": r"$\ge$", "≤": r"$\le$", "∞": r"$\infty$", "α": r"$\alpha$", "β": r"$\beta$",
    "×": r"$\times$", "…": r"\dots{}", "–": "--", "—": "---", "„": "{,,}", "“": "{``}",
    "”": "{''}", "’": "{'}", "‘": "{`}", "•": r"$\bullet$", "→": r"$\to$", "·": r"$\cdot$",
    "\n": " ", "\t": " ", "\u00a0": "~",
    "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "ø": r"\o{}", "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}",
}  # fmt: skip
"""Characters that TeX reserves, or that have another name in its fonts."""
ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0326": "textcommabelow", "\u0327": "c",
}  # fmt: skip


def escaped(text: str) -> str:
    """Return ``text`` for TeX; a character that its fonts lack becomes ``?``."""
    return "".join(_escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    if sign in MEANT:
        return MEANT[sign]
    if sign.isascii():
        return sign if sign.isprintable() else " "
    base, *marks = list(unicodedata.normalize("NFD", sign))
    if base.isascii() and base.isalpha() and all(mark in ACCENTS for mark in marks):
        return "".join(f"\\{ACCENTS[mark]}{{" for mark in reversed(marks)) + base + "}" * len(marks)
    return "?"
