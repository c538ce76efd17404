package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.advise.cost.Objective;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.workload.Workload;
import io.placed.encoding.Profile;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.io.RandomInput;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Row groups, pages and files of placements, as predicted and as they are when they are written.
 */
class GivenPlacementsTest {
  private static final int ROWS = 100_000;
  private static final int PAGE_ROWS = 1024;
  private static final Schema SCHEMA =
      Schema.parse("a: int64, b: int64, c: int32, d: int32, s: string");

  private static final LocalFileStore STORE = new LocalFileStore();

  /** The same files as those of a server, which scans fetch in large steps. */
  private static final class Remote extends ForwardingFileStore {
    Remote(FileStore store) {
      super(store);
    }

    @Override
    public InputFile input(String path) throws IOException {
      return remote(super.input(path));
    }

    @Override
    public InputFile input(String path, long length) {
      return remote(super.input(path, length));
    }

    private static InputFile remote(InputFile file) {
      return new InputFile() {
        @Override
        public String path() {
          return file.path();
        }

        @Override
        public long length() throws IOException {
          return file.length();
        }

        @Override
        public InputFile sibling(String name, long length) throws IOException {
          return remote(file.sibling(name, length));
        }

        @Override
        public RandomInput open() throws IOException {
          RandomInput in = file.open();
          return new RandomInput() {
            @Override
            public void readFully(long position, byte[] buffer, int offset, int length)
                throws IOException {
              in.readFully(position, buffer, offset, length);
            }

            @Override
            public boolean waitsPay() {
              return true;
            }

            @Override
            public void close() throws IOException {
              in.close();
            }
          };
        }
      };
    }
  }

  @TempDir static Path directory;

  /** Packings, strides and copies, whose parts of row groups are in other places. */
  private static final List<String> PLACEMENTS =
      List.of(
          "row-group=64MiB",
          "row-group=64MiB min 2",
          "row-group=efficiency(0.5; column=s; seek=1ms; bandwidth=512MiB/s)",
          "row-group=efficiency(0.5; seek=1ms; bandwidth=64MiB/s) min 3",
          "row-group=efficiency(0.5; column=c; seek=1ms; bandwidth=256MiB/s);"
              + " column-groups=(a,b,c) stride 1024",
          "row-group=64MiB; column-groups=all stride 1024",
          "row-group=1MiB; packing=file-per-subset",
          "row-group=30000 rows; column-groups=(a,b),(c,s); packing=column-group-runs",
          "row-group=1MiB; packing=files(2)",
          "row-group=1MiB; packing=copies(many-row-groups; all stride 1024)",
          "row-group=50000 rows; column-groups=all stride 1024;"
              + " packing=copies(files(1); (b),(s,a))",
          "row-group=50000 rows; packing=copies(files(2); none stride 1024)");

  /**
   * Columns and conditions: ranks of b, by which the rows are sorted, or of c, which are not. No
   * range ends where a row group may.
   */
  private enum Asked {
    MOST("read a, c, s where b [0 to 1]", "b", 0, 1, "a", "c", "s"),
    SOME("read d, s where b [0.37 to 0.47]", "b", 0.37, 0.47, "d", "s"),
    FEW("read * where b [0.7 to 0.71]", "b", 0.7, 0.71, "a", "c", "d", "s"),
    UNSORTED("read a where c [0.2 to 0.6]", "c", 0.2, 0.6, "a"),
    ONE("read s", null, 0, 1, "s");

    private final String query;
    private final String filtered;
    private final double from;
    private final double to;
    private final List<String> columns;

    Asked(String query, String filtered, double from, double to, String... columns) {
      this.query = query;
      this.filtered = filtered;
      this.from = from;
      this.to = to;
      this.columns = new ArrayList<>(List.of(columns));
      if (filtered != null) {
        this.columns.add(filtered);
      }
    }

    /** The condition in values instead of ranks. */
    Predicate predicate(Map<String, long[]> sorted) {
      if (filtered == null) {
        return null;
      }
      long[] values = sorted.get(filtered);
      Object low = value(values, from);
      Object high = value(values, to);
      return Predicate.and(Predicate.ge(filtered, low), Predicate.le(filtered, high));
    }

    private Object value(long[] values, double rank) {
      long value = values[(int) Math.min(values.length - 1, Math.ceil(rank * values.length))];
      return filtered.equals("c") ? (Object) (int) value : value;
    }
  }

  private static final Map<String, long[]> SORTED = new HashMap<>();
  private static final long SEED = System.nanoTime();

