"""Bar charts as SVG, in the form of the paper's Figure 9: groups of bars by query, one bar per setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from math import ceil

from matplotlib import colormaps, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure


@dataclass(frozen=True)
class Series:
    """One bar of each group; ``family`` chooses the colour, of which each series has a shade. None is a bar without a
    value."""

    name: str
    family: str
    values: Sequence[float | None]


_SHADES = ("Blues", "Oranges", "Greens", "Purples", "Greys")
"""Colours by family in the order in which they come; the first three differ for most eyes."""
_DARK, _LIGHT = 0.9, 0.35
_INCH = 96
_BAR, _GAP, _HEIGHT, _LABELS, _LEFT, _TITLE, _LINE, _WIDEST, _LEAST = 14, 26, 230, 34, 58, 36, 20, 1100, 420
_LETTER = 6.4
"""About the width of a letter of the legend."""


def bar_chart(title: str, unit: str, groups: Sequence[str], series: Sequence[Series]) -> str:
    """A chart in as many panels below each other as its groups need."""
    width_of_group = max(_BAR * len(series), max(len(g) for g in groups) * _LETTER) + _GAP
    per_panel = max(1, int((_WIDEST - _LEFT) // width_of_group))
    panels = [range(at, min(at + per_panel, len(groups))) for at in range(0, len(groups), per_panel)]
    width = max(_LEFT + width_of_group * len(panels[0]), _LEFT + len(title) * _LETTER * 1.25, _LEAST)
    entry = max(len(s.name) for s in series) * _LETTER + 40
    columns = max(1, min(len(series), int(width // entry)))
    below = _LABELS + _LINE * ceil(len(series) / columns)
    height = _TITLE + _HEIGHT * len(panels) + below
    colours = _colours([s.family for s in series])
    out = StringIO()
    # Letters stay letters, and the same numbers give the same file.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "placed", "font.size": 8, "font.family": "sans-serif"}):
        figure = Figure(figsize=(width / _INCH, height / _INCH))
        figure.suptitle(title, fontweight="bold", fontsize=10, y=1 - 10 / height, va="top")
        rows = figure.subplots(len(panels), 1, sharey=True, squeeze=False)
        # Places by hand: matplotlib's own layouts draw everything several times.
        axes_height = _HEIGHT - _LABELS
        figure.subplots_adjust(
            left=_LEFT / width,
            right=1 - 8 / width,
            top=1 - _TITLE / height,
            bottom=below / height,
            hspace=_LABELS / axes_height,
        )
        for axes, panel in zip(rows[:, 0], panels, strict=True):
            _panel(axes, unit, [groups[g] for g in panel], len(panels[0]))
            for number, one in enumerate(series):
                _bars(axes, number, len(series), [one.values[g] for g in panel], one.name, colours[number])
        handles, names = rows[0, 0].get_legend_handles_labels()
        figure.legend(handles, names, loc="lower left", ncols=columns, frameon=False)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def _panel(axes: Axes, unit: str, groups: Sequence[str], places: int) -> None:
    axes.set_xticks(range(len(groups)), groups)
    # The last panel may have fewer groups, whose bars are as wide.
    axes.set_xlim(-0.5, places - 0.5)
    axes.tick_params(axis="x", length=0)
    axes.set_ylabel(unit)
    axes.set_axisbelow(True)
    axes.grid(axis="y", color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)


def _bars(axes: Axes, number: int, of: int, values: Sequence[float | None], name: str, colour: str) -> None:
    """The bars of one series; a cross stands where there is no value."""
    wide = 0.85 / of
    places = [g + (number - (of - 1) / 2) * wide for g in range(len(values))]
    bars = axes.bar(places, [v or 0 for v in values], wide * 0.9, color=colour, label=name)
    for bar, place, value in zip(bars, places, values, strict=True):
        bar.set_gid(f"bar-{number}-{place:.3f}" if value is not None else f"none-{number}-{place:.3f}")
        if value is None:
            axes.annotate("×", (place, 0), ha="center", va="bottom", color="#aa0000")


def _colours(families: Sequence[str]) -> list[str]:
    """A shade for each series, from dark to light within its family."""
    order = list(dict.fromkeys(families))
    seen: dict[str, int] = {}
    found = []
    for family in families:
        at, of = seen.get(family, 0), families.count(family)
        seen[family] = at + 1
        share = 0.35 if of == 1 else at / (of - 1)
        red, green, blue, _ = colormaps[_SHADES[order.index(family) % len(_SHADES)]](_DARK + (_LIGHT - _DARK) * share)
        found.append("#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue)))
    return found
