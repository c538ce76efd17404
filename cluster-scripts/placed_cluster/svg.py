"""Bar charts as SVG, in the form of the paper's Figure 9: groups of bars by query, one bar per setting."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

# fmt: off
_COLOURS = ("#1b4f72", "#2e86c1", "#85c1e9", "#7d6608", "#d4ac0d", "#f7dc6f", "#186a3b", "#28b463", "#82e0aa",
            "#78281f", "#cb4335", "#f1948a", "#4a235a", "#8e44ad", "#c39bd3", "#424949", "#7f8c8d", "#bfc9ca")
# fmt: on
_BAR, _GAP, _HEIGHT, _LEFT, _TOP = 13, 26, 190, 64, 34


def bar_chart(
    title: str, unit: str, groups: Sequence[str], series: Sequence[tuple[str, Sequence[float | None]]]
) -> str:
    """A chart: ``series`` are names with one value per group; None leaves a gap."""
    width_of_group = _BAR * len(series) + _GAP
    width = max(_LEFT + width_of_group * len(groups) + 20, 520)
    columns = max(1, (width - _LEFT) // 210)
    legend = 16 * ceil(len(series) / columns)
    height = _TOP + _HEIGHT + 34 + legend
    top = _nice(max((v for _, values in series for v in values if v is not None), default=1) or 1)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{_LEFT}" y="18" font-size="13" font-weight="bold">{escape(title)}</text>',
    ]
    for step in range(5):
        value = top * step / 4
        y = _TOP + _HEIGHT * (1 - step / 4)
        out.append(f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{width - 10}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    out.append(
        f'<text x="12" y="{_TOP + _HEIGHT / 2}" transform="rotate(-90 12 {_TOP + _HEIGHT / 2})">{escape(unit)}</text>'
    )
    for g, group in enumerate(groups):
        left = _LEFT + 8 + g * width_of_group
        for s, (name, values) in enumerate(series):
            value_or_none = values[g]
            if value_or_none is None:
                continue
            size = _HEIGHT * value_or_none / top
            out.append(
                f'<rect x="{left + s * _BAR}" y="{_TOP + _HEIGHT - size:.1f}" width="{_BAR - 2}" height="{size:.1f}" '
                f'fill="{_COLOURS[s % len(_COLOURS)]}"><title>{escape(group)}, {escape(name)}: {value_or_none:.3g} '
                f"{escape(unit)}</title></rect>"
            )
        middle = left + _BAR * len(series) / 2
        out.append(f'<text x="{middle:.1f}" y="{_TOP + _HEIGHT + 15}" text-anchor="middle">{escape(group)}</text>')
    for s, (name, _) in enumerate(series):
        x, y = _LEFT + s % columns * 210, _TOP + _HEIGHT + 28 + 16 * (s // columns)
        out.append(f'<rect x="{x}" y="{y}" width="10" height="10" fill="{_COLOURS[s % len(_COLOURS)]}"/>')
        out.append(f'<text x="{x + 15}" y="{y + 9}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>", ""])


def _nice(value: float) -> float:
    """The least of 1, 2, 4, 5 or 10 times a power of ten that is not less."""
    power = 10.0 ** floor(log10(value))
    return next(m * power for m in (1, 2, 4, 5, 10) if m * power >= value * 0.999)
