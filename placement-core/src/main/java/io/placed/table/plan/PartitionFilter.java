package io.placed.table.plan;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.file.PartitionValues;
import io.placed.vector.Batch;
import io.placed.vector.ConstantColumns;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Answers, exactly, whether a predicate on partition columns is true for a file. A file outside of
 * their directories is in no partition, and none is true for it.
 */
public final class PartitionFilter {
  private final Schema partition;
  private final BoundPredicate predicate;
  private final Set<String> needed;
  private final Map<Map<String, String>, Boolean> answers = new HashMap<>();

  /**
   * @param partition the partition columns with their types
   */
  public PartitionFilter(Schema partition, Predicate predicate, boolean caseSensitive) {
    this.partition = partition;
    this.predicate = predicate.bind(partition, caseSensitive);
    this.needed = new HashSet<>();
    for (String column : predicate.columns()) {
      partition.find(column, caseSensitive).ifPresent(i -> needed.add(partition.field(i).name()));
    }
  }

  public boolean matches(Map<String, String> values) {
    return values.keySet().containsAll(needed) && answers.computeIfAbsent(values, this::evaluate);
  }

  private boolean evaluate(Map<String, String> values) {
    Batch row = Batch.of(partition);
    for (int i = 0; i < partition.size(); i++) {
      Field f = partition.field(i);
      ConstantColumns.append(
          row.column(i), PartitionValues.parse(f.type(), values.get(f.name())), 1);
    }
    row.setRows(1);
    return predicate.select(row, new int[1]) == 1;
  }
}
