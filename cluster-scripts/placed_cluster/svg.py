"""Bar charts as SVG, in the form of the paper's Figure 9: groups of bars by query, one bar per setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10


@dataclass(frozen=True)
class Series:
    """One bar of each group; ``family`` chooses the colour, of which each series has a shade. None is a bar without a
    value."""

    name: str
    family: str
    values: Sequence[float | None]


# Shades from dark to light, by family in the order in which they come; blue, orange and green differ for most eyes.
_DARK_AND_LIGHT = (
    ((16, 58, 96), (168, 208, 240)),
    ((156, 66, 0), (253, 196, 130)),
    ((0, 82, 48), (150, 214, 170)),
    ((74, 35, 90), (204, 176, 222)),
    ((60, 60, 60), (200, 200, 200)),
)
_BAR, _GAP, _HEIGHT, _LEFT, _TOP, _WIDEST = 14, 26, 190, 58, 36, 1100
_LETTER = 6.4
"""About the width of a letter of 11 pixels."""


def bar_chart(title: str, unit: str, groups: Sequence[str], series: Sequence[Series]) -> str:
    """A chart in as many panels below each other as its groups need."""
    width_of_group = max(_BAR * len(series), max(len(g) for g in groups) * _LETTER) + _GAP
    per_panel = max(1, int((_WIDEST - _LEFT) // width_of_group))
    panels = [range(at, min(at + per_panel, len(groups))) for at in range(0, len(groups), per_panel)]
    width = max(_LEFT + width_of_group * len(panels[0]) + 12, _LEFT + len(title) * _LETTER * 1.25, 420)
    entry = max(len(s.name) for s in series) * _LETTER + 30
    columns = max(1, min(len(series), int((width - _LEFT) // entry)))
    legend_top = _TOP + len(panels) * (_HEIGHT + 36)
    height = legend_top + 17 * ceil(len(series) / columns) + 6
    colours = _colours([s.family for s in series])
    top = _nice(max((v for s in series for v in s.values if v is not None), default=1) or 1)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{width:.0f}" height="{height}" fill="white"/>',
        f'<text x="{_LEFT}" y="18" font-size="13" font-weight="bold">{escape(title)}</text>',
    ]
    for number, panel in enumerate(panels):
        bottom = _TOP + number * (_HEIGHT + 36) + _HEIGHT
        out += _axis(bottom, width, top, unit)
        for place, g in enumerate(panel):
            left = _LEFT + _GAP / 2 + place * width_of_group
            bars = _BAR * len(series)
            start = left + (width_of_group - _GAP - bars) / 2
            for s, one in enumerate(series):
                out.append(_bar(start + s * _BAR, bottom, top, one, groups[g], one.values[g], unit, colours[s]))
            middle = left + (width_of_group - _GAP) / 2
            out.append(f'<text x="{middle:.1f}" y="{bottom + 15}" text-anchor="middle">{escape(groups[g])}</text>')
    rows = ceil(len(series) / columns)
    for s, one in enumerate(series):
        x, y = _LEFT + s // rows * entry, legend_top + 17 * (s % rows)
        out.append(f'<rect x="{x:.0f}" y="{y}" width="10" height="10" fill="{colours[s]}"/>')
        out.append(f'<text x="{x + 15:.0f}" y="{y + 9}">{escape(one.name)}</text>')
    return "\n".join([*out, "</svg>", ""])


def _axis(bottom: float, width: float, top: float, unit: str) -> list[str]:
    out = []
    for step in range(5):
        y = bottom - _HEIGHT * step / 4
        line = "#888" if step == 0 else "#ddd"
        out.append(f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{width - 8:.0f}" y2="{y:.1f}" stroke="{line}"/>')
        out.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{top * step / 4:g}</text>')
    middle = bottom - _HEIGHT / 2
    text = f'<text x="13" y="{middle}" text-anchor="middle" transform="rotate(-90 13 {middle})">{escape(unit)}</text>'
    return [*out, text]


def _bar(
    x: float, bottom: float, top: float, series: Series, group: str, value: float | None, unit: str, colour: str
) -> str:
    tip = f"{escape(group)}, {escape(series.name)}: "
    if value is None:
        return (
            f'<text x="{x + _BAR / 2:.1f}" y="{bottom - 3}" text-anchor="middle" fill="#a00">×'
            f"<title>{tip}no value</title></text>"
        )
    size = _HEIGHT * value / top
    return (
        f'<rect x="{x:.1f}" y="{bottom - size:.1f}" width="{_BAR - 2}" height="{size:.1f}" fill="{colour}">'
        f"<title>{tip}{value:.3g} {escape(unit)}</title></rect>"
    )


def _colours(families: Sequence[str]) -> list[str]:
    order = list(dict.fromkeys(families))
    seen: dict[str, int] = {}
    found = []
    for family in families:
        dark, light = _DARK_AND_LIGHT[order.index(family) % len(_DARK_AND_LIGHT)]
        at, of = seen.get(family, 0), families.count(family)
        seen[family] = at + 1
        share = 0.35 if of == 1 else at / (of - 1)
        parts = [round(d + (b - d) * share) for d, b in zip(dark, light, strict=True)]
        found.append("#" + "".join(f"{p:02x}" for p in parts))
    return found


def _nice(value: float) -> float:
    """The least of 1, 2, 4, 5 or 10 times a power of ten that is not less."""
    power = 10.0 ** floor(log10(value))
    return next(m * power for m in (1, 2, 4, 5, 10) if m * power >= value * 0.999)
