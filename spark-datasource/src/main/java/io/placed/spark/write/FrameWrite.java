package io.placed.spark.write;

import io.placed.spark.PlacedOptions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.sources.InsertableRelation;

/**
 * A write that is given its rows before they are divided among tasks. Spark can range-partition
 * rows by columns for a source, and by nothing that is computed from a sample of them: so the rows
 * are divided here, and go back to Spark to be written.
 */
final class FrameWrite implements V1Write {
  private final WritePlan plan;

  FrameWrite(WritePlan plan) {
    this.plan = plan;
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
    Dataset<Row> arranged = new TableArrangement(plan).of(data);
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
    return "FrameWrite(" + description() + ")";
  }
}
