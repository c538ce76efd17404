package io.placed.experiments;

import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.datasets.TableSpec;
import io.placed.explain.DeviceMeasurement;
import io.placed.explain.DeviceMeter;
import io.placed.explain.ProcessIo;
import io.placed.io.LocalFileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;

/** What experiments share: tables, the device, the clock, and whatever runs below. */
public final class Lab {
  /** Bytes read to measure the device. */
  private static final long METER_BYTES = 64L << 20;

  /** Warm-up time. */
  private static final long WARM_UP_NANOS = 2_000_000_000L;

  private static final long QUICK_WARM_UP_NANOS = 150_000_000L;

  private final RunSettings settings;
  private final Experiment experiment;
  private final double scale;
  private final boolean fork;
  private final Answers answers;
  private final Shared shared;
  private Cell cell;

  /** Resources shared by all experiments of a run. */
  static final class Shared implements AutoCloseable {
    private final RunSettings settings;
    private final Device device;
    private final Map<TableSpec, TableFiles> tables = new HashMap<>();
    private DeviceMeasurement measured;
    private Hdfs hdfs;
    private SparkSession spark;

    Shared(RunSettings settings) throws IOException {
      Files.createDirectories(settings.data());
      this.settings = settings;
      this.device = new Device(settings.data(), settings.cold());
    }

    Device device() {
      return device;
    }

    @Override
    public void close() throws IOException {
      device.close();
      if (spark != null) {
        spark.stop();
      }
      if (hdfs != null) {
        hdfs.close();
      }
    }
  }

  Lab(
      RunSettings settings,
      Experiment experiment,
      double scale,
      boolean fork,
      Answers answers,
      Shared shared) {
    this.settings = settings;
    this.experiment = experiment;
    this.scale = scale;
    this.fork = fork;
    this.answers = answers;
    this.shared = shared;
  }

  /** The cell that is measured from now on. */
  void begin(Cell next) {
    this.cell = next;
  }

  public boolean quick() {
    return settings.quick();
  }

  /** Scale of the tables; each experiment defines its meaning. */
  public double scale() {
    return scale;
  }

  /** Measured repetitions. */
  public int runs() {
    return settings.runs();
  }

  /** Where tables are kept, on a local file system. */
  public Path data() {
    return settings.data();
  }

  /** Directory of CSV files with real data; null if there is none. */
  public Path realTables() {
    return settings.tables();
  }

  public Device device() {
    return shared.device;
  }

  /** Cost of reading from {@link #data}, measured once. */
  public DeviceMeasurement measuredDevice() throws IOException {
    if (shared.measured == null) {
      LocalFileStore local = new LocalFileStore();
      DeviceMeter meter = new DeviceMeter(any -> local, data().toString());
      shared.measured = meter.measure(METER_BYTES, p -> {});
    }
    return shared.measured;
  }

  /** A generated table, or one of a CSV file, kept between runs. */
  public TableFiles table(String name) throws IOException {
    TableSpec spec = TableSpec.parse(name, scale);
    TableFiles files = shared.tables.get(spec);
    if (files == null) {
      files = new TableFiles(data(), spec);
      files.prepare(List.of(), (what, fraction) -> {});
      shared.tables.put(spec, files);
    }
    return files;
  }

  /** A table in a format, written unless it is there. */
  public Path file(String table, Format format) throws IOException {
    TableFiles files = table(table);
    files.prepare(List.of(format), (what, fraction) -> {});
    return files.file(format);
  }

  /** HDFS: the one of the settings, else one in this process. */
  public Hdfs hdfs() throws IOException, NotMeasuredException {
    if (shared.hdfs == null) {
      shared.hdfs = Hdfs.start(settings.hdfs(), data().resolve("hdfs"));
    }
    return shared.hdfs;
  }

  /** A session with as many threads as the machine has processors. */
  public SparkSession spark() {
    if (shared.spark == null) {
      shared.spark =
          SparkSession.builder()
              .master("local[*]")
              .appName("placed bench")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "localhost")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.sql.warehouse.dir", data().resolve("warehouse").toUri().toString())
              .config("spark.log.level", "ERROR")
              .getOrCreate();
    }
    return shared.spark;
  }

  /** Whether this is a process that was started for one cell. */
  public boolean isFork() {
    return fork;
  }

  /** Measures the current cell in a process of its own, with further options of the JVM. */
  public Outcome fork(List<String> jvmOptions) throws IOException {
    return ForkedCell.run(settings, experiment.title().number(), scale, cell, jvmOptions);
  }

  /** Compares a result with those before, without measuring. */
  public void check(String question, String answer) {
    answers.check(question, answer, cell.toString());
  }

  /**
   * Runs a query whose result is known: first to warm up, then the given number of times. Each
   * result is compared before its time counts. Adds {@code time} in ms.
   */
  public Outcome.Builder warm(String question, Callable<String> task) throws Exception {
    return time(question, task, null);
  }

  /**
   * The same with files that are dropped from the page cache before each time. Adds {@code time} in
   * ms and {@code device} in bytes.
   *
   * @throws NotMeasuredException if that is not possible
   */
  public Outcome.Builder cold(String question, List<Path> files, Callable<String> task)
      throws Exception {
    device().requireCold();
    return time(question, task, files);
  }

  private Outcome.Builder time(String question, Callable<String> task, List<Path> files)
      throws Exception {
    long limit = quick() ? QUICK_WARM_UP_NANOS : WARM_UP_NANOS;
    long begun = System.nanoTime();
    String answer;
    do {
      answer = task.call();
      check(question, answer);
    } while (System.nanoTime() - begun < limit);
    List<Double> millis = new ArrayList<>();
    List<Double> bytes = new ArrayList<>();
    for (int r = 0; r < runs(); r++) {
      if (files != null) {
        device().drop(files);
      }
      long before = ProcessIo.deviceBytes();
      long start = System.nanoTime();
      String again = task.call();
      millis.add((System.nanoTime() - start) / 1e6);
      bytes.add((double) (ProcessIo.deviceBytes() - before));
      check(question, again);
    }
    Outcome.Builder out = Outcome.of(question, answer).with("time", "ms", millis);
    return files == null ? out : out.with("device", "B", bytes);
  }
}
