"""Sums columns with a reader that has a Python package, for the benchmark Peers.

Arguments: the reader, the Parquet file, the directory for tables of other formats, and the column by which sorted
files are sorted. Then one order a line on standard input: columns separated by commas and, if only some rows are wanted, a column and the least and largest value.
The answer is one line: milliseconds, the number of rows, and of each column the number of values and their sum.
"""

import os
import sys
import time

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset
import pyarrow.parquet

# Every reader gets one thread; those without a setting are bound to one core from outside.
pa.set_cpu_count(1)
pa.set_io_thread_count(1)
os.environ["LANCE_CPU_THREADS"] = "1"


def made(path, write):
    """The table at this path, written first unless it is there."""
    if not os.path.exists(path):
        write(path + ".part")
        os.rename(path + ".part", path)
    return path


def sums(batches, columns):
    rows = 0
    counts = [0] * len(columns)
    totals = [0] * len(columns)
    for batch in batches:
        rows += batch.num_rows
        for c, name in enumerate(columns):
            values = batch.column(name)
            present = len(values) - values.null_count
            if present:
                counts[c] += present
                totals[c] += pc.sum(values).as_py()
    return [rows] + [x for pair in zip(counts, totals) for x in pair]


def of_arrow(parquet, data, key):
    files = pyarrow.dataset.dataset(parquet)

    def run(columns, condition):
        rows = None
        if condition:
            field = pc.field(condition[0])
            rows = (field >= condition[1]) & (field <= condition[2])
        return sums(files.to_batches(columns=columns, filter=rows, use_threads=False), columns)

    return run


def of_duckdb(source):
    def opener(parquet, data, key):
        import duckdb

        if source == "native":
            path = made(
                os.path.join(data, "peers.duckdb"),
                lambda p: duckdb.connect(p).execute(f"CREATE TABLE t AS FROM '{parquet}'").close(),
            )
            connection = duckdb.connect(path, read_only=True)
            table = "t"
        else:
            connection = duckdb.connect()
            path = parquet
            if source == "sorted":
                path = made(
                    os.path.join(data, f"duckdb-sorted-by-{key}.parquet"),
                    lambda p: connection.execute(
                        f"COPY (FROM '{parquet}' ORDER BY {key}) TO '{p}' (FORMAT parquet, COMPRESSION zstd)"
                    ),
                )
            table = f"'{path}'"
        connection.execute("SET threads = 1")

        def run(columns, condition):
            what = ", ".join(f"count({c}), coalesce(sum({c}), 0)" for c in columns)
            where = f" WHERE {condition[0]} BETWEEN {condition[1]} AND {condition[2]}" if condition else ""
            return connection.execute(f"SELECT count(*), {what} FROM {table}{where}").fetchone()

        return run

    return opener


def of_lance(parquet, data, key):
    import lance

    path = made(
        os.path.join(data, "peers.lance"), lambda p: lance.write_dataset(pyarrow.parquet.read_table(parquet), p)
    )
    dataset = lance.dataset(path)

    def run(columns, condition):
        where = f"{condition[0]} >= {condition[1]} AND {condition[0]} <= {condition[2]}" if condition else None
        return sums(dataset.scanner(columns=columns, filter=where).to_batches(), columns)

    return run


def of_vortex(parquet, data, key):
    import vortex
    import vortex.expr as ve

    path = made(
        os.path.join(data, "peers.vortex"), lambda p: vortex.io.write(pyarrow.parquet.read_table(parquet), p)
    )
    file = vortex.open(path)
    schema = pyarrow.parquet.read_schema(parquet)

    def run(columns, condition):
        where = None
        if condition:
            column = ve.column(condition[0])
            # Literals are compared with columns of their own type only.
            kind = vortex.int_(schema.field(condition[0]).type.bit_width)
            low, high = (ve.literal(kind, bound) for bound in condition[1:])
            where = (column >= low) & (column <= high)
        return sums(file.to_arrow(projection=columns, expr=where), columns)

    return run


OPENERS = {
    "pyarrow": of_arrow,
    "duckdb": of_duckdb("parquet"),
    "duckdb-sorted": of_duckdb("sorted"),
    "duckdb-native": of_duckdb("native"),
    "lance": of_lance,
    "vortex": of_vortex,
}


def main():
    name, parquet, data, key = sys.argv[1:]
    run = OPENERS[name](parquet, data, key)
    for line in sys.stdin:
        columns, *condition = line.split()
        if condition:
            condition = (condition[0], int(condition[1]), int(condition[2]))
        start = time.perf_counter_ns()
        answer = run(columns.split(","), condition)
        millis = (time.perf_counter_ns() - start) / 1e6
        print(millis, *answer, flush=True)


main()
