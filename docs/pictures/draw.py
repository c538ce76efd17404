#!/usr/bin/env python3
"""Draws the pictures of the documentation from real rows: docs/pictures/draw.py flights.csv.gz

``flights`` is that of nycflights13 (336,776 flights). Each picture is an SVG that follows the reader's light or dark
theme. Needs Python 3.10 or newer and nothing else. The numbers in the pictures are computed here.
"""

from __future__ import annotations

import csv
import gzip
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent

STYLE = """
svg { font: 13px system-ui, sans-serif; fill: #1f2933; }
.small { font-size: 11px; } .tiny { font-size: 9.5px; } .title { font-weight: 600; }
.soft { fill: #66727f; } .line { stroke: #8a96a3; fill: none; } .frame { stroke: #66727f; fill: none; }
.page { fill: #0b6e99; fill-opacity: .10; stroke: #0b6e99; stroke-width: .8; }
.dot { fill: #66727f; fill-opacity: .45; } .query { fill: #d9480f; fill-opacity: .16; stroke: #d9480f; }
.c0 { fill: #c9e4f2; } .c1 { fill: #fde0c2; } .c2 { fill: #d6ecd2; } .c3 { fill: #e6dcf3; } .c4 { fill: #eceff2; }
.bad { fill: #d9480f; }
@media (prefers-color-scheme: dark) {
svg { fill: #e4e9ee; } .soft { fill: #9aa7b4; } .line { stroke: #77838f; } .frame { stroke: #9aa7b4; }
.page { fill: #4fb3dd; stroke: #4fb3dd; } .dot { fill: #9aa7b4; } .query { fill: #ff8c4a; stroke: #ff8c4a; }
.c0 { fill: #1d4a60; } .c1 { fill: #6a4420; } .c2 { fill: #2b5426; } .c3 { fill: #483569; } .c4 { fill: #333c45; }
.bad { fill: #ff8c4a; }
}
"""


class Picture:
    """An SVG under construction; lengths are pixels at full width."""

    def __init__(self, name: str, width: int, height: int, title: str) -> None:
        self.name, self.width, self.height, self.title = name, width, height, title
        self.parts: list[str] = []

    def text(self, x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> None:
        self.parts.append(f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>')

    def box(self, x: float, y: float, w: float, h: float, kind: str, radius: float = 0) -> None:
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{radius:g}" class="{kind}"/>'
        )

    def dot(self, x: float, y: float, r: float, kind: str) -> None:
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" class="{kind}"/>')

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(f'<path d="M{x1:g} {y1:g} L{x2:g} {y2:g}" class="line" marker-end="url(#head)"/>')

    def write(self) -> None:
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img">'
            f"<title>{escape(self.title)}</title><style>{STYLE}</style>"
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            '<path d="M0 0 L8 4 L0 8 z" class="soft"/></marker></defs>' + "\n".join(self.parts) + "</svg>\n"
        )
        (HERE / f"{self.name}.svg").write_text(svg, encoding="utf-8")
        print(HERE / f"{self.name}.svg")


Flight = dict[str, str]


