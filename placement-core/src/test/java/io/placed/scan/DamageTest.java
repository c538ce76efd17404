package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.placed.Chosen;
import io.placed.bytes.LittleEndian;
import io.placed.compression.Compression;
import io.placed.error.CorruptFileException;
import io.placed.error.UnsupportedVersionException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.PartChecksum;
import io.placed.format.v1.PartKind;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.io.RandomInput;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damaged files cause the documented error or give the right rows; never wrong rows or another
 * error.
 */
class DamageTest {
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final Predicate FILTER = Predicate.parse("i32 >= 0");

  @TempDir Path dir;

  /** A file in memory. */
  record Bytes(byte[] bytes) implements InputFile {
    @Override
    public String path() {
      return "memory";
    }

    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public RandomInput open() {
      return new RandomInput() {
        @Override
        public void readFully(long position, byte[] buffer, int offset, int length)
            throws IOException {
          if (position < 0 || position + length > bytes.length) {
            throw new EOFException("read beyond the end");
          }
          System.arraycopy(bytes, (int) position, buffer, offset, length);
        }

        @Override
        public void close() {}
      };
    }
  }

  static List<String> placements() {
    List<String> placements = new ArrayList<>(Placement.presetNames());
    placements.removeAll(List.of("cf", "cfile"));
    placements.add("column-groups=all stride 1; row-group=20 rows");
    placements.add("column-groups=all stride 1024; row-group=20 rows");
    return Chosen.some(placements, 3);
  }

  private byte[] file(String placement, String codec) throws IOException {
    RandomTables tables = new RandomTables(11);
    Schema schema = tables.everyType();
    WriteOptions options =
        WriteOptions.defaults()
            .withPlacement(Placement.parse(placement))
            .withCompression(Compression.parse(codec));
    String path = dir.resolve("t.placed").toString();
    STORE.delete(path, false);
    try (FileWriter out = FileWriter.create(STORE, path, schema, options)) {
      out.write(tables.rows(schema, 30));
      out.finish();
    }
    return Files.readAllBytes(Path.of(path));
  }

  private static List<String> rows(byte[] bytes) throws IOException {
    List<String> out = new ArrayList<>();
    try (FileReader f = FileReader.open(new Bytes(bytes), new IoCounters())) {
      out.add(f.schema() + " " + f.rows());
      out.addAll(RoundTripTest.read(f, ReadRequest.all()));
      out.addAll(RoundTripTest.read(f, ReadRequest.all().withFilter(FILTER)));
    }
    return out;
  }

  /** Right rows or the documented error; anything else fails the test. */
  private static boolean soundOrRefused(byte[] bytes, List<String> expected, String what) {
    try {
      assertEquals(expected, rows(bytes), what);
      return true;
    } catch (CorruptFileException e) {
      return false;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      return fail(what, e);
    }
  }

  @ParameterizedTest
  @MethodSource("placements")
  void everyPrefixIsRefused(String placement) throws IOException {
    byte[] whole = file(placement, "zstd");
    List<String> expected = rows(whole);
    for (int length = 0; length < whole.length; length++) {
      byte[] prefix = Arrays.copyOf(whole, length);
      assertFalse(soundOrRefused(prefix, expected, "prefix of " + length), "prefix " + length);
    }
  }

  @ParameterizedTest
  @MethodSource("placements")
  void everyFlippedByteIsFoundOrHarmless(String placement) throws IOException {
    for (String codec : List.of("none", "zstd")) {
      byte[] whole = file(placement, codec);
      List<String> expected = rows(whole);
      assertEquals(List.of(), FileVerifier.verify(new Bytes(whole), new IoCounters()));
      for (int i = 0; i < whole.length; i++) {
        byte[] damaged = whole.clone();
        damaged[i] ^= (byte) (1 << (i & 7));
        soundOrRefused(damaged, expected, codec + ", byte " + i);
        List<Damage> found = FileVerifier.verify(new Bytes(damaged), new IoCounters());
        assertFalse(found.isEmpty(), codec + ": verify misses byte " + i);
      }
    }
  }

  /** Whoever asks again must not get the rows after those that could not be read. */
  @Test
  void aScanThatFailedDoesNotGoOn() throws IOException {
    int failed = 0;
    for (String placement : List.of("column-groups=all stride 1; row-group=10 rows", "default")) {
      byte[] whole = file(placement, "none");
      for (int i = FormatV1.TAIL_BYTES; i < whole.length; i += 7) {
        byte[] damaged = whole.clone();
        damaged[i] ^= 1;
        try (FileReader f = FileReader.open(new Bytes(damaged), new IoCounters());
            BatchReader scan = f.read(ReadRequest.all())) {
          try {
            while (scan.next()) {
              scan.batch();
            }
          } catch (CorruptFileException e) {
            failed++;
            IOException again = assertThrows(IOException.class, scan::next);
            assertEquals(e, again.getCause());
          }
        } catch (CorruptFileException e) {
          continue; // It cannot be opened.
        }
      }
    }
    assertTrue(failed > 10, failed + " scans failed");
  }

