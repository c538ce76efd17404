"""Makes values of dataclasses from what YAML holds, and says where something does not fit."""

from __future__ import annotations

import dataclasses
import types
import typing
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from .errors import ClusterError

T = TypeVar("T")


def decode(kind: type[T], value: Any, where: str) -> T:
    """The value as an instance of ``kind``: a dataclass, list, Literal, Optional, str, int, float or bool.

    ``where`` names the place for messages, such as ``ec2.workers``. Unknown, missing and wrongly typed entries are
    errors that say what is allowed; nothing is ignored.
    """
    return typing.cast(T, _decode(kind, value, where))


def _decode(kind: Any, value: Any, where: str) -> Any:
    if dataclasses.is_dataclass(kind):
        return _record(kind, value, where)
    origin = get_origin(kind)
    if origin is list:
        if not isinstance(value, list):
            raise ClusterError(f"{where}: a list is needed, found {_shown(value)}")
        (item,) = get_args(kind)
        return [_decode(item, v, f"{where}[{i}]") for i, v in enumerate(value)]
    if origin is dict:
        if not isinstance(value, dict):
            raise ClusterError(f"{where}: names with values are needed, found {_shown(value)}")
        _, item = get_args(kind)
        return {str(k): _decode(item, v, f"{where}.{k}") for k, v in value.items()}
    if origin is Literal:
        if value not in get_args(kind):
            raise ClusterError(f"{where}: {_shown(value)} is not one of {', '.join(map(str, get_args(kind)))}")
        return value
    if origin in (Union, types.UnionType):
        options = [a for a in get_args(kind) if a is not type(None)]
        if value is None and len(options) < len(get_args(kind)):
            return None
        for option in options[:-1]:
            if _matches(option, value):
                return _decode(option, value, where)
        return _decode(options[-1], value, where)
    if not _matches(kind, value):
        raise ClusterError(f"{where}: {_names(kind)} is needed, found {_shown(value)}")
    return value


def _record(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise ClusterError(f"{where}: names with values are needed, found {_shown(value)}")
    hints = typing.get_type_hints(kind)
    fields = {f.name: f for f in dataclasses.fields(kind) if f.init}
    unknown = [str(k) for k in value if k not in fields]
    if unknown:
        raise ClusterError(f"{where}: unknown {', '.join(unknown)}; allowed are {', '.join(fields)}")
    arguments = {}
    for name, field in fields.items():
        if name in value:
            arguments[name] = _decode(hints[name], value[name], f"{where}.{name}" if where else name)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise ClusterError(f"{where or 'the experiment'}: {name} is missing")
    try:
        return kind(**arguments)
    except ValueError as e:
        raise ClusterError(f"{where}: {e}") from e


def _matches(kind: Any, value: Any) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(kind, type) and isinstance(value, kind)


def _names(kind: Any) -> str:
    return {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}.get(kind, str(kind))


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"'{value}'"
