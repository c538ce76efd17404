package io.placed.advise.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.rank.ColumnCodes;
import io.placed.placement.Reordering;
import io.placed.placement.Reordering.Curve;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Z-orders whose coordinates are the values, and what candidates are limited to. */
class ValueCurveTest {
  private static final long SEED = 20_261_125;
  private static final int ROWS = 2000;
  private static final Schema SCHEMA =
      Schema.parse("a: int64, b: double, c: date, d: string, e: decimal(9, 2)");

  private final Batch rows = Batch.of(SCHEMA);
  private final ColumnCodes[] codes = new ColumnCodes[SCHEMA.size()];
  private final CodeBatch batch;

  ValueCurveTest() {
    Random random = new Random(SEED);
    for (int i = 0; i < ROWS; i++) {
      rows.appendRow(
          random.nextInt(20) == 0 ? null : random.nextInt(5000) - 2500L,
          random.nextGaussian() * 1e6,
          LocalDate.ofEpochDay(random.nextInt(20_000)),
          "item " + random.nextInt(300),
          new java.math.BigDecimal(random.nextInt(100)));
    }
    char[][] all = new char[codes.length][ROWS];
    for (int c = 0; c < codes.length; c++) {
      codes[c] = ColumnCodes.of(rows.column(c));
      codes[c].encode(rows.column(c), ROWS, all[c]);
    }
    batch = new CodeBatch(all, ROWS, 0);
  }

  private List<CandidateSearch.Ranked> search(OrderKinds kinds) {
    List<Field> fields = SCHEMA.fields();
    return new CandidateSearch(fields, kinds, order -> 1, () -> false)
        .search(
            codes,
            List.of(),
            new CodeSample(batch, null),
            List.of(batch),
            100,
            ROWS,
            0,
            new BitSet());
  }

  /** The bits of the values, one of each column in turn, as one number. */
  private static int compare(long[] x, long[] y) {
    for (int bit = 63; bit >= 0; bit--) {
      for (int k = 0; k < x.length; k++) {
        long p = x[k] >>> bit & 1;
        long q = y[k] >>> bit & 1;
        if (p != q) {
          return Long.compare(p, q);
        }
      }
    }
    return 0;
  }

  @Test
  void keysAreOrderedAsInterleavedBits() {
    OrderKinds kinds = new OrderKinds(0, Set.of(Curve.Kind.Z_ORDER), true, false);
    List<CandidateSearch.Ranked> ranked = search(kinds);
    // Six pairs, four triples and a quadruple; decimals have no bits.
    assertEquals(11, ranked.size(), ranked::toString);
    Random random = new Random(SEED);
    int decided = 0;
    for (CandidateSearch.Ranked r : ranked) {
      assertEquals(0, ((Curve) r.order().reordering()).ranges());
      int[] columns = r.order().columns();
      long[] keys = new long[ROWS];
      r.order().keys(batch, keys);
      for (int t = 0; t < 3000; t++) {
        int i = random.nextInt(ROWS);
        int j = random.nextInt(ROWS);
        int expected = compare(bits(columns, i), bits(columns, j));
        int found = Long.compare(keys[i], keys[j]);
        // A key has 63 bits; rows that differ only behind them are equal.
        if (found != 0) {
          decided++;
          assertEquals(expected, found, () -> r.order() + ", seed " + SEED);
        }
        assertTrue(keys[i] >= 0);
      }
    }
    assertTrue(decided > 30_000, "" + decided);
  }

  private long[] bits(int[] columns, int row) {
    long[] out = new long[columns.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = ValueBits.of(rows.row(row)[columns[k]]);
    }
    return out;
  }

  @Test
  void onlyOrdersThatTheWriterProducesAreCandidates() {
    OrderKinds kinds = new OrderKinds(1, Set.of(Curve.Kind.HILBERT), false, false);
    for (CandidateSearch.Ranked r : search(kinds)) {
      Reordering by = r.order().reordering();
      assertTrue(
          by instanceof Reordering.Sort s && s.keys().size() == 1
              || by instanceof Curve c && c.kind() == Curve.Kind.HILBERT,
          by::toString);
    }
    assertTrue(search(OrderKinds.ALL).size() > search(kinds).size());
  }
}
