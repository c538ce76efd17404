package io.placed.spark.combinations;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.Trigger;

/** Rows that a stream appends, which is one and the same query for all steps of a table. */
final class StreamSteps extends TableSteps {
  StreamSteps(ModelTable table, Random random) {
    super(table, random);
  }

  String append() throws Exception {
    Path source = Path.of(t.path + "-source");
    Dataset<Row> rows = t.newRows(few(), random);
    Dataset<Row> old = t.rows();
    int files = 1 + random.nextInt(3);
    rows.repartition(files).write().mode("append").parquet(source.toString());
    Files.deleteIfExists(source.resolve("_SUCCESS"));
    DataStreamWriter<Row> writer =
        t.spark
            .readStream()
            .schema(rows.schema())
            .option("maxFilesPerTrigger", 1 + random.nextInt(2))
            .parquet(source.toString())
            .writeStream()
            .format("placed")
            .option("checkpointLocation", t.path + "-source-checkpoint")
            .trigger(Trigger.AvailableNow());
    boolean named = t.inCatalog && random.nextBoolean();
    (named ? writer.toTable(t.name) : writer.start(t.path)).awaitTermination();
    if (t.inCatalog) {
      run("refresh table " + t.name);
    }
    t.becomes(t.union(old, rows));
    return "a stream appends " + rows.count() + " rows " + (named ? "by name" : "by path");
  }
}
