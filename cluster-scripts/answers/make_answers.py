#!/usr/bin/env python3
"""Computes the answers in this folder with DuckDB, which shares no code with Spark, Hive or any of the formats.

  make_answers.py BENCHMARK SCALE FOLDER

FOLDER holds one folder of Parquet files per table, as load generates them under BENCHMARK/source; the answers go to
BENCHMARK-SCALE.json beside this file. Needs the package duckdb (1.0.0 was used, whose extension tpch has answers of its
own, with which TPC-H's are compared) and the queries of the bundle, which up assembles.
"""

from __future__ import annotations

import json
import re
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from placed_cluster.answers import Digest, Rows, same
from placed_cluster.queries import text
from placed_cluster.workloads import BENCHMARKS, QUERIES

LONGEST = 110
"""Longer answers are kept as digests, if their values are exact."""


def main() -> None:
    benchmark, scale, folder = sys.argv[1:]
    database = duckdb.connect()
    # As Spark sorts, and as Hive does with the settings of roles/hive.
    database.execute("SET default_null_order = 'nulls_first_on_asc_last_on_desc'")
    for table in BENCHMARKS[benchmark].tables:
        database.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{folder}/{table}/*.parquet')")
    theirs = theirs_of(database, scale) if benchmark == "tpch" else {}
    answers: dict[str, Any] = {}
    left_out, other = [], []
    for query in [q for q in QUERIES if QUERIES[q].benchmark == benchmark]:
        statement = re.sub(r"\breturns\b", '"returns"', text(query, float(scale)).replace("`", '"'))
        try:
            result = database.sql(statement)
            exact = "DOUBLE" not in [str(kind) for kind in result.types]
            rows = [[shown(v) for v in row] for row in result.fetchall()]
        except duckdb.Error as e:
            left_out.append(query)
            print(f"{query}: {e}", file=sys.stderr)
            continue
        if theirs and not same(rows, theirs[query]):
            other.append(query)
        if len(rows) <= LONGEST:
            answers[query] = rows
        elif exact:
            digest = Digest.of(rows)
            answers[query] = {"rows": digest.rows, "sha256": digest.sha256}
        else:
            left_out.append(query)
    origin = f"Computed by DuckDB {duckdb.__version__} from the tables that our generator makes."
    if theirs:
        origin += (
            f" All but {', '.join(other)} are also what DuckDB has as answers at this scale; those show addresses or "
            "count words of comments, which DuckDB's own generator makes in another way than the specification's."
        )
    if left_out:
        origin += f" Left out, as too long or not understood by DuckDB: {', '.join(left_out)}."
    write(Path(__file__).parent / f"{benchmark}-{float(scale):g}.json", origin, answers)


def theirs_of(database: Any, scale: str) -> dict[str, Rows]:
    """The answers that DuckDB's extension tpch carries."""
    found = database.execute(f"SELECT query_nr, answer FROM tpch_answers() WHERE scale_factor = {scale}").fetchall()
    return {
        f"tpch.{n}": [[v or None for v in line.split("|")] for line in lines.split("\n")[1:-1]] for n, lines in found
    }


def shown(value: Any) -> str | None:
    if isinstance(value, Decimal):
        return f"{value.normalize():f}" if value else "0"
    return None if value is None else str(value)


def write(file: Path, origin: str, answers: dict[str, Any]) -> None:
    """JSON with a row on each line."""
    parts = []
    for query, answer in answers.items():
        if isinstance(answer, dict) or not answer:
            parts.append(f"  {json.dumps(query)}: {json.dumps(answer)}")
        else:
            rows = ",\n".join("   " + json.dumps(row, ensure_ascii=False) for row in answer)
            parts.append(f"  {json.dumps(query)}: [\n{rows}\n  ]")
    body = ",\n".join(parts)
    file.write_text(f'{{\n "origin": {json.dumps(origin)},\n "answers": {{\n{body}\n }}\n}}\n')


if __name__ == "__main__":
    main()
