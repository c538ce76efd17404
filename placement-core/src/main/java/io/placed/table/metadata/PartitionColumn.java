package io.placed.table.metadata;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionField;
import io.placed.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The column {@code partition} of files and partitions, of partitioned tables only: the values of
 * the fields by which the table is partitioned, or was.
 */
final class PartitionColumn {
  static final String NAME = "partition";

  private final Schema table;
  private final List<PartitionField> partitioning;
  private final List<Field> fields;

  PartitionColumn(Snapshot snapshot) {
    table = snapshot.schema();
    partitioning = snapshot.partitioning().all();
    fields =
        partitioning.stream()
            .map(f -> f.asColumn(table))
            .map(f -> Field.of(f.name(), f.type()))
            .toList();
  }

  /** The column in front of others, if there is one. */
  Schema before(String others) {
    List<Field> all = new ArrayList<>();
    if (!fields.isEmpty()) {
      all.add(Field.required(NAME, new StructType(fields)));
    }
    all.addAll(Schema.parse(others).fields());
    return Schema.of(all);
  }

  /** The values of a file; null where the file's directories give none. */
  List<Object> values(DataFile file) {
    Object[] values = new Object[fields.size()];
    Arrays.setAll(
        values,
        i -> {
          Field f = fields.get(i);
          Object known = partitioning.get(i).exactValue(table, file.partition().get(f.name()));
          return ColumnStatistics.boundValue(f.type(), known);
        });
    return Arrays.asList(values);
  }

  boolean isPartitioned() {
    return !fields.isEmpty();
  }
}
