"""QR codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode


def qr_code(text: str) -> QRCode:
    """Return the QR code of a text."""
    import segno

    return segno.make(text, micro=False)
