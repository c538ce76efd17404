package io.placed.spark.read;

import io.placed.dataset.PartitionValues;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.util.HashMap;
import java.util.Map;

/** Answers, exactly, whether a predicate on partition columns is true for a file. */
public final class PartitionFilter {
  private final Schema partition;
  private final BoundPredicate predicate;
  private final Map<Map<String, String>, Boolean> answers = new HashMap<>();

  /**
   * @param partition the partition columns with their types
   */
  public PartitionFilter(Schema partition, Predicate predicate, boolean caseSensitive) {
    this.partition = partition;
    this.predicate = predicate.bind(partition, caseSensitive);
  }

  public boolean matches(Map<String, String> values) {
    return answers.computeIfAbsent(values, this::evaluate);
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
