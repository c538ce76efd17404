package io.placed.aggregate;

import static io.placed.aggregate.TypedExpressions.column;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.expression.Expression;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import io.placed.vector.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Counts rows by keys of all types, including extreme values. */
class GroupKeysTest {
  private final long seed = Long.getLong("placed.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** A window of close keys that ends at the maximum of the type, or starts at its minimum. */
  @Test
  void keysAtTheEndsOfTheirType() {
    Schema schema = Schema.of(Field.of("k", Type.INT64));
    for (long least : List.of(Long.MIN_VALUE, -3L, Long.MAX_VALUE - 70, Long.MAX_VALUE)) {
      for (long span : List.of(0L, 1L, 63L, 64L)) {
        long most = least > Long.MAX_VALUE - span ? Long.MAX_VALUE : least + span;
        Batch batch = Batch.of(schema);
        batch.appendRow(most);
        batch.appendRow(least);
        batch.appendRow(most);
        Aggregator aggregator =
            new Aggregator(
                schema, List.of(column("k", Type.INT64)), List.of(Aggregate.countRows()), false);
        aggregator.add(batch);
        Batch groups = aggregator.take();
        assertEquals(least == most ? 1 : 2, groups.rows(), least + " to " + most);
        assertEquals(most, Values.get(groups.column(0), 0));
        assertEquals(least == most ? 3L : 2L, Values.get(groups.column(1), 0));
      }
    }
  }

  /** Few keys, scattered keys, close keys, runs, and dictionary codes. */
  @Test
  void keysOfAllKinds() {
    Schema schema =
        Schema.of(
            Field.of("s", Type.STRING), Field.of("t", Type.STRING), Field.of("i", Type.INT64));
    for (int round = 0; round < 120; round++) {
      int first = random.nextInt(3);
      List<Field> keys = schema.fields().subList(first, first + 1 + random.nextInt(3 - first));
      Aggregator aggregator =
          new Aggregator(
              schema,
              keys.stream().<Expression>map(f -> column(f.name(), f.type())).toList(),
              List.of(Aggregate.countRows()),
              true);
      long step = random.nextBoolean() ? 1 : random.nextLong() >> random.nextInt(60);
      int different = 1 + random.nextInt(random.nextBoolean() ? 5 : 3000);
      BytesColumn[] dictionaries = new BytesColumn[3];
      for (int d = 0; d < dictionaries.length; d++) {
        dictionaries[d] = dictionary(different);
      }
      Map<List<Object>, Long> expected = new HashMap<>();
      for (int b = 0; b < 5; b++) {
        Batch batch = Batch.of(schema);
        int n = random.nextInt(3000);
        Object[][] rows = new Object[n][3];
        for (int c = 0; c < 2; c++) {
          strings((BytesColumn) batch.column(c), dictionaries[random.nextInt(3)], rows, c);
        }
        for (Object[] row : rows) {
          row[2] = step * random.nextInt(different);
          ((LongColumn) batch.column(2)).append((Long) row[2]);
        }
        batch.setRows(n);
        long[] wanted = random.nextBoolean() ? null : new long[Bits.words(n)];
        for (int i = 0; i < n; i++) {
          if (wanted != null && random.nextInt(9) > 0) {
            Bits.set(wanted, i);
          }
          if (wanted == null || Bits.get(wanted, i)) {
            List<Object> row = Arrays.asList(rows[i]).subList(first, first + keys.size());
            expected.merge(row, 1L, Long::sum);
          }
        }
        aggregator.add(batch, wanted);
      }
      Batch found = aggregator.take();
      Map<List<Object>, Long> counts = new HashMap<>();
      for (int i = 0; i < found.rows(); i++) {
        Object[] row = found.row(i);
        counts.put(Arrays.asList(row).subList(0, keys.size()), (Long) row[keys.size()]);
      }
      assertEquals(expected, counts, "seed " + seed);
      assertEquals(expected.size(), found.rows());
    }
  }

  private BytesColumn dictionary(int values) {
    List<Integer> order = new ArrayList<>();
    for (int k = 0; k < values; k++) {
      order.add(k);
    }
    Collections.shuffle(order, random);
    BytesColumn dictionary = (BytesColumn) Column.of(Type.STRING);
    order.forEach(k -> dictionary.append(k == 1 ? "" : "v" + k));
    return dictionary;
  }

  /**
   * Fills a column with values of a dictionary: as codes, with shared bytes, or with separate
   * bytes.
   */
  private void strings(BytesColumn to, BytesColumn dictionary, Object[][] rows, int c) {
    int n = rows.length;
    int how = random.nextInt(3);
    int[] codes = how == 0 ? to.startCodes(dictionary, n) : new int[n];
    if (how == 1) {
      to.shareArena(dictionary.arena(), dictionary.arenaSize());
      to.setSize(n);
    }
    for (int i = 0; i < n; i++) {
      codes[i] = random.nextInt(dictionary.size());
      rows[i][c] = dictionary.getString(codes[i]);
      if (how == 1) {
        to.starts()[i] = dictionary.starts()[codes[i]];
        to.lengths()[i] = dictionary.lengths()[codes[i]];
      } else if (how == 2) {
        to.append(dictionary.get(codes[i]));
      }
    }
    for (int i = 0; i < n && (n & 1) == 0; i++) {
      if (random.nextInt(9) == 0) {
        to.setNull(i);
        rows[i][c] = null;
      }
    }
  }

  /** The distance of two keys may need 64 bits. */
  @Test
  void keysAtBothEnds() {
    Schema schema = Schema.parse("i: int64");
    Aggregator aggregator =
        new Aggregator(
            schema, List.of(column("i", Type.INT64)), List.of(Aggregate.countRows()), true);
    long least = Long.MIN_VALUE + 5;
    for (long[] keys : new long[][] {{least, least + 9}, {least, Long.MAX_VALUE}, {0, 1}}) {
      Batch batch = Batch.of(schema);
      for (long key : keys) {
        ((LongColumn) batch.column(0)).append(key);
      }
      batch.setRows(keys.length);
      aggregator.add(batch);
    }
    Batch found = aggregator.take();
    Map<Object, Object> counts = new HashMap<>();
    for (int i = 0; i < found.rows(); i++) {
      counts.put(found.row(i)[0], found.row(i)[1]);
    }
    assertEquals(Map.of(least, 2L, least + 9, 1L, Long.MAX_VALUE, 1L, 0L, 1L, 1L, 1L), counts);
  }
}
