package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowBufferTest {
  /** Counts full arrays, and uses almost all of the memory. */
  @Test
  void arraysKeepWithinTheBound() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Schema schema = Schema.parse("k: int64, s: string, d: decimal(38,2), l: list<int32>");
    for (long limit : new long[] {8 << 20, 40 << 20}) {
      RowBuffer buffer =
          new RowBuffer(schema, RowBuffer.Bound.HEAP, limit, IndexSort.BYTES_PER_ROW);
      String text = "x".repeat(random.nextInt(200));
      Batch batch = Batch.of(schema);
      for (int i = 0; i < 5000; i++) {
        batch.appendRow(
            random.nextBoolean() ? null : random.nextLong(),
            text.substring(random.nextInt(text.length() + 1)),
            null,
            random.nextBoolean() ? null : List.of(1, 2, 3));
      }
      int taken = batch.rows();
      while (taken == batch.rows()) {
        taken = buffer.add(batch, 0);
      }
      long sum = (long) IndexSort.BYTES_PER_ROW * buffer.rows();
      int rows = 0;
      for (Batch b : buffer.batches()) {
        sum += Footprint.of(b);
        rows += b.rows();
        assertTrue(b.rows() <= 16 << 10);
      }
      String message = "seed " + seed + ": " + sum + " of " + limit;
      assertEquals(rows, buffer.rows(), message);
      assertTrue(sum <= limit && sum > limit * 2 / 3, message);
    }
  }

  @Test
  void drainingGivesTheRowsAsTheyCameAndLeavesNone() throws IOException {
    RandomRows data = new RandomRows(new Random(31));
    Schema schema = data.schema();
    List<Batch> in = data.batches(schema, 50_000);
    RowBuffer buffer = new RowBuffer(schema, RowBuffer.Bound.HEAP, 1 << 30, 0);
    for (Batch b : in) {
      assertEquals(b.rows(), buffer.add(b, 0));
    }
    List<Batch> out = new ArrayList<>();
    try (BatchSource rows = buffer.drain()) {
      assertEquals(0, buffer.rows());
      while (rows.next()) {
        out.add(rows.batch());
      }
    }
    assertTrue(out.size() > 3);
    assertEquals(RandomRows.texts(in), RandomRows.texts(out));
  }

  /** Whoever empties it and leaves rows would be asked for ever. */
  @Test
  void aBufferThatIsNotEmptiedIsAnErrorAndNoEndlessLoop() throws IOException {
    Schema schema = Schema.parse("k: int64");
    Batch batch = Batch.of(schema);
    for (long k = 0; k < 3; k++) {
      batch.appendRow(k);
    }
    RowBuffer buffer = new RowBuffer(schema, RowBuffer.Bound.HEAP, 1, 0);
    IllegalStateException e =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () -> assertThrows(IllegalStateException.class, () -> buffer.addAll(batch, () -> {})));
    assertEquals("a full buffer of 1 rows has 1 after it was emptied, expected 0", e.getMessage());
  }
}
