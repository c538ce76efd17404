package io.placed.table.commit;

import io.placed.schema.Schema;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.PartitionValues;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The partition fields of the files of a commit. */
final class WrittenPartitions {
  private final Schema written;
  private final Partitioning fields;

  /** Whether files may have values of other fields of the table. */
  private boolean copies;

  /** The fields that the table had when the write was planned; null if it is a new table. */
  private final Partitioning ofTable;

  /**
   * @param spec by which the files are partitioned, under the names of the written columns
   */
  WrittenPartitions(ColumnBinding columns, PartitionSpec spec) {
    this.written = columns.written();
    this.ofTable = columns.isPlanned() ? columns.partitioning() : null;
    Partitioning before = ofTable == null ? Partitioning.NONE : ofTable;
    // As the commit will name new fields.
    this.fields =
        before.is(spec, written) ? before : before.changed(spec, written, written.lastId());
  }

  void ofCopies() {
    copies = true;
  }

  Partitioning fields() {
    return fields;
  }

  List<String> names() {
    return fields.names(written);
  }

  /** The values in the order of the directories. */
  Map<String, String> ordered(Map<String, String> partition) {
    Map<String, String> ordered = new LinkedHashMap<>();
    names().stream().filter(partition::containsKey).forEach(n -> ordered.put(n, partition.get(n)));
    partition.forEach(
        (name, value) -> {
          if (!ordered.containsKey(name)) {
            ordered.put(name, value);
          }
        });
    return ordered;
  }

  /**
   * @param what for messages
   * @throws IllegalArgumentException if values are missing, too many, or of another type
   */
  void require(String what, Map<String, String> partition) {
    List<String> names = names();
    boolean complete = partition.size() == names.size() && partition.keySet().containsAll(names);
    if (!copies && !complete) {
      throw new IllegalArgumentException(
          what + ": needs a value for exactly the partition fields " + names);
    }
    partition.forEach((name, text) -> requireValue(what, name, text));
  }

  private void requireValue(String what, String name, String text) {
    PartitionField derived = fields.derived(name);
    if (derived == null && ofTable != null) {
      derived = ofTable.derived(name);
    }
    try {
      if (derived == null) {
        PartitionValues.parse(written.require(name).type(), text);
      } else if (derived.sourceIn(written) != null) {
        derived.value(derived.sourceIn(written).type(), text);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          what + ": partition field " + name + ": " + e.getMessage(), e);
    }
  }
}
