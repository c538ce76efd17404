"""The codes of bins: all at once, as one after the other."""

from __future__ import annotations

import random

import numpy as np
import pytest

from placed._reader.arrays.entropy import _codes, _codes_one_by_one
from placed._reader.cursor import Cursor, MalformedError


class Bits:
    """Writes bits, the lowest of a byte first."""

    def __init__(self) -> None:
        self.value = 0
        self.count = 0

    def put(self, value: int, bits: int) -> None:
        self.value |= (value & ((1 << bits) - 1)) << self.count
        self.count += bits

    def golomb(self, value: int, k: int) -> None:
        q = (value >> k) + 1
        more = q.bit_length() - 1
        self.put(1 << more, more + 1)
        self.put(q, more)
        self.put(value, k)

    def to_bytes(self) -> bytes:
        return self.value.to_bytes(-(-self.count // 8), "little")


def written(gaps: list[int], weights: list[int], widths: list[int] | None, k: int, m: int) -> Bits:
    bits = Bits()
    for i, weight in enumerate(weights):
        if i:
            bits.golomb(gaps[i - 1], k)
        bits.golomb(weight - 1, m)
        if widths is not None:
            bits.put(widths[i], 7)
    return bits


@pytest.mark.parametrize("most_gap", [1, 100, 1 << 20, 1 << 40, (1 << 63) - 1])
def test_codes(most_gap: int) -> None:
    dice = random.Random(most_gap)
    for _ in range(60):
        bins = dice.choice([2, 3, 20, 500, 4096])
        gaps = [dice.randrange(most_gap) >> dice.randrange(8) for _ in range(bins - 1)]
        weights = [1 + dice.randrange(1 << dice.randrange(1, 14)) for _ in range(bins)]
        widths = [dice.randrange(128) for _ in range(bins)] if dice.randrange(2) else None
        k = dice.choice([0, 3, most_gap.bit_length() - 1, 63])
        m = dice.choice([0, 5, 63])
        bits = written(gaps, weights, widths, k, m)
        data = bits.to_bytes() + bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
        c = Cursor(data)
        slow = _codes_one_by_one(c, bins, k, m, widths is not None)
        assert slow[0] == gaps
        assert slow[1].tolist() == weights
        assert widths is None or slow[2].tolist() == widths
        assert c.pos == -(-bits.count // 8)
        fast = _codes(memoryview(data), bins, k, m, widths is not None)
        if fast is None:  # too long for it
            assert k > 40 or m > 40 or most_gap > 1 << 19
            continue
        assert fast[0] == gaps
        assert np.array_equal(fast[1], slow[1])
        assert widths is None or fast[2].tolist() == widths
        assert fast[3] == bits.count


def test_codes_that_do_not_end() -> None:
    bits = written([5] * 99, [3] * 100, None, 2, 1)
    data = bits.to_bytes()
    assert _codes(memoryview(data), 100, 2, 1, False) is not None
    for cut in (1, 2, 20, len(data)):
        assert _codes(memoryview(data)[:-cut], 100, 2, 1, False) is None
        with pytest.raises(MalformedError, match="where the array ends"):
            _codes_one_by_one(Cursor(data[:-cut]), 100, 2, 1, False)
    assert _codes(memoryview(bytes(500)), 2, 0, 0, True) is None
    with pytest.raises(MalformedError, match="a number of more than 64 bits"):
        _codes_one_by_one(Cursor(bytes(500)), 2, 0, 0, True)


def test_weights_that_are_too_large_do_not_overflow() -> None:
    huge = 1 << 50
    bits = written([1] * 99, [huge] * 100, None, 0, 50)
    for weights in (
        _codes_one_by_one(Cursor(bits.to_bytes()), 100, 0, 50, False)[1],
        (_codes(memoryview(bits.to_bytes()), 100, 0, 50, False) or ([], np.array([0]), None, 0))[1],
    ):
        assert weights.min() == weights.max() == (1 << 20) + 1
