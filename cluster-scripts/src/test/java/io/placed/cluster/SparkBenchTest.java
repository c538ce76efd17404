package io.placed.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkBenchTest {
  private static SparkSession spark;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", 2)
            .config("spark.sql.codegen.wholeStage", false)
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private ObjectNode generate(SparkBench bench, String scale) throws Exception {
    ObjectNode request = Requests.JSON.createObjectNode();
    request.put("op", "generate").put("benchmark", "tpch").put("table", "supplier");
    request.put("scale", scale).put("parts", 2).put("target", folder + "/source/supplier");
    return bench.answer(request);
  }

  private ObjectNode write(SparkBench bench, String compression) throws Exception {
    ObjectNode request = Requests.JSON.createObjectNode();
    request.put("op", "write").put("format", "parquet").put("source", folder + "/source/supplier");
    request.put("target", folder + "/parquet/supplier");
    request.putObject("options").put("compression", compression);
    return bench.answer(request);
  }

  @Test
  void whatIsThereIsTakenOnlyIfItIsTheSame() throws Exception {
    SparkBench bench = new SparkBench(spark);
    assertTrue(generate(bench, "0.01").get("written").asBoolean());
    assertFalse(generate(bench, "0.01").get("written").asBoolean());
    assertTrue(write(bench, "zstd").get("written").asBoolean());
    assertFalse(write(bench, "zstd").get("written").asBoolean());
    assertTrue(write(bench, "none").get("written").asBoolean(), "other options");
    ObjectNode larger = generate(bench, "0.02");
    assertTrue(larger.get("written").asBoolean(), "another scale");
    assertEquals(200, larger.get("rows").asLong());
    ObjectNode written = write(bench, "none");
    assertTrue(written.get("written").asBoolean(), "another source");
    assertEquals(200, written.get("rows").asLong());
  }

  @Test
  void aTableWithoutItsMarkIsWrittenAnew() throws Exception {
    SparkBench bench = new SparkBench(spark);
    generate(bench, "0.01");
    Files.delete(folder.resolve("source/supplier_PLACED_CLUSTER_DONE"));
    ObjectNode again = generate(bench, "0.01");
    assertTrue(again.get("written").asBoolean());
    assertEquals(100, again.get("rows").asLong());
  }
}
