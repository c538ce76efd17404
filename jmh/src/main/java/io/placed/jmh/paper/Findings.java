package io.placed.jmh.paper;

import io.placed.jmh.paper.Setting.Access;
import java.util.List;
import java.util.Locale;

/** Whether the paper's findings hold for what was measured. */
final class Findings {
  /** More than this is no small difference. */
  private static final double MUCH = 1.5;

  /** Less than this is. */
  private static final double LITTLE = 1.1;

  /** KiB. */
  private static final int LITTLE_READAHEAD = 256;

  private static final int MUCH_READAHEAD = 1024;

  private final PaperRun run;
  private final int smallest;
  private final int largest;
  private final int io;

  Findings(PaperRun run) {
    this.run = run;
    List<Integer> rowGroups = run.sweep().rowGroups();
    this.smallest = rowGroups.get(0);
    this.largest = rowGroups.get(rowGroups.size() - 1);
    List<Integer> buffers = run.sweep().buffers();
    this.io = buffers.contains(Sweep.BUFFER) ? Sweep.BUFFER : buffers.get(0);
  }

  /** Finding 1: a small row group makes buffers and readahead load what nobody asked for. */
  String rowGroupSize() {
    int ra = Sweep.READAHEAD;
    Result small = single(smallest, Sweep.FOUR, 1, Access.COLUMN_WISE, ra);
    Result large = single(largest, Sweep.FOUR, 1, Access.COLUMN_WISE, ra);
    Result planned = single(smallest, Sweep.FOUR, 1, Access.PLANNED, ra);
    if (small == null || large == null || planned == null) {
      return "not measured";
    }
    boolean holds = small.excess() >= MUCH && large.excess() <= LITTLE;
    return verdict(holds)
        + ": with a buffer of %d KiB and readahead of %d KiB, %s of what is needed is read with row groups of %d MiB and %s with %d MiB."
            .formatted(io, ra, times(small.excess()), smallest, times(large.excess()), largest)
        + " Reading exact ranges (our planner) with row groups of %d MiB: %s; our own streams then ask for %s."
            .formatted(
                smallest,
                times(planned.excess()),
                times((double) planned.read() / planned.needed()));
  }

  /** Finding 2: grouping columns pays for row-wise access or small row groups only. */
  String grouping() {
    Result single = single(largest, Sweep.TWO, 1, Access.COLUMN_WISE, Sweep.READAHEAD);
    Result rows = single(largest, Sweep.TWO, 1, Access.ROW_WISE, Sweep.READAHEAD);
    Result grouped = grouped(largest, Access.COLUMN_WISE);
    Result small = single(smallest, Sweep.TWO, 1, Access.COLUMN_WISE, Sweep.READAHEAD);
    Result smallGrouped = grouped(smallest, Access.COLUMN_WISE);
    Result planned = single(largest, Sweep.TWO, 1, Access.PLANNED, Sweep.READAHEAD);
    Result plannedGrouped = grouped(largest, Access.PLANNED);
    if (single == null
        || rows == null
        || grouped == null
        || small == null
        || smallGrouped == null
        || planned == null
        || plannedGrouped == null) {
      return "not measured";
    }
    double columnWise = single.modelSeconds() / grouped.modelSeconds();
    double rowWise = rows.modelSeconds() / grouped.modelSeconds();
    double atSmall = small.modelSeconds() / smallGrouped.modelSeconds();
    boolean holds = columnWise <= LITTLE && rowWise >= MUCH && atSmall >= MUCH;
    return verdict(holds)
        + ": on the paper's disk (10 ms a seek, 100 MiB/s) two columns by themselves take %s of the time of the two in a group with row groups of %d MiB read column-wise (%,d and %,d seeks), %s read row-wise (%,d seeks), and %s with row groups of %d MiB."
            .formatted(
                times(columnWise),
                largest,
                single.seeks(),
                grouped.seeks(),
                times(rowWise),
                rows.seeks(),
                times(atSmall),
                smallest)
        + " With our planner at %d MiB: %s."
            .formatted(largest, times(planned.modelSeconds() / plannedGrouped.modelSeconds()));
  }

  /** Finding 3: packing a row group into several blocks brings nothing if it is large. */
  String packing() {
    boolean whole = run.sweep().whole();
    int ra = whole ? LITTLE_READAHEAD : Sweep.READAHEAD;
    double large = oneToMany(largest, Access.COLUMN_WISE, ra);
    double small = oneToMany(smallest, Access.COLUMN_WISE, ra);
    double planned = oneToMany(smallest, Access.PLANNED, ra);
    if (Double.isNaN(large + small + planned)) {
      return "not measured";
    }
    boolean holds = large <= LITTLE && small >= MUCH;
    String more =
        whole
            ? " With readahead of %d KiB: %s and %s."
                .formatted(
                    MUCH_READAHEAD,
                    times(oneToMany(largest, Access.COLUMN_WISE, MUCH_READAHEAD)),
                    times(oneToMany(smallest, Access.COLUMN_WISE, MUCH_READAHEAD)))
            : "";
    return verdict(holds)
        + ": with readahead of %d KiB, one file makes the device read %s of what 16 files do with row groups of %d MiB, and %s with row groups of %d MiB."
            .formatted(ra, times(large), largest, times(small), smallest)
        + more
        + " With our planner at %d MiB: %s.".formatted(smallest, times(planned));
  }

  /** NaN if not measured. */
  private double oneToMany(int rg, Access access, int ra) {
    Result one = single(rg, Sweep.FOUR, 1, access, ra);
    Result many = single(rg, Sweep.FOUR, 16, access, ra);
    return one == null || many == null ? Double.NaN : one.excess() / many.excess();
  }

  private Result single(int rg, List<Integer> columns, int files, Access access, int ra) {
    int buffer = access == Access.PLANNED ? 0 : io;
    return run.result(new Setting("T1", rg, false, files, columns, access, buffer, ra));
  }

  private Result grouped(int rg, Access access) {
    int buffer = access == Access.PLANNED ? 0 : io;
    return run.result(new Setting("T1", rg, true, 1, Sweep.TWO, access, buffer, Sweep.READAHEAD));
  }

  private static String verdict(boolean holds) {
    return holds ? "holds here" : "does not hold here as the paper says it";
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f ×", ratio);
  }
}
