package io.placed.experiments.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.experiments.command.Bench;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readers that need nothing from the network. */
@OneIn(2)
class PeersTest {
  @TempDir Path data;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String... args) {
    return Bench.commandLine(new PrintWriter(out, true), new PrintWriter(err, true)).execute(args);
  }

  @Test
  void readersAgree() {
    int code =
        bench(
            "Peers",
            "--peers=placed,spark-parquet",
            "--scale=0.01",
            "--rounds=1",
            "--warm-up=0",
            "--data=" + data);
    assertEquals(0, code, err.toString());
    assertTrue(out.toString().startsWith("| sums of | placed | spark-parquet |"), out.toString());
    // Five lines of the table, an empty one, and the Parquet file with its writer.
    assertEquals(7, out.toString().lines().count(), out.toString());
    assertTrue(out.toString().contains("1 row groups, written by parquet-mr"), out.toString());
  }

  @Test
  void sortedFilesHaveTheSameRows() {
    int code =
        bench(
            "Peers",
            "--table=lineitem",
            "--peers=placed-sorted,placed,spark-parquet",
            "--scale=0.01",
            "--rounds=1",
            "--warm-up=0",
            "--data=" + data);
    assertEquals(0, code, err.toString());
    assertTrue(
        out.toString().startsWith("| sums of | placed-sorted | placed | spark"), out.toString());
    assertTrue(out.toString().contains("2,000 of the parts"), out.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "--peers, orc, reader 'orc' is not one of placed",
    "--table, orders, table 'orders' is not one of store_sales",
    "--java25, /nowhere, hardwood needs a JDK of version 21 or newer",
    "--rounds, 0, --rounds is at least 1"
  })
  void wrongOptionsAreRefused(String option, String value, String message) {
    assertEquals(
        2, bench("Peers", option, value, option.equals("--peers") ? "--rounds=1" : "--warm-up=0"));
    assertTrue(err.toString().contains(message), err.toString());
  }

  @Test
  void otherSumsAreNoticed() {
    Sums one = Sums.parse("1.5 10 9 4.5 10 7");
    assertTrue(one.same(Sums.parse("2.5 10 9 4.5000000000001 10 7")));
    assertFalse(one.same(Sums.parse("1.5 10 9 4.5001 10 7")));
    assertFalse(one.same(Sums.parse("1.5 10 8 4.5 10 7")));
    assertFalse(one.same(Sums.parse("1.5 10 9 4.5")));
    assertFalse(one.same(Sums.parse("1.5 10 9 NaN 10 7")));
    // Equal as doubles.
    Sums large = Sums.parse("1.5 10 9 9007199254740993");
    assertTrue(large.same(Sums.parse("2.5 10 9 9007199254740993")));
    assertFalse(large.same(Sums.parse("2.5 10 9 9007199254740992")));
  }
}
