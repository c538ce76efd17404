"""Bounds on memory: sound bytes can stand for any number of rows, so what is made of them is counted."""

from __future__ import annotations

import os

from ..errors import InsufficientMemoryError


class Budget:
    """Counts the bytes that decoding one batch allocates, before it does."""

    __slots__ = ("limit", "path", "used")

    def __init__(self, limit: int, path: str) -> None:
        self.limit = limit
        self.path = path
        self.used = 0

    def take(self, count: int) -> None:
        self.used += count
        if self.used > self.limit:
            raise InsufficientMemoryError(
                f"{self.path}: a batch needs at least {self.used} bytes of memory; the limit is {self.limit} "
                "(argument memory_limit)"
            )

    def give(self, count: int) -> None:
        """What was taken for a while only."""
        self.used -= count


def default_limit() -> int:
    """Half of the machine's memory, but at least 256 MiB."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # no such names on this system
        memory = 4 << 30
    return max(memory // 2, 256 << 20)
