"""Arrays: encoded values of one storage, decoded as a whole into NumPy arrays."""

from .context import Context, Shared, decode, read_shared
from .values import Array, Bytes

__all__ = ["Array", "Bytes", "Context", "Shared", "decode", "read_shared"]
