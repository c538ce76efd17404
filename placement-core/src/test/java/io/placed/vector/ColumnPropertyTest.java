package io.placed.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.scan.RandomTables;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares columns with lists of Java values, for every type and random operations. */
class ColumnPropertyTest {
  @Test
  void everyOperationDoesWhatItDoesToAList() {
    long seed = Long.getLong("placed.seed", new Random().nextLong());
    Random random = new Random(seed);
    for (int round = 0; round < 30; round++) {
      RandomTables tables = new RandomTables(random.nextLong());
      for (Field f : (round % 2 == 0 ? tables.everyType() : tables.schema()).fields()) {
        check("seed " + seed + ", round " + round + ", " + f, f, tables, random);
      }
    }
  }

  private static void check(String what, Field f, RandomTables tables, Random random) {
    Column[] columns = {Column.of(f.type()), Column.of(f.type())};
    List<List<Object>> expected = List.of(new ArrayList<>(), new ArrayList<>());
    StringBuilder log = new StringBuilder(what);
    for (int step = 0; step < 60; step++) {
      int t = random.nextInt(2);
      Column target = columns[t];
      List<Object> list = expected.get(t);
      int s = random.nextInt(2);
      Column source = columns[s];
      List<Object> from = List.copyOf(wrap(expected.get(s)));
      int size = source.size();
      int op = random.nextInt(12);
      log.append(' ').append(op).append(t).append(s);
      switch (op) {
        case 0, 1, 2, 3, 4 -> {
          for (int k = random.nextInt(70); k > 0; k--) {
            Object value = tables.value(f, 1 + random.nextInt(30), 1 << random.nextInt(31));
            Values.append(target, f, value);
            list.add(value);
          }
        }
        case 5 -> {
          if (f.nullable()) {
            target.appendNull();
            list.add(null);
          }
        }
        case 6, 7 -> {
          int at = size == 0 ? 0 : random.nextInt(size);
          int count = random.nextInt(Math.min(300, size - at) + 1);
          target.appendRange(source, at, count);
          from.subList(at, at + count).forEach(o -> list.add(unwrap(o)));
        }
        case 8, 9 -> {
          int count = size == 0 ? 0 : random.nextInt(Math.min(300, size * 2));
          int[] positions = random.ints(count, 0, Math.max(1, size)).toArray();
          target.appendSelected(source, positions, count);
          Arrays.stream(positions).forEach(p -> list.add(unwrap(from.get(p))));
        }
        case 10 -> {
          if (random.nextInt(4) == 0) {
            target.clear();
            list.clear();
          }
        }
        default -> {
          int n = list.isEmpty() ? 0 : random.nextInt(list.size());
          target.truncate(n);
          list.subList(n, list.size()).clear();
        }
      }
      compare(log, target, list);
    }
    compare(log, columns[0], expected.get(0));
    compare(log, columns[1], expected.get(1));
  }

  /** {@code List.copyOf} does not allow null. */
  private static List<Object> wrap(List<Object> values) {
    return values.stream().map(v -> v == null ? NULL : v).toList();
  }

  private static final Object NULL = new Object();

  private static Object unwrap(Object o) {
    return o == NULL ? null : o;
  }

  private static void compare(CharSequence what, Column column, List<Object> list) {
    assertEquals(list.size(), column.size(), () -> what.toString());
    int nulls = 0;
    for (int i = 0; i < list.size(); i++) {
      int at = i;
      assertEquals(
          RandomTables.text(list.get(i)),
          RandomTables.text(Values.get(column, i)),
          () -> what + " value " + at);
      nulls += list.get(i) == null ? 1 : 0;
    }
    assertEquals(nulls, column.nullCount(), () -> what.toString());
  }

