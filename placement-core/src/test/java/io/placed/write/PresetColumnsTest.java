package io.placed.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.placement.Preset;
import io.placed.scan.BatchReader;
import io.placed.scan.FileLayout;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading 4 of 16 columns reads their bytes; if columns are grouped, those of their groups. */
class PresetColumnsTest {
  /** Full pages of incompressible values, each twice as large as a gap that is read. */
  private static final int ROWS = 1 << 17;

  /** Gap that is read on a local disk. */
  private static final int GAP = 64 << 10;

  private static final Schema SCHEMA =
      Schema.of(IntStream.range(0, 16).mapToObj(c -> Field.of("c" + c, Type.INT64)).toList());

  @TempDir Path directory;

  static Stream<String> placements() {
    Stream<String> presets = Preset.all().stream().map(Preset::name);
    return Stream.concat(
        presets,
        Stream.of(
            "default; column-groups=(c1,c2,c3),(c4,c5)",
            "albis; column-groups=(c1,c2,c3) stride 1",
            "default; column-groups=(c0,c1,c2,c3),(c4,c5,c6,c7) stride 2048"));
  }

  @ParameterizedTest
  @MethodSource("placements")
  void onlyTheBytesOfTheColumnsAreRead(String text) throws IOException {
    Placement placement = Placement.parse(text);
    placement.requireWritable();
    long seed = System.nanoTime();
    Random random = new Random(seed);
    FileStore store = new LocalFileStore();
    String path = write(store, placement, random);
    List<String> all = new ArrayList<>(SCHEMA.fields().stream().map(Field::name).toList());
    Collections.shuffle(all, random);
    List<String> wanted = all.subList(0, 4);

    long expected = 0;
    long groups = 0;
    long maybeGaps;
    try (FileReader file = FileReader.open(store.input(path), new IoCounters())) {
      FileLayout layout = file.layout();
      // The last row group may have so few rows that its columns are read as gaps.
      long last = file.rowGroups().get(file.rowGroups().size() - 1).length();
      maybeGaps = last / SCHEMA.size() < 2 * GAP ? last : 0;
      for (FileLayout.Group group : layout.groups()) {
        groups += Collections.disjoint(group.columns(), wanted) ? 0 : group.storedBytes();
      }
      // In a row-major group, a page has all columns.
      expected = layout.rowMajor() ? groups : 0;
      for (FileLayout.ColumnLayout column : layout.columns()) {
        expected += !layout.rowMajor() && wanted.contains(column.name()) ? column.storedBytes() : 0;
      }
    }
    IoCounters counters = new IoCounters();
    long rows = 0;
    try (FileReader file = FileReader.open(store.input(path), counters)) {
      try (BatchReader reader = file.read(ReadRequest.all().withColumns(SCHEMA.select(wanted)))) {
        while (reader.next()) {
          rows += reader.batch().rows();
        }
      }
    }
    assertEquals(ROWS, rows);
    String message =
        "seed " + seed + ": " + wanted + " of " + text + ": " + counters + ", expected " + expected;
    long footer = 64 << 10;
    assertTrue(counters.bytesNeeded() >= expected, message);
    assertTrue(counters.bytesNeeded() <= expected + footer, message);
    // If columns alternate every few rows, those in between are read as gaps.
    boolean alternating = placement.columnGroups().stride() > 1;
    long read = alternating ? groups : expected;
    assertTrue(counters.bytesRead() <= read + maybeGaps + footer, message);
  }

  private String write(FileStore store, Placement placement, Random random) throws IOException {
    String path = directory.resolve("t.placed").toString();
    try (FileWriter out =
        FileWriter.create(store, path, SCHEMA, WriteOptions.defaults().withPlacement(placement))) {
      Batch batch = Batch.of(SCHEMA);
      for (int i = 1; i <= ROWS; i++) {
        Object[] row = new Object[SCHEMA.size()];
        for (int c = 0; c < row.length; c++) {
          row[c] = random.nextLong();
        }
        batch.appendRow(row);
        if (i % 4096 == 0) {
          out.write(batch);
          batch.clear();
        }
      }
      out.finish();
    }
    return path;
  }
}
