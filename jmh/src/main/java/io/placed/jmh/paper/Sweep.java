package io.placed.jmh.paper;

import io.placed.jmh.paper.Setting.Access;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which settings are measured, finding by finding; a setting that two need is measured once. */
record Sweep(
    List<Integer> rowGroups, List<Integer> buffers, List<Integer> readaheads, boolean whole) {

  /** Columns with more between them than a buffer holds, in all but the smallest row groups. */
  static final List<Integer> FOUR = List.of(1, 5, 9, 13);

  static final List<Integer> TWO = List.of(2, 10);
  private static final int MANY_FILES = 16;

  /** Buffer and readahead where only one is looked at. */
  static final int BUFFER = 256;

  static final int READAHEAD = 512;

  /**
   * MiB of a row group whose columns are somewhat larger than a buffer of 256 KiB, as they are in
   * the paper with 4 MiB: its writer exceeds the size, ours stays below it.
   */
  private static final int OVER_A_BUFFER = 5;

  static final Sweep FULL =
      new Sweep(
          List.of(1, 4, 16, 64, 128, 256),
          List.of(64, 128, 256, 512),
          List.of(0, 256, 512, 1024),
          true);

  static final Sweep SMOKE = new Sweep(List.of(1, 2), List.of(64), List.of(0, 512), false);

  /** All sizes for which columns by themselves are read, ascending. */
  List<Integer> rowGroupsOfOne() {
    List<Integer> out = new ArrayList<>(rowGroups);
    if (whole) {
      out.add(OVER_A_BUFFER);
    }
    out.sort(java.util.Comparator.naturalOrder());
    return out;
  }

  /** By layout, so that each is stored once. */
  List<Setting> settings() {
    Set<Setting> all = new LinkedHashSet<>();
    for (int rg : rowGroups) {
      rowGroupSize("T1", rg, all, readaheads, buffers);
      packing(rg, all);
      grouping(rg, all);
    }
    if (whole) {
      rowGroupSize("T1", OVER_A_BUFFER, all, readaheads, buffers);
      for (String table : List.of("T2", "T1 int", "T1 double")) {
        for (int rg : rowGroups) {
          rowGroupSize(table, rg, all, List.of(0, READAHEAD), List.of(BUFFER));
        }
      }
    }
    List<Setting> out = new ArrayList<>(all);
    List<Setting.Layout> layouts = out.stream().map(Setting::layout).distinct().toList();
    out.sort(java.util.Comparator.comparingInt(s -> layouts.indexOf(s.layout())));
    return out;
  }

  /** Figures 3 and 4: row group × buffer × readahead, columns by themselves, one file. */
  private static void rowGroupSize(
      String table, int rg, Set<Setting> all, List<Integer> readaheads, List<Integer> buffers) {
    for (int ra : readaheads) {
      for (int io : buffers) {
        all.add(new Setting(table, rg, false, 1, FOUR, Access.COLUMN_WISE, io, ra));
      }
      all.add(new Setting(table, rg, false, 1, FOUR, Access.PLANNED, 0, ra));
    }
  }

  /** Figures 5 and 6: two columns by themselves or in one group, read column- and row-wise. */
  private void grouping(int rg, Set<Setting> all) {
    for (int ra : List.of(0, READAHEAD)) {
      for (boolean grouped : new boolean[] {false, true}) {
        for (int io : buffers.contains(BUFFER) ? List.of(BUFFER) : buffers) {
          all.add(new Setting("T1", rg, grouped, 1, TWO, Access.COLUMN_WISE, io, ra));
          all.add(new Setting("T1", rg, grouped, 1, TWO, Access.ROW_WISE, io, ra));
        }
        all.add(new Setting("T1", rg, grouped, 1, TWO, Access.PLANNED, 0, ra));
      }
    }
  }

  /** Figures 7 and 8: a row group in one file or in sixteen. */
  private void packing(int rg, Set<Setting> all) {
    for (int ra : readaheads.contains(1024) ? List.of(0, 256, 1024) : readaheads) {
      for (int files : List.of(1, MANY_FILES)) {
        int io = buffers.contains(BUFFER) ? BUFFER : buffers.get(0);
        all.add(new Setting("T1", rg, false, files, FOUR, Access.COLUMN_WISE, io, ra));
        all.add(new Setting("T1", rg, false, files, FOUR, Access.ROW_WISE, io, ra));
        all.add(new Setting("T1", rg, false, files, FOUR, Access.PLANNED, 0, ra));
      }
    }
  }
}
