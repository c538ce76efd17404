package io.placed.experiments.placement;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Hdfs;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The share of a store's bandwidth that a scan uses: a target of this project, not of a paper. */
public final class StoreThroughput implements Experiment {
  private static final String TABLE = "store_sales";
  private static final String STORE = "store";
  private static final String READ = "read";
  private static final String THREADS = "threads";
  private static final String THROUGHPUT = "throughput";
  private static final Path TMPFS = Path.of("/dev/shm");
  private static final int BUFFER = 1 << 20;

  /** Bandwidth of a DataNode, as that of a disk array or a network of 2 Gbit/s. */
  private static final String LIMITED = "hdfs-250MiB/s";

  private static final long LIMIT = 250L << 20;

  private Path inMemory;
  private boolean onHdfs;
  private boolean limits;

  @Override
  public Title title() {
    return new Title(
        44,
        "A scan beside a plain stream of the same bytes",
        Paper.OWN,
        "aims",
        "All 23 columns of store_sales, default placement and compression. stream: the file's bytes"
            + " through the file system's own stream from the beginning to the end; scan: all"
            + " columns decoded. Warm; each thread reads the whole table. HDFS is three data nodes"
            + " of the same process unless --hdfs names another, without limit or with one for each"
            + " read (dfs.datanode.data.read.bandwidthPerSec).");
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        Knob.words(
            STORE, "where the file is", "disk", "tmpfs", "hdfs", "hdfs-short-circuit", LIMITED),
        Knob.words(READ, "what is done", "stream", "scan"),
        Knob.numbers(THREADS, "threads", "1 2"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = Engines.placedWith("placed", Map.of());
    Path file = lab.file(TABLE, engine.format());
    Place place = place(cell.get(STORE), file, lab);
    Path here = cell.is(STORE, "tmpfs") ? copy(file) : file;
    boolean scans = cell.is(READ, "scan");
    Callable<String> task = scans ? () -> scan(place, here) : () -> stream(place, here);
    int threads = cell.integer(THREADS);
    Outcome.Builder out =
        lab.warm(
            scans ? "rows of the table" : "bytes of the file",
            threads == 1 ? task : () -> sideBySide(threads, task));
    double mebibytes = (double) Files.size(file) * threads / (1 << 20);
    return out.with(THROUGHPUT, "MiB/s", mebibytes / (out.median("time") / 1e3)).build();
  }

  private Place place(String store, Path file, Lab lab) throws IOException, NotMeasuredException {
    if (!store.startsWith("hdfs")) {
      return Place.local();
    }
    Hdfs hdfs = lab.hdfs();
    if (!onHdfs) {
      hdfs.copyFrom(file, file.getFileName().toString());
      onHdfs = true;
    }
    if (limits || store.equals(LIMITED)) {
      hdfs.limit(store.equals(LIMITED) ? LIMIT : 0);
      limits = store.equals(LIMITED);
    }
    return Place.of(hdfs, store.equals("hdfs-short-circuit"));
  }

  private Path copy(Path file) throws IOException, NotMeasuredException {
    if (!Files.isWritable(TMPFS)) {
      throw new NotMeasuredException(TMPFS + " is no tmpfs that can be written to");
    }
    if (inMemory == null) {
      Path to = TMPFS.resolve("placed-" + ProcessHandle.current().pid() + ".placed");
      inMemory = Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
    }
    return inMemory;
  }

  private static String scan(Place place, Path file) throws IOException {
    long rows = 0;
    try (FileReader reader =
            FileReader.open(place.store().input(place.address(file)), new IoCounters());
        BatchReader batches = reader.read(ReadRequest.all())) {
      while (batches.next()) {
        rows += batches.batch().rows();
      }
    }
    return rows + " rows";
  }

  private static String stream(Place place, Path file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long bytes = 0;
    try (InputStream in = open(place, file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        bytes += n;
      }
    }
    return bytes + " bytes";
  }

  private static InputStream open(Place place, Path file) throws IOException {
    if (place.store() instanceof LocalFileStore) {
      return Files.newInputStream(file);
    }
    var path = new org.apache.hadoop.fs.Path(place.address(file));
    return path.getFileSystem(place.hadoop()).open(path);
  }

  private static String sideBySide(int threads, Callable<String> task) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<String>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(task));
      }
      String answer = null;
      for (Future<String> f : running) {
        answer = f.get();
      }
      return answer;
    } finally {
      pool.shutdownNow();
    }
  }

  @Override
  public void close() throws IOException {
    onHdfs = false;
    if (inMemory != null) {
      Files.deleteIfExists(inMemory);
      inMemory = null;
    }
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        ofStream(LIMITED, "A scan from HDFS at the speed of disks beside a plain stream"),
        ofStream("hdfs", "The same from HDFS in the page cache, where decoding takes as long"),
        ofStream("hdfs-short-circuit", "The same from the page cache with short-circuit reads"),
        new Finding(
            "A scan from tmpfs by one of two threads beside one thread with the file in the page"
                + " cache",
            "aim: at most 1.1 × its time",
            t ->
                Finding.number(
                    "%.2f ×",
                    Finding.ratio(scanTime(t, "tmpfs", "2"), scanTime(t, "disk", "1")), 0.5, 1.1)));
  }

  private static Finding ofStream(String store, String claim) {
    return new Finding(
        claim,
        "aim: at least 0.85 of the throughput",
        t ->
            Finding.number(
                "%.2f",
                Finding.ratio(
                    t.median(THROUGHPUT, STORE, store, READ, "scan", THREADS, "1"),
                    t.median(THROUGHPUT, STORE, store, READ, "stream", THREADS, "1")),
                0.85,
                9));
  }

  private static OptionalDouble scanTime(ResultTable t, String store, String threads) {
    return t.median("time", STORE, store, READ, "scan", THREADS, threads);
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Bytes of the file", THROUGHPUT, "MiB/s", THREADS, STORE));
  }
}
