package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.placed.Chosen;
import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.io.MemoryStore;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of up to 1 MiB with up to {@value #MAX_RAW_MIB} MiB of values, whole and with changed parts
 * whose checksums fit, read by a process with a heap of 256 MiB: rows or a documented exception.
 * The inputs of the fuzzer have 16 KiB. {@code -Dplaced.large.seconds=600} runs as long, {@code
 * -Dplaced.large.seed} begins with this file.
 */
class LargeFilesTest {
  private static final long MAX_BYTES = 1 << 20;
  private static final long MAX_RAW_MIB = 256;
  private static final long MAX_ROWS = 3_000_000;
  private static final int CHANGES = 12;

  /** Of a processor, for one read. */
  private static final int MAX_MILLIS = 10_000;

  /** For all reads of a file, while other tests run. */
  private static final int MAX_SECONDS = 300;

  private static final List<String> PLACEMENTS =
      List.of(
          "default",
          "parquet",
          "row-group=16MiB",
          "row-group=16MiB; column-groups=all stride 1",
          "row-group=16MiB; column-groups=all stride 1024");

  @TempDir private Path directory;

  private Process reader;
  private PrintWriter questions;
  private BufferedReader answers;
  private int slowest;
  private int corrupt;
  private int memory;
  private int full;

  @Test
  void rowsOrARefusal() throws Exception {
    long seed = Long.getLong("placed.large.seed", new Random().nextLong());
    long end = System.nanoTime() + Long.getLong("placed.large.seconds", 8) * 1_000_000_000L;
    Map<DenseRows, Integer> whole = new EnumMap<>(DenseRows.class);
    int changed = 0;
    start();
    try {
      for (long n = 0; changed == 0 || System.nanoTime() < end; n++) {
        Random random = Chosen.random(seed + n);
        DenseRows kind = DenseRows.values()[random.nextInt(DenseRows.values().length)];
        Placement placement = Placement.parse(any(PLACEMENTS, random));
        Compression codec = Compression.parse(any(List.of("none", "lz4", "zstd"), random));
        Profile profile = any(List.of(Profile.values()), random);
        String what =
            String.join(" ", "seed", seed + n + ":", "" + kind, "" + placement, "" + profile);
        long[] rows = {0};
        byte[] bytes =
            written(
                kind,
                random,
                WriteOptions.defaults()
                    .withPlacement(placement)
                    .withCompression(codec)
                    .withProfile(profile),
                rows);
        if (bytes.length > MAX_BYTES) {
          continue;
        }
        whole.merge(kind, 1, Integer::sum);
        read(bytes, rows[0], what);
        RebuiltFile file = new RebuiltFile(bytes);
        for (int i = 0; i < CHANGES && (changed == 0 || System.nanoTime() < end); i++) {
          PartMutator change = new PartMutator(random, file);
          byte[] other = file.write(change);
          if (other.length <= MAX_BYTES) {
            changed++;
            read(other, -1, what + ", change " + i + ": " + change.describe());
          }
        }
      }
    } finally {
      reader.destroyForcibly();
    }
    System.out.printf(
        Locale.ROOT,
        "large files: seed %d, whole %s, changed %d, steps refused for damage %d, for memory %d"
            + " (%d when the heap was full), slowest %d ms%n",
        seed,
        whole,
        changed,
        corrupt,
        memory,
        full,
        slowest);
  }

  private static <T> T any(List<T> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  private static byte[] written(DenseRows kind, Random random, WriteOptions options, long[] rows)
      throws IOException {
    Schema schema = kind.schema(random);
    MemoryStore store = new MemoryStore();
    long most = 1 + (long) (MAX_ROWS * Math.pow(random.nextDouble(), 3));
    long raw = 0;
    try (FileWriter out = FileWriter.create(store, "/f.placed", schema, options)) {
      while (rows[0] < most && raw >> 20 < MAX_RAW_MIB && out.bytesWritten() < MAX_BYTES) {
        Batch batch = kind.batch(schema, random, rows[0], most - rows[0]);
        out.write(batch);
        rows[0] += batch.rows();
        raw += batch.memoryBytes();
      }
      out.finish();
    }
    return store.readAll("/f.placed");
  }

  private void start() throws IOException {
    reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--add-modules=jdk.incubator.vector",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapReader.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    questions = new PrintWriter(reader.outputWriter(StandardCharsets.UTF_8), true);
    answers = reader.inputReader(StandardCharsets.UTF_8);
  }

  /** Reads a file in the other process. */
  private void read(byte[] bytes, long rows, String what) throws Exception {
    Path path = directory.resolve("f.placed");
    Files.write(path, bytes);
    questions.println(rows + " " + path);
    FutureTask<String> answer = new FutureTask<>(answers::readLine);
    Thread waiting = new Thread(answer, "answers");
    waiting.setDaemon(true);
    waiting.start();
    String line;
    try {
      line = answer.get(MAX_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(what + " takes more than " + MAX_SECONDS + " s", e);
    } catch (ExecutionException e) {
      throw new AssertionError(what, e);
    }
    if (line == null || line.equals("finding")) {
      fail(what + "\n" + answers.lines().collect(Collectors.joining("\n")));
    }
    String[] counts = line.split(" ");
    corrupt += Integer.parseInt(counts[0]);
    memory += Integer.parseInt(counts[1]);
    full += Integer.parseInt(counts[2]);
    int millis = Integer.parseInt(counts[3]);
    assertTrue(millis < MAX_MILLIS, () -> what + ": a read took " + millis + " ms");
    slowest = Math.max(slowest, millis);
  }
}
