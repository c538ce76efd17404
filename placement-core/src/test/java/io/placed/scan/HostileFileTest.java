package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.error.CorruptFileException;
import io.placed.error.UnsupportedVersionException;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Root;
import io.placed.format.v1.RowGroupEntry;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.vector.ListColumn;
import io.placed.write.FileWriter;
import io.placed.write.WriteOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files whose checksums are right and whose content is not: the typed error or some rows, in
 * bounded time and memory. {@code -Dplaced.fuzz.rounds} and {@code -Dplaced.fuzz.seed} make it
 * longer and repeat it.
 */
class HostileFileTest {
  private static final byte CONSTANT = 1;
  private static final LocalFileStore STORE = new LocalFileStore();
  private static final long MAX_NANOS = 10_000_000_000L;
  private static final long MAX_ALLOCATED = 300L << 20;

  /** A file may hold any number of equal rows; a reader may stop. */
  private static final long MAX_ROWS = 200_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path dir;

  private record Base(String name, RebuiltFile file, String predicate) {}

  @Test
  void mutatedContent() throws IOException {
    long seed = Long.getLong("placed.fuzz.seed", new Random().nextLong());
    int rounds = Integer.getInteger("placed.fuzz.rounds", 4000);
    long end = System.nanoTime() + (rounds > 4000 ? Long.MAX_VALUE / 2 : 25_000_000_000L);
    Random random = new Random(seed);
    List<Base> bases = bases(new Random(7));
    Map<String, Integer> outcomes = new TreeMap<>();
    long worstBytes = 0;
    long worstNanos = 0;
    int done = 0;
    Map<String, AssertionError> failures = new LinkedHashMap<>();
    for (; done < rounds && System.nanoTime() < end; done++) {
      long roundSeed = random.nextLong();
      Random r = new Random(roundSeed);
      Base base = bases.get(r.nextInt(bases.size()));
      Mutator mutator = new Mutator(r, base.file());
      byte[] bytes = base.file().write(mutator);
      String what =
          "seed " + seed + ", round " + done + ", " + base.name() + ", " + mutator.describe();
      long nanos = System.nanoTime();
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      String outcome;
      try {
        outcome = use(bytes, base.predicate(), what);
      } catch (AssertionError e) {
        failures.putIfAbsent(signature(e), e);
        continue;
      }
      nanos = System.nanoTime() - nanos;
      allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
      outcomes.merge(outcome, 1, Integer::sum);
      worstNanos = Math.max(worstNanos, nanos);
      worstBytes = Math.max(worstBytes, allocated);
      if (nanos > MAX_NANOS || allocated > MAX_ALLOCATED) {
        String cost = nanos / 1_000_000 + " ms, " + (allocated >> 20) + " MiB";
        failures.putIfAbsent(mutator.describe(), new AssertionError(what + " took " + cost));
      }
    }
    if (rounds > 4000) {
      System.out.println(
          done
              + " rounds, seed "
              + seed
              + ": "
              + outcomes
              + ", worst "
              + worstNanos / 1_000_000
              + " ms, "
              + (worstBytes >> 20)
              + " MiB allocated");
    }
    assertTrue(done > 100, "only " + done + " rounds");
    if (!failures.isEmpty()) {
      AssertionError all = new AssertionError(describe(failures));
      failures.values().forEach(all::addSuppressed);
      throw all;
    }
  }

  private static String describe(Map<String, AssertionError> failures) {
    StringBuilder out = new StringBuilder(failures.size() + " failures");
    failures.forEach(
        (where, e) -> {
          Throwable cause = e.getCause() != null ? e.getCause() : e;
          out.append("\n").append(where).append(": ").append(e.getMessage());
          out.append(": ").append(cause.getMessage());
        });
    return out.toString();
  }

  /** Failures at the same place count as one. */
  private static String signature(AssertionError e) {
    Throwable cause = e.getCause() != null ? e.getCause() : e;
    String frames =
        Arrays.stream(cause.getStackTrace())
            .filter(f -> f.getClassName().startsWith("io.placed"))
            .limit(4)
            .map(f -> f.getFileName() + ":" + f.getLineNumber())
            .collect(Collectors.joining(" < "));
    return cause.getClass().getSimpleName() + " " + frames;
  }

