package io.placed.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.placed.Chosen;
import io.placed.cases.RowsAsJson;
import io.placed.error.MalformedDataException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.Values;
import io.placed.vector.match.ValueMatch;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that apply to every encoding, with data for which it is chosen. Golden files have bodies
 * that must remain readable; {@code -Dplaced.golden=write} writes new ones to the source tree.
 */
public abstract class EncodingTestCase {
  private static final int PAGE = 4096;
  private static final int SMALL = 300;
  private static final long MAX_ALLOCATION = 64L << 20;

  protected final long seed = Long.getLong("placed.seed", System.nanoTime());

  /** Name of the encoding, with which {@code describe()} starts. */
  protected abstract String name();

  /** Types that the encoding supports. */
  protected abstract List<Type> types();

  /** Appends value i of data for which this encoding is chosen. Equal seeds give equal data. */
  protected abstract void append(Column column, int i, Random random);

  private Column data(Type type, int n, int nullsEvery, long dataSeed) {
    Random random = new Random(dataSeed);
    Column column = Column.of(type);
    for (int i = 0; i < n; i++) {
      append(column, i, random);
      if (nullsEvery > 0 && i % nullsEvery == nullsEvery - 1) {
        column.setNull(i);
      }
    }
    return column;
  }

  @Test
  public void isChosenAndRoundTrips() {
    for (Type type : types()) {
      for (int nullsEvery : new int[] {0, 7, 1000}) {
        Column column = data(type, 3 * PAGE + 100, nullsEvery, seed);
        EncodedChunk chunk = TestColumns.encode(column, PAGE);
        String message = type + " " + chunk.describe() + " seed " + seed;
        assertTrue(chunk.pages().get(0).encoding().startsWith(name()), message);
        TestColumns.assertSame(column, 0, column.size(), TestColumns.decode(type, chunk), message);
      }
    }
  }

  @Test
  public void everyVectorDecodesAlone() {
    for (Type type : types()) {
      Column column = data(type, PAGE, 5, seed);
      EncodedChunk chunk = TestColumns.encode(column, PAGE);
      SharedPart dictionary = TestColumns.dictionary(type, chunk);
      for (int from = PAGE - 1024; from >= 0; from -= 1024) {
        PageDecoder fresh = TestColumns.open(type, chunk.pages().get(0), dictionary);
        Column out = Column.of(type);
        fresh.decode(from, 1024, out);
        TestColumns.assertSame(column, from, 1024, out, type + " seed " + seed);
      }
    }
  }

  @Test
  public void selectsAndFiltersAsItDecodes() {
    Random random = new Random(seed);
    for (Type type : types()) {
      for (int nullsEvery : new int[] {0, 7}) {
        int n = 2 * PAGE + 1 + random.nextInt(1024);
        Column column = data(type, n, nullsEvery, seed);
        EncodedChunk chunk = TestColumns.encode(column, n);
        PageDecoder page =
            TestColumns.open(type, chunk.pages().get(0), TestColumns.dictionary(type, chunk));
        String message = type + " " + page.describe() + " seed " + seed;
        SelectAndFilter.check(column, page, 400, random, message);
      }
    }
  }

  @Test
  public void sameDataGivesTheSameBytes() {
    for (Type type : types()) {
      EncodedChunk a = TestColumns.encode(data(type, PAGE, 7, seed), PAGE);
      EncodedChunk b = TestColumns.encode(data(type, PAGE, 7, seed), PAGE);
      assertArrayEquals(a.pages().get(0).bytes(), b.pages().get(0).bytes(), "seed " + seed);
      assertArrayEquals(a.dictionary(), b.dictionary(), "seed " + seed);
    }
  }

  @Test
  public void goldenFilesAreReadAndWritten() throws IOException {
    for (Type type : types()) {
      Column column = data(type, 1500, 9, 42);
      EncodedChunk chunk = TestColumns.encode(column, 1500);
      String file = name() + "-" + type.kind().text() + ".bin";
      forOtherReaders(type, column, file);
      readEarlier(type, column, name() + "-" + type.kind().text() + "-1.bin");
      if ("write".equals(System.getProperty("placed.golden"))) {
        writeGolden(Path.of("src/test/resources/io/placed/encoding", file), chunk);
        continue;
      }
      try (InputStream in = EncodingTestCase.class.getResourceAsStream(file)) {
        assertNotNull(in, file);
        Golden golden = readGolden(type, column, in, file);
        assertArrayEquals(golden.body(), chunk.pages().get(0).bytes(), file);
        byte[] written = chunk.dictionary() == null ? new byte[0] : chunk.dictionary();
        assertArrayEquals(golden.dictionary(), written, file);
      }
    }
  }

  private record Golden(byte[] dictionary, byte[] body) {}

  private static Golden readGolden(Type type, Column column, InputStream in, String file)
      throws IOException {
    DataInputStream data = new DataInputStream(in);
    byte[] dictionary = data.readNBytes(data.readInt());
    byte[] body = data.readAllBytes();
    SharedPart shared =
        dictionary.length == 0 ? null : SharedPart.read(type, dictionary, 0, dictionary.length);
    Column out = Column.of(type);
    PageDecoder.open(type, body, 0, body.length, 1500, shared).decode(0, 1500, out);
    TestColumns.assertSame(column, 0, 1500, out, file);
    return new Golden(dictionary, body);
  }