  /** The number of a newer version counts only if its checksum says that it was written. */
  @Test
  void aNewerVersionIsToldFromDamage() throws IOException {
    byte[] newer = file("default", "zstd");
    int tail = newer.length - FormatV1.TAIL_BYTES;
    newer[tail + 36] = 2;
    assertThrows(CorruptFileException.class, () -> rows(newer));
    UUID id =
        new UUID(LittleEndian.getLong(newer, tail + 20), LittleEndian.getLong(newer, tail + 28));
    byte[] fields = Arrays.copyOfRange(newer, tail, tail + 40);
    int none = FormatV1.NONE;
    int crc = new PartChecksum(id).of(PartKind.TAIL, tail, none, none, none, fields, 0, 40);
    LittleEndian.putInt(newer, tail + 40, crc);
    var e = assertThrows(UnsupportedVersionException.class, () -> rows(newer));
    assertEquals("format version 2 is not supported; this library reads 1 to 1", e.detail());
  }

  @Test
  void randomDamageOfManyBytes() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole = file("default", "zstd");
    List<String> expected = rows(whole);
    for (int round = 0; round < 3000; round++) {
      byte[] damaged = whole.clone();
      int from = random.nextInt(whole.length);
      int length = Math.min(1 + random.nextInt(200), whole.length - from);
      switch (random.nextInt(3)) {
        case 0 -> Arrays.fill(damaged, from, from + length, (byte) 0);
        case 1 -> {
          byte[] noise = new byte[length];
          random.nextBytes(noise);
          System.arraycopy(noise, 0, damaged, from, length);
        }
        default ->
            System.arraycopy(
                whole, random.nextInt(whole.length - length + 1), damaged, from, length);
      }
      soundOrRefused(damaged, expected, "seed " + seed + ", round " + round);
    }
  }

  @Test
  void aPageOfAnotherFileIsFound() throws IOException {
    byte[] one = file("default", "none");
    byte[] two = file("default", "none");
    assertEquals(one.length, two.length);
    List<String> expected = rows(one);
    byte[] mixed = one.clone();
    System.arraycopy(two, 32, mixed, 32, 400);
    assertFalse(soundOrRefused(mixed, expected, "spliced"));
  }

  @Test
  void verifyFindsAllDamageAndItsPlace() throws IOException {
    byte[] whole = file("column-groups=none; row-group=10 rows", "none");
    long[] offsets = new long[3];
    try (FileReader f = FileReader.open(new Bytes(whole), new IoCounters())) {
      for (int g = 0; g < 3; g++) {
        offsets[g] = f.rowGroups().get(g).offset();
      }
    }
    byte[] damaged = whole.clone();
    for (long offset : offsets) {
      damaged[(int) offset + 1] ^= 1;
    }
    List<Damage> found = FileVerifier.verify(new Bytes(damaged), new IoCounters());
    assertEquals(3, found.size(), found.toString());
    for (int g = 0; g < 3; g++) {
      assertEquals(offsets[g], found.get(g).offset());
      assertTrue(found.get(g).detail().contains("row group " + g), found.get(g).detail());
    }
  }

  @Test
  void otherFilesAreRefusedInOneSentence() {
    CorruptFileException e =
        assertThrows(CorruptFileException.class, () -> rows("PAR1 hello PAR1".getBytes()));
    assertTrue(e.getMessage().contains("not a Placed file"), e.getMessage());
    e = assertThrows(CorruptFileException.class, () -> rows(new byte[5000]));
    assertTrue(e.getMessage().contains("not a complete Placed file"), e.getMessage());
  }

  @Test
  void rowsAfterAnUndamagedRowGroupCanBeRead() throws IOException {
    byte[] whole = file("row-group=10 rows", "none");
    Batch expected = new RandomTables(11).rows(new RandomTables(11).everyType(), 30);
    byte[] damaged = whole.clone();
    try (FileReader f = FileReader.open(new Bytes(whole), new IoCounters())) {
      damaged[(int) f.rowGroups().get(1).offset() + 1] ^= 1;
    }
    try (FileReader f = FileReader.open(new Bytes(damaged), new IoCounters())) {
      List<String> last = RoundTripTest.read(f, ReadRequest.all().withRowGroups(2, 3));
      assertEquals(RandomTables.texts(expected).subList(20, 30), last);
      assertThrows(
          CorruptFileException.class,
          () -> RoundTripTest.read(f, ReadRequest.all().withRowGroups(1, 2)));
    }
  }
}