def read(path: str) -> list[Flight]:
    opener: Callable[..., Iterable[str]] = gzip.open if path.endswith(".gz") else open  # type: ignore[assignment]
    with opener(path, "rt", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def placement(flights: list[Flight]) -> None:
    """The three functions on twelve flights."""
    columns = ["carrier", "dest", "distance", "dep_delay"]
    carriers = ["UA", "B6", "DL"]
    rows = [f for f in flights[:60] if f["carrier"] in carriers][:12]
    ordered = sorted(rows, key=lambda f: (f["carrier"], f["dest"]))
    p = Picture("placement", 760, 330, "A placement: the order of rows, row groups and column groups, and blocks")
    cell, height, top = 40, 17, 66

    def cells(x: float, y: float, some: Sequence[Flight], names: Sequence[str]) -> None:
        for r, f in enumerate(some):
            for c, name in enumerate(names):
                kind = f"c{carriers.index(f['carrier'])}"
                p.box(x + c * cell, y + r * height, cell - 1, height - 1, kind, 2)
                p.text(x + c * cell + 4, y + r * height + 12, f[name], "tiny")

    def header(x: float, names: Sequence[str], y: float = top - 5) -> None:
        for c, name in enumerate(names):
            p.text(x + c * cell + 2, y, {"distance": "dist", "dep_delay": "delay"}.get(name, name), "tiny soft")

    p.text(0, 16, "Rows as they arrive", "title")
    header(0, columns)
    cells(0, top, rows, columns)
    x = 205
    p.arrow(164, top + 100, x - 6, top + 100)
    p.text(x, 16, "1  Order of rows", "title")
    p.text(x, 33, "reorder=sort(carrier, dest);", "small soft")
    header(x, columns)
    cells(x, top, ordered, columns)
    x = 410
    p.arrow(369, top + 100, x - 6, top + 100)
    p.text(x, 16, "2  Row and column groups", "title")
    p.text(x, 33, "row-group=4 rows;", "small soft")
    p.text(x, 46, "column-groups=(carrier,dest);", "small soft")
    groups = [columns[:2], columns[2:]]
    for g in range(3):
        for k, names in enumerate(groups):
            cells(x + k * (2 * cell + 8), top + g * (4 * height + 8), ordered[4 * g : 4 * g + 4], names)
            p.box(x + k * (2 * cell + 8) - 2, top + g * (4 * height + 8) - 2, 2 * cell + 3, 4 * height + 3, "frame", 3)
    x = 625
    p.arrow(583, top + 100, x - 6, top + 100)
    p.text(x, 16, "3  Blocks", "title")
    p.text(x, 33, "packing=one-row-group", "small soft")
    for g in range(3):
        y = top + g * 78
        p.box(x, y - 4, 128, 66, "frame", 4)
        p.text(x + 134, y + 8, "", "tiny")
        for k in range(2):
            for r in range(4):
                kind = f"c{carriers.index(ordered[4 * g + r]['carrier'])}"
                p.box(x + 6 + k * 60, y + 2 + r * 10, 55, 9, kind, 1)
        p.text(x + 6, y + 56, f"HDFS block {g + 1}", "tiny soft")
    p.text(0, 318, "A query on carrier = 'DL' that needs dest reads one column group of one row group, in one block.", "small soft")
    p.write()


def interleave(a: int, b: int, bits: int) -> int:
    out = 0
    for i in range(bits):
        out |= ((a >> i) & 1) << (2 * i) | ((b >> i) & 1) << (2 * i + 1)
    return out


def hilbert(x: int, y: int, bits: int) -> int:
    """Position on the Hilbert curve of a grid of 2^bits × 2^bits."""
    out = 0
    s = 1 << (bits - 1)
    while s:
        rx, ry = int(bool(x & s)), int(bool(y & s))
        out += s * s * ((3 * rx) ^ ry)
        if not ry:
            if rx:
                x, y = s - 1 - (x & (s - 1)), s - 1 - (y & (s - 1))
            x, y = y, x
        x, y = x & (s - 1), y & (s - 1)
        s >>= 1
    return out


def orders(flights: list[Flight]) -> None:
    """Pages of the same rows under three orders, and how many of them filters read."""
    known = [(float(f["distance"]), float(f["dep_time"])) for f in flights if f["dep_time"] not in ("", "NA")]
    pages, bits = 64, 10
    ranks = []
    for c in range(2):
        position = {v: i for i, v in enumerate(sorted({k[c] for k in known}))}
        ranks.append([position[k[c]] for k in known])
    # Ranks of rows, so that each step has as many rows.
    for c in range(2):
        by = sorted(range(len(known)), key=lambda i: known[i][c])
        for place, i in enumerate(by):
            ranks[c][i] = (place << bits) // len(known)
        # Equal values have equal ranks.
        first: dict[float, int] = {}
        for i in by:
            ranks[c][i] = first.setdefault(known[i][c], ranks[c][i])
    points = list(zip(ranks[0], ranks[1], strict=True))
    keys: list[tuple[str, Callable[[tuple[int, int]], object]]] = [
        ("sort(distance, dep_time)", lambda q: q),
        ("z-order(distance, dep_time)", lambda q: interleave(q[1], q[0], bits)),
        ("hilbert(distance, dep_time)", lambda q: hilbert(q[0], q[1], bits)),
    ]
    chance = random.Random(1)
    shown = chance.sample(points, 700)
    side, gap = 226, 22
    p = Picture("orders", 3 * side + 2 * gap + 16, 330, "Pages of the same flights, sorted, in Z-order and along a Hilbert curve")
    for k, (name, key) in enumerate(keys):
        order = sorted(points, key=key)  # type: ignore[arg-type]
        size = -(-len(order) // pages)
        boxes = []
        for at in range(0, len(order), size):
            page = order[at : at + size]
            xs, ys = [q[0] for q in page], [q[1] for q in page]
            boxes.append((min(xs), max(xs), min(ys), max(ys)))
        x0, y0 = 14 + k * (side + gap), 34
        scale = side / (1 << bits)
        p.text(x0, 18, name, "title small")
        for q in shown:
            p.dot(x0 + q[0] * scale, y0 + side - q[1] * scale, 1, "dot")
        for a, b, c, d in boxes:
            p.box(x0 + a * scale, y0 + side - (d + 1) * scale, (b - a + 1) * scale, (d - c + 1) * scale, "page")
        p.box(x0, y0, side, side, "frame")

        def share(column: int) -> float:
            total = 0
            trials = 200
            for t in range(trials):
                low = t * (1 << bits) * 0.9 / trials
                high = low + (1 << bits) * 0.1
                lo, hi = (0, 1) if column == 0 else (2, 3)
                total += sum(b[lo] <= high and b[hi] >= low for b in boxes)
            return total / trials / len(boxes)

        p.text(x0, y0 + side + 22, f"10 % of the distances: {share(0):.0%} of the pages", "small")
        p.text(x0, y0 + side + 40, f"10 % of the times: {share(1):.0%} of the pages", "small")
    p.text(14, 322, "across: rank of distance; up: rank of dep_time; each rectangle: the bounds of one of 64 pages", "tiny soft")
    p.write()


def file() -> None:
    """What is where in a file."""
    p = Picture("file", 760, 300, "The parts of a file")
    y, h = 46, 60
    parts = [
        (44, "header", "c4"),
        (170, "row group 1", "c0"),
        (170, "row group 2", "c0"),
        (74, "column\nindexes", "c2"),
        (74, "statistics", "c2"),
        (84, "records of\ncolumns", "c1"),
        (44, "root", "c3"),
        (36, "tail", "c4"),
    ]
    x = 8.0
    starts = {}
    for w, name, kind in parts:
        p.box(x, y, w - 2, h, kind, 3)
        for i, line in enumerate(name.split("\n")):
            p.text(x + (w - 2) / 2, y + 34 - 7 * name.count("\n") + 14 * i, line, "tiny" if w < 60 else "small", "middle")
        starts[name] = (x, w)
        x += w + 2
    p.text(8, 20, "One file", "title")
    p.text(8, 36, "every byte is in one part, and every part ends in a checksum of its bytes, its place and the file's id", "small soft")
    left, width = starts["row group 2"]
    yy = 164
    p.parts.append(f'<path d="M{left} {y + h} L8 {yy} M{left + width - 2} {y + h} L452 {yy}" class="line"/>')
    for g, (label, names) in enumerate([("column group 1", ["carrier", "dest"]), ("column group 2", ["distance", "dep_delay"])]):
        gx = 8 + g * 224
        p.box(gx, yy, 220, 84, "frame", 4)
        p.text(gx + 6, yy + 14, label, "tiny soft")
        for c, name in enumerate(names):
            for page in range(4):
                p.box(gx + 62 + page * 39, yy + 22 + c * 28, 37, 22, f"c{page % 2 * 4}", 2)
                p.text(gx + 80 + page * 39, yy + 37 + c * 28, f"page {page + 1}", "tiny", "middle")
            p.text(gx + 6, yy + 37 + c * 28, name, "tiny")
    p.text(8, yy + 104, "Page n of every column has the same rows. A page is what is checked, unpacked and skipped.", "small soft")
    ox = 476
    p.text(ox, yy + 8, "Opening reads from the end:", "small title")
    for i, line in enumerate(
        [
            "1  tail and root, one request",
            "2  the records of the columns that are asked for",
            "3  their indexes, and statistics of filtered columns",
            "4  the pages that are left",
        ]
    ):
        p.text(ox, yy + 28 + 18 * i, line, "small")
    p.write()


def log() -> None:
    """Two writers and a vacuum."""
    p = Picture("log", 760, 318, "Commits of two writers and a vacuum over time")
    lanes = {"writer A": 62, "snapshots": 146, "writer B": 230, "vacuum": 290}
    for name, y in lanes.items():
        p.text(4, y + 4, name, "small title")
        p.parts.append(f'<path d="M84 {y} L752 {y}" class="line" stroke-dasharray="2 4"/>')

    def step(x: float, lane: str, text: Sequence[str], above: bool) -> None:
        y = lanes[lane]
        p.dot(x, y, 4, "soft")
        for i, line in enumerate(text):
            p.text(x, y + (-10 - 13 * (len(text) - 1 - i) if above else 19 + 13 * i), line, "tiny", "middle")

    def snapshot(x: float, number: int, files: str, kind: str = "c2") -> None:
        p.box(x - 46, lanes["snapshots"] - 22, 92, 44, kind, 6)
        p.text(x, lanes["snapshots"] - 4, f"{number:020d}"[-4:].lstrip("0") + ".json", "small title", "middle")
        p.text(x, lanes["snapshots"] + 12, files, "tiny", "middle")

    snapshot(136, 7, "files a, b", "c4")
    snapshot(352, 8, "files a, b, c")
    snapshot(532, 9, "files a, c, d")
    step(190, "writer A", ["reads 7,", "writes file c"], True)
    step(352, "writer A", ["creates 8,", "if it is not there"], True)
    p.arrow(352, lanes["writer A"] + 5, 352, lanes["snapshots"] - 24)
    step(210, "writer B", ["reads 7, writes file d", "with the rows of b"], False)
    step(392, "writer B", ["8 exists: reads it;", "b is still there"], False)
    step(532, "writer B", ["creates 9"], False)
    p.arrow(532, lanes["writer B"] - 5, 532, lanes["snapshots"] + 24)
    step(660, "vacuum", ["expires 7 and 8, and removes", "b, which 9 does not list"], True)
    p.text(752, 18, "Who has opened 7 reads a and b until a vacuum removes them, whatever is committed.", "small soft", "end")
    p.write()


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} flights.csv.gz")
    flights = read(sys.argv[1])
    placement(flights)
    orders(flights)
    file()
    log()


if __name__ == "__main__":
    main()
