package io.placed.table.split;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.source.SourceFile;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is reported as a key of all files is what an engine computes from their rows. */
class TaskKeysTest {
  @TempDir Path dir;
  private int tables;

  private List<SourceFile> files(String type, String by, Object... keys) throws IOException {
    String path = dir.resolve("t" + tables++).toString();
    Schema schema = Schema.parse("k: " + type + ", id: int64");
    try (TableWriter out = Placed.write(path, schema).partitionedBy(by).open()) {
      for (int i = 0; i < keys.length; i++) {
        out.write(keys[i], (long) i);
      }
      out.commit();
    }
    return TableSource.open(FileStores.local(), SourceRequest.of(List.of(path))).files();
  }

  private static String keys(List<SourceFile> files, String type, String... partitions) {
    Schema engine = Schema.parse("k: " + type + ", id: int64");
    return TaskKeys.of(files, engine.fields(), List.of(partitions)).toString();
  }

  @Test
  void columnsOfOtherTypes() throws IOException {
    LocalDate day = LocalDate.of(2020, 5, 17);
    List<SourceFile> dates = files("date", "bucket(4, k), days(k)", day, day.plusDays(40), null);
    assertEquals("[bucket(4, k), days(k)]", keys(dates, "date"));
    assertEquals("[days(k)]", keys(dates, "timestamp_ntz"));
    List<SourceFile> ints = files("int32", "bucket(4, k)", 1, 2, 3, null);
    assertEquals("[bucket(4, k)]", keys(ints, "int64"));
    assertEquals("[]", keys(ints, "double"));
    assertEquals("[]", keys(ints, "decimal(12, 2)"));
  }

  @Test
  void textsThatDoNotSayAllOfTheValue() throws IOException {
    assertEquals("[truncate(50, k)]", keys(files("int32", "truncate(50, k)", 7, -8), "int32"));
    for (String type : List.of("int32", "int64")) {
      List<SourceFile> wrapped = files("int32", "truncate(50, k)", 7, Integer.MIN_VALUE);
      assertEquals("[]", keys(wrapped, type));
    }
    BigDecimal least = new BigDecimal("-9999.99");
    assertEquals("[]", keys(files("decimal(6, 2)", "truncate(50, k)", least), "decimal(6, 2)"));
  }

  /** As a metastore does that has a partition at the place of another table. */
  @Test
  void columnsWithAnotherValueThanInTheFiles() throws IOException {
    List<SourceFile> own = files("int64", "bucket(4, k)", 1L, 2L, 3L);
    List<SourceFile> placed =
        own.stream()
            .map(
                f ->
                    new SourceFile(
                        f.path(), f.file(), f.schema(), Map.of("k", "5"), f.partitioning()))
            .toList();
    assertEquals("[bucket(4, k)]", keys(own, "int64"));
    assertEquals("[k]", keys(placed, "int64", "k"));
  }

  /** Each task reads files of equal values, null among them. */
  @Test
  void tasks() throws IOException {
    List<SourceFile> files = files("string", "bucket(3, k), truncate(1, k)", "a1", "a2", "b", null);
    Schema engine = Schema.parse("k: string, id: int64");
    TaskKeys keys = TaskKeys.of(files, engine.fields(), List.of());
    List<ReadTask> tasks =
        PartitionTasks.plan(files, keys, new SlicePlanner(new SplitSizes(1L << 30, 1, 1, 0), 1));
    Map<String, String> byPath =
        files.stream().collect(Collectors.toMap(SourceFile::path, f -> keys.texts(f).toString()));
    assertEquals(files.stream().map(keys::texts).distinct().count(), tasks.size());
    for (ReadTask task : tasks) {
      List<String> key =
          task.key().stream()
              .map(v -> v instanceof byte[] b ? new String(b, UTF_8) : String.valueOf(v))
              .toList();
      for (FileSlice slice : task.slices()) {
        assertEquals(byPath.get(slice.path()), Arrays.toString(key.toArray()));
      }
    }
  }
}
