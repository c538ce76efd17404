"""SQL of the queries. Those of TPC-H and TPC-DS come from the published jar of Spark's tests."""

from __future__ import annotations

import re
import zipfile
from functools import cache

from .bundle import FOLDER
from .errors import ClusterError
from .golden import ssdb_limit

_SSB = """SELECT SUM(lo_extendedprice * lo_discount) AS revenue
FROM lineorder JOIN `date` ON lo_orderdate = d_datekey
WHERE {}"""
_SSB_WHERE = {
    "ssb.1.1": "d_year = 1993 AND lo_discount BETWEEN 1 AND 3 AND lo_quantity < 25",
    "ssb.1.2": "d_yearmonthnum = 199401 AND lo_discount BETWEEN 4 AND 6 AND lo_quantity BETWEEN 26 AND 35",
    "ssb.1.3": "d_weeknuminyear = 6 AND d_year = 1994 AND lo_discount BETWEEN 5 AND 7 "
    "AND lo_quantity BETWEEN 26 AND 35",
}


def text(query: str, scale: float | str) -> str:
    """The statement of a query, in SQL for both Spark and Hive."""
    benchmark, _, rest = query.partition(".")
    if benchmark == "ssb":
        return _SSB.format(_SSB_WHERE[query])
    if benchmark == "ssdb":
        limit = ssdb_limit(str(scale), rest.rpartition(".")[2])
        return f"SELECT SUM(v1), COUNT(*) FROM cycle WHERE x BETWEEN 0 AND {limit} AND y BETWEEN 0 AND {limit}"
    return _published(f"{benchmark}/q{rest}.sql")


@cache
def _published(name: str) -> str:
    jars = sorted((FOLDER / "queries").glob("spark-sql_*-tests.jar"))
    if not jars:
        raise ClusterError(f"the bundle in {FOLDER} has no queries: run up, which assembles it")
    with zipfile.ZipFile(jars[0]) as jar:
        lines = jar.read(name).decode().splitlines()
    found = "\n".join(line for line in lines if not line.startswith("--")).strip()
    # Some versions of Hive reject quotes around the number of a unit; both engines accept it without.
    found = re.sub(r"(?<![\w.])\.(\d)", r"0.\1", found)  # Hive rejects .06
    return re.sub(r"interval '(\d+)' (day|month|year)", r"interval \1 \2", found, flags=re.IGNORECASE)


def tables_of(statement: str, tables: tuple[str, ...]) -> list[str]:
    """The tables of a benchmark that a statement reads."""
    words = set(re.findall(r"[a-z_][a-z_0-9]*", statement.lower()))
    return [t for t in tables if t in words]
