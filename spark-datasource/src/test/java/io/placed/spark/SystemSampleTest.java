package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.read.source.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.SampleMethod;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/** The method of TABLESAMPLE, which Spark passes on since 4.2. */
class SystemSampleTest extends SparkTestCase {
  @Test
  void onlySystemTakesBlocks() throws Exception {
    String path = path("t");
    spark.range(50_000).coalesce(1).write().format("placed").save(path);
    List<Long> blocks = ids(path, b -> assertTrue(b.pushSample(0, 0.3, false, 7, true)));
    List<Long> rows = ids(path, b -> assertTrue(b.pushSample(0, 0.3, false, 7, false)));
    assertNotEquals(blocks, rows);
    assertEquals(
        blocks,
        ids(path, b -> assertTrue(b.pushTableSample(0, 0.3, false, 7, SampleMethod.SYSTEM))));
    assertEquals(
        rows,
        ids(path, b -> assertTrue(b.pushTableSample(0, 0.3, false, 7, SampleMethod.BERNOULLI))));
  }

  private static List<Long> ids(String path, Consumer<PlacedScanBuilder> sample) throws Exception {
    var options = new CaseInsensitiveStringMap(Map.of("path", path));
    StructType id = new StructType().add("id", "bigint");
    PlacedScanBuilder builder = new PlacedScanBuilder(Sources.open(options), id, options, false);
    sample.accept(builder);
    Batch batch = builder.build().toBatch();
    List<Long> found = new ArrayList<>();
    for (InputPartition task : batch.planInputPartitions()) {
      try (var reader = batch.createReaderFactory().createColumnarReader(task)) {
        while (reader.next()) {
          for (int i = 0; i < reader.get().numRows(); i++) {
            found.add(reader.get().column(0).getLong(i));
          }
        }
      }
    }
    return found;
  }
}
