"""Arrays: encoded values of one storage, decoded as a whole into NumPy arrays."""

from .context import Context, Decoding, Shared, decode, read_shared
from .together import decode_alone, decode_side_by_side
from .values import Array, Bytes

__all__ = [
    "Array",
    "Bytes",
    "Context",
    "Shared",
    "Decoding",
    "decode",
    "read_shared",
    "decode_alone",
    "decode_side_by_side",
]
