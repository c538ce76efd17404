package io.placed.table.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dates that are read as timestamps, which have fewer years in 64-bit microseconds. */
class WidenedDatesTest {
  private static final LocalDate FIRST = LocalDate.of(-290308, 12, 22);
  private static final LocalDate LAST = LocalDate.of(294247, 1, 10);
  private static final LocalDateTime NEAR = LocalDateTime.of(2024, 2, 29, 0, 0);

  @TempDir Path dir;

  private String table(LocalDate... dates) throws IOException {
    String table = dir.resolve("t").toString();
    Schema schema = Schema.parse("id: int64, d: date, s: struct<d: date>, l: list<date>");
    try (TableWriter w = Placed.write(table, schema).open()) {
      for (int i = 0; i < dates.length; i++) {
        LocalDate d = dates[i];
        w.write((long) i, d, new Object[] {d}, Arrays.asList(d, null));
      }
      w.commit();
    }
    DataSet.at(FileStores.local(), table)
        .alter(
            List.of(
                new ColumnChange.Widen(List.of("d"), Type.TIMESTAMP_NTZ),
                new ColumnChange.Widen(List.of("s", "d"), Type.TIMESTAMP_NTZ),
                new ColumnChange.Widen(List.of("l", "element"), Type.TIMESTAMP_NTZ)),
            Map.of());
    return table;
  }

  private static List<Object> values(String table, Predicate where, String column)
      throws IOException {
    List<Object> out = new ArrayList<>();
    try (TableScan scan = Placed.read(table).select(column).where(where).open()) {
      for (Batch b : scan) {
        for (int i = 0; i < b.rows(); i++) {
          out.add(b.row(i)[0]);
        }
      }
    }
    return out;
  }

  @Test
  void allDatesThatATimestampCanHoldAreMidnights() throws IOException {
    String table = table(FIRST, null, NEAR.toLocalDate(), LAST);
    List<LocalDateTime> expected =
        Arrays.asList(FIRST.atStartOfDay(), null, NEAR, LAST.atStartOfDay());
    assertEquals(expected, values(table, Predicate.alwaysTrue(), "d"));
    assertEquals(
        List.of(3L), values(table, Predicate.gt("d", LAST.atTime(0, 0).minusDays(1)), "id"));
    assertEquals(List.of(0L), values(table, Predicate.lt("d", FIRST.atTime(1, 0)), "id"));
    assertEquals(4, values(table, Predicate.alwaysTrue(), "s").size());
    assertEquals(4, values(table, Predicate.alwaysTrue(), "l").size());
  }

  @ParameterizedTest
  @ValueSource(longs = {106_751_992, -106_751_992, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void otherDatesAreAnErrorThatNamesThem(long day) throws IOException {
    LocalDate far = LocalDate.ofEpochDay(day);
    String table = table(null, NEAR.toLocalDate(), far);
    for (String column : List.of("d", "s", "l")) {
      assertNamed(far, column, () -> values(table, Predicate.alwaysTrue(), column));
    }
    // The known bound of the file, which is that of the other date, answers none of these.
    for (Predicate where :
        List.of(
            day > 0 ? Predicate.gt("d", NEAR.plusHours(1)) : Predicate.lt("d", NEAR),
            Predicate.eq("d", NEAR),
            Predicate.not(Predicate.eq("d", NEAR)),
            Predicate.or(Predicate.eq("id", 5L), Predicate.in("d", List.of(NEAR))))) {
      assertNamed(far, "d", () -> values(table, where, "id"));
    }
    // Who does not read them reads the others.
    assertEquals(List.of(0L, 1L, 2L), values(table, Predicate.alwaysTrue(), "id"));
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void assertNamed(LocalDate far, String column, Action action) {
    ArithmeticException e = assertThrows(ArithmeticException.class, action::run);
    for (String part :
        List.of("column " + column, far.toString(), FIRST.toString(), LAST.toString())) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }
}
