"""Decodes pages side by side: NumPy needs long arrays, and the states of one page are few.

Whoever decodes an array that needs other arrays, or states, is a generator. It yields the states that it needs
(:class:`~.entropy.States`), and is sent them when those of the other pages are known, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .context import Decoding, T
from .entropy import decode_states


def decode_alone(steps: Decoding[T]) -> T:
    """The result of one generator."""
    (out,) = decode_side_by_side([steps])
    if isinstance(out, Exception):
        raise out
    return out  # type: ignore[return-value]


def decode_side_by_side(
    all_steps: Sequence[Decoding[T]], only_if_first_waits: bool = False
) -> list[T | Exception | None]:
    """The results of generators, or the errors that they raise.

    :param only_if_first_waits: if the first one yields nothing, the others are not begun and have no result
    """
    out: list[Any] = [None] * len(all_steps)
    waiting: list[tuple[int, Any]] = []

    def resume(number: int, sent: Any) -> None:
        steps = all_steps[number]
        try:
            waiting.append((number, steps.throw(sent) if isinstance(sent, Exception) else steps.send(sent)))
        except StopIteration as end:
            out[number] = end.value
        except Exception as e:
            out[number] = e

    for number in range(len(all_steps)):
        resume(number, None)
        if only_if_first_waits and not waiting:
            return out
    while waiting:
        asked, waiting = waiting, []
        for (number, _), states in zip(asked, decode_states([job for _, job in asked]), strict=True):
            resume(number, states)
    return out
