"""Pictures of a table, and of what a query reads of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._html import frame


@dataclass(frozen=True, repr=False)
class TableMap:
    """The layout of a table's files, from their first byte to their last, as ``placed map`` draws it.

    ``html`` is a page with zoom and details, ``svg`` the same without them, and ``text`` says what is
    drawn. In a notebook it is the page.
    """

    text: str
    html: str
    svg: str

    def save(self, path: str) -> None:
        """Writes the page, or the SVG if the path ends in ``.svg``."""
        Path(path).write_text(self.svg if path.lower().endswith(".svg") else self.html, encoding="utf-8")

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return frame(self.html, 620, self.text, scripts=True)


@dataclass(frozen=True, repr=False)
class Explanation:
    """The bytes that a query reads of a table, step by step, as ``placed explain`` shows them.

    ``text`` is what the command prints, ``json`` what it prints with ``--json``, as a dictionary, and
    ``html`` a page with the chart, which notebooks show.
    """

    text: str
    json: dict[str, Any]
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return frame(self.html, 260, self.text)
