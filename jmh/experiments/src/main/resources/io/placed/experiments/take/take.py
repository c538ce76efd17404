"""Takes rows by number, for the benchmark Take.

Arguments: the Parquet file, and the directory for the tables of the other formats. Then one order a line on standard
input: a format and numbers, separated by blanks. The answer is one line: milliseconds and checksum.
"""

import datetime
import os
import sys
import time
import zlib

import numpy as np
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet

EPOCH = datetime.date(1970, 1, 1)
MASK = (1 << 64) - 1


def opener(name, parquet, data):
    """A function from numbers to a table, and by number the place of its row there; None for the same order."""
    path = os.path.join(data, "take." + name)
    if name == "parquet":
        files = pyarrow.dataset.dataset(parquet)
        return lambda numbers: (files.take(numbers), None)
    if name == "lance":
        import lance

        if not os.path.exists(path):
            lance.write_dataset(pyarrow.parquet.read_table(parquet), path + ".part")
            os.rename(path + ".part", path)
        dataset = lance.dataset(path)
        return lambda numbers: (dataset.take(numbers), None)
    import vortex

    if not os.path.exists(path):
        vortex.io.write(pyarrow.parquet.read_table(parquet), path + ".part")
        os.rename(path + ".part", path)
    file = vortex.open(path)

    def take(numbers):
        # Its scans return rows in the order of the file, each once; ordering them is not measured.
        ascending, places = np.unique(np.array(numbers), return_inverse=True)
        found = file.scan(indices=vortex.array(pa.array(ascending))).read_all().to_arrow_table()
        return found, places

    return take


def value(v):
    if v is None:
        return 0
    if isinstance(v, str):
        return zlib.crc32(v.encode())
    if isinstance(v, datetime.date):
        return (v - EPOCH).days
    return round(v * 100)


def checksum(table, places):
    total = 0
    for column in table.columns:
        values = column.to_pylist()
        ordered = values if places is None else [values[p] for p in places]
        for i, v in enumerate(ordered):
            total += (i + 1) * value(v)
        total *= 31
    return total & MASK


def main():
    parquet, data = sys.argv[1:]
    open_formats = {}
    for line in sys.stdin:
        name, *texts = line.split()
        numbers = [int(t) for t in texts]
        if name not in open_formats:
            open_formats[name] = opener(name, parquet, data)
        start = time.perf_counter_ns()
        table, places = open_formats[name](numbers)
        millis = (time.perf_counter_ns() - start) / 1e6
        print(millis, checksum(table, places), flush=True)


main()
