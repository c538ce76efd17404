package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Directories of tables with logs, in which more rows lie than the tables have. */
class LoggedTablesTest {
  private static final String SCHEMA =
      "{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"a\\\",\\\"type\\\":"
          + "\\\"integer\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}";

  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = dir.resolve("x.parquet");
    Cli.run("convert", Files.writeString(dir.resolve("in.csv"), "a\n1\n2\n"), file).ok();
    Path plain = Files.createDirectories(dir.resolve("plain/metadata"));
    put("plain/metadata/x.parquet");
    Files.writeString(plain.resolve("._hidden"), "");

    put("delta/x.parquet");
    put("delta/gone.parquet");
    put("delta/sub/y.parquet");
    Path log = Files.createDirectories(dir.resolve("delta/_delta_log"));
    Files.write(
        log.resolve("00000000000000000000.json"),
        List.of(
            "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
            "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                + "\"partitionColumns\":[],\"configuration\":{},\"createdTime\":1,"
                + "\"schemaString\":\""
                + SCHEMA
                + "\"}}",
            add("x.parquet"),
            add("gone.parquet")));
    Files.write(
        log.resolve("00000000000000000001.json"),
        List.of(
            "{\"remove\":{\"path\":\"gone.parquet\",\"deletionTimestamp\":1,"
                + "\"dataChange\":true}}"));
    put("parts/k=1/x.parquet");
    Files.createDirectories(dir.resolve("parts/_delta_log"));

    put("ice/data/x.parquet");
    put("ice/data/k=1/x.parquet");
    Files.writeString(
        Files.createDirectories(dir.resolve("ice/metadata")).resolve("v1.metadata.json"), "{}");
    // Two versions of one file, of which the older one stays until it is cleaned.
    put("hudi/k=1/f-0_0-1-1_20260101000000000.parquet");
    put("hudi/k=1/f-0_0-2-2_20260102000000000.parquet");
    Files.createDirectories(dir.resolve("hudi/.hoodie"));
    put("hive/delta_0000001_0000001_0000/000000_0");
    put("hive/base_0000002/000000_0");
    put("large/delta_20000000_20000000_0000/bucket_00000");
    put("merged/k=1/delta_0000003_0000007_v0000012/bucket_00000");
    put("plain/base_20260101/x.parquet");
    put("plain/delta_20260101_20260131/x.parquet");
    put("packed/data/x.parquet");
    Files.writeString(
        Files.createDirectories(dir.resolve("packed/metadata")).resolve("v1.gz.metadata.json"), "");
  }

  private void put(String name) throws IOException {
    Path to = dir.resolve(name);
    Files.createDirectories(to.getParent());
    Files.copy(file, to);
  }

  private String add(String name) throws IOException {
    return ("{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%s,\"modificationTime\":1,"
            + "\"dataChange\":true}}")
        .formatted(name, Files.size(dir.resolve("delta").resolve(name)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delta | is a Delta table | delta/_delta_log",
        "delta/sub | is in a Delta table | delta/_delta_log",
        "parts | is a Delta table | parts/_delta_log",
        "parts/k=1 | is in a Delta table | parts/_delta_log",
        "ice | is an Iceberg table | ice/metadata/v1.metadata.json",
        "ice/data | is in an Iceberg table | ice/metadata/v1.metadata.json",
        "ice/data/k=1 | is in an Iceberg table | ice/metadata/v1.metadata.json",
        "hudi | is a Hudi table | hudi/.hoodie",
        "hudi/k=1 | is in a Hudi table | hudi/.hoodie",
        "hive | is a transactional Hive table | hive/",
        "hive/base_0000002 | is in a transactional Hive table | hive/base_0000002",
        "large | is a transactional Hive table | large/delta_20000000_20000000_0000",
        "merged | has a transactional Hive table in it | k=1/delta_0000003_0000007_v0000012",
        "packed | is an Iceberg table | packed/metadata/v1.gz.metadata.json",
        ". | has a Delta table in it | _delta_log",
      })
  void rowsThatWereRemovedAreNotRead(String name, String relation, String found) {
    Path table = dir.resolve(name);
    for (Object[] command :
        new Object[][] {
          {"convert", table, dir.resolve("out")},
          {"cat", table},
          {"head", table},
          {"count", table},
          {"count", table, "--json"},
          {"count", file, table},
          {"schema", table},
          {"diff", table, file},
          {"diff", file, table},
        }) {
      Cli.Result r = Cli.run(command);
      r.fails(1);
      assertTrue(r.err().contains(table + " " + relation), r::err);
      assertTrue(r.err().contains(found), r::err);
      String copies = relation.contains("Hive") ? "copy it with Hive" : "copy it with Spark";
      assertTrue(r.err().contains(copies), r::err);
    }
    assertTrue(Files.notExists(dir.resolve("out")));
  }

  @Test
  void sqlDoesNotReadThemEither() {
    for (String name : List.of("delta", "parts/k=1", "ice", "ice/data")) {
      Path table = dir.resolve(name);
      for (Object[] command :
          new Object[][] {
            {"sql", "select * from `" + table + "`"},
            {"sql", "select * from t", "--table", "t=" + table},
          }) {
        Cli.Result r = Cli.run(command).fails(1);
        assertTrue(r.err().contains(table + " is "), r::err);
      }
    }
  }

  @Test
  void singleFilesAndOtherDirectoriesAreRead() {
    assertEquals("2\n", Cli.run("count", dir.resolve("delta/x.parquet")).ok().out());
    Object[] both = {"count", dir.resolve("delta/x.parquet"), dir.resolve("ice/data/x.parquet")};
    assertEquals("4\n", Cli.run(both).ok().out());
    assertEquals("6\n", Cli.run("count", dir.resolve("plain")).ok().out());
    Path dates = dir.resolve("plain/delta_20260101_20260131");
    assertEquals("2\n", Cli.run("count", dates).ok().out());
    assertEquals("2\n", Cli.run("count", dir.resolve("plain/metadata")).ok().out());
  }

  /** It reads the log. */
  @Test
  void adviceIsForTheRowsOfTheTable() throws IOException {
    Path workload = Files.writeString(dir.resolve("w"), "q: read a where a [0 to 1]\n");
    Cli.Result r = Cli.run("advise", dir.resolve("delta"), "--workload", workload, "--json").ok();
    assertTrue(r.out().contains("\"rows\": 2"), r::out);
  }
}
