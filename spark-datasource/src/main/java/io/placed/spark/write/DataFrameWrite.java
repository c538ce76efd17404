package io.placed.spark.write;

import io.placed.placement.ReorderScope;
import io.placed.placement.Reordering;
import io.placed.spark.options.PlacedOptions;
import io.placed.table.evolution.ColumnBinding;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.sources.InsertableRelation;

/**
 * A write that gets its rows as a DataFrame, before they are divided among tasks. For a source,
 * Spark can range-partition rows by columns, but not by keys that are computed from a sample.
 * Therefore the rows are divided here and returned to Spark to be written.
 */
final class DataFrameWrite implements V1Write {
  private final WritePlan plan;
  private final String query;
  private final Map<String, ColumnBinding> streams;

  /**
   * @param streams as in {@link PlacedStreamingWrite}
   */
  DataFrameWrite(WritePlan plan, String query, Map<String, ColumnBinding> streams) {
    this.plan = plan;
    this.query = query;
    this.streams = streams;
  }

  /** Rows of a streaming batch stay in their tasks, each of which orders its own. */
  @Override
  public StreamingWrite toStreaming() {
    if (plan.isPartitioned()) {
      throw new IllegalArgumentException(
          Reordering.SETTING
              + ": a stream into a partitioned table cannot be ordered by "
              + plan.reordering()
              + "; allowed are sort, none, and '; per-task' at the end of the reordering");
    }
    return new PlacedStreamingWrite(plan, true, query, streams);
  }

  @Override
  public String description() {
    return "placed " + plan.root() + " " + plan.mode() + ", divided by " + plan.reordering();
  }

  @Override
  public InsertableRelation toInsertableRelation() {
    return (data, overwrite) -> write(data);
  }

  private void write(Dataset<Row> data) {
    boolean computed =
        plan.reordering().scope() != ReorderScope.TASK
            && !(plan.reordering() instanceof Reordering.Sort);
    Dataset<Row> arranged = computed ? new TableArrangement(plan).of(data) : data;
    String token = ArrangedWrites.add(plan);
    try {
      arranged
          .write()
          .format("placed")
          .option(PlacedOptions.PATH, plan.root())
          .option(PlacedOptions.CHECKED_SAVE, "true")
          .option(PlacedOptions.ARRANGED, token)
          .mode(SaveMode.Append)
          .save();
    } finally {
      ArrangedWrites.remove(token);
    }
  }

  @Override
  public String toString() {
    return "DataFrameWrite(" + description() + ")";
  }
}