  /** A row with an invalid value must not shift the values of later rows. */
  @Test
  void aRowThatDoesNotFitLeavesTheBatchAsItWas() {
    long seed = new Random().nextLong();
    RandomTables tables = new RandomTables(seed);
    List<Field> fields = new ArrayList<>(tables.everyType().fields());
    fields.add(Field.required("last", Type.INT32));
    Schema schema = Schema.of(fields.stream().map(ColumnPropertyTest::withoutId).toList());
    Batch batch = Batch.of(schema);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Object[] row = schema.fields().stream().map(f -> tables.value(f, 10, 1000)).toArray();
      Object[] bad = row.clone();
      bad[bad.length - 1] = i % 2 == 0 ? null : "no number";
      assertThrows(IllegalArgumentException.class, () -> batch.appendRow(bad));
      Map<Object, Object> map = new HashMap<>();
      map.put("a", List.of(1.0, 2.0));
      map.put("b", List.of("no double"));
      bad[15] = map;
      assertThrows(IllegalArgumentException.class, () -> batch.appendRow(bad));
      batch.appendRow(row);
      expected.add(RandomTables.text(row));
      assertEquals(expected.size(), batch.rows());
    }
    batch.setRows(batch.rows());
    assertEquals(expected, RandomTables.texts(batch), "seed " + seed);
  }

  private static Field withoutId(Field f) {
    return new Field(0, f.name(), f.type(), f.nullable());
  }

  @Test
  void valuesThatShareBytesStillShareThemWhenCopied() {
    BytesColumn in = (BytesColumn) Column.of(Type.BINARY);
    byte[] large = new byte[1 << 20];
    in.append(large);
    for (int i = 0; i < 4000; i++) {
      in.setSize(in.size() + 1);
      in.starts()[in.size() - 1] = 0;
      in.lengths()[in.size() - 1] = large.length - i;
    }
    BytesColumn out = (BytesColumn) Column.of(Type.BINARY);
    out.appendRange(in, 0, 4001);
    out.appendSelected(in, new int[] {3, 2, 4000}, 3);
    assertEquals(4004, out.size());
    assertEquals(large.length - 3999, out.get(4003).length);
    assertEquals(2 << 20, out.arenaSize());
  }

  @Test
  void everyMicrosecondComesBack() {
    for (long micros :
        new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1_000_001, -1, 0, 1, Long.MAX_VALUE}) {
      assertEquals(micros, Values.micros(Values.instant(micros)));
    }
    assertThrows(
        ArithmeticException.class,
        () -> Values.micros(Values.instant(Long.MIN_VALUE).minusNanos(1)));
    assertEquals(-1, Values.micros(Instant.EPOCH.minusNanos(1)));
  }

  /** Codes keep their values through all operations on the column. */
  @Test
  void codesAreValues() {
    long seed = Long.getLong("placed.seed", new Random().nextLong());
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      BytesColumn dictionary = (BytesColumn) Column.of(Type.STRING);
      int different = 1 + random.nextInt(20);
      for (int k = 0; k < different; k++) {
        dictionary.append(k == 3 ? "" : "value" + k);
      }
      BytesColumn column = (BytesColumn) Column.of(Type.STRING);
      List<String> expected = new ArrayList<>();
      for (int step = 0; step < 8; step++) {
        int n = random.nextInt(100);
        switch (random.nextInt(6)) {
          case 0 -> {
            column.clear();
            expected.clear();
            int[] codes = column.startCodes(dictionary, n);
            for (int i = 0; i < n; i++) {
              codes[i] = random.nextInt(different);
              expected.add(dictionary.getString(codes[i]));
            }
          }
          case 1 -> {
            column.append("more");
            expected.add("more");
          }
          case 2 -> {
            column.appendNull();
            expected.add(null);
          }
          case 3 -> {
            if (!expected.isEmpty()) {
              int i = random.nextInt(expected.size());
              column.setNull(i);
              expected.set(i, null);
            }
          }
          case 4 -> {
            int[] kept = someOf(expected.size(), random);
            if (random.nextBoolean()) {
              column.keepOnly(kept, kept.length);
            } else {
              int[] bounds = new int[2 * kept.length];
              int runs = 0;
              for (int k = 0; k < kept.length; k++) {
                if (k == 0 || kept[k] != kept[k - 1] + 1) {
                  bounds[2 * runs++] = kept[k];
                }
                bounds[2 * runs - 1] = kept[k] + 1;
              }
              column.keepRuns(bounds, runs);
            }
            List<String> before = expected;
            expected = new ArrayList<>(Arrays.stream(kept).mapToObj(before::get).toList());
          }
          default -> {
            int[] taken = someOf(expected.size(), random);
            BytesColumn other = (BytesColumn) Column.of(Type.STRING);
            if (random.nextBoolean()) {
              other.append("first");
            }
            int at = other.size();
            other.appendSelected(column, taken, taken.length);
            other.appendRange(column, 0, column.size());
            for (int k = 0; k < taken.length; k++) {
              assertEquals(expected.get(taken[k]), text(other, at + k), "seed " + seed);
            }
            for (int k = 0; k < expected.size(); k++) {
              int there = at + taken.length + k;
              assertEquals(expected.get(k), text(other, there), "seed " + seed);
            }
          }
        }
        assertEquals(expected.size(), column.size());
        if (random.nextBoolean()) {
          for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), text(column, i), "seed " + seed);
          }
        }
      }
    }
  }

  private static String text(BytesColumn column, int i) {
    return column.isNull(i) ? null : column.getString(i);
  }

  private static int[] someOf(int n, Random random) {
    return IntStream.range(0, n).filter(i -> random.nextInt(3) > 0).toArray();
  }
}
