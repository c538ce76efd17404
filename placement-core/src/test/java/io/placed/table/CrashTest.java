package io.placed.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteResult;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.vacuum.Vacuum;
import io.placed.table.vacuum.VacuumOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed while they write files, and processes that change one table
 * concurrently. The build runs a few rounds, {@code mvn test -Pcrash -pl placement-core} all of
 * them.
 */
class CrashTest {
  private static final int KILLS = Integer.getInteger("placed.kills", 3);
  private static final int COMMITS = Integer.getInteger("placed.appends", 20);
  private static final Schema SCHEMA = Schema.parse("commit: int64, row: int32, part: int32");
  private static final int ROWS = 600;
  private static final int PARTS = 3;

  @TempDir Path temporary;
  private final long seed = Long.getLong("placed.seed", new Random().nextLong());
  private final Random random = new Random(seed);

  private Process start(String what, Object... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                what));
    for (Object a : arguments) {
      command.add(String.valueOf(a));
    }
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /**
   * Kills the process at a random time after it reported that it is ready; returns its output until
   * then.
   */
  private List<String> killSometime(Process process, int mostMillis) throws Exception {
    List<String> said = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertEquals("ready", out.readLine());
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(mostMillis));
      process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      process
          .toHandle()
          .destroyForcibly(); // unlike destroyForcibly of Process, this leaves the pipe open
      process.waitFor();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        said.add(line);
      }
    }
    return said;
  }

  /**
   * Number of rows by commit, after checking that each commit is complete and without duplicates.
   */
  private static Map<Long, Long> wholeCommits(String path) throws IOException {
    Map<Long, Long> rows = new TreeMap<>();
    Map<Long, Long> sums = new TreeMap<>();
    try (TableScan scan = Placed.read(path).open()) {
      scan.rows()
          .forEach(
              r -> {
                rows.merge((Long) r[0], 1L, Long::sum);
                sums.merge((Long) r[0], ((Number) r[1]).longValue(), Long::sum);
              });
    }
    rows.forEach((commit, n) -> assertEquals(ROWS, n, "rows of commit " + commit));
    long sum = (long) ROWS * (ROWS - 1) / 2;
    sums.forEach((commit, s) -> assertEquals(sum, s, "sum of commit " + commit));
    return rows;
  }

  /** A vacuum removes exactly the files that the killed writers left. */
  private static void assertVacuumLeavesWhatIsListed(String path) throws IOException {
    DataSet dataSet = DataSet.at(FileStores.local(), path);
    Map<Long, Long> before = wholeCommits(path);
    vacuum(dataSet);
    assertEquals(before, wholeCommits(path));
    Snapshot now = dataSet.current();
    try (var files = Files.walk(Path.of(path))) {
      long data =
          files
              .filter(Files::isRegularFile)
              .filter(f -> !f.toString().contains("/_placed/"))
              .count();
      assertEquals(now.files().size(), data);
    }
    // Claims are removed by a later vacuum that finds no file of their commits.
    vacuum(dataSet);
    assertEquals(before, wholeCommits(path));
    List<SnapshotInfo> kept = dataSet.history();
    List<SnapshotInfo> ofVacuums =
        kept.stream().filter(s -> s.operation().equals(SnapshotInfo.VACUUM)).toList();
    assertEquals(1, kept.size() - ofVacuums.size());
    assertTrue(ofVacuums.size() <= 2, "one for what expires, one for claims: " + ofVacuums);
    try (var log = Files.walk(Path.of(path, "_placed"))) {
      long names =
          log.filter(Files::isRegularFile)
              .filter(f -> !f.toString().contains("/manifests/"))
              .count();
      assertTrue(names <= kept.size() + 2, names + " files in the log: roots, hint, claim");
    }
  }

  private static void vacuum(DataSet dataSet) throws IOException {
    new Vacuum(
            dataSet.directory(),
            new VacuumOptions(Duration.ZERO, 1, false),
            System.currentTimeMillis() + Duration.ofDays(30).toMillis())
        .run();
  }

  @Test
  void killedWriters() throws Exception {
    String path = temporary.resolve("table").toString();
    long next = 0;
    int unsaid = 0;
    Child.append(path, next++);
    for (int kill = 0; kill < KILLS; kill++) {
      List<String> said = killSometime(start("append", path, next, 1_000_000), 500);
      Map<Long, Long> commits = wholeCommits(path);
      long expected = next + said.size();
      // The last one may have been killed between its commit and its report.
      assertTrue(
          commits.size() == expected || commits.size() == expected + 1,
          commits.size() + " commits, " + expected + " expected, seed " + seed);
      for (long c = 0; c < expected; c++) {
        assertTrue(commits.containsKey(c), "commit " + c + " is lost, seed " + seed);
      }
      unsaid += commits.size() - (int) expected;
      next = commits.size();
    }
    assertVacuumLeavesWhatIsListed(path);
    System.out.println(
        KILLS + " killed writers, " + next + " commits, " + unsaid + " not told of; seed " + seed);
  }

  @Test
  void killedRewriters() throws Exception {
    String path = temporary.resolve("table").toString();
    for (long c = 0; c < 8; c++) {
      Child.append(path, c);
    }
    Map<Long, Long> rows = wholeCommits(path);
    long done = 0;
    long reused = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      // Alternates between two placements, so that there is always something to rewrite.
      List<String> said = killSometime(start("rewrite", path), 500);
      done += said.size();
      assertEquals(rows, wholeCommits(path), "seed " + seed);
      long id = DataSet.at(FileStores.local(), path).current().id();
      assertTrue(id >= 8 + done, "seed " + seed);
      if (kill % 5 == 4) {
        RewriteResult r = Child.rewrite(path, "orc");
        reused += r.filesReused();
        assertEquals(rows, wholeCommits(path), "seed " + seed);
        done++;
      }
    }
    assertVacuumLeavesWhatIsListed(path);
    System.out.println(
        KILLS
            + " killed rewriters, "
            + done
            + " rewrites told of, "
            + reused
            + " files taken over; seed "
            + seed);
  }

  @Test
  void twoAppendersAndARewriterLoseNothing() throws Exception {
    String path = temporary.resolve("table").toString();
    Child.append(path, 0);
    List<Process> processes = new ArrayList<>();
    for (int w = 0; w < 2; w++) {
      processes.add(start("append", path, 1 + w * COMMITS, COMMITS));
    }
    int rewrites = 0;
    while (processes.stream().anyMatch(Process::isAlive)) {
      try {
        Child.rewrite(path, rewrites % 2 == 0 ? "albis" : "orc");
        rewrites++;
      } finally {
        wholeCommits(path);
      }
    }
    for (Process p : processes) {
      assertEquals(0, p.waitFor());
      p.getInputStream().readAllBytes();
    }
    assertEquals(1 + 2 * COMMITS, wholeCommits(path).size());
    assertVacuumLeavesWhatIsListed(path);
    System.out.println(2 * COMMITS + " appends beside " + rewrites + " rewrites");
  }

  /** Each generation replaces the one before; no reader sees two, or a part of one. */
  @Test
  void readersBesideAnOverwriter() throws Exception {
    String path = temporary.resolve("table").toString();
    Child.overwrite(path, 0);
    Process writer = start("overwrite", path, 1, COMMITS);
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong reads = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(10);
    try {
      List<Future<Void>> readers = new ArrayList<>();
      for (int r = 0; r < 10; r++) {
        readers.add(
            threads.submit(
                () -> {
                  long last = -1;
                  while (!done.get()) {
                    Map<Long, Long> seen = wholeCommits(path);
                    assertEquals(1, seen.size(), seen.toString());
                    long generation = seen.keySet().iterator().next();
                    assertTrue(generation >= last, generation + " after " + last);
                    last = generation;
                    reads.incrementAndGet();
                  }
                  return null;
                }));
      }
      writer.getInputStream().readAllBytes();
      assertEquals(0, writer.waitFor());
      done.set(true);
      for (Future<Void> r : readers) {
        r.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertVacuumLeavesWhatIsListed(path);
    System.out.println(COMMITS + " overwrites beside " + reads + " reads of 10 readers");
  }

  /** The child process. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException {
      String path = args[1];
      // The test kills the work, not class loading.
      String warm = Files.createTempDirectory(Path.of(path).getParent(), "warm").toString();
      append(warm, 0);
      rewrite(warm, "orc");
      System.out.println("ready");
      switch (args[0]) {
        case "append" -> {
          long from = Long.parseLong(args[2]);
          for (long i = 0; i < Long.parseLong(args[3]); i++) {
            append(path, from + i);
            System.out.println("committed " + (from + i));
          }
        }
        case "overwrite" -> {
          long from = Long.parseLong(args[2]);
          for (long i = 0; i < Long.parseLong(args[3]); i++) {
            overwrite(path, from + i);
          }
        }
        case "rewrite" -> {
          // Continues after the last one, or starts again.
          for (int i = 0; ; i++) {
            rewrite(path, i % 2 == 0 ? "orc" : "albis");
            System.out.println("rewritten");
          }
        }
        default -> throw new IllegalArgumentException(args[0]);
      }
    }

    static void append(String path, long commit) throws IOException {
      try (TableWriter out = Placed.write(path, SCHEMA).partitionBy("part").open()) {
        write(out, commit);
      }
    }

    static void overwrite(String path, long commit) throws IOException {
      try (TableWriter out = Placed.write(path, SCHEMA).partitionBy("part").overwrite().open()) {
        write(out, commit);
      }
    }

    private static void write(TableWriter out, long commit) throws IOException {
      for (int i = 0; i < ROWS; i++) {
        out.write(commit, i, i % PARTS);
      }
      out.commit();
    }

    static RewriteResult rewrite(String path, String placement) throws IOException {
      RewriteOptions options = RewriteOptions.of(Map.of("placement", placement));
      return Rewrite.prepare(FileStores.local(), path, options).run(part -> {});
    }
  }
}
