package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a command whose output cannot be written. */
class StandardOutputTest {
  private static final String CLOSED = "Broken pipe";
  private static final String FULL = "No space left on device";

  @TempDir Path directory;
  private String table;
  private String other;
  private String damaged;

  /** Fails after some characters. */
  private static final class Failing extends Writer {
    private final String why;
    private int room;

    Failing(String why, int room) {
      this.why = why;
      this.room = room;
    }

    @Override
    public void write(char[] text, int from, int count) throws IOException {
      room -= count;
      if (room < 0) {
        throw new IOException(why);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Exit code, and what is said on standard error. */
  private static String run(String why, int room, String... command) {
    StringWriter err = new StringWriter();
    int code = PlacedCommand.execute(new Failing(why, room), new PrintWriter(err), command);
    return code + " " + err;
  }

  @BeforeEach
  void tables() throws IOException {
    Path csv = directory.resolve("a.csv");
    StringBuilder rows = new StringBuilder("id,name\n");
    for (int i = 0; i < 5000; i++) {
      rows.append(i * 7919 % 10_007).append(",name ").append(i * 104_729 % 65_537).append('\n');
    }
    Files.writeString(csv, rows);
    table = directory.resolve("t").toString();
    other = directory.resolve("other.placed").toString();
    damaged = directory.resolve("damaged.placed").toString();
    Cli.run("convert", csv, table).ok();
    Files.writeString(csv, "id,name\n3,three\n");
    Cli.run("convert", csv, other).ok();
    Cli.run("convert", table, damaged, "--placement", "rcfile").ok();
    byte[] bytes = Files.readAllBytes(Path.of(damaged));
    bytes[bytes.length / 3] ^= 1;
    Files.write(Path.of(damaged), bytes);
  }

  private List<String[]> commands() {
    return List.of(
        new String[] {"cat", table},
        new String[] {"head", table},
        new String[] {"count", table},
        new String[] {"snapshots", table, "--json"},
        new String[] {"diff", table, table},
        new String[] {"verify", table},
        new String[] {"--help"},
        new String[] {"sql", "SELECT * FROM placed.`" + table + "`"});
  }

  @Test
  void nobodyReads() {
    for (String[] command : commands()) {
      for (int room : new int[] {0, 20}) {
        assertEquals("0 ", run(CLOSED, room, command), String.join(" ", command));
      }
    }
  }

  @Test
  void theDiskIsFull() {
    for (String[] command : commands()) {
      String said = "1 placed: standard output: " + FULL + System.lineSeparator();
      assertEquals(said, run(FULL, 0, command), String.join(" ", command));
    }
    String part = run(FULL, 10_000, "cat", table);
    assertEquals("1 placed: standard output: " + FULL + System.lineSeparator(), part);
  }

  /** Whether tables differ and files are damaged is known without the details. */
  @Test
  void verdictsHoldIfNobodyReads() {
    assertEquals("1 ", run(CLOSED, 0, "diff", table, other));
    assertEquals("1 ", run(CLOSED, 0, "diff", "--json", table, other));
    assertEquals("3 ", run(CLOSED, 0, "verify", damaged));
    assertEquals("3 ", run(CLOSED, 0, "verify", "--json", damaged));
    assertEquals(
        "3 ", run(CLOSED, 0, "verify", damaged, "--repair", directory.resolve("r").toString()));
    assertEquals("1", run(FULL, 0, "diff", table, other).substring(0, 1));
    assertEquals("1", run(FULL, 0, "verify", damaged).substring(0, 1));
  }
}
