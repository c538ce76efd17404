package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  @TempDir Path dir;

  @Test
  void comparesTablesThatAgree() throws IOException {
    Path keep = dir.resolve("tables");
    Cli.Result r =
        Cli.run("demo", "--scale", "0.001", "--runs", "1", "--keep", keep, "--json").ok();
    assertEquals("", r.err());
    JsonObject demo = JsonParser.parseString(r.out()).getAsJsonObject();
    assertTrue(demo.get("agree").getAsBoolean());
    assertEquals(4, demo.getAsJsonArray("tables").size());
    assertEquals(8, demo.getAsJsonArray("queries").size());
    for (JsonElement e : demo.getAsJsonArray("queries")) {
      JsonObject q = e.getAsJsonObject();
      boolean parquet = q.get("table").getAsString().equals("parquet");
      assertEquals(parquet, q.get("bytesNeeded").isJsonNull(), q.toString());
      assertTrue(q.get("bytesRead").getAsLong() > 0, q.toString());
      assertTrue(parquet || q.get("bytesNeeded").getAsLong() > 0, q.toString());
    }
    Cli.run("verify", keep.resolve("placed-by-date")).ok();
    // Tables that the demo wrote with Spark give the same rows without Spark.
    String[] answers = new String[2];
    int i = 0;
    for (String table : new String[] {"parquet", "placed-rows-by-order"}) {
      answers[i++] =
          Cli.run("cat", keep.resolve(table)).ok().out().lines().sorted().toList().toString();
    }
    assertEquals(answers[0], answers[1]);
    assertEquals(2, Cli.run("demo", "--runs", "0").code());
    assertTrue(Cli.run("demo", "--keep", keep).fails(1).err().contains("not an empty directory"));
    assertTrue(Files.isDirectory(keep));
  }
}
