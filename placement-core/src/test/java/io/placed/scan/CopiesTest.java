package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.format.v1.CopyEntry;
import io.placed.format.v1.Root;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several copies of the rows in one table file, with different column groups. */
class CopiesTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final Schema SCHEMA =
      Schema.parse("a: int64 not null, b: int64, c: double, d: string, e: list<int32>");
  private static final String TROJAN =
      "row-group=3000 rows; column-groups=all stride 1;"
          + " packing=copies(one-row-group; (a,b),(c,d) stride 1; (c,d); (a,c,e))";

  @TempDir Path dir;
  private final long seed = new Random().nextLong();

  private Path write(String placement, Batch rows) throws IOException {
    Path path = dir.resolve("t.placed");
    WriteOptions options =
        WriteOptions.defaults().withPlacement(Placement.parse(placement)).withPageRows(1024);
    try (FileWriter out = FileWriter.create(STORE, path.toString(), SCHEMA, options)) {
      out.write(rows);
      FileSummary s = out.finish();
      assertEquals(rows.rows(), s.rows());
    }
    return path;
  }

  private static FileReader open(Path path) throws IOException {
    return FileReader.open(STORE.input(path.toString()), new IoCounters());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TROJAN,
        "packing=copies(many-row-groups; all stride 1)",
        "row-group=1500 rows; packing=copies(file-per-subset; (a,b) stride 2048; all stride 1)",
        "row-group=1500 rows; packing=copies(column-group-runs(block=9KiB); (e,a),(b,c,d))",
        "row-group=1500 rows; packing=copies(files(2); (e,a),(b,c,d) stride 1)"
      })
  void everyCopyHasAllRows(String placement) throws IOException {
    Batch rows = new RandomTables(seed).rows(SCHEMA, 7000);
    List<String> expected = RandomTables.texts(rows);
    Path path = write(placement, rows);
    assertEquals(
        List.of(), FileVerifier.verify(STORE.input(path.toString()), new IoCounters()), placement);
    try (FileReader file = open(path)) {
      assertEquals(expected, RoundTripTest.read(file, ReadRequest.all()), "seed " + seed);
      Predicate p = Predicate.parse("b is null or c > 0");
      ReadRequest filtered = ReadRequest.all().withFilter(p);
      List<String> first = RoundTripTest.read(file, filtered);
      for (int c = 0; c < SCHEMA.size(); c++) {
        for (int d = 0; d < SCHEMA.size(); d++) {
          Set<String> names =
              new TreeSet<>(List.of(SCHEMA.field(c).name(), SCHEMA.field(d).name()));
          Schema some = SCHEMA.select(List.copyOf(names));
          assertEquals(
              texts(rows, some),
              RoundTripTest.read(file, ReadRequest.all().withColumns(some)),
              "seed " + seed + ", columns " + names);
          assertEquals(
              first.size(),
              RoundTripTest.read(file, filtered.withColumns(some)).size(),
              "seed " + seed + ", columns " + names);
        }
      }
    }
  }

  private static List<String> texts(Batch rows, Schema some) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < rows.rows(); i++) {
      Object[] row = new Object[some.size()];
      for (int c = 0; c < row.length; c++) {
        row[c] = rows.row(i)[SCHEMA.indexOf(some.field(c).name())];
      }
      out.add(RandomTables.text(row));
    }
    return out;
  }

  @Test
  void theCheapestCopyIsRead() throws IOException {
    Path path = write(TROJAN, new RandomTables(seed).rows(SCHEMA, 7000));
    try (FileReader file = open(path)) {
      List<FileLayout.Group> groups = file.layout().groups();
      // Copy 0: all (0). 1: a,b (1), c,d (2), e (3). 2: a, b, (c,d), e (4 to 7). 3: (a,c,e), b, d.
      assertEquals(11, groups.size());
      for (List<String> columns :
          List.of(
              List.of("a"),
              List.of("a", "b"),
              List.of("c", "d"),
              List.of("a", "c", "e"),
              List.of("a", "b", "c", "d", "e"))) {
        long best = Long.MAX_VALUE;
        for (int copy = 0; copy < 4; copy++) {
          long bytes = 0;
          for (FileLayout.Group g : groups) {
            boolean wanted = g.columns().stream().anyMatch(columns::contains);
            if (g.copy() == copy && wanted) {
              bytes += copy < 2 ? g.storedBytes() : sum(file, columns, g);
            }
          }
          best = Math.min(best, bytes);
        }
        ReadRequest request = ReadRequest.all().withColumns(SCHEMA.select(columns));
        assertEquals(best, file.plan(request).bytesNeeded(), "seed " + seed + " " + columns);
      }
      // Of two copies that need equally many bytes, the one in which the columns are adjacent.
      assertEquals(Set.of(2), filesRead(file, "c", "d"));
      assertEquals(Set.of(3), filesRead(file, "a", "c", "e"));
    }
  }

  private static long sum(FileReader file, List<String> columns, FileLayout.Group g)
      throws IOException {
    long sum = 0;
    for (FileMap.Extent e : file.map(false).extents()) {
      boolean in = e.group() == g.number() && e.column() >= 0;
      sum += in && columns.contains(SCHEMA.field(e.column()).name()) ? e.length() : 0;
    }
    return sum;
  }

  private static Set<Integer> filesRead(FileReader file, String... columns) throws IOException {
    Set<Integer> files = new TreeSet<>();
    ReadRequest request = ReadRequest.all().withColumns(SCHEMA.select(List.of(columns)));
    file.plan(request).parts().forEach(p -> files.add(p.file()));
    return files;
  }

  @Test
  void stridesMustAgree() {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                write(
                    "column-groups=all stride 1024; packing=copies(one-row-group; all stride 2048)",
                    new RandomTables(seed).rows(SCHEMA, 10)));
    assertTrue(e.getMessage().contains("strides 1024 and 2048"), e.getMessage());
  }

  /** A footer that declares copies which the column records do not have. */
  @Test
  void missingCopiesAreDamage() throws IOException {
    Path path = write("default", new RandomTables(seed).rows(SCHEMA, 10));
    RebuiltFile rebuilt = new RebuiltFile(Files.readAllBytes(path));
    for (int copies : new int[] {1, 5}) {
      byte[] bytes =
          rebuilt.write(
              new RebuiltFile.Change() {
                @Override
                public byte[] apply(String what, int g, int owner, int node, byte[] part) {
                  return part;
                }

                @Override
                public Root root(Root r) {
                  return new Root(
                      r.rows(),
                      r.columns(),
                      r.nodes(),
                      r.createdBy(),
                      r.placement(),
                      r.metadata(),
                      r.siblings(),
                      r.rowGroups(),
                      r.blocks(),
                      r.groups(),
                      r.stride(),
                      r.layout(),
                      Collections.nCopies(copies, new CopyEntry(2, 0, 0)),
                      r.bucketsOffset(),
                      r.bucketLengths());
                }
              });
      try (FileReader file = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        var e =
            assertThrows(
                CorruptFileException.class, () -> RoundTripTest.read(file, ReadRequest.all()));
        assertTrue(e.getMessage().contains("copies"), e.getMessage());
      }
    }
  }

  @Test
  void damageInAnyCopyIsFound() throws IOException {
    Batch rows = new RandomTables(seed).rows(SCHEMA, 200);
    Path path = write(TROJAN, rows);
    List<String> expected = RandomTables.texts(rows);
    Random random = new Random(seed);
    List<Path> files;
    try (var all = Files.list(dir)) {
      files = all.sorted().toList();
    }
    for (Path f : files) {
      byte[] sound = Files.readAllBytes(f);
      for (int i = 0; i < 150; i++) {
        byte[] damaged = sound.clone();
        int at = random.nextInt(sound.length);
        damaged[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(f, damaged);
        String what = "seed " + seed + ", byte " + at + " of " + f;
        var found = FileVerifier.verify(STORE.input(path.toString()), new IoCounters());
        assertTrue(!found.isEmpty(), what);
        try (FileReader file = open(path)) {
          for (List<String> columns : List.of(List.of("a", "b"), List.of("e"), List.of("c", "d"))) {
            Schema some = SCHEMA.select(columns);
            assertEquals(
                texts(rows, some),
                RoundTripTest.read(file, ReadRequest.all().withColumns(some)),
                what);
          }
          assertEquals(expected, RoundTripTest.read(file, ReadRequest.all()), what);
        } catch (CorruptFileException e) {
          continue;
        }
      }
      Files.write(f, sound);
    }
  }
}
