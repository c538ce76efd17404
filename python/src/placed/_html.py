"""Pages in the output of a cell."""

from __future__ import annotations

from html import escape


def frame(page: str, height: int, text: str, scripts: bool = False) -> str:
    """The page in a frame, whose style and scripts cannot reach the notebook, and the text to unfold.

    Frames are left out of notebooks that are not trusted; the text stays.
    """
    sandbox = "allow-scripts" if scripts else ""
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="{sandbox}" '
        f'style="width: 100%; height: {height}px; border: 0; resize: vertical"></iframe>'
        f"<details><summary>As text</summary><pre>{escape(text)}</pre></details>"
    )
