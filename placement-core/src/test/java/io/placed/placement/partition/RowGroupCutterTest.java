package io.placed.placement.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowGroupCutterTest {
  /** Encoded bytes of the rows [0, n) of a group that starts at this row of the stream. */
  private interface Stream {
    double bytes(long start, long n);
  }

  @Test
  void cutsByRowsExactly() {
    RowGroupCutter cutter = RowGroupCutter.of(Placement.parse("row-group=10000 rows"));
    assertEquals(10_000, cutter.rowsUntilCut(0, 0));
    assertEquals(1, cutter.rowsUntilCut(9_999, 1L << 40));
    assertEquals(0, cutter.rowsUntilCut(10_000, 5));
    assertEquals(10_000, cutter.rowsUntilCut(0, 0));
  }

  @Test
  void endsWithinFivePercentOfTheTarget() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      double perRow = Math.exp(1 + random.nextDouble() * 6);
      double dictionary = random.nextBoolean() ? 0 : random.nextDouble() * 2e6;
      double drift = random.nextBoolean() ? 0 : (random.nextDouble() - 0.3) * perRow;
      double noise = random.nextDouble() * 0.2;
      Stream stream =
          (start, n) ->
              dictionary * (1 - Math.exp(-n / 20_000.0))
                  + n * (perRow + drift * Math.min(1, (start + n / 2.0) / 3e6))
                  + noise * perRow * Math.sqrt(n);
      long target = (4L << 20) + random.nextInt(60 << 20);
      String text =
          switch (random.nextInt(3)) {
            case 0 -> "; packing=one-row-group";
            case 1 -> "; packing=many-row-groups(block=" + target * (1 + random.nextInt(9)) + "B)";
            default -> "; packing=many-row-groups(block=300MiB)";
          };
      Placement p = Placement.parse("row-group=" + target + "B" + text);
      for (double bytes : groups(RowGroupCutter.of(p), stream, 6, pageRows(target, perRow))) {
        assertTrue(
            Math.abs(bytes - target) <= 0.05 * target,
            () -> "seed " + seed + ": " + bytes + " where " + target + " is the target");
      }
    }
  }

  @Test
  void rowGroupsOfTheSizeOfABlockFitIt() {
    double target = 8 << 20;
    Random random = new Random(7);
    for (String packing :
        List.of("one-row-group", "many-row-groups(block=8MiB)", "many-row-groups(block=16MiB)")) {
      Placement p = Placement.parse("row-group=8MiB; packing=" + packing);
      Stream stream = (start, n) -> (double) n * (90 + 20 * random.nextDouble() / Math.sqrt(n + 1));
      for (double bytes : groups(RowGroupCutter.of(p), stream, 20, 4096)) {
        assertTrue(bytes < target && bytes > 0.95 * target, packing + " " + bytes);
      }
    }
  }

  @Test
  void nothingIsKnownBeforeTheFirstPageUnlessAGuessIsGiven() {
    Placement p = Placement.parse("row-group=1MiB");
    assertEquals(RowGroupCutter.UNKNOWN, RowGroupCutter.of(p).rowsUntilCut(0, 0));
    int rows = RowGroupCutter.of(p, 100).rowsUntilCut(0, 0);
    assertTrue(rows > 10_000 && rows < 10_486, "" + rows);
    assertEquals(1, RowGroupCutter.of(p, 1e9).rowsUntilCut(0, 0), "a huge row is a group");
  }

  @Test
  void columnsThatTakeNoBytesStillEnd() {
    RowGroupCutter cutter = RowGroupCutter.of(Placement.DEFAULT);
    assertTrue(cutter.rowsUntilCut(1 << 20, 0) > 0);
    assertEquals(0, cutter.rowsUntilCut(1 << 26, 0));
  }

  @Test
  void hugeRowsMakeGroupsOfFewRows() {
    RowGroupCutter cutter = RowGroupCutter.of(Placement.parse("row-group=64MiB"));
    assertEquals(5, cutter.rowsUntilCut(1, 10 << 20));
    assertEquals(0, cutter.rowsUntilCut(6, 60 << 20));
    assertEquals(6, cutter.rowsUntilCut(0, 0));
  }

  @Test
  void efficiencyCutsByTheBytesOfTheColumn() {
    // Rows of 142 B and a double of 8 B, as in section 6 of the paper.
    for (double e : new double[] {0.5, 0.75}) {
      double expected = (e == 0.5 ? 17.75 : 53.25) * (1 << 20);
      RowGroupCutter cutter = RowGroupCutter.of(Placement.parse("row-group=efficiency(" + e + ")"));
      for (int g = 0; g < 3; g++) {
        assertEquals(expected, fill(cutter, 142, 8) * 142, 0.006 * expected);
      }
      // A narrower column would need more than a block.
      RowGroupCutter bounded =
          RowGroupCutter.of(
              Placement.parse(
                  "row-group=efficiency(" + e + "); packing=one-row-group(block=9MiB)"));
      double bytes = fill(bounded, 142, 8) * 142;
      assertTrue(bytes < 9 << 20 && bytes > 8.5 * (1 << 20), "" + bytes);
    }
  }

  /** Number of rows of the next group. */
  private static long fill(RowGroupCutter cutter, double rowBytes, double columnBytes) {
    cutter.rowsUntilCut(0, 0);
    long rows = 0;
    while (true) {
      int more = cutter.rowsUntilCut(rows, (long) (rows * rowBytes), rows * columnBytes);
      if (rows > 0 && more == 0) {
        return rows;
      }
      rows += Math.min(more, 16_384);
    }
  }

  @Test
  void asManyGroupsAsAskedForWhereTheRowsAreKnown() {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      int least = 2 + random.nextInt(60);
      long rows = least + random.nextInt(1_000_000);
      RowGroupCutter cutter = RowGroupCutter.of(Placement.parse("row-group=64MiB min " + least));
      cutter.expectRows(rows);
      int groups = 0;
      for (long left = rows; left > 0; groups++) {
        long n = 0;
        while (n < left) {
          int more = cutter.rowsUntilCut(n, n * 20);
          if (more == 0) {
            break;
          }
          n += Math.min(left - n, Math.min(more, 16_384));
        }
        left -= n;
      }
      assertEquals(least, groups, "of " + rows + " rows");
    }
  }

  @Test
  void noGroupIsMoreThanItsPartWhereTheRowsAreNotKnown() {
    RowGroupCutter cutter =
        RowGroupCutter.of(
            Placement.parse("row-group=64MiB min 8; packing=one-row-group(block=1GiB)"));
    long bytes = 0;
    int groups = 0;
    int full = 0;
    while (full < 3) {
      long group = fill(cutter, 100, 0) * 100;
      bytes += group;
      groups++;
      assertTrue(groups <= 8 || group <= bytes * 1.01 / 8, groups + ": " + group + " of " + bytes);
      full += group > 63L << 20 ? 1 : 0;
    }
    // The cost of the unknown number of rows: 40 row groups instead of 7 of 448 MiB.
    assertTrue(groups < 48, "" + groups);
  }

  private static int pageRows(long target, double perRow) {
    return (int) Math.max(1, Math.min(16_384, target / perRow / 16));
  }

  /** Fills groups like a writer: whole pages, and a truncated last one. */
  private static List<Double> groups(RowGroupCutter cutter, Stream stream, int n, int pageRows) {
    List<Double> out = new ArrayList<>();
    long start = 0;
    while (out.size() < n) {
      long rows = 0;
      double bytes = 0;
      while (true) {
        int more = cutter.rowsUntilCut(rows, (long) bytes);
        rows += Math.min(more, pageRows);
        bytes = stream.bytes(start, rows);
        if (more <= pageRows) {
          break;
        }
      }
      out.add(bytes);
      start += rows;
    }
    return out;
  }
}
