"""Arrays: encoded values of one storage, decoded as a whole into NumPy arrays."""

from .context import Context, Shared, Steps, decode, read_shared
from .together import run, run_all
from .values import Array, Bytes

__all__ = ["Array", "Bytes", "Context", "Shared", "Steps", "decode", "read_shared", "run", "run_all"]
