package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code optimize}. */
class OptimizeCommandTest {
  @TempDir Path dir;
  private final Random random = new Random();

  private void append(Path table, int rows) throws IOException {
    Schema schema = Schema.parse("k: int64, x: double, part: int32");
    try (TableWriter out =
        Placed.write(table.toString(), schema)
            .partitionBy("part")
            .placement("reorder=sort(k)")
            .open()) {
      for (int i = 0; i < rows; i++) {
        out.write(random.nextLong(1000), random.nextDouble(), i % 2);
      }
      out.commit();
    }
  }

  private static List<String> rows(Path table) {
    return Cli.run("cat", table).ok().out().lines().sorted().toList();
  }

  @Test
  void mergesWhatWasAdded() throws Exception {
    Path table = dir.resolve("table");
    for (int i = 0; i < 5; i++) {
      append(table, 1000);
    }
    List<String> rows = rows(table);
    String dry = Cli.run("optimize", table, "--dry-run").ok().out();
    assertTrue(dry.contains("10 files"), dry);
    assertTrue(dry.contains("would become 2 files"), dry);
    String json = Cli.run("optimize", table, "--dry-run", "--json").ok().out();
    assertTrue(json.contains("\"filesAfter\": 2"), json);
    String some = Cli.run("optimize", table, "--where", "part = 1", "--json").ok().out();
    assertTrue(some.contains("\"filesBefore\": 5"), some);
    assertTrue(some.contains("\"snapshot\": 6"), some);
    String out = Cli.run("optimize", table).ok().out();
    assertTrue(out.contains("5 files"), out);
    assertTrue(out.contains("became 1 file"), out);
    assertEquals(rows, rows(table));
    assertEquals(
        table + ": nothing to merge\n", Cli.run("optimize", table).ok().out(), "a second call");
    assertEquals(
        table + ": nothing to merge\n", Cli.run("optimize", table, "--dry-run").ok().out());
    String idle = Cli.run("optimize", table, "--json").ok().out();
    assertTrue(idle.contains("\"snapshot\": 7"), idle);
    append(table, 10);
    assertTrue(Cli.run("optimize", table).ok().out().contains("nothing to merge"));
    String wrong = Cli.run("optimize", table, "--overlap", "0.9").fails(2).err();
    assertTrue(wrong.contains("overlap must be from 0 to 0.5, found 0.9"), wrong);
    String column = Cli.run("optimize", table, "--where", "k = 1").fails(2).err();
    assertTrue(column.contains("k is not a partition column"), column);
  }

  @Test
  void saysWhetherTheWorkloadIsWatched() throws Exception {
    Path table = dir.resolve("watched");
    append(table, 1000);
    String wrong = Cli.run("properties", table, "--set", "advise=on").fails(2).err();
    assertTrue(wrong.contains("property advise must be watch or off, found 'on'"), wrong);
    assertEquals(table + ": nothing to merge\n", Cli.run("optimize", table).ok().out());
    Cli.run("properties", table, "--set", "advise=watch").ok();
    String out = Cli.run("optimize", table).ok().out();
    assertTrue(out.contains("advise=watch: no history is known"), out);
    Path history = java.nio.file.Files.createDirectories(dir.resolve("history"));
    java.nio.file.Files.writeString(
        history.resolve("history-x-0.jsonl"),
        "{'table':'%s','snapshot':1,'at':1,'columns':['x'],'millis':1e-6}\n"
            .formatted(table)
            .replace('\'', '"'));
    String json = Cli.run("optimize", table, "--history", history, "--json").ok().out();
    assertTrue(json.contains("\"state\": \"fits\""), json);
    assertTrue(json.contains("1 scan since snapshot 1 took"), json);
  }
}
