package io.placed.table.manifest;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.LazyStatistics;
import io.placed.table.file.PartitionValues;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.Partitioning;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order of the entries of manifests: by partition, then by the column that tells the files
 * apart best, whether or not somebody sorted by it. So the entries that a filter needs lie
 * together, and manifests that have none of them can be skipped.
 */
public final class EntryOrder {
  /** Of the range of a column a file covers less than this, on average, if the column is used. */
  private static final double MAX_SHARE = 0.5;

  /** Columns of which a root has the bounds, beside those of partitions. */
  private static final int MAX_COLUMNS = 4;

  private final Schema table;
  private final Schema withResults;
  private final Partitioning partitioning;
  private final List<Field> partitions;
  private final List<Field> columns = new ArrayList<>();

  /**
   * @param table the columns under the names that the files have for them
   */
  public EntryOrder(Schema table, Partitioning partitioning, List<DataFile> files) {
    this.table = table;
    this.partitioning = partitioning;
    this.withResults = partitioning.withResults(table);
    this.partitions = partitions(files);
    readAll(files);
    Map<Field, Double> shares = new HashMap<>();
    for (Field f : table.fields()) {
      double share = f.type().isNested() || partitions.contains(f) ? 1 : share(f, files);
      if (share < MAX_SHARE) {
        shares.put(f, share);
        columns.add(f);
      }
    }
    columns.sort(Comparator.comparing(shares::get));
    if (columns.size() > MAX_COLUMNS) {
      columns.subList(MAX_COLUMNS, columns.size()).clear();
    }
  }

  /** The partition fields that some of the files have, those of the table first. */
  private List<Field> partitions(List<DataFile> files) {
    Set<String> names = new LinkedHashSet<>(partitioning.names(table));
    Set<String> used = new HashSet<>();
    files.forEach(f -> used.addAll(f.partition().keySet()));
    names.retainAll(used);
    files.forEach(f -> names.addAll(f.partition().keySet()));
    return names.stream().map(withResults::require).toList();
  }

  Schema table() {
    return table;
  }

  /** The columns, and the results of derived partition fields. */
  Schema withResults() {
    return withResults;
  }

  List<Field> partitions() {
    return partitions;
  }

  static void readAll(List<DataFile> files) {
    for (DataFile file : files) {
      if (file.statistics() instanceof LazyStatistics lazy) {
        lazy.readAll();
      }
    }
  }

  /** The columns whose bounds tell whether a manifest can be skipped. */
  Set<Field> bounded() {
    Set<Field> all = new LinkedHashSet<>(partitions);
    all.addAll(columns);
    return all;
  }

  private record Keyed(DataFile file, Object[] key) {}

  /** The files in this order, by path where it leaves it open. */
  public List<DataFile> sort(List<DataFile> files) {
    Comparator<Object> ofKeys = Comparator.nullsFirst(ColumnStatistics::compareBounds);
    Comparator<Keyed> byKey = (a, b) -> Arrays.compare(a.key, b.key, ofKeys);
    return files.stream()
        .map(f -> new Keyed(f, key(f)))
        .sorted(byKey.thenComparing(k -> k.file.path()))
        .map(Keyed::file)
        .toList();
  }

  private Object[] key(DataFile file) {
    List<Object> key = new ArrayList<>();
    for (Field f : partitions) {
      ColumnStatistics value = statistics(file, f);
      key.add(value == null ? null : value.min());
    }
    if (!columns.isEmpty()) {
      key.add(file.statistics().get(columns.get(0).name()).min());
    }
    return key.toArray();
  }

  /**
   * Statistics of a column, or of the results of a partition field, in a file; null if they are not
   * known. Those of a partition's value, too, so that files are pruned by one rule.
   */
  ColumnStatistics statistics(DataFile file, Field f) {
    if (!file.partition().containsKey(f.name())) {
      return file.statistics().get(f.name());
    }
    String text = file.partition().get(f.name());
    PartitionField derived = partitioning.derived(f.name());
    return derived != null
        ? derived.statistics(table, text, file.rows())
        : ColumnStatistics.ofConstant(f.type(), PartitionValues.parse(f.type(), text), file.rows());
  }

  /**
   * How much of the range of a column a file covers on average, between 0 and 1; 1 if a file's
   * bounds are unknown.
   */
  private static double share(Field f, List<DataFile> files) {
    Object least = null;
    Object most = null;
    for (DataFile file : files) {
      ColumnStatistics s = file.statistics().get(f.name());
      if (s == null || s.comparableCount() > 0 && (s.min() == null || s.max() == null)) {
        return 1;
      }
      if (s.comparableCount() > 0) {
        least =
            least == null || ColumnStatistics.compareBounds(s.min(), least) < 0 ? s.min() : least;
        most = most == null || ColumnStatistics.compareBounds(s.max(), most) > 0 ? s.max() : most;
      }
    }
    if (least == null) {
      return 1;
    }
    int common = commonPrefix(least, most);
    double from = position(least, common);
    double range = position(most, common) - from;
    double covered = 0;
    for (DataFile file : files) {
      ColumnStatistics s = file.statistics().get(f.name());
      if (s.comparableCount() > 0) {
        covered += position(s.max(), common) - position(s.min(), common);
      }
    }
    double share = covered / range / files.size();
    return share >= 0 ? Math.min(1, share) : 1; // NaN where the range is nothing, or infinite.
  }

  private static int commonPrefix(Object a, Object b) {
    if (!(a instanceof byte[] first)) {
      return 0;
    }
    int different = Arrays.mismatch(first, (byte[]) b);
    return different < 0 ? first.length : different;
  }

  /** Where about a bound lies: of bytes the next six after those that all have. */
  private static double position(Object bound, int common) {
    if (bound instanceof byte[] bytes) {
      long value = 0;
      for (int i = common; i < common + 6; i++) {
        value = value << 8 | (i < bytes.length ? bytes[i] & 0xff : 0);
      }
      return value;
    }
    return bound instanceof BigInteger b ? b.doubleValue() : ((Number) bound).doubleValue();
  }
}
