"""Known answers, and the comparison of answers."""

from __future__ import annotations

import pytest

from placed_cluster.answers import Digest, Rows, difference, same
from placed_cluster.golden import golden, ssdb
from placed_cluster.workloads import QUERIES


@pytest.mark.parametrize(
    ("level", "answer"),
    [("easy", (-1778949, 630010)), ("medium", (-9487804, 2510010)), ("hard", (-22231811, 10000000))],
)
def test_ssdb_has_the_answers_of_its_authors(level: str, answer: tuple[int, int]) -> None:
    assert ssdb("tiny", level) == answer


def test_ssdb_large_is_known_too() -> None:
    assert ssdb("large", "hard")[1] == 20 * 15000 * 15000


@pytest.mark.parametrize(("query", "answer"), [("1", "22211912562"), ("2", "5178500085"), ("3", "1762213845")])
def test_ssb_is_what_the_generator_makes(query: str, answer: str) -> None:
    """The same numbers stand in GeneratorTest, where they are counted from the generator's rows."""
    assert golden(f"ssb.1.{query}", "ssb", 0.05) == [[answer]]


def test_what_is_not_known_is_none() -> None:
    assert golden("ssb.1.1", "ssb", 700) is None
    assert golden("tpch.1", "tpch", 1000) is None


@pytest.mark.parametrize("scale", [0.01, 1])
def test_all_queries_of_tpch_have_answers(scale: float) -> None:
    queries = [q for q in QUERIES if q.startswith("tpch.")]
    assert len(queries) == 22
    assert [q for q in queries if golden(q, "tpch", scale) is None] == []


def test_tpch_has_the_answers_of_the_specification() -> None:
    """As they are printed there, section 2.4: sums to two decimals, and averages."""
    assert golden("tpch.6", "tpch", 1) == [["123141078.2283"]]
    q1 = golden("tpch.1", "tpch", 1.0)
    assert isinstance(q1, list)
    assert same([q1[0][:6]], [["A", "F", "37734107", "56586554400.73", "53758257134.87", "55909065222.827692"]])
    assert golden("tpch.15", "tpch", 1) == [
        ["8449", "Supplier#000008449", "Wp34zim9qYFbVctdW", "20-469-856-8873", "1772627.2087"]
    ]
    q13 = golden("tpch.13", "tpch", 1)
    assert isinstance(q13, list) and q13[:2] == [["0", "50005"], ["9", "6641"]]


def test_ssb_of_the_ready_experiments_is_known() -> None:
    """The same definition counted twice: here up to 0.2, in files from 1."""
    counted, stored = golden("ssb.1.1", "ssb", 0.2), golden("ssb.1.1", "ssb", 1)
    assert isinstance(counted, list) and isinstance(stored, list)
    assert float(str(stored[0][0])) == pytest.approx(5 * float(str(counted[0][0])), rel=0.02)
    assert all(golden(f"ssb.1.{n}", "ssb", scale) for n in (1, 2, 3) for scale in (100, 1000))


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ([["1.50", "a"]], [["1.5", "a  "]], True),
        ([["0.1"]], [["0.10000000001"]], True),
        ([["0.1"]], [["0.1001"]], False),
        ([["123141078.2283"]], [["123141079.23"]], False),
        ([[None]], [["0"]], False),
        ([["a"], ["b"]], [["b"], ["a"]], False),
        ([["1"]], [["1"], ["1"]], False),
        ([], [], True),
        # Digits of an average in Spark's decimals, and in doubles.
        ([["25.522006"]], [["25.522005853257337"]], True),
        ([["25.52201"]], [["25.522005853257337"]], False),
        ([["0.05"]], [["0.0500004"]], True),
        ([["0.05"]], [["0.0501"]], False),
        # Whole numbers are counts and keys.
        ([["3"]], [["4"]], False),
        ([["NaN"]], [["NaN"]], True),
        ([["NaN"]], [["1"]], False),
    ],
)
def test_same(one: list[list[str | None]], other: list[list[str | None]], equal: bool) -> None:
    assert same(one, other) is equal


def test_a_digest_is_of_exact_values_in_order() -> None:
    rows: Rows = [["Brand#41", "3", "28.00"], [None, "a ", "0"]]
    digest = Digest.of(rows)
    assert same([["Brand#41", "3", "28"], [None, "a", "0.0"]], digest)
    assert not same(rows[::-1], digest)
    assert not same(rows[:1], digest)
    assert "found 1 rows, expected 2" in difference(rows[:1], digest)
    assert "SHA-256" in difference(rows[::-1], digest)


def test_a_difference_names_the_row() -> None:
    assert difference([["a"], ["b"]], [["a"], ["c"]]) == 'row 2: found [["b"]], expected [["c"]]'
    assert difference([], [["c"]]).startswith("found 0 rows, expected 1")
