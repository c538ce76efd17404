package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.Profile;
import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.predicate.Predicate;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Remainders, combinations, times of day and maps are found, transparently for readers. */
class RelatedColumnsTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final String[] PLACEMENTS = {
    "default",
    "parquet",
    "row-group=3000 rows",
    "column-groups=all stride 1024",
    "column-groups=(code, minute), (height, hour)"
  };

  @TempDir Path dir;

  private static FileReader open(String path) throws IOException {
    return FileReader.open(STORE.input(path), new IoCounters());
  }

  private static Set<Function> functions(FileReader file) throws IOException {
    Set<Function> out = EnumSet.noneOf(Function.class);
    for (Field f : file.schema().fields()) {
      Derivation d = file.derivation(f.name());
      if (d != null && file.encoding(0, 0, f.name()).startsWith("derived(")) {
        out.add(d.function());
      }
    }
    return out;
  }

  @Test
  void relationsAreFoundAndEverythingComesBack() throws IOException {
    Set<Function> all = EnumSet.noneOf(Function.class);
    for (int round = 0; round < 10; round++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      String what = "seed " + seed + ", round " + round;
      int nulls = round % 2 == 0 ? 0 : 20;
      Batch rows = RelatedRows.rows(9000, nulls, round % 5 == 4 ? 100 : 0, random);
      String path =
          WrittenFile.write(
              dir, rows, RelatedRows.options(PLACEMENTS[round % 5], Profile.COMPACT, 2048));
      try (FileReader file = open(path)) {
        Set<Function> found = functions(file);
        if (round % 5 != 4) {
          assertTrue(
              found.contains(Function.MAP) || found.contains(Function.MAP_OF_TWO), what + found);
          assertTrue(found.contains(Function.REMAINDER), what + found);
          assertTrue(
              found.contains(Function.TIME_SUM) || found.contains(Function.TIME_DIFFERENCE),
              what + found);
        }
        all.addAll(found);
        List<String> expected = RandomTables.texts(rows);
        assertEquals(expected, RoundTripTest.read(file, ReadRequest.all()), what);
        assertEquals(
            expected, RoundTripTest.read(file, ReadRequest.all().withBatchRows(1024)), what);
      }
      assertEquals(List.of(), FileVerifier.verify(STORE.input(path), new IoCounters()), what);
    }
    assertTrue(all.contains(Function.MAP_OF_TWO), all.toString());
    assertTrue(all.contains(Function.MULTIPLE), all.toString());
  }

  /** A page that uses a string as its parent decodes alone, with the other columns or without. */
  @Test
  void everyColumnComesBackAlone() throws IOException {
    long seed = new Random().nextLong();
    Batch rows = RelatedRows.rows(6000, 15, 50, new Random(seed));
    for (String placement : PLACEMENTS) {
      String path =
          WrittenFile.write(dir, rows, RelatedRows.options(placement, Profile.COMPACT, 1024));
      try (FileReader file = open(path)) {
        for (int c = 0; c < rows.schema().size(); c++) {
          Schema one = file.schema().select(List.of(rows.schema().field(c).name()));
          List<String> found = RoundTripTest.read(file, ReadRequest.all().withColumns(one));
          for (int i = 0; i < rows.rows(); i++) {
            String want = RandomTables.text(new Object[] {rows.row(i)[c]});
            assertEquals(want, found.get(i), "seed " + seed + ", " + one + ", row " + i);
          }
        }
      }
    }
  }

  @Test
  void predicatesOfDerivedColumns() throws IOException {
    long seed = new Random().nextLong();
    Batch rows = RelatedRows.rows(20_000, 30, 0, new Random(seed));
    String path =
        WrittenFile.write(
            dir, rows, RelatedRows.options("row-group=6000 rows", Profile.COMPACT, 1024));
    int city = rows.schema().indexOf("city");
    int last = rows.schema().indexOf("last");
    try (FileReader file = open(path)) {
      Predicate p = Predicate.parse("city = 'City number 7' and last < 300");
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < rows.rows(); i++) {
        Object[] r = rows.row(i);
        if ("City number 7".equals(r[city]) && r[last] != null && (Integer) r[last] < 300) {
          expected.add(RandomTables.text(new Object[] {r[city], r[last]}));
        }
      }
      Schema two = file.schema().select(List.of("city", "last"));
      ReadRequest filtered = ReadRequest.all().withColumns(two).withFilter(p);
      assertEquals(expected, RoundTripTest.read(file, filtered), "seed " + seed);
    }
  }

  /** The times have more bits than hours and minutes, which are smaller than the times alone. */
  @Test
  void balancedDerivesFromCheapParents() throws IOException {
    Batch rows = RelatedRows.rows(20_000, 0, 0, new Random(3));
    Schema kept = rows.schema().select(List.of("hour", "minute", "scheduled", "number"));
    Batch few = Batch.of(kept);
    for (int i = 0; i < rows.rows(); i++) {
      Object[] r = rows.row(i);
      // The minute takes few values, so that both parents are smaller than the time.
      int minute = (Integer) r[1] / 15 * 15;
      few.appendRow((Integer) r[0] / 6 * 6, minute, (Integer) r[0] / 6 * 600 + minute, r[11]);
    }
    String path =
        WrittenFile.write(dir, few, RelatedRows.options("default", Profile.BALANCED, 2048));
    try (FileReader file = open(path)) {
      for (Field f : file.schema().fields()) {
        Derivation d = file.derivation(f.name());
        if (d != null) {
          long own = needed(path, f.name());
          assertTrue(own <= 20_000, f.name() + " is read with " + own + " bytes");
        }
      }
      assertEquals(RandomTables.texts(few), RoundTripTest.read(file, ReadRequest.all()));
    }
  }

  private static long needed(String path, String name) throws IOException {
    try (FileReader file = open(path)) {
      Schema some = file.schema().select(List.of(name));
      try (BatchReader scan = file.read(ReadRequest.all().withColumns(some))) {
        while (scan.next()) {
          assertTrue(scan.batch().rows() > 0);
        }
        return scan.metrics().bytesNeeded();
      }
    }
  }
}
