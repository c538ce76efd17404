package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.error.CorruptFileException;
import io.placed.error.SiblingFileException;
import io.placed.format.v1.Root;
import io.placed.format.v1.SiblingEntry;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
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
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns in siblings of the table file. */
class SiblingFilesTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final String RUNS = "row-group=900 rows; packing=column-group-runs(block=4KiB)";
  private static final Schema SCHEMA =
      Schema.parse("id: int64 not null, name: string, l: list<int32>, x: double");

  @TempDir Path dir;
  private final long seed = new Random().nextLong();

  private FileWriter writer(Path path, String placement, boolean replace) throws IOException {
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(Placement.parse(placement))
            .withTemporaryDirectory(dir.resolve("tmp").toString());
    Files.createDirectories(dir.resolve("tmp"));
    return replace
        ? FileWriter.replace(STORE, path.toString(), SCHEMA, options)
        : FileWriter.create(STORE, path.toString(), SCHEMA, options);
  }

  private FileSummary write(Path path, String placement, Batch rows, boolean replace)
      throws IOException {
    try (FileWriter out = writer(path, placement, replace)) {
      out.write(rows);
      return out.finish();
    }
  }

  private Batch rows(int count) {
    return new RandomTables(seed).rows(SCHEMA, count);
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.sorted().toList();
    }
  }

  private static FileReader open(Path path) throws IOException {
    return FileReader.open(STORE.input(path.toString()), new IoCounters());
  }

  private static List<String> read(Path path) throws IOException {
    try (FileReader file = open(path)) {
      return RoundTripTest.read(file, ReadRequest.all());
    }
  }

  private static List<Damage> verify(Path path) throws IOException {
    return FileVerifier.verify(STORE.input(path.toString()), new IoCounters());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "row-group=900 rows; packing=file-per-subset",
        RUNS,
        "row-group=900 rows; packing=files(3)"
      })
  void allFilesMoveTogether(String placement) throws IOException {
    Path table = Files.createDirectory(dir.resolve("a"));
    FileSummary written = write(table.resolve("t.placed"), placement, rows(2000), false);
    List<Path> files = files(table);
    assertEquals(files.size(), written.siblings().size() + 1);
    long bytes = 0;
    for (Path f : files) {
      bytes += Files.size(f);
      String name = f.getFileName().toString();
      assertTrue(name.equals("t.placed") || name.matches("_t\\.[0-9a-f]{16}-[0-9]+\\.placed"));
    }
    assertEquals(bytes, written.totalLength());
    Path moved = dir.resolve("b");
    Files.move(table, moved);
    assertEquals(RandomTables.texts(rows(2000)), read(moved.resolve("t.placed")), "seed " + seed);
    assertEquals(List.of(), verify(moved.resolve("t.placed")));
    try (FileReader file = open(moved.resolve("t.placed"))) {
      assertEquals(bytes, file.layout().length());
      assertTrue(file.layout().footerBytes() > 0);
      requireExtents(file);
    }
  }

  /** Extents and blocks cover all files without gaps, and extents are inside of their blocks. */
  private static void requireExtents(FileReader file) throws IOException {
    FileMap map = file.map(true);
    long end = 0;
    int number = 0;
    for (FileMap.Block b : map.blocks()) {
      if (b.file() != number) {
        assertEquals(map.files().get(number++).length(), end);
        end = 0;
      }
      assertEquals(number, b.file());
      assertEquals(end, b.offset());
      end = b.end();
    }
    assertEquals(map.files().get(number).length(), end);
    assertEquals(map.files().size(), number + 1);
    end = 0;
    number = 0;
    for (FileMap.Extent e : map.extents()) {
      end = e.file() == number ? end : 0;
      number = e.file();
      assertEquals(end, e.offset());
      end = e.end();
      FileMap.Block b = map.blocks().get(e.block());
      assertTrue(b.file() == number && e.offset() >= b.offset() && end <= b.end());
    }
  }

  @Test
  void whatIsNotTheSiblingIsNamed() throws IOException {
    Path path = dir.resolve("t.placed");
    FileSummary first = write(path, RUNS, rows(2000), false);
    FileSummary other = write(dir.resolve("u.placed"), RUNS, rows(2000), false);
    Path sibling = dir.resolve(first.siblings().get(1).name());
    byte[] sound = Files.readAllBytes(sibling);

    Files.delete(sibling);
    requireNamed(path, sibling, "does not exist");

    Files.write(sibling, java.util.Arrays.copyOf(sound, sound.length / 2));
    requireNamed(path, sibling, "the file ends inside a page");

    Files.copy(
        dir.resolve(other.siblings().get(1).name()),
        sibling,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    requireNamed(path, sibling, "the file id is");

    Files.write(sibling, Files.readAllBytes(path));
    requireNamed(path, sibling, "role 1");

    Files.write(sibling, new byte[sound.length]);
    requireNamed(path, sibling, "does not start with the magic");

    Files.write(sibling, sound);
    assertEquals(RandomTables.texts(rows(2000)), read(path));
  }

  private static void requireNamed(Path path, Path sibling, String text) throws IOException {
    var e = assertThrows(CorruptFileException.class, () -> read(path));
    assertTrue(e.getMessage().contains(sibling.toString()), e.getMessage());
    assertTrue(e.getMessage().contains(text), e.getMessage());
    List<Damage> damages = verify(path);
    assertTrue(damages.stream().anyMatch(d -> d.path().equals(sibling.toString())), text);
  }

  @Test
  void otherColumnsAreReadWithoutTheSibling() throws IOException {
    Path path = dir.resolve("t.placed");
    FileSummary written = write(path, RUNS, rows(2000), false);
    Files.delete(dir.resolve(written.siblings().get(1).name()));
    try (FileReader file = open(path)) {
      Schema x = SCHEMA.select(List.of("x"));
      assertEquals(2000, RoundTripTest.read(file, ReadRequest.all().withColumns(x)).size());
    }
  }

  @Test
  void everyDamagedByteOfASiblingIsFound() throws IOException {
    Path path = dir.resolve("t.placed");
    FileSummary written = write(path, RUNS, rows(1000), false);
    List<String> expected = read(path);
    Random random = new Random(seed);
    for (var s : written.siblings()) {
      Path sibling = dir.resolve(s.name());
      byte[] sound = Files.readAllBytes(sibling);
      for (int i = 0; i < 60; i++) {
        byte[] damaged = sound.clone();
        int at = i < 20 ? i * 5 % 84 : random.nextInt(sound.length);
        at = i % 2 == 0 ? at : sound.length - 1 - at;
        damaged[at] ^= (byte) (1 << random.nextInt(8));
        Files.write(sibling, damaged);
        String what = "seed " + seed + ", byte " + at + " of " + s.name();
        List<Damage> found = verify(path);
        assertFalse(found.isEmpty(), what);
        assertTrue(found.stream().allMatch(d -> d.path().equals(sibling.toString())), what);
        try {
          assertEquals(expected, read(path), what);
        } catch (CorruptFileException e) {
          assertEquals(sibling.toString(), e.path(), what);
        }
      }
      Files.write(sibling, java.util.Arrays.copyOf(sound, sound.length + 1));
      assertFalse(verify(path).isEmpty(), "a byte more in " + s.name());
      Files.write(sibling, sound);
    }
  }

  @Test
  void anOverwriteLeavesOneTable() throws IOException {
    Path table = Files.createDirectory(dir.resolve("t"));
    Path path = table.resolve("t.placed");
    write(path, RUNS, rows(1000), false);
    List<Path> before = files(table);
    try (FileWriter out = writer(path, RUNS, true)) {
      out.write(rows(2000));
      assertEquals(1000, read(path).size());
    }
    assertEquals(before, files(table), "an aborted overwrite leaves the old table");
    write(path, "row-group=900 rows; packing=file-per-subset", rows(2000), true);
    assertEquals(2000, read(path).size());
    assertEquals(13, files(table).size());
    write(path, "default", rows(500), true);
    assertEquals(List.of(path), files(table));
    assertEquals(500, read(path).size());
  }

  @Test
  void aFailedWriteLeavesNothing() throws IOException {
    Path table = Files.createDirectory(dir.resolve("t"));
    for (String placement : List.of(RUNS, "row-group=100 rows; packing=file-per-subset")) {
      try (FileWriter out = writer(table.resolve("t.placed"), placement, false)) {
        out.write(rows(3000));
      }
      assertEquals(List.of(), files(table));
    }
    assertEquals(List.of(), files(dir.resolve("tmp")));
  }

  @Test
  void aSiblingIsNoTable() throws IOException {
    Path path = dir.resolve("t.placed");
    FileSummary written = write(path, RUNS, rows(10), false);
    var e =
        assertThrows(
            SiblingFileException.class, () -> open(dir.resolve(written.siblings().get(0).name())));
    assertTrue(e.getMessage().contains("columns of another file"), e.getMessage());
  }

  /** More column groups than files may be open: encoded pages are spilled to the local disk. */
  @Test
  void manyColumnGroupsOverManyRowGroups() throws IOException {
    StringBuilder columns = new StringBuilder("id: int64");
    for (int c = 0; c < 150; c++) {
      columns.append(", c").append(c).append(": int32");
    }
    Schema schema = Schema.parse(columns.toString());
    Batch rows = new RandomTables(seed).rows(schema, 5000);
    Path table = Files.createDirectory(dir.resolve("t"));
    Path tmp = Files.createDirectory(dir.resolve("tmp"));
    Path path = table.resolve("t.placed");
    WriteOptions options =
        WriteOptions.defaults()
            .withTemporaryDirectory(tmp.toString())
            .withPlacement(Placement.parse(RUNS));
    try (FileWriter out = FileWriter.create(STORE, path.toString(), schema, options)) {
      out.write(rows);
      assertTrue(files(table).size() <= 1, "nothing is open but the table file");
      assertEquals(151, out.finish().siblings().size());
    }
    assertEquals(RandomTables.texts(rows), read(path), "seed " + seed);
    assertEquals(List.of(), verify(path));
    assertEquals(List.of(), files(tmp));
    try (FileReader file = open(path)) {
      requireExtents(file);
    }
  }

  @Test
  void namesThatLeadElsewhereAreRefused() throws IOException {
    Path path = dir.resolve("t.placed");
    write(path, "default", rows(10), false);
    RebuiltFile file = new RebuiltFile(Files.readAllBytes(path));
    for (String name :
        List.of("", ".", "..", "../t", "/etc/passwd", "a/b", "a\\b", "a\nb", "a\0b")) {
      requireRefused(file, new SiblingEntry(name, UUID.randomUUID(), 100, 0));
    }
    requireRefused(file, new SiblingEntry("a", UUID.randomUUID(), 83, 0));
    requireRefused(file, new SiblingEntry("a", UUID.randomUUID(), -1, 0));
    SiblingEntry fine = new SiblingEntry("a", UUID.randomUUID(), 100, 0);
    requireRefused(file, fine, fine);
    byte[] bytes = file.write(siblings(List.of(fine)));
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      assertEquals(10, RoundTripTest.read(f, ReadRequest.all()).size());
    }
  }

  private static void requireRefused(RebuiltFile file, SiblingEntry... siblings)
      throws IOException {
    byte[] bytes = file.write(siblings(List.of(siblings)));
    assertThrows(
        CorruptFileException.class,
        () -> FileReader.open(new DamageTest.Bytes(bytes), new IoCounters()),
        siblings[0].toString());
  }

  private static RebuiltFile.Change siblings(List<SiblingEntry> siblings) {
    return new RebuiltFile.Change() {
      @Override
      public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
        return bytes;
      }

      @Override
      public Root root(Root r) {
        return withSiblings(r, siblings);
      }
    };
  }

  private static Root withSiblings(Root r, List<SiblingEntry> siblings) {
    return new Root(
        r.rows(),
        r.columns(),
        r.nodes(),
        r.createdBy(),
        r.placement(),
        r.metadata(),
        new ArrayList<>(siblings),
        r.rowGroups(),
        r.blocks(),
        r.groups(),
        r.stride(),
        r.layout(),
        r.copies(),
        r.bucketsOffset(),
        r.bucketLengths());
  }
}
