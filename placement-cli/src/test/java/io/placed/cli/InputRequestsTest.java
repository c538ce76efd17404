package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.cli.input.Format;
import io.placed.cli.input.FormatOptions;
import io.placed.cli.input.Inputs;
import io.placed.cli.store.Environment;
import io.placed.cli.store.Moment;
import io.placed.formats.BatchSource;
import io.placed.io.CountingStore;
import io.placed.io.LocalFileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands ask a file system for before they read a table. */
class InputRequestsTest {
  @TempDir Path dir;
  private final CountingStore store = new CountingStore(new LocalFileStore());
  private Path table;

  @BeforeEach
  void write() throws Exception {
    Path csv = Files.writeString(dir.resolve("in.csv"), "id,day\n1,1\n2,2\n3,3\n");
    table = dir.resolve("t");
    Cli.run("convert", csv, table, "--partition-by", "day").ok();
  }

  private long rows(String path, FormatOptions options) throws Exception {
    Inputs inputs = Inputs.of(new Environment(store), path, options, Moment.NOW);
    long rows = 0;
    try (BatchSource source = inputs.open(inputs.schema())) {
      while (source.next()) {
        rows += source.batch().rows();
      }
    }
    assertEquals(rows, inputs.count());
    assertTrue(inputs.bytes() > 0);
    return rows;
  }

  /** The log says which files it has, however many directories there are. */
  @Test
  void aDataSetIsNotListed() throws Exception {
    assertEquals(3, rows(table.toString(), new FormatOptions()));
    assertEquals(0, store.lists.get(), store.toString());
  }

  @Test
  void aDirectoryWithoutALogIsListedOnceIfItIsNamedAsPlaced() throws Exception {
    Path plain = Files.createDirectories(dir.resolve("plain"));
    Cli.run("convert", table, plain.resolve("a.placed")).ok();
    FormatOptions placed = new FormatOptions();
    placed.from = Format.PLACED;
    assertEquals(3, rows(plain.toString(), placed));
    long once = store.lists.getAndSet(0);
    assertEquals(3, rows(plain.toString(), new FormatOptions()));
    assertEquals(once + 1, store.lists.get(), store.toString());
  }
}
