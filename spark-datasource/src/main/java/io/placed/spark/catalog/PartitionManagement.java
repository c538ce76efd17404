package io.placed.spark.catalog;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Frames;
import io.placed.spark.read.translate.ColumnBounds;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.write.PartitionKey;
import io.placed.table.DataSet;
import io.placed.table.TablePartitions;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.TableNames;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** Partitions of a table as Spark's rows. */
final class PartitionManagement {
  private final Supplier<TableSource> table;
  private final List<Field> columns;
  private final TablePartitions partitions;

  /**
   * @param table as of query planning
   * @param schema of the table
   * @param spec by which new files are partitioned, with the table's names
   * @param recorded properties that the table gets with the next commit
   * @param asRead makes of the values of a file's partition those that Spark reads
   */
  PartitionManagement(
      DataSet dataSet,
      Supplier<TableSource> table,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> recorded,
      UnaryOperator<Map<String, String>> asRead) {
    this.table = table;
    this.partitions =
        new TablePartitions(dataSet, schema, partitioning(spec, schema), recorded, asRead);
    this.columns = partitions.fields();
  }

  private interface Action<T> {
    T run() throws IOException;
  }

  private static <T> T analysed(Action<T> action) {
    try {
      return action.run();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** That of the table; of a table without files the one that it will have. */
  private Partitioning partitioning(PartitionSpec spec, Schema schema) {
    Snapshot now = table.get().snapshot();
    return now != null && now.partitioning().spec(now.schema()).equals(spec)
        ? now.partitioning()
        : Partitioning.NONE.changed(spec, schema, schema.lastId());
  }

  /** The fields of partitions: columns, and results of transforms, under the engine's names. */
  StructType schema(TableNames engine) {
    StructType schema = new StructType();
    for (Field f : columns) {
      schema = schema.add(engine.inEngine(f.name()), SparkTypes.toDataType(f.type()));
    }
    return schema;
  }

  /** Values as strings by field; null for null. */
  private Map<String, String> strings(List<Field> fields, InternalRow row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      Field f = fields.get(i);
      Object value = row.isNullAt(i) ? null : row.get(i, SparkTypes.toDataType(f.type()));
      values.put(f.name(), partitions.text(f, PartitionKey.bound(f.type(), value)));
    }
    return values;
  }

  private List<Map<String, String>> strings(InternalRow[] rows) {
    return Arrays.stream(rows).map(r -> strings(columns, r)).toList();
  }

  private InternalRow row(Map<String, String> values) {
    Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      Field f = columns.get(i);
      Object bound = partitions.value(f, values.get(f.name()));
      row[i] = ColumnBounds.internal(f.type(), bound);
    }
    return Frames.row(row);
  }

  /**
   * The partitions with these values.
   *
   * @param names of some of the partition columns, in the order of the values
   */
  InternalRow[] list(String[] names, InternalRow some) {
    return list(names, some, List.of());
  }

  /**
   * The same, with partitions that another list has.
   *
   * @param others by column; null for null
   */
  InternalRow[] list(String[] names, InternalRow some, List<Map<String, String>> others) {
    Schema all = Schema.of(columns);
    List<Field> asked = Arrays.stream(names).map(all::require).toList();
    return list(strings(asked, some), others).toArray(InternalRow[]::new);
  }

  /**
   * Those that have some values, in any spelling.
   *
   * @param some by column
   * @param others as for {@link #list}
   */
  List<InternalRow> matching(Map<String, String> some, List<Map<String, String>> others) {
    Map<String, String> given = partitions.canonical(some);
    given.keySet().retainAll(some.keySet());
    return list(given, others);
  }

  /**
   * @param given values in the spelling of the log, of some of the columns
   */
  private List<InternalRow> list(Map<String, String> given, List<Map<String, String>> others) {
    Set<Map<String, String>> found = analysed(partitions::list);
    others.forEach(p -> found.add(partitions.canonical(p)));
    return found.stream()
        .filter(p -> given.keySet().stream().allMatch(c -> Objects.equals(given.get(c), p.get(c))))
        .map(this::row)
        .toList();
  }

  /** Whether a partition, in any spelling, is one of these. */
  boolean isAmong(Map<String, String> partition, InternalRow[] rows) {
    Map<String, String> values = partitions.canonical(partition);
    return strings(rows).stream().anyMatch(r -> partitions.canonical(r).equals(values));
  }

  /** The given partitions that exist. */
  List<InternalRow> existing(InternalRow[] rows) {
    List<Map<String, String>> asked = strings(rows);
    List<Map<String, String>> found = analysed(() -> partitions.existing(asked));
    List<InternalRow> existing = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      if (found.contains(asked.get(i))) {
        existing.add(rows[i]);
      }
    }
    return existing;
  }

  /** Records partitions that have no rows yet. */
  void create(InternalRow[] rows) {
    analysed(
        () -> {
          partitions.create(strings(rows), table.get().snapshot());
          return null;
        });
  }

  /** Removes the rows of partitions, in one commit. */
  void truncate(InternalRow[] rows) {
    analysed(
        () -> {
          partitions.truncate(strings(rows), table.get().snapshot());
          return null;
        });
  }

  /** Removes the rows of partitions and the records of empty ones, in one commit. */
  void drop(InternalRow[] rows) {
    analysed(
        () -> {
          partitions.drop(strings(rows), table.get().snapshot());
          return null;
        });
  }
}
