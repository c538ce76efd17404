"""The benchmarks: tables, queries, and the columns that each query needs of the largest table."""

from __future__ import annotations

from dataclasses import dataclass

SSDB_SIZES = {"tiny": (10, 1000), "very-small": (40, 1600), "small": (160, 3750), "normal": (400, 7500),
              "large": (1000, 15000)}  # fmt: skip
"""Images in all and the side of an image in pixels; the table has one cycle of 20 images (tiny: 10)."""


@dataclass(frozen=True)
class Benchmark:
    """Tables of a benchmark; ``bytes_per_scale`` is raw bytes at scale factor 1, for estimates."""

    name: str
    title: str
    tables: tuple[str, ...]
    largest: str
    bytes_per_scale: float


@dataclass(frozen=True)
class Query:
    """A query, whose text the Java side holds under the same id.

    ``group`` are the columns of the largest table that the query needs, in the order of the schema: the group of
    GroupingColumn=Best of the paper's section 5.3. ``paper``: whether it is in the paper's Figure 9.
    """

    id: str
    benchmark: str
    group: tuple[str, ...] = ()
    paper: bool = False


BENCHMARKS = {
    b.name: b
    for b in (
        Benchmark("ssb", "Star Schema Benchmark", ("lineorder", "date"), "lineorder", 1.0e9),
        Benchmark(
            "tpch",
            "TPC-H",
            ("lineitem", "orders", "customer", "part", "partsupp", "supplier", "nation", "region"),
            "lineitem",
            1.0e9,
        ),
        Benchmark("ssdb", "SS-DB", ("cycle",), "cycle", 0),
        Benchmark(
            "tpcds",
            "TPC-DS",
            (
                "call_center", "catalog_page", "catalog_returns", "catalog_sales", "customer", "customer_address",
                "customer_demographics", "date_dim", "household_demographics", "income_band", "inventory", "item",
                "promotion", "reason", "ship_mode", "store", "store_returns", "store_sales", "time_dim", "warehouse",
                "web_page", "web_returns", "web_sales", "web_site",
            ),
            "store_sales",
            1.0e9,
        ),
    )
}  # fmt: skip

_SSB = ("lo_orderdate", "lo_quantity", "lo_extendedprice", "lo_discount")
_Q6 = ("l_quantity", "l_extendedprice", "l_discount", "l_shipdate")
_SSDB = ("x", "y", "v1")
_TPCDS_VARIANTS = {14: "ab", 23: "ab", 24: "ab", 39: "ab"}

QUERIES = {
    q.id: q
    for q in (
        *(Query(f"ssb.1.{n}", "ssb", _SSB, True) for n in (1, 2, 3)),
        *(Query(f"tpch.{n}", "tpch", _Q6 if n == 6 else (), n == 6) for n in range(1, 23)),
        *(Query(f"ssdb.q1.{level}", "ssdb", _SSDB, True) for level in ("easy", "medium", "hard")),
        *(Query(f"tpcds.{n}{v}", "tpcds") for n in range(1, 100) for v in _TPCDS_VARIANTS.get(n, ("",))),
    )
}


def raw_bytes(benchmark: str, scale: float | str) -> float:
    """About how many bytes the benchmark's tables have as text, as the paper's Table 4 counts them."""
    if benchmark == "ssdb":
        images, side = SSDB_SIZES[str(scale)]
        cells = (10 if images == 10 else 20) * side**2
        return cells * 44.0
    return BENCHMARKS[benchmark].bytes_per_scale * float(scale)


def best_group(benchmark: str) -> tuple[str, ...]:
    """The columns that the paper's queries on the largest table need together; none for a benchmark without such."""
    return {"ssb": _SSB, "tpch": _Q6, "ssdb": _SSDB}.get(benchmark, ())
