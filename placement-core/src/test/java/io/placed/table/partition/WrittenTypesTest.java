package io.placed.table.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.DecimalType;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.rewrite.PartitionedFiles;
import io.placed.table.rewrite.RowPartitions;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows whose partition column has another type than that of the table. */
class WrittenTypesTest {
  private static final List<LocalDate> DAYS =
      List.of(LocalDate.of(1969, 12, 31), LocalDate.of(2024, 2, 29), LocalDate.of(2026, 11, 27));

  @TempDir Path dir;

  private static Schema schema(String type) {
    return Schema.parse("id: int64, c: " + type);
  }

  private String path() {
    return dir.resolve("t").toString();
  }

  private DataSet open() throws IOException {
    return DataSet.at(FileStores.local(), path());
  }

  /** The same three values in any type. */
  private static Object value(String type, int i) {
    if (schema(type).field(1).type() instanceof DecimalType d) {
      return new BigDecimal(i - 1).setScale(d.scale());
    }
    return switch (type) {
      case "int8" -> (byte) (i - 1);
      case "int16" -> (short) (i - 1);
      case "int32" -> i - 1;
      case "int64" -> i - 1L;
      case "float" -> i - 1f;
      case "double" -> i - 1d;
      case "date" -> DAYS.get(i);
      default -> DAYS.get(i).atStartOfDay();
    };
  }

  private void append(String type, String by, int from) throws IOException {
    try (TableWriter out = Placed.write(path(), schema(type)).partitionedBy(by).open()) {
      for (int i = 0; i < 3; i++) {
        out.write((long) from + i, value(type, i));
      }
      out.commit();
    }
  }

  private Commit begin(String type, String by) throws IOException {
    ColumnBinding columns = ColumnBinding.of(schema(type), open().current());
    return open().begin(columns, PartitionSpec.parse(by), null);
  }

  private void overwritePartitions(Commit commit, String type, int from) throws IOException {
    PartitionedFiles files =
        new PartitionedFiles(
            open().directory().store(),
            (partition, number) -> commit.dataFilePath(partition, "0-" + number),
            commit::relative,
            WriteOptions.of(Map.of()),
            true);
    Batch batch = Batch.of(commit.written());
    for (int i = 0; i < 3; i++) {
      batch.appendRow((long) from + i, value(type, i));
    }
    new RowPartitions(commit.written(), commit.partitioning()).divide(batch, files::write);
    commit.overwritePartitions(files.finish());
  }

  private Set<Object> ids(Predicate where) throws IOException {
    Set<Object> ids = new TreeSet<>();
    var read = Placed.read(path()).select("id");
    try (TableScan scan = (where == null ? read : read.where(where)).open()) {
      for (Batch batch : scan) {
        for (int i = 0; i < batch.rows(); i++) {
          ids.add(batch.row(i)[0]);
        }
      }
    }
    return ids;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "decimal(12,4); decimal(9,2); truncate(10, c)",
        "decimal(12,4); decimal(9,2); bucket(7, c)",
        "decimal(12,0); int32; bucket(7, c)",
        "decimal(12,2); int32; truncate(10, c)",
        "timestamp_ntz; date; bucket(7, c)",
        "double; float; c"
      })
  void aTypeWithOtherResultsIsRefused(String table, String written, String by) throws IOException {
    append(table, by, 0);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> append(written, by, 10));
    String message = e.getMessage();
    assertTrue(
        message.contains("column c: type " + schema(written).field(1).type())
            && message.contains("type " + schema(table).field(1).type() + " of the table"),
        message);
    assertEquals(Set.of(0L, 1L, 2L), ids(null));
    for (int i = 0; i < 3; i++) {
      assertEquals(Set.of((long) i), ids(Predicate.eq("c", value(table, i))));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int64; int8; bucket(7, c)",
        "int64; int32; truncate(2, c)",
        "decimal(12,2); decimal(9,2); bucket(7, c)",
        "decimal(38,2); decimal(9,2); truncate(10, c)",
        "timestamp_ntz; date; days(c)",
        "timestamp_ntz; date; months(c)",
        "int64; int16; c",
        "double; int32; c",
        "float; int8; c",
        "decimal(14,2); int32; c",
        "decimal(12,4); decimal(9,2); c",
        "timestamp_ntz; date; c"
      })
  void rowsOfANarrowerTypeAreFoundAndReplaced(String table, String written, String by)
      throws IOException {
    append(table, by, 0);
    append(written, by, 10);
    for (int i = 0; i < 3; i++) {
      assertEquals(Set.of((long) i, 10L + i), ids(Predicate.eq("c", value(table, i))));
    }
    overwritePartitions(begin(written, by), written, 20);
    assertEquals(Set.of(20L, 21L, 22L), ids(null));
    overwritePartitions(begin(table, by), table, 30);
    assertEquals(Set.of(30L, 31L, 32L), ids(null));
  }

  /** The table gets the wider type of the rows that replace others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"int32; decimal(12,2); c", "date; timestamp_ntz; c", "int16; double; c"})
  void rowsOfAWiderTypeReplaceTheSamePartitions(String table, String written, String by)
      throws IOException {
    append(table, by, 0);
    overwritePartitions(begin(written, by), written, 20);
    assertEquals(Set.of(20L, 21L, 22L), ids(null));
  }

  /** The text of 0.1 stands for another DOUBLE than the FLOAT. */
  @Test
  void aFloatThatPartitionsDoesNotBecomeADouble() throws IOException {
    append("float", "c", 0);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> append("double", "c", 10));
    assertTrue(e.getMessage().contains("files are partitioned by c"), e.getMessage());
    assertEquals(Set.of(0L, 1L, 2L), ids(null));
  }

  @Test
  void aTypeThatWasWidenedMeanwhile() throws IOException {
    append("int32", "c", 0);
    Commit commit = begin("int32", "c");
    append("decimal(12,2)", "c", 10);
    overwritePartitions(commit, "int32", 20);
    assertEquals(Set.of(20L, 21L, 22L), ids(null));
  }

  @Test
  void zerosOfBothSignsAreOnePartition() throws IOException {
    try (TableWriter out = Placed.write(path(), schema("double")).partitionedBy("c").open()) {
      out.write(1L, 0.0);
      out.write(2L, -0.0);
      out.write(3L, Double.NaN);
      out.write(4L, null);
      out.commit();
    }
    Set<String> texts = new HashSet<>();
    open().current().files().forEach(f -> texts.add(f.partition().get("c")));
    assertEquals(new HashSet<>(Arrays.asList("0.0", "-0.0", "NaN", null)), texts);
    assertEquals(Set.of(1L, 2L), ids(Predicate.eq("c", 0.0)));
    overwritePartitions(begin("double", "c"), "double", 20);
    assertEquals(Set.of(3L, 4L, 20L, 21L, 22L), ids(null));
  }
}
