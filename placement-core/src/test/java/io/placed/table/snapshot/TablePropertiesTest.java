package io.placed.table.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.CheckedLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is stored with a table, and what a property of a log can do to its readers. */
class TablePropertiesTest {
  private static final Schema SCHEMA = Schema.parse("id: int64");

  @TempDir Path directory;

  private DataSet dataSet() throws Exception {
    return DataSet.at(FileStores.local(), directory.resolve("t").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.s3a.secret.key",
        "FS.defaultFS",
        "spark.hadoop.fs.gs.auth.type",
        "dfs.client.x",
        "hadoop.proxyuser",
        "mapreduce.job.x",
        "aws_secret",
        "jdbcPassword",
        "passwd",
        "accessKey",
        "access_key",
        "account-key",
        "SessionToken",
        "azure.credential"
      })
  void secretsAndSettingsOfHadoopAreNotStored(String name) throws Exception {
    Map<String, String> one = Map.of(name, "the value");
    Commit commit = dataSet().begin(SCHEMA, List.of(), null);
    refused(name, () -> commit.properties(one));
    commit.append(List.of());
    refused(name, () -> dataSet().alter(List.of(), one));
    refused(
        name, () -> Placed.write(directory.resolve("f.placed").toString(), SCHEMA).metadata(one));
    assertEquals(Map.of(), dataSet().current().properties());
  }

  private static void refused(String name, org.junit.jupiter.api.function.Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains("'" + name + "'"), message);
    assertTrue(message.contains("core-site.xml"), message);
    assertFalse(message.contains("the value"), message);
  }

  @Test
  void whatWasStoredOnceCanBeRemoved() throws Exception {
    dataSet().begin(SCHEMA, List.of(), null).append(List.of());
    plant("fs.s3a.secret.key", "x");
    Map<String, String> removed = new HashMap<>();
    removed.put("fs.s3a.secret.key", null);
    assertEquals(Map.of(), dataSet().alter(List.of(), removed).properties());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"team", "owner", "placement.reorder", "note.fs", "fsync", "iotype", "key"})
  void notesAreStored(String name) throws Exception {
    dataSet()
        .begin(SCHEMA, List.of(), null)
        .properties(Map.of(name, "a://b/c@d"))
        .append(List.of());
    assertEquals(Map.of(name, "a://b/c@d"), dataSet().current().properties());
  }

  @Test
  void aPasswordInAUriIsNotStored() {
    refused("from", () -> TableProperties.requireStorable(Map.of("from", "s3a://me:pass@bucket/")));
  }

  @Test
  void readersInJavaTakeNothingFromALog() throws Exception {
    Configuration hadoop = new Configuration();
    String path = directory.resolve("t").toString();
    try (var out = Placed.write(path, SCHEMA).hadoop(hadoop).open()) {
      out.write(7L);
      out.commit();
    }
    plant("fs.defaultFS", "planted:///");
    try (TableScan in = Placed.read(path).hadoop(hadoop).open()) {
      assertEquals(List.of(7L), in.rows().map(r -> r[0]).toList());
    }
    try (var out = Placed.write(path, SCHEMA).hadoop(hadoop).open()) {
      out.write(8L);
      out.commit();
    }
    assertEquals("file:///", hadoop.get("fs.defaultFS"));
  }

  /** As anyone who can write the log can do. */
  private void plant(String name, String value) throws Exception {
    Path newest = directory.resolve("t/_placed/00000000000000000001.json");
    String line = CheckedLine.read(Files.readAllBytes(newest));
    String planted = "\"properties\":{\"" + name + "\":\"" + value + "\"}";
    Files.write(newest, CheckedLine.of(line.replace("\"properties\":{}", planted)));
    assertEquals(value, dataSet().current().properties().get(name));
  }
}
