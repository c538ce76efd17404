"""Known answers, and the comparison of answers."""

from __future__ import annotations

import pytest

from placed_cluster.golden import golden, same, ssdb


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
    assert golden("ssb.1.1", "ssb", 1000) is None
    assert golden("tpch.1", "tpch", 1000) is None
    assert golden("tpch.6", "tpch", 1.0) == [["123141078.2283"]]


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
    ],
)
def test_same(one: list[list[str | None]], other: list[list[str | None]], equal: bool) -> None:
    assert same(one, other) is equal
