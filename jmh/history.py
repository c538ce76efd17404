#!/usr/bin/env python3
"""Adds a measurement to docs/results/history.csv, and draws docs/results/history.svg.

    jmh/history.py [--version VERSION] [--report FILE]

Runs `bin/bench StoreSalesScan` for plain arrays, Placed and Spark's Parquet reader, or takes the JSON report of such a
run. A line of history.csv is one engine of one run: times are nanoseconds per row, median, least and most of the forks;
`ratio` is to plain arrays in the same run. To be run for every release on every machine at hand; times of different
machines are never compared, so the chart has a part for each.

Needs Python 3.10 or newer, and what bin/bench needs.
"""

import argparse
import csv
import json
import math
import re
import subprocess
from pathlib import Path
from xml.sax.saxutils import escape

HOME = Path(__file__).resolve().parent.parent
HISTORY = HOME / "docs" / "results" / "history.csv"
CHART = HOME / "docs" / "results" / "history.svg"
COLUMNS = ["date", "version", "commit", "machine", "java", "engine", "ns_per_row", "least", "most", "ratio", "file_bytes"]
ENGINES = "plain arrays,placed,parquet zstd (Spark)"
COLORS = {"plain arrays": "#888888", "placed": "#2b7a4b", "parquet zstd (Spark)": "#d08a2e"}

# Of the chart, in pixels.
WIDTH, HEIGHT, LEFT, TOP, LEGEND = 640, 220, 56, 34, 24


def version():
    found = re.search(r"<version>([^<]+)</version>", (HOME / "pom.xml").read_text(encoding="utf-8"))
    return found.group(1)


def measured():
    command = [HOME / "bin" / "bench", "StoreSalesScan", "--engines", ENGINES, "--loops", "simple", "--json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def lines(report, release):
    """One for each engine of a report."""
    where = report["environment"]
    if not report["rows"]:
        raise SystemExit("the report has no rows: it is not one of StoreSalesScan")
    for result in report["results"]:
        engine = result["parameters"].get("engine")
        if engine not in COLORS or result["parameters"].get("loop", "simple").lower() != "simple":
            continue
        per_row = {k: result["nanosPerRow"] * result[k] / result["median"] for k in ("median", "min", "max")}
        yield {
            "date": where["date"][:10],
            "version": release,
            "commit": where["commit"],
            "machine": f"{where['processor']}, {where['cores']} cores",
            "java": where["java"],
            "engine": engine,
            "ns_per_row": round(per_row["median"], 1),
            "least": round(per_row["min"], 1),
            "most": round(per_row["max"], 1),
            "ratio": round(result["ratio"], 3) if "ratio" in result else 1,
            "file_bytes": result.get("fileBytes", ""),
        }


def parts(history):
    """Lines by machine."""
    out = {}
    for line in history:
        out.setdefault(line["machine"], []).append(line)
    return out


def chart(history):
    """Times relative to plain arrays of the same run, a part for each machine."""
    machines = parts(history)
    height = LEGEND + len(machines) * (HEIGHT + TOP) + 12
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" '
        'font-size="11" fill="#777777">'
    ]
    for k, (engine, color) in enumerate(COLORS.items()):
        svg.append(f'<rect x="{LEFT + 180 * k}" y="8" width="10" height="10" fill="{color}"/>')
        svg.append(f'<text x="{LEFT + 180 * k + 15}" y="17">{escape(engine)}</text>')
    for m, (machine, of) in enumerate(machines.items()):
        runs = list(dict.fromkeys((line["date"], line["commit"], line["version"]) for line in of))
        most = max(2, *(float(line["ratio"]) for line in of))
        base = LEGEND + m * (HEIGHT + TOP) + TOP + HEIGHT - 30

        def place(run, ratio, runs=runs, most=most, base=base):
            x = LEFT + (WIDTH - LEFT - 60) * (runs.index(run) + 0.5) / len(runs)
            return x, base - 15 - (HEIGHT - 75) * math.log(ratio) / math.log(most)

        svg.append(f'<text x="{LEFT}" y="{base - HEIGHT + 40}">{escape(machine)}; multiples of plain arrays, logarithmic</text>')
        svg.append(f'<path d="M{LEFT} {base - HEIGHT + 50}V{base}H{WIDTH - 20}" fill="none" stroke="#777777"/>')
        for run in runs:
            x, _ = place(run, 1)
            svg.append(f'<text x="{x:.0f}" y="{base + 15}" text-anchor="middle">{escape(run[2])}</text>')
            svg.append(f'<text x="{x:.0f}" y="{base + 28}" text-anchor="middle">{run[0]}</text>')
        for engine, color in COLORS.items():
            points = []
            for line in of:
                if line["engine"] == engine:
                    points.append(place((line["date"], line["commit"], line["version"]), float(line["ratio"])))
                    x, y = points[-1]
                    svg.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>')
                    svg.append(f'<text x="{x + 6:.1f}" y="{y - 4:.1f}">{float(line["ratio"]):.2f}</text>')
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            svg.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>')
    return "\n".join([*svg, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", default=version(), help="of the release; default: that of the root pom.xml")
    parser.add_argument("--report", type=Path, help="JSON of a StoreSalesScan; default: run it")
    options = parser.parse_args()
    report = json.loads(options.report.read_text(encoding="utf-8")) if options.report else measured()
    history = []
    if HISTORY.exists():
        with HISTORY.open(encoding="utf-8", newline="") as file:
            history = list(csv.DictReader(file))
    history += lines(report, options.version)
    with HISTORY.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(history)
    CHART.write_text(chart(history), encoding="utf-8")
    print(f"{HISTORY.relative_to(HOME)}: {len(history)} lines; {CHART.relative_to(HOME)}")


if __name__ == "__main__":
    main()
