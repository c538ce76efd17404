package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.vacuum.VacuumOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables do not depend on the default locale: one with Arabic digits, one with Buddhist years, and
 * one in which the upper case of i has a dot.
 */
class LocaleTest {
  private static final Schema SCHEMA =
      Schema.parse(
          "ID: int64 not null, Title: string, at: timestamp_ntz, day: date, price: decimal(10,2),"
              + " x: double, l: list<int32>");

  @TempDir Path dir;

  /** A separate process, because constants are initialized with its locale too. */
  @ParameterizedTest
  @ValueSource(
      strings = {"ar-EG-u-nu-arab", "fa-IR", "th-TH-u-ca-buddhist", "tr-TR", "hi-IN-u-nu-deva"})
  void tablesAreTheSame(String tag) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Table.class.getName(),
                tag,
                dir.resolve("t").toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path f : files.toList()) {
        assertTrue(f.toString().chars().allMatch(c -> c < 128), f.toString());
      }
    }
    String expected = Table.contents(dir.resolve("t").toString());
    assertEquals(7, expected.lines().count(), expected);
    assertEquals(expected, said.substring(said.indexOf("[")));

    // One locale continues the table of another.
    Table.write(dir.resolve("t").toString());
    assertEquals(14, Table.contents(dir.resolve("t").toString()).lines().count());
  }

  /** The separate process. */
  static final class Table {
    private Table() {}

    public static void main(String[] args) throws IOException {
      Locale.setDefault(Locale.forLanguageTag(args[0]));
      String path = args[1];
      write(path);
      write(path);
      DataSet table = DataSet.at(FileStores.local(), path);
      var overwrite = Placed.write(path, SCHEMA).partitionBy("at", "day").overwrite();
      try (TableWriter out = overwrite.open()) {
        fill(out);
        out.commit();
      }
      table.vacuum(VacuumOptions.defaults());
      System.out.print(contents(path));
    }

    static void write(String path) throws IOException {
      try (TableWriter out =
          Placed.write(path, SCHEMA)
              .partitionBy("at", "day")
              .option("placement", "packing=file-per-subset; reorder=sort(ID)")
              .open()) {
        fill(out);
        out.commit();
      }
    }

    private static void fill(TableWriter out) throws IOException {
      for (int i = 0; i < 7; i++) {
        out.write(
            (long) i,
            "TITLE " + i,
            LocalDateTime.of(2024, 5, 6, 7, 8, i, 120_000 * i),
            LocalDate.of(1980 + i, 2, 3),
            new BigDecimal("12.3" + i),
            1234.5 * i,
            List.of(i, -i));
      }
    }

    static String contents(String path) throws IOException {
      StringBuilder out = new StringBuilder();
      try (TableScan in =
          Placed.read(path).where(Predicate.parse("ID >= 0 and price > 0")).open()) {
        in.rows().map(Arrays::deepToString).sorted().forEach(r -> out.append(r).append('\n'));
      }
      return out.toString();
    }
  }
}
