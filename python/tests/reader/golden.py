"""The rows of the golden files, as GoldenTablesTest makes them."""

from __future__ import annotations

import json
import math
import struct
from collections import Counter
from typing import Any

from .support import float_bits

ROWS = 1500


def row(i: int) -> list[Any]:
    present = i % 11 != 3
    x = math.nan if i % 97 == 0 else -0.0 if i % 89 == 0 else i * 0.25 - 100
    mixed = (i * 0x9E3779B9) & 0xFFFFFFFF
    single = struct.unpack("<I", struct.pack("<f", math.sqrt(i)))[0]
    return [
        i * 3 - 700,
        18258 + i // 200,  # 2019-12-28
        f"kind {(i * i) % 7}" if present else None,
        f"note {mixed:x}" + (" ü€" if i % 5 == 0 else "") if present else None,
        None if i % 13 == 0 else i * 17 % 1000,
        None if i % 13 == 0 else i * 17 % 1000 + 5,
        i % 40 - 20,
        str(i * 31 % 100_000) if present else None,
        None if i % 5 == 0 else str(i + 123456789012345678900000),
        float_bits(x),
        None if i % 17 == 0 else f"{single:x}",
        None if i % 19 == 0 else i % 3 == 0,
        None if i % 23 == 0 else (1_577_836_800 + i * 61) * 1_000_000 + i % 1000,
        bytes([i & 255, i >> 8, 255]).hex() if present else None,
        None if i % 6 == 0 else [] if i % 6 == 1 else [f"t{i % 4}", None],
        None if i % 8 == 0 else [["a", i]],
        None if i % 9 == 0 else [float_bits(i / 8.0), None if i % 2 == 0 else f"p{i % 10}"],
    ]


def rows() -> Counter[str]:
    return Counter(json.dumps(row(i)) for i in range(ROWS))
