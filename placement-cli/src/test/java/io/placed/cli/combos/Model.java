package io.placed.cli.combos;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The expected content of a table: rows in memory, by snapshot, keyed by column identity. */
final class Model {
  /**
   * A column.
   *
   * @param key identity of the column; a column that is added with the name of a dropped one has
   *     another key
   */
  record Col(int key, String name, Type type) {}

  /** A snapshot, without foreign files. */
  record State(List<Col> columns, List<Integer> partitions, List<Map<Integer, Object>> rows) {
    Col column(int key) {
      return columns.stream().filter(c -> c.key() == key).findFirst().orElseThrow();
    }

    boolean isPartition(Col c) {
      return partitions.contains(c.key());
    }

    List<Col> stored() {
      return columns.stream().filter(c -> !isPartition(c)).toList();
    }

    List<String> partitionNames() {
      return partitions.stream().map(k -> column(k).name()).toList();
    }

    Schema schema(List<Col> some) {
      return Schema.of(some.stream().map(c -> Field.of(c.name(), c.type())).toList());
    }

    List<Object> partition(Map<Integer, Object> row) {
      List<Object> values = new ArrayList<>();
      partitions.forEach(k -> values.add(row.get(k)));
      return values;
    }
  }

  /** A file that another program put into the table's directory. */
  static final class Foreign {
    final long since;
    long until = Long.MAX_VALUE;

    /** The partition of its directory; null if it is outside of the partition directories. */
    final List<Object> directory;

    final List<Map<Integer, Object>> rows;

    Foreign(long since, List<Object> directory, List<Map<Integer, Object>> rows) {
      this.since = since;
      this.directory = directory;
      this.rows = rows;
    }
  }

  final TreeMap<Long, State> snapshots = new TreeMap<>();
  final List<Foreign> foreign = new ArrayList<>();

  /** The oldest snapshot that has not expired; a tag may keep others. */
  long oldest = 1;

  private int keys;

  int newKey() {
    return keys++;
  }

  long newest() {
    return snapshots.lastKey();
  }

  State now() {
    return snapshots.lastEntry().getValue();
  }

  /**
   * Whether there is a foreign file outside of the partition directories, which is not rewritten.
   */
  boolean foreignOutside() {
    return !now().partitions().isEmpty() && visible().stream().anyMatch(f -> f.directory == null);
  }

  List<Foreign> visible() {
    return foreign.stream().filter(f -> f.until == Long.MAX_VALUE).toList();
  }

  /** All rows that a reader of the snapshot should see. */
  List<Map<Integer, Object>> rows(long id) {
    List<Map<Integer, Object>> rows = new ArrayList<>(snapshots.get(id).rows());
    foreign.stream().filter(f -> f.since <= id && id < f.until).forEach(f -> rows.addAll(f.rows));
    return rows;
  }

  /** A row with the columns of a snapshot, whose types may be wider than those of the row. */
  static Object[] values(Map<Integer, Object> row, List<Col> columns) {
    return columns.stream().map(c -> widened(row.get(c.key()), c.type())).toArray();
  }

  static Object widened(Object value, Type type) {
    if (value instanceof LocalDate d) {
      return switch (type.kind()) {
        case TIMESTAMP_NTZ -> d.atStartOfDay();
        default -> d;
      };
    }
    if (!(value instanceof Number n)) {
      return value;
    }
    return switch (type.kind()) {
      case INT16 -> n.shortValue();
      case INT32 -> n.intValue();
      case INT64 -> n.longValue();
      case DOUBLE -> n.doubleValue();
      case DECIMAL ->
          (n instanceof BigDecimal b ? b : BigDecimal.valueOf(n.longValue()))
              .setScale(((DecimalType) type).scale());
      default -> n;
    };
  }

  /** A multiset of rows as strings, which differ if rows differ. */
  static Map<String, Integer> bag(List<Object[]> rows) {
    Map<String, Integer> bag = new HashMap<>();
    rows.forEach(r -> bag.merge(text(Arrays.asList(r)), 1, Integer::sum));
    return bag;
  }

  static String text(Object v) {
    StringBuilder out = new StringBuilder();
    append(v, out);
    return out.toString();
  }

  private static void append(Object v, StringBuilder out) {
    if (v instanceof Object[] parts) {
      append(Arrays.asList(parts), out.append("struct"));
    } else if (v instanceof byte[] bytes) {
      out.append("x'")
          .append(new BigInteger(1, bytes).toString(16))
          .append('/')
          .append(bytes.length);
    } else if (v instanceof List<?> list) {
      out.append('[');
      for (Object e : list) {
        append(e, out);
        out.append(" | ");
      }
      out.append(']');
    } else if (v instanceof Map<?, ?> map) {
      List<Object> parts = new ArrayList<>();
      map.forEach((k, e) -> parts.add(Arrays.asList(k, e)));
      append(parts, out.append("map"));
    } else if (v instanceof String s) {
      out.append('\'').append(s).append('\'');
    } else {
      out.append(v);
    }
  }
}
