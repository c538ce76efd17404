package io.placed.table.optimize;

import io.placed.io.IoCounters;
import io.placed.predicate.Predicate;
import io.placed.predicate.Predicate.Op;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Ranges of a key with about the same number of bytes, from the statistics of pages. */
final class KeyQuantiles {
  /** Places in a page at which the rows may be divided. */
  private static final int POINTS = 8;

  /** Bytes from a value on. */
  private record Weighted(Object low, double bytes) {}

  private final TableDirectory table;
  private final String column;
  private final Type type;

  KeyQuantiles(TableDirectory table, String column, Type type) {
    this.table = table;
    this.column = column;
    this.type = type;
  }

  /**
   * Conditions of which each row satisfies exactly one, in the order of the key; the first includes
   * nulls and the last NaN. Empty if there is no bound to divide the rows at.
   *
   * @param count wanted number
   */
  List<Predicate> ranges(List<DataFile> files, int count) throws IOException {
    List<Object> bounds = bounds(files, count);
    List<Predicate> ranges = new ArrayList<>();
    for (int i = 0; i <= bounds.size() && !bounds.isEmpty(); i++) {
      Predicate below = i == bounds.size() ? null : compare(Op.LT, bounds.get(i));
      // Not ">=", which NaN does not satisfy.
      Predicate notBelow = i == 0 ? null : Predicate.not(compare(Op.LT, bounds.get(i - 1)));
      ranges.add(
          notBelow == null
              ? Predicate.or(below, Predicate.isNull(column))
              : below == null ? notBelow : Predicate.and(notBelow, below));
    }
    return ranges;
  }

  private Predicate compare(Op op, Object bound) {
    return Predicate.compare(List.of(column), op, ColumnStatistics.boundValue(type, bound));
  }

  private List<Object> bounds(List<DataFile> files, int count) throws IOException {
    List<Weighted> points = new ArrayList<>();
    for (DataFile f : files) {
      try (FileReader file = FileReader.open(table.input(f), new IoCounters())) {
        addPages(f, file, points);
      }
    }
    points.sort(Comparator.comparing(Weighted::low, ColumnStatistics::compareBounds));
    double all = points.stream().mapToDouble(Weighted::bytes).sum();
    List<Object> bounds = new ArrayList<>();
    double before = 0;
    for (int i = 0; i < points.size(); i++) {
      Object low = points.get(i).low();
      boolean enough = before >= (bounds.size() + 1) * all / count;
      if (enough && bounds.size() + 1 < count && isAbove(low, last(bounds, points))) {
        bounds.add(low);
      }
      before += points.get(i).bytes();
    }
    return bounds;
  }

  private static Object last(List<Object> bounds, List<Weighted> points) {
    return bounds.isEmpty() ? points.get(0).low() : bounds.get(bounds.size() - 1);
  }

  private boolean isAbove(Object low, Object other) {
    return ColumnStatistics.compareBounds(low, other) > 0 && isLiteral(low);
  }

  /** A string that was cut within a character is no literal. */
  private boolean isLiteral(Object bound) {
    return !type.equals(Type.STRING)
        || Arrays.equals(
            (byte[]) bound,
            new String((byte[]) bound, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
  }

  /** The values of a page of numbers are taken for evenly distributed. */
  private void addPage(ColumnStatistics s, double bytes, List<Weighted> out) {
    for (int i = 0; i < POINTS; i++) {
      double fraction = (double) i / POINTS;
      Object low = s.min();
      if (low instanceof Long from && s.max() instanceof Long to) {
        low = from + (long) (((double) to - from) * fraction);
      } else if (low instanceof Double from && s.max() instanceof Double to) {
        double between = from + (to - from) * fraction;
        low =
            !Double.isFinite(between) ? from : type.equals(Type.FLOAT) ? (float) between : between;
      }
      out.add(new Weighted(low, bytes / POINTS));
    }
  }

  private void addPages(DataFile f, FileReader file, List<Weighted> out) throws IOException {
    String stored = ReadRequest.nameInFile(f.names(), column, true);
    if (stored == null || file.find(stored, true) == null) {
      return;
    }
    Type from = file.find(stored, true).type();
    List<RowGroupInfo> groups = file.rowGroups();
    for (int g = 0; g < groups.size(); g++) {
      RowGroupInfo group = groups.get(g);
      int pages = (group.rows() + group.pageRows() - 1) / Math.max(1, group.pageRows());
      for (int p = 0; p < pages; p++) {
        ColumnStatistics s = file.pageStatistics(g, p, stored);
        if (s != null && s.min() != null) {
          addPage(s.widened(from, type), (double) group.length() / pages, out);
        }
      }
    }
  }
}