  @BeforeAll
  static void write() throws IOException {
    Random random = new Random(SEED);
    Batch rows = Batch.of(SCHEMA);
    long[] b = new long[ROWS];
    long[] c = new long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      b[i] = random.nextLong() >>> 30;
      c[i] = random.nextInt(60_000);
      rows.appendRow(
          random.nextLong(),
          b[i],
          (int) c[i],
          random.nextInt(),
          Long.toString(random.nextLong(), 36) + Long.toString(random.nextLong(), 36));
    }
    Arrays.sort(b);
    Arrays.sort(c);
    SORTED.put("b", b);
    SORTED.put("c", c);
    write("current", rows, Placement.DEFAULT);
    for (int k = 0; k < PLACEMENTS.size(); k++) {
      write("written" + k, rows, placement(k));
    }
  }

  private static Placement placement(int k) {
    return Placement.parse("reorder=sort(b); " + PLACEMENTS.get(k));
  }

  /** What is predicted is what the reader plans, and does. */
  @ParameterizedTest
  @CsvSource({
    "false, seek=30us; bandwidth=2GiB/s",
    "false, hdd",
    "false, object-store",
    "true, seek=1ms; bandwidth=1GiB/s",
    "true, seek=10us; bandwidth=1GiB/s",
    "true, object-store"
  })
  void readsArePredicted(boolean remote, String text) throws Exception {
    Device device = Device.parse(text);
    FileStore files = remote ? new Remote(STORE) : STORE;
    List<Placement> placements =
        IntStream.range(0, PLACEMENTS.size()).mapToObj(k -> placement(k)).toList();
    String workload =
        Arrays.stream(Asked.values())
            .map(q -> q.name() + ": " + q.query)
            .collect(Collectors.joining("\n"));
    AdvisorSettings settings =
        AdvisorSettings.defaults().withObjective(Objective.TIME).withDevice(device);
    List<List<Advice.Template>> predicted;
    try (AdvisedTable table = open(files, "current")) {
      predicted =
          Advisor.of(table, Workload.parse(workload), settings)
              .predict(placements, Profile.BALANCED);
    }
    List<String> wrong = new ArrayList<>();
    for (int k = 0; k < PLACEMENTS.size(); k++) {
      try (AdvisedTable table = open(files, "written" + k)) {
        for (Asked q : Asked.values()) {
          Advice.Reads of =
              predicted.get(k).stream()
                  .filter(t -> t.name().equals(q.name()))
                  .findFirst()
                  .orElseThrow()
                  .after();
          ReadCost planned = table.read(q.columns, q.predicate(SORTED), device);
          String found = "\n" + PLACEMENTS.get(k) + ", " + q + ": predicted " + of;
          String real = isAsPlanned(files, "written" + k, q, device, planned);
          if (!real.isEmpty()) {
            wrong.add(found + real);
          }
          String differs = differs(of, planned, q, device);
          if (!differs.isEmpty()) {
            wrong.add(found + ", planned " + planned + differs);
          }
        }
      }
    }
    assertEquals(List.of(), wrong, "seed " + SEED);
  }

  /** What is wrong with a prediction; empty if nothing is. */
  private static String differs(Advice.Reads of, ReadCost planned, Asked q, Device device) {
    // An end of a range may be in the next page.
    double pages = planned.rows() / PAGE_ROWS;
    double page = q.filtered == null || q.to - q.from == 1 ? 0 : Math.min(0.5, 1.5 / pages);
    StringBuilder out = new StringBuilder();
    if (!near(planned.bytes(), of.bytes().mean(), 0.1 + page, 0)) {
      out.append(" bytes");
    }
    if (!near(planned.bytesRead(), of.bytesRead(), 0.15 + page, 0)) {
      out.append(" bytesRead");
    }
    // Sizes of pages are means, so gaps, steps and row groups end a page earlier or later.
    int more = page == 0 ? 2 : 1 + q.columns.size();
    if (!near(planned.requests(), of.requests(), 0.25 + page, more)) {
      out.append(" requests");
    }
    double seconds =
        (planned.requests() + planned.files()) * device.seekNanos() / 1e9
            + planned.bytesRead() / device.bytesPerSecond();
    if (!near(seconds, of.deviceSeconds(), 0.25 + page, more * device.seekNanos() / 1e9)) {
      out.append(" seconds");
    }
    return out.toString();
  }

  private static boolean near(double real, double predicted, double share, double more) {
    return Math.abs(real - predicted) <= share * real + more;
  }

  /** What the reader really does, unless it does what it planned. */
  private static String isAsPlanned(
      FileStore files, String name, Asked q, Device device, ReadCost planned) throws IOException {
    ReadRequest all = ReadRequest.all().withColumns(SCHEMA.select(q.columns));
    Predicate filter = q.predicate(SORTED);
    IoCounters counters = new IoCounters();
    try (FileReader reader = FileReader.open(files.input(path(name)), counters, device)) {
      ReadRequest request = filter == null ? all : all.withFilter(filter);
      reader.plan(request); // It has the statistics.
      IoCounters before = counters.snapshot();
      try (BatchReader in = reader.read(request)) {
        while (in.next()) {
          in.batch();
        }
      }
      long requests = counters.requests() - before.requests();
      long bytes = counters.bytesRead() - before.bytesRead();
      return requests == planned.requests() && bytes == planned.bytesRead()
          ? ""
          : ", planned " + planned + ", read " + bytes + " bytes in " + requests + " requests";
    }
  }

  private static String path(String name) {
    return directory.resolve(name + ".placed").toString();
  }

  private static void write(String name, Batch rows, Placement placement) throws IOException {
    WriteOptions options = WriteOptions.defaults().withPageRows(PAGE_ROWS).withPlacement(placement);
    try (FileWriter out = FileWriter.create(STORE, path(name), SCHEMA, options)) {
      out.expectRows(ROWS);
      out.write(rows);
      out.finish();
    }
  }

  private static AdvisedTable open(FileStore files, String name) throws IOException {
    return new SmallPages(PlacedTable.open(DataSet.at(p -> files, path(name))), PAGE_ROWS);
  }
}
