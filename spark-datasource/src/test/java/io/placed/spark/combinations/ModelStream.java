package io.placed.spark.combinations;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.SparkTestCase;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * A stream of a table's changes, which is restarted between the steps. What it reads then leads
 * from the rows of the last state that it saw to those of now.
 */
final class ModelStream {
  private final ModelTable t;
  private final Random random;

  /** The state that was read last; null = none. */
  private ModelTable.State start;

  private int runs;

  ModelStream(ModelTable table, long seed) {
    this.t = table;
    this.random = new Random(seed);
  }

  /** Before Spark 4.2, names have no changes, and paths have no defaults. */
  private boolean isByName() {
    return SparkTestCase.since("4.2") && (t.hasDefaults() || runs % 2 == 0);
  }

  @SuppressWarnings("unchecked")
  private Dataset<Row> changes(DataStreamReader reader) throws Exception {
    return isByName()
        ? (Dataset<Row>)
            DataStreamReader.class
                .getMethod("changes", String.class)
                .invoke(reader.option("startingVersion", "1"), t.name)
        : reader
            .format("placed")
            .option("readChanges", "true")
            .option("startingSnapshot", "1")
            .load(t.path);
  }

  /**
   * Reads what is new.
   *
   * @return how it differs from the states; null if it does not
   */
  String fault() throws Exception {
    ModelTable.State end = t.current();
    if (end.snapshot() == 0) {
      return null;
    }
    String copy = t.path + "-streamed-" + runs;
    DataStreamReader reader = t.spark.readStream();
    if (random.nextBoolean()) {
      reader = reader.option("maxFilesPerTrigger", 1 + random.nextInt(3));
    }
    Dataset<Row> changes = changes(reader);
    t.spark
        .createDataFrame(java.util.List.of(), changes.schema())
        .write()
        .mode("overwrite")
        .parquet(copy);
    StreamingQuery query =
        changes
            .writeStream()
            .foreachBatch(
                (VoidFunction2<Dataset<Row>, Long>)
                    (rows, id) -> rows.write().mode("append").parquet(copy))
            .option("checkpointLocation", t.path + "-streamed-checkpoint")
            .trigger(Trigger.AvailableNow())
            .start();
    assertTrue(query.awaitTermination(TimeUnit.MINUTES.toMillis(2)));
    runs++;
    String fault = ModelChanges.fault(t, start, end, copy);
    start = end;
    return fault == null ? null : "stream " + (runs - 1) + ": " + fault;
  }
}
