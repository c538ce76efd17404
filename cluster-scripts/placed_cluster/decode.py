"""Validates the content of a YAML file as a dataclass, with pydantic."""

from __future__ import annotations

import dataclasses
import json
import types
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from .errors import ClusterError

STRICT = ConfigDict(extra="forbid", strict=True)
"""The ``__pydantic_config__`` of the outermost dataclass: nothing is ignored, and '3' is not a number."""

T = TypeVar("T")


def decode(kind: type[T], content: Any) -> T:
    """The content as an instance of ``kind``.

    ClusterError lists all unknown, missing and invalid settings, each with its place, such as ``ec2.workers.count``.
    """
    try:
        # By way of JSON: in pydantic's strict mode only JSON objects become dataclasses.
        return TypeAdapter(kind).validate_json(json.dumps(content, default=str))
    except ValidationError as e:
        raise ClusterError("; ".join(_messages(kind, e))) from e


def _messages(kind: Any, failure: ValidationError) -> list[str]:
    by_place: dict[str, list[str]] = {}
    found: dict[str, str] = {}
    for error in failure.errors(include_url=False):
        # Each alternative of a union is an error of its own, whose place ends in the name of a type.
        place = [p for p in error["loc"] if p not in ("int", "float", "str")]
        path = _path(place)
        match error["type"]:
            case "value_error":
                text = str(error["ctx"]["error"])
            case "missing":
                text = "required setting is missing"
            case "unexpected_keyword_argument":
                known = ", ".join(f.name for f in dataclasses.fields(_type_at(kind, place[:-1])))
                text = f"unknown setting; allowed are {known}"
            case _:
                text = error["msg"].removeprefix("Input should be ")
                found[path] = json.dumps(error["input"])[:200]
        by_place.setdefault(path, []).append(text)
    messages = {
        path: f"expected {' or '.join(texts)}, found {found[path]}" if path in found else "; ".join(texts)
        for path, texts in by_place.items()
    }
    return [f"{path}: {text}".removeprefix(": ") for path, text in messages.items()]


def _path(place: list[int | str]) -> str:
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in place).removeprefix(".")


def _type_at(kind: Any, place: list[int | str]) -> Any:
    """The dataclass at a place; sections and items of lists are dataclasses, some of them optional."""
    for part in place:
        kind = get_args(kind)[0] if isinstance(part, int) else get_type_hints(kind)[part]
        if get_origin(kind) in (Union, types.UnionType):
            kind = next(a for a in get_args(kind) if a is not type(None))
    return kind
