package io.placed.spark;

import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Frames;
import io.placed.spark.read.plan.ColumnBounds;
import io.placed.spark.read.source.TableSource;
import io.placed.spark.write.PartitionKey;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The partitions of a table: those that files are in, and those that were added without any. The
 * latter stand in the table's properties until they are dropped or get a file.
 */
final class PartitionManagement {
  private static final String EMPTY = "placed.partition:";

  private final DataSet dataSet;
  private final Supplier<TableSource> table;
  private final Schema schema;
  private final StructType partition;

  /**
   * @param table as it was when the query was planned
   * @param schema of the table
   * @param partition the partition columns, in their order and under the table's names
   */
  PartitionManagement(
      DataSet dataSet, Supplier<TableSource> table, Schema schema, StructType partition) {
    this.dataSet = dataSet;
    this.table = table;
    this.schema = schema;
    this.partition = partition;
  }

  /** Whether a property is one of these. */
  static boolean isOurs(String property) {
    return property.startsWith(EMPTY);
  }

  /** Value as text by column, null for a missing one. */
  private Map<String, String> text(StructField[] fields, InternalRow row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i++) {
      Object value = row.isNullAt(i) ? null : row.get(i, fields[i].dataType());
      values.put(fields[i].name(), PartitionKey.text(fields[i].dataType(), value));
    }
    return values;
  }

  private Map<String, String> text(InternalRow row) {
    return text(partition.fields(), row);
  }

  /** Whether a file is in one of the partitions; outside of their directories it is in none. */
  private boolean isIn(DataFile f, Set<Map<String, String>> partitions) {
    return f.isIn(List.of(partition.fieldNames())) && partitions.contains(canonical(f.partition()));
  }

  /** One spelling of a partition: foreign directories may have another. */
  private Map<String, String> canonical(Map<String, String> values) {
    Map<String, String> out = new LinkedHashMap<>();
    for (StructField f : partition.fields()) {
      Type type = SparkTypes.toType(f.dataType(), f.name());
      String value = PartitionValues.canonical(type, values.get(f.name()));
      out.put(f.name(), value == null || value.isEmpty() ? null : value);
    }
    return out;
  }

  private Snapshot current() throws IOException {
    try {
      return dataSet.current();
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  private Set<Map<String, String>> all() throws IOException {
    Set<Map<String, String>> all = new LinkedHashSet<>();
    Snapshot now = current();
    if (now == null) {
      return all;
    }
    for (DataFile f : now.files()) {
      if (f.isIn(List.of(partition.fieldNames()))) {
        all.add(canonical(f.partition()));
      }
    }
    for (String property : now.properties().keySet()) {
      if (isOurs(property)) {
        all.add(canonical(PathNames.partitionValues(property.substring(EMPTY.length()) + "/f")));
      }
    }
    return all;
  }

  private static String property(Map<String, String> values) {
    return EMPTY + PathNames.partitionPath(values);
  }

  /**
   * The partitions whose values are these.
   *
   * @param names of some of the columns, in the order of the values
   */
  InternalRow[] list(String[] names, InternalRow some) {
    StructField[] asked = Arrays.stream(names).map(partition::apply).toArray(StructField[]::new);
    Map<String, String> wanted = text(asked, some);
    try {
      List<InternalRow> rows = new ArrayList<>();
      for (Map<String, String> p : all()) {
        if (wanted.entrySet().stream()
            .allMatch(w -> Objects.equals(w.getValue(), p.get(w.getKey())))) {
          rows.add(row(p));
        }
      }
      return rows.toArray(InternalRow[]::new);
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  private InternalRow row(Map<String, String> values) {
    Object[] row = new Object[partition.length()];
    for (int i = 0; i < row.length; i++) {
      StructField f = partition.fields()[i];
      Type type = SparkTypes.toType(f.dataType(), f.name());
      row[i] = ColumnBounds.internal(type, PartitionValues.parse(type, values.get(f.name())));
    }
    return Frames.row(row);
  }

  /** Those of the partitions that there are. */
  List<InternalRow> existing(InternalRow[] partitions) {
    try {
      Set<Map<String, String>> all = all();
      return Arrays.stream(partitions).filter(p -> all.contains(canonical(text(p)))).toList();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** Notes partitions that have no rows yet. */
  void create(InternalRow[] partitions) {
    Map<String, String> added = new HashMap<>();
    for (InternalRow p : partitions) {
      added.put(property(canonical(text(p))), "");
    }
    try {
      if (!dataSet.hasSnapshots()) {
        begin().properties(added).append(List.of());
        return;
      }
      dataSet.alter(List.of(), added);
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  private Commit begin() throws IOException {
    ColumnBinding columns = ColumnBinding.of(schema, table.get().snapshot());
    return dataSet.begin(columns, List.of(partition.fieldNames()), null).mergeSchema(true);
  }

  /** Takes the rows of partitions out, in one commit. */
  void truncate(InternalRow[] partitions) {
    Set<Map<String, String>> going =
        Arrays.stream(partitions).map(p -> canonical(text(p))).collect(Collectors.toSet());
    try {
      begin().overwriteWhere(List.of(), f -> isIn(f, going));
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The same, and forgets that the partitions were added. */
  void drop(InternalRow[] partitions) {
    try {
      Snapshot now = current();
      Map<String, String> noted = new HashMap<>();
      boolean files = false;
      Set<Map<String, String>> going =
          Arrays.stream(partitions).map(p -> canonical(text(p))).collect(Collectors.toSet());
      for (Map<String, String> p : going) {
        if (now != null && now.properties().containsKey(property(p))) {
          noted.put(property(p), null);
        }
      }
      for (DataFile f : now == null ? List.<DataFile>of() : now.files()) {
        files |= isIn(f, going);
      }
      if (files) {
        truncate(partitions);
      }
      if (!noted.isEmpty()) {
        dataSet.alter(List.of(), noted);
      }
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }
}
