package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.cost.Objective;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.workload.Workload;
import io.placed.encoding.Profile;
import io.placed.io.FileStore;
import io.placed.io.ForwardingFileStore;
import io.placed.io.InputFile;
import io.placed.io.LocalFileStore;
import io.placed.io.RandomInput;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Row groups, pages and files of placements, as predicted and as they are when they are written.
 */
class GivenPlacementsTest {
  private static final int ROWS = 200_000;
  private static final int PAGE_ROWS = 1024;
  private static final Schema SCHEMA =
      Schema.parse("a: int64, b: int64, c: int32, d: int32, s: string");

  /** Gaps are read, so that requests tell where row groups and files end. */
  private static final Device DEVICE = Device.parse("seek=1ms; bandwidth=1GiB/s; buffer=8MiB");

  private final LocalFileStore store = new LocalFileStore();

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

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "row-group=64MiB",
        "row-group=64MiB min 2",
        "row-group=efficiency(0.5; column=s; seek=1ms; bandwidth=512MiB/s)",
        "row-group=efficiency(0.5; seek=1ms; bandwidth=64MiB/s) min 3",
        "row-group=efficiency(0.5; column=c; seek=1ms; bandwidth=256MiB/s);"
            + " column-groups=(a,b,c) stride 2048",
        "row-group=64MiB; column-groups=all stride 4096",
        "row-group=1MiB; packing=file-per-subset",
        "row-group=30000 rows; column-groups=(a,b),(c,s); packing=column-group-runs",
        "row-group=1MiB; packing=files(2)",
        "row-group=50000 rows; packing=copies(files(2); none stride 2048)",
      })
  void readsArePredicted(String text) throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Batch rows = Batch.of(SCHEMA);
    for (int i = 0; i < ROWS; i++) {
      rows.appendRow(
          random.nextLong(),
          random.nextLong() >>> 30,
          random.nextInt(60_000),
          random.nextInt(),
          Long.toString(random.nextLong(), 36) + Long.toString(random.nextLong(), 36));
    }
    Placement placement = Placement.parse("reorder=sort(b); " + text);
    Workload workload = Workload.parse("q: read a, c, s where b [0 to 1]");
    String current = write("current", rows, Placement.DEFAULT);
    Advice.Reads predicted;
    try (AdvisedTable table = open(current)) {
      AdvisorSettings settings =
          AdvisorSettings.defaults().withObjective(Objective.TIME).withDevice(DEVICE);
      predicted =
          Advisor.of(table, workload, settings)
              .predict(List.of(placement), Profile.BALANCED)
              .get(0)
              .get(0)
              .after();
    }
    try (AdvisedTable table = open(write("written", rows, placement))) {
      ReadCost real = table.read(List.of("a", "c", "s", "b"), Predicate.ge("b", 0L), DEVICE);
      String found = text + ", seed " + seed + ": predicted " + predicted + ", planned " + real;
      assertEquals(real.bytes(), predicted.bytes().mean(), 0.1 * real.bytes(), found);
      assertEquals(real.bytesRead(), predicted.bytesRead(), 0.15 * real.bytesRead(), found);
      assertTrue(Math.abs(real.requests() - predicted.requests()) <= 0.25 * real.requests(), found);
      double device =
          (real.requests() + real.files()) * DEVICE.seekNanos() / 1e9
              + real.bytesRead() / DEVICE.bytesPerSecond();
      assertEquals(device, predicted.deviceSeconds(), 0.25 * device, found);
    }
  }

  private String write(String name, Batch rows, Placement placement) throws IOException {
    String path = directory.resolve(name + ".placed").toString();
    WriteOptions options = WriteOptions.defaults().withPageRows(PAGE_ROWS).withPlacement(placement);
    Files.deleteIfExists(Path.of(path));
    try (FileWriter out = FileWriter.create(store, path, SCHEMA, options)) {
      out.expectRows(ROWS);
      out.write(rows);
      out.finish();
    }
    return path;
  }

  private AdvisedTable open(String path) throws IOException {
    return new SmallPages(PlacedTable.open(DataSet.at(p -> new Remote(store), path)), PAGE_ROWS);
  }
}
