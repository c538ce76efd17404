package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands that change tables, with wrong input: the message is one sentence that names the thing,
 * what was found and what is allowed, and nothing is changed.
 */
class WrongInputTest {
  @TempDir Path dir;
  private Path table;

  @BeforeEach
  void newTable() throws IOException {
    table = dir.resolve("t");
    try (TableWriter out =
        Placed.write(table.toString(), Schema.parse("id: int64, s: string, d: double")).open()) {
      for (long id = 0; id < 100; id++) {
        out.write(id, "s" + id % 3, id / 2.0);
      }
      out.commit();
    }
    Files.writeString(dir.resolve("text.csv"), "id,s\n1,a\n");
    Files.writeString(dir.resolve("none.placed"), "no Placed file");
    Files.createDirectories(dir.resolve("empty"));
  }

  /** The command line with T for the table and D for its directory. */
  private List<String> arguments(String line) {
    List<String> out = new ArrayList<>();
    Arrays.stream(line.split(" "))
        .map(a -> a.replace("~", " "))
        .map(a -> a.equals("T") ? table.toString() : a.replace("D/", dir + "/"))
        .forEach(out::add);
    return out;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // command | exit code | parts of the message
        "delete T --where none=1 | 2 | none;id, s, d",
        "delete T --where id~=~'x' | 2 | id;x",
        "delete T --where id~~~3 | 2 | id",
        "delete T | 2 | --where",
        "delete D/gone --where id=1 | 1 | gone;no such file or directory",
        "delete D/empty --where id=1 | 1 | empty",
        "delete D/none.placed --where id=1 | 1 | none.placed",
        "partitioning D/gone | 1 | gone;no such file or directory",
        "partitioning D/empty | 1 | empty;no snapshots",
        "partitioning T --set weeks(id) | 2 | weeks;allowed;bucket",
        "partitioning T --set bucket(0,id) | 2 | bucket;0",
        "partitioning T --set bucket(99999999999,id) | 2 | 99999999999;bucket",
        "partitioning T --set bucket(id) | 2 | bucket",
        "partitioning T --set days(id) | 2 | day;id;int64",
        "partitioning T --set bucket(4,none) | 2 | none;id, s, d",
        "partitioning T --set bucket(4,d) | 2 | d;double",
        "partitioning T --set s,s | 2 | s twice",
        "partitioning T --set (( | 2 | ((;list of columns",
        "optimize T --overlap 0.9 | 2 | overlap;0.9;0.5",
        "optimize T --overlap x | 2 | overlap;x",
        "optimize T --file-size 3parsecs | 2 | --file-size;3parsecs",
        "optimize T --where none=1 | 2 | none",
        "optimize D/gone | 1 | gone;no such file or directory",
        "optimize D/empty | 1 | empty",
        "rollback T | 2 | --snapshot;--as-of",
        "rollback T --snapshot 7 | 1 | snapshot 7;1",
        "rollback T --snapshot nobody | 1 | nobody",
        "rollback T --as-of 1999-01-01 | 1 | 1999",
        "rollback T --as-of yesterday | 2 | yesterday;timestamp",
        "rollback D/gone --snapshot 1 | 1 | gone;no such file or directory",
        "tag T 17 | 2 | 17;number",
        "tag T a/b | 2 | a/b;letters",
        "tag T v1 --snapshot 9 | 1 | snapshot 9;1",
        "tag T v1 --delete | 1 | v1",
        "tag T v1 --delete --replace | 2 | --delete;--replace",
        "tag D/gone v1 | 1 | gone;no such file or directory",
        "add-files T D/text.csv | 2 | text.csv",
        "add-files T D/none.placed | 2 | none.placed",
        "add-files T D/t/gone.placed | 1 | gone.placed;no such file",
        "add-files D/gone D/none.placed | 2 | none.placed;not in;gone",
        "cat T --changes 5 | 1 | snapshot 5;1",
        "cat T --changes 1:0:2 | 1 | 0:2",
        "cat T --changes x | 1 | x",
        "cat T --changes 3:1 | 1 | --changes 3:1;first",
        "cat D/text.csv --changes 1 | 1 | --changes;csv",
        "cat T --changes 1 --snapshot 1 | 1 | --changes;--snapshot;one of",
        "convert D/text.csv D/out --partition-by weeks(id) | 2 | weeks;allowed;bucket",
        "convert D/text.csv D/out --partition-by days(id) | 2 | day;id;int32",
        "convert D/text.csv D/out --partition-by none | 2 | none;id, s",
        "convert D/text.csv D/out.placed --partition-by id | 2 | out.placed;single",
        "convert D/text.csv D/out.parquet --partition-by id | 2 | out.parquet;parquet",
        "properties T --set placed.deletes.max-share=2 | 2 | placed.deletes.max-share;2;0",
      })
  void theMessageNamesIt(String line, int code, String parts) throws Exception {
    for (String json : List.of("", " --json")) {
      String more = line.startsWith("cat") ? "" : json;
      Cli.Result result = Cli.run(arguments(line + more).toArray());
      result.fails(code);
      String message = result.err();
      for (String part : parts.split(";")) {
        assertTrue(message.contains(part), line + more + ": " + message);
      }
      assertFalse(message.contains("Exception"), message);
      assertTrue(message.startsWith("placed: "), message);
    }
    assertEquals(1, DataSet.at(FileStores.local(), table.toString()).current().id());
    assertFalse(Files.exists(dir.resolve("out")), "nothing is written");
    assertFalse(Files.exists(dir.resolve("gone")), "nothing is written");
    try (var files = Files.list(dir.resolve("empty"))) {
      assertEquals(List.of(), files.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete T --where id<3 --json",
        "delete T --where id<0 --json",
        "partitioning T --json",
        "partitioning T --set bucket(4,id),s --json",
        "optimize T --json",
        "optimize T --dry-run --json",
        "rollback T --snapshot 1 --json",
        "tag T v1 --json",
        "properties T --json"
      })
  void jsonIsOneDocument(String line) {
    String out = Cli.run(arguments(line).toArray()).ok().out();
    com.google.gson.JsonObject document =
        com.google.gson.JsonParser.parseString(out).getAsJsonObject();
    assertTrue(line.startsWith("properties") || document.size() > 0, out);
  }
}