  /** A page body of a constant: count, no missing values, the encoding, the value. */
  private static byte[] constant(int count, int value) {
    ByteBuffer body = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
    return body.putInt(count).put((byte) 0).put(CONSTANT).putInt(value).array();
  }

  /** A file of one column "k" of lists of integers, every list with so many elements, all equal. */
  private byte[] equalElements(int perList, int valuesInIndex) throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.list(Type.INT32)));
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 10; i++) {
      rows.appendRow(List.of(7, 7));
    }
    return new RebuiltFile(file(schema, rows, "default", "none"))
        .write(
            new RebuiltFile.Change() {
              @Override
              public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
                if (!what.equals("page")) {
                  return bytes;
                }
                return node == 0 ? constant(10, perList) : constant(valuesInIndex, 7);
              }

              @Override
              public int values(int owner, int node, int values) {
                return valuesInIndex;
              }
            });
  }

  private static long elements(byte[] bytes) throws IOException {
    long sum = 0;
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters());
        BatchReader scan = f.read(ReadRequest.all())) {
      while (scan.next()) {
        sum += ((ListColumn) scan.batch().column(0)).elements().size();
      }
    }
    return sum;
  }

  @Test
  void equalElementsAreNoBomb() throws IOException {
    assertEquals(1_000_000, elements(equalElements(100_000, 1_000_000)));
    for (int perList : new int[] {10_000_000, 200_000_000}) {
      byte[] bytes = equalElements(perList, 10 * perList);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      assertThrows(CorruptFileException.class, () -> elements(bytes));
      try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        assertThrows(CorruptFileException.class, f::layout);
      }
      assertEquals(1, FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters()).size());
      assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before < 20 << 20);
    }
  }

  @Test
  void listsMustHaveAsManyElementsAsThereAreValues() throws IOException {
    for (int values : new int[] {19, 21, 0, 1000}) {
      byte[] bytes = equalElements(2, values);
      assertThrows(CorruptFileException.class, () -> elements(bytes), values + " values");
      List<Damage> found = FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters());
      assertEquals(FormatV1.HEADER_BYTES, found.get(0).offset(), found.toString());
      assertTrue(found.get(0).detail().contains("lists of 20 elements"), found.toString());
    }
  }

  private interface RootChange extends RebuiltFile.Change {
    @Override
    Root root(Root root);

    @Override
    default byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
      return bytes;
    }
  }

  private static Root withRows(Root r, int rows, int pageRows, int columns, int nodes) {
    RowGroupEntry g = r.rowGroups().get(0);
    return new Root(
        rows,
        columns,
        nodes,
        r.createdBy(),
        r.placement(),
        r.metadata(),
        r.siblings(),
        List.of(new RowGroupEntry(rows, pageRows, g.offset(), g.length())),
        r.blocks(),
        r.groups(),
        r.stride(),
        r.layout(),
        r.copies(),
        r.bucketsOffset(),
        r.bucketLengths());
  }

  @Test
  void declaredCountsCostNothing() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    Batch rows = Batch.of(schema);
    rows.appendRow(1);
    RebuiltFile file = new RebuiltFile(file(schema, rows, "default", "none"));
    List<RootChange> changes =
        List.of(
            r -> withRows(r, 1, 1024, 100_000_000, 100_000_000),
            r -> withRows(r, 1, 1024, 1, 100_000_000),
            r -> withRows(r, Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 1),
            r -> withRows(r, Integer.MAX_VALUE, 1024, 1, 1));
    for (RootChange change : changes) {
      byte[] bytes = file.write(change);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      assertThrows(
          CorruptFileException.class,
          () -> {
            try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
              scan(f, ReadRequest.all());
            }
          });
      assertTrue(THREADS.getCurrentThreadAllocatedBytes() - before < 5 << 20);
    }
  }

  @Test
  void aPlacementThatDoesNotParseIsDamage() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    RebuiltFile file = new RebuiltFile(file(schema, Batch.of(schema), "default", "none"));
    byte[] bytes =
        file.write(
            (what, g, owner, node, b) ->
                what.equals("root")
                    ? new String(b, StandardCharsets.ISO_8859_1)
                        .replace("row-group", "raw-group")
                        .getBytes(StandardCharsets.ISO_8859_1)
                    : b);
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      assertThrows(CorruptFileException.class, f::placement);
    }
  }

  /** The grammar allows a column without statistics. */
  @Test
  void aColumnInTheWrongBucketIsDamage() throws IOException {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < 4 * FormatV1.COLUMNS_PER_BUCKET; c++) {
      fields.add(Field.required("name" + c, Type.INT32));
    }
    Schema schema = Schema.of(fields);
    RebuiltFile file = new RebuiltFile(file(schema, Batch.of(schema), "default", "none"));
    byte[] bytes =
        file.write(
            (what, g, owner, node, b) ->
                what.equals("bucket")
                    ? new String(b, StandardCharsets.ISO_8859_1)
                        .replace("name17", "nome17")
                        .getBytes(StandardCharsets.ISO_8859_1)
                    : b);
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      assertThrows(CorruptFileException.class, () -> scan(f, ReadRequest.all()));
    }
  }

  @Test
  void columnsWithoutStatisticsAreFiltered() throws IOException {
    Schema schema = Schema.of(Field.required("k", Type.INT32));
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 5000; i++) {
      rows.appendRow(i);
    }
    byte[] bytes =
        new RebuiltFile(file(schema, rows, "default", "none"))
            .write(
                new RebuiltFile.Change() {
                  @Override
                  public byte[] apply(String what, int g, int owner, int node, byte[] b) {
                    return b;
                  }

                  @Override
                  public boolean statistics() {
                    return false;
                  }
                });
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      ReadRequest filter = ReadRequest.all().withFilter(Predicate.parse("k >= 4990"));
      assertEquals(10, RoundTripTest.read(f, filter).size());
      assertNull(f.statistics("k"));
    }
  }

  /** Everything that a reader does with a file. */
  private static String use(byte[] bytes, String predicate, String what) {
    String outcome = "rows";
    try {
      try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        outcome = first(outcome, what, () -> scan(f, ReadRequest.all()));
        outcome =
            first(
                outcome,
                what,
                () -> scan(f, ReadRequest.all().withFilter(Predicate.parse(predicate))));
        outcome = first(outcome, what, f::layout);
        outcome = first(outcome, what, f::placement);
        outcome = first(outcome, what, f::metadata);
      }
      FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters());
    } catch (CorruptFileException | UnsupportedVersionException e) {
      outcome = "refused";
    } catch (IllegalArgumentException e) {
      outcome = misuse(e, what);
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      return fail(what, e);
    }
    return outcome;
  }

  private interface Step {
    void run() throws IOException;
  }

  /** The steps do not depend on each other: one that is refused must not hide the next. */
  private static String first(String outcome, String what, Step step) throws IOException {
    try {
      step.run();
      return outcome;
    } catch (CorruptFileException | UnsupportedVersionException e) {
      return "refused";
    } catch (IllegalArgumentException e) {
      misuse(e, what);
      return "refused";
    }
  }

  /** What a sound file gives too, when the question does not fit it. */
  private static String misuse(IllegalArgumentException e, String what) {
    String text = String.valueOf(e.getMessage());
    boolean question =
        text.contains("open it with that file")
            || text.contains("column 'k'")
            || text.contains("no column")
            || text.contains("cannot be compared with")
            || text.contains("is ambiguous")
            || text.startsWith("predicate");
    return question ? "another question" : fail(what, e);
  }

  private static void scan(FileReader f, ReadRequest request) throws IOException {
    try (BatchReader scan = f.read(request)) {
      long rows = 0;
      while (rows < MAX_ROWS && scan.next()) {
        Batch b = scan.batch();
        rows += b.rows();
        for (int i = 0; i < Math.min(5, b.rows()); i++) {
          assertEquals(b.columns().size(), b.row(i).length);
        }
      }
    }
  }

  private List<Base> bases(Random random) throws IOException {
    List<Base> out = new ArrayList<>();
    String[] placements = {
      "default",
      "parquet",
      "column-groups=all stride 1; row-group=20 rows",
      "column-groups=all stride 1024; row-group=2000 rows",
      "row-group=10 rows",
      "column-groups=(k, c0) stride 1"
    };
    for (String placement : placements) {
      for (String codec : List.of("none", "lz4", "zstd")) {
        RandomTables tables = new RandomTables(random.nextLong());
        boolean every = random.nextBoolean();
        List<Field> fields = new ArrayList<>();
        fields.add(Field.of("k", Type.INT32));
        fields.add(Field.of("c0", Type.list(Type.struct(Field.of("a", Type.INT32)))));
        for (Field f : every ? tables.everyType().fields() : tables.schema().fields()) {
          if (fields.stream().noneMatch(x -> x.name().equals(f.name()))) {
            fields.add(new Field(0, f.name(), f.type(), f.nullable()));
          }
        }
        Schema schema = Schema.of(strip(fields));
        int rows = every ? 25 : placement.contains("10 rows") ? 35 : 2500;
        byte[] bytes = file(schema, tables.rows(schema, rows), placement, codec);
        String predicate = "k >= 0";
        for (Field f : schema.fields()) {
          if (f.type().kind() == TypeKind.STRING) {
            predicate += " or " + f.name() + " > 'v3'";
          }
        }
        out.add(new Base(placement + " " + codec + " " + rows, new RebuiltFile(bytes), predicate));
      }
    }
    out.addAll(derivedBases(random));
    return out;
  }

  /** Files in which columns are functions of others, with missing values and exceptions. */
  private List<Base> derivedBases(Random random) throws IOException {
    List<Base> out = new ArrayList<>();
    String[] placements = {"default", "row-group=1500 rows", "column-groups=all stride 1024"};
    for (String placement : placements) {
      for (String codec : List.of("none", "zstd")) {
        Batch rows = DerivedColumnsTest.rows(2500, 20, 100, random);
        WriteOptions options =
            options(placement, "none")
                .withProfile(Profile.COMPACT)
                .withCompression(Compression.parse(codec));
        RebuiltFile file = new RebuiltFile(file(rows.schema(), rows, options));
        String predicate = "net > 300 and arrival >= date '2001-01-01' or dec_total < 5000";
        out.add(new Base("derived " + placement + " " + codec, file, predicate));
      }
    }
    return out;
  }

  private static List<Field> strip(List<Field> fields) {
    return new ArrayList<>(
        Schema.parse(
                Schema.of(fields.stream().map(HostileFileTest::fresh).toList())
                    .toString()
                    .replaceAll("#\\d+", ""))
            .fields());
  }

  private static Field fresh(Field f) {
    return Field.of(f.name(), f.type());
  }

  private static WriteOptions options(String placement, String codec) {
    return WriteOptions.defaults()
        .withPlacement(Placement.parse(placement))
        .withCompression(Compression.parse(codec))
        .withMetadata(Map.of("a", "b", "c", "d"))
        .withPageRows(1024);
  }

  private byte[] file(Schema schema, Batch rows, String placement, String codec)
      throws IOException {
    return file(schema, rows, options(placement, codec));
  }

  private byte[] file(Schema schema, Batch rows, WriteOptions options) throws IOException {
    String path = dir.resolve("t.placed").toString();
    STORE.delete(path, false);
    try (FileWriter out = FileWriter.create(STORE, path, schema, options)) {
      out.write(rows);
      out.finish();
    }
    return Files.readAllBytes(Path.of(path));
  }

  /** Changes one to three parts, each kind of part as often as any other. */
  private static final class Mutator implements RebuiltFile.Change {
    private final Random random;
    private final List<Integer> chosen = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final int valuesAt;
    private int at;
    private int valueAt;

    Mutator(Random random, RebuiltFile file) throws IOException {
      this.random = random;
      Map<String, List<Integer>> byKind = new TreeMap<>();
      int[] count = {0, 0};
      file.write(
          new RebuiltFile.Change() {
            @Override
            public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
              byKind.computeIfAbsent(what, k -> new ArrayList<>()).add(count[0]++);
              return bytes;
            }

            @Override
            public int values(int owner, int node, int values) {
              count[1]++;
              return values;
            }
          });
      List<String> kinds = new ArrayList<>(byKind.keySet());
      for (int k = random.nextInt(8) == 0 ? 3 : 1; k > 0; k--) {
        List<Integer> of = byKind.get(kinds.get(random.nextInt(kinds.size())));
        chosen.add(of.get(random.nextInt(of.size())));
      }
      valuesAt = count[1] > 0 && random.nextInt(10) == 0 ? random.nextInt(count[1]) : -1;
    }

    String describe() {
      return String.join("; ", done);
    }

    @Override
    public int values(int owner, int node, int values) {
      if (valueAt++ != valuesAt) {
        return values;
      }
      int to = (int) interesting() & Integer.MAX_VALUE;
      done.add("values of " + owner + "/" + node + " " + values + " to " + to);
      return to;
    }

    @Override
    public byte[] apply(String what, int g, int owner, int node, byte[] bytes) {
      if (!chosen.contains(at++) || bytes.length == 0) {
        return bytes;
      }
      byte[] out = bytes.clone();
      for (int k = random.nextInt(4) == 0 ? 3 : 1; k > 0 && out.length > 0; k--) {
        out = mutate(what + " " + g + "/" + owner + "/" + node, out);
      }
      return out;
    }

    private byte[] mutate(String what, byte[] b) {
      // The first bytes say what follows; hit them more often.
      int p = random.nextInt(random.nextBoolean() ? b.length : Math.min(b.length, 24));
      int op = random.nextInt(9);
      done.add(what + " op " + op + " at " + p + " of " + b.length);
      switch (op) {
        case 0 -> b[p] ^= (byte) (1 << random.nextInt(8));
        case 1 -> b[p] = (byte) random.nextInt();
        case 2 -> b[p] = (byte) (new int[] {0, 1, 2, 5, 9, 16, 127, 128, 255}[random.nextInt(9)]);
        case 3 -> {
          if (p + 4 <= b.length) {
            ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN).putInt(p, (int) interesting());
          }
        }
        case 4 -> {
          if (p + 8 <= b.length) {
            ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN).putLong(p, interesting());
          }
        }
        case 5 -> {
          int end = p;
          while (end < b.length - 1 && b[end] < 0) {
            end++;
          }
          return splice(b, p, end + 1, varint(interesting()));
        }
        case 6 -> {
          return splice(b, p, p, new byte[1 + random.nextInt(9)]);
        }
        case 7 -> {
          return splice(b, p, Math.min(b.length, p + 1 + random.nextInt(9)), new byte[0]);
        }
        default -> {
          int from = random.nextInt(b.length);
          int n = Math.min(1 + random.nextInt(40), b.length - Math.max(p, from));
          System.arraycopy(b, from, b, p, n);
        }
      }
      return b;
    }

    private long interesting() {
      long[] all = {
        0,
        1,
        2,
        7,
        63,
        64,
        1023,
        1024,
        1025,
        4096,
        0xFFFF,
        1 << 20,
        1 << 24,
        100_000_000,
        1 << 28,
        Integer.MAX_VALUE - 64,
        Integer.MAX_VALUE - 8,
        Integer.MAX_VALUE,
        1L << 31,
        (1L << 32) - 1,
        Long.MAX_VALUE / 4,
        Long.MAX_VALUE / 2,
        Long.MAX_VALUE - 100,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        random.nextLong()
      };
      long v = all[random.nextInt(all.length)];
      return random.nextInt(3) == 0 ? v + random.nextInt(200) - 100 : v;
    }

    private static byte[] varint(long value) {
      byte[] out = new byte[10];
      int n = 0;
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        out[n++] = (byte) (rest | 0x80);
        rest >>>= 7;
      }
      out[n++] = (byte) rest;
      return Arrays.copyOf(out, n);
    }

    private static byte[] splice(byte[] b, int from, int to, byte[] with) {
      byte[] out = new byte[b.length - (to - from) + with.length];
      System.arraycopy(b, 0, out, 0, from);
      System.arraycopy(with, 0, out, from, with.length);
      System.arraycopy(b, to, out, from + with.length, b.length - to);
      return out;
    }
  }
}
