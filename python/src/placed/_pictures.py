"""Pictures of a table, and of what a query reads of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._html import frame


@dataclass(frozen=True)
class TableMap:
    """The layout of a table's files, from their first byte to their last, as ``placed map`` draws it.

    ``html`` is a page with zoom and details, ``svg`` the same without them, and ``text`` says what is
    drawn. In a notebook it is the page.
    """

    text: str
    html: str = field(repr=False)
    svg: str = field(repr=False)

    def save(self, path: str) -> None:
        """Writes the page, or the SVG if the path ends in ``.svg``."""
        Path(path).write_text(self.svg if path.lower().endswith(".svg") else self.html, encoding="utf-8")

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return frame(self.html, 620, scripts=True)


@dataclass(frozen=True)
class Explanation:
    """The bytes that a query reads of a table, step by step, as ``placed explain`` shows them.

    ``text`` is what the command prints, ``json`` what it prints with ``--json``, as a dictionary, and
    ``html`` a page with the chart, which notebooks show.
    """

    text: str
    json: dict[str, Any] = field(repr=False)
    html: str = field(repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return frame(self.html, 260)
