"""Runs the blocks of Python in docs/start.md, with a temporary directory in the place of /data."""

from __future__ import annotations

import random
import re
from pathlib import Path

import placed

PAGE = Path(__file__).resolve().parents[2] / "docs" / "start.md"
CARRIERS = ("AA", "B6", "DL", "EV", "MQ", "UA", "WN")
ORIGINS = ("EWR", "JFK", "LGA")


def test_the_examples_of_the_page(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8").replace("/data/", f"{tmp_path}/")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 2
    (queries,) = re.findall(rf"```sql\n(-- {tmp_path}/queries\.sql\n.*?)```", text, re.DOTALL)
    (tmp_path / "queries.sql").write_text(queries, encoding="utf-8")
    spark = placed.session(master="local[2]", conf={"spark.ui.enabled": "false", "spark.driver.host": "localhost"})
    r = random.Random(1)
    rows = [
        (r.randrange(2400), r.randrange(-20, 180), r.randrange(-20, 180), r.choice(CARRIERS), r.choice(ORIGINS))
        for _ in range(5000)
    ]
    schema = "dep_time int, dep_delay int, arr_delay int, carrier string, origin string"
    spark.createDataFrame(rows, schema).coalesce(1).write.parquet(f"{tmp_path}/flights.parquet")

    try:
        exec("\n".join(blocks), {})
        again = spark.read.parquet(f"{tmp_path}/flights-again")
        assert sorted(rows) == sorted(tuple(row) for row in again.collect())
    finally:
        spark.stop()
