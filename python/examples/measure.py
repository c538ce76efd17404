"""How fast a table is decoded: python examples/measure.py TABLE [RUNS]. Bytes are those of the Arrow data.

Where others use the machine, too, the CPU time says more than the time that has passed.
"""

import sys
import time

import placed


def main() -> None:
    path = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    total_bytes, total_seconds, total_cpu = 0, 0.0, 0.0
    with placed.open(path) as table:
        for name in table.schema.names:
            seconds, cpu = [], []
            for _ in range(runs):
                start, cpu_start = time.perf_counter(), time.process_time()
                column = table.read([name])
                seconds.append(time.perf_counter() - start)
                cpu.append(time.process_time() - cpu_start)
            best = min(seconds)
            total_bytes += column.nbytes
            total_seconds += best
            total_cpu += min(cpu)
            all_runs = " ".join(f"{s * 1000:.0f}" for s in seconds)
            print(f"{name:20} {column.nbytes / 1e6:8.1f} MB {column.nbytes / 1e6 / best:7.0f} MB/s  runs in ms: {all_runs}")
    passed, cpu_rate = total_bytes / 1e6 / total_seconds, total_bytes / 1e6 / total_cpu
    print(f"all columns one by one: {total_bytes / 1e6:.0f} MB, {passed:.0f} MB/s, by CPU time {cpu_rate:.0f} MB/s")


if __name__ == "__main__":
    main()