  /** The values of a golden file, with which the tests of the Python reader compare theirs. */
  private static void forOtherReaders(Type type, Column column, String file) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < column.size(); i++) {
      rows.add(new Object[] {Values.get(column, i)});
    }
    Path path = Path.of("target/reader-cases/pages", file.replace(".bin", ".jsonl"));
    RowsAsJson.write(path, Schema.of(Field.of("v", type)), rows);
  }

  /** What earlier versions wrote for the same values, with other nested encodings. */
  private static void readEarlier(Type type, Column column, String file) throws IOException {
    try (InputStream in = EncodingTestCase.class.getResourceAsStream(file)) {
      if (in != null) {
        readGolden(type, column, in, file);
      }
    }
  }

  private static void writeGolden(Path path, EncodedChunk chunk) throws IOException {
    if (Files.exists(path)) {
      return;
    }
    Files.createDirectories(path.getParent());
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(path))) {
      byte[] dictionary = chunk.dictionary() == null ? new byte[0] : chunk.dictionary();
      out.writeInt(dictionary.length);
      out.write(dictionary);
      out.write(chunk.pages().get(0).bytes());
    }
  }

  @Test
  public void truncationIsFound() {
    for (Type type : types()) {
      Small small = new Small(type);
      for (int cut = 0; cut < small.body.length; cut++) {
        byte[] shorter = Arrays.copyOf(small.body, cut);
        assertThrows(
            MalformedDataException.class,
            () -> small.decode(shorter, small.dictionary),
            type + " cut to " + cut + " seed " + seed);
      }
      for (int cut = 0; small.dictionary != null && cut < small.dictionary.length; cut++) {
        byte[] shorter = Arrays.copyOf(small.dictionary, cut);
        assertThrows(
            MalformedDataException.class, () -> SharedPart.read(type, shorter, 0, shorter.length));
      }
    }
  }

  @Test
  public void damageIsFoundOrGivesAsManyValues() {
    Random random = new Random(seed);
    for (Type type : types()) {
      Small small = new Small(type);
      for (boolean inBody : new boolean[] {true, false}) {
        byte[] sound = inBody ? small.body : small.dictionary;
        if (sound == null) {
          continue;
        }
        for (int at = 0; at < sound.length; at++) {
          for (int change : changes(sound[at], random)) {
            byte[] damaged = sound.clone();
            damaged[at] = (byte) change;
            byte[] body = inBody ? damaged : small.body;
            byte[] dictionary = inBody ? small.dictionary : damaged;
            String message = type + " byte " + at + " = " + change + " seed " + seed;
            checkDamaged(small, body, dictionary, message);
          }
        }
      }
    }
  }

  @Test
  public void randomDamageIsFoundOrGivesAsManyValues() {
    Random random = new Random(seed);
    for (Type type : types()) {
      Small small = new Small(type);
      for (int trial = 0; trial < 5000; trial++) {
        byte[] body = small.body.clone();
        for (int k = random.nextInt(4); k >= 0; k--) {
          int at = random.nextInt(random.nextBoolean() ? body.length : Math.min(40, body.length));
          body[at] = (byte) (random.nextBoolean() ? random.nextInt(11) : random.nextInt());
        }
        checkDamaged(small, body, small.dictionary, type + " trial " + trial + " seed " + seed);
      }
    }
  }

  /** Constants, one flipped bit and the identifiers of two encodings; with -Plong of all. */
  private static List<Integer> changes(byte value, Random random) {
    List<Integer> bits = IntStream.range(0, 8).mapToObj(bit -> value ^ 1 << bit).toList();
    List<Integer> ids = IntStream.range(1, Encodings.ALL.all().size()).boxed().toList();
    List<Integer> changes = new ArrayList<>(List.of(0, 0x7F, 0x80, 0xFF));
    changes.addAll(Chosen.any(bits, 1, random));
    changes.addAll(Chosen.any(ids, 2, random));
    return changes;
  }

  private static void checkDamaged(Small small, byte[] body, byte[] dictionary, String message) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    try {
      Column out = small.decode(body, dictionary);
      assertEquals(SMALL, out.size(), message);
    } catch (MalformedDataException e) {
      // Expected.
    } catch (RuntimeException | Error e) {
      throw new AssertionError(message, e);
    }
    try {
      small.ask(body, dictionary);
    } catch (MalformedDataException e) {
      // Expected.
    } catch (RuntimeException | Error e) {
      throw new AssertionError(message, e);
    }
    long used = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertTrue(used < MAX_ALLOCATION, message + " allocated " + used);
  }

  /** One small page, in which every byte is damaged in turn. */
  private final class Small {
    final Type type;
    final byte[] body;
    final byte[] dictionary;
    private final ValueMatch match;
    private final int[] positions;

    Small(Type type) {
      this.type = type;
      Column column = data(type, SMALL, 9, seed);
      EncodedChunk chunk = TestColumns.encode(column, SMALL);
      Random random = new Random(seed);
      match = Matches.random(column, random);
      positions = SelectAndFilter.positions(SMALL, random);
      body = chunk.pages().get(0).bytes();
      dictionary = chunk.dictionary();
    }

    private PageDecoder open(byte[] damagedBody, byte[] damagedDictionary) {
      SharedPart shared =
          damagedDictionary == null
              ? null
              : SharedPart.read(type, damagedDictionary, 0, damagedDictionary.length);
      return PageDecoder.open(type, damagedBody, 0, damagedBody.length, SMALL, shared);
    }

    void ask(byte[] damagedBody, byte[] damagedDictionary) {
      PageDecoder page = open(damagedBody, damagedDictionary);
      SelectAndFilter.ask(page, SMALL, match, positions, Column.of(type));
    }

    Column decode(byte[] damagedBody, byte[] damagedDictionary) {
      PageDecoder page = open(damagedBody, damagedDictionary);
      Column out = Column.of(type);
      page.decode(0, SMALL, out);
      return out;
    }
  }
}
