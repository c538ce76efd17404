package io.placed.experiments.peers;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.experiments.LineProcess;
import io.placed.experiments.PythonPackages;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;

/** The processes of the readers, each with one thread on one core. */
final class Peers implements Closeable {
  static final String PLACED = "placed";
  static final String PLACED_SORTED = "placed-sorted";

  /** Readers on this class path, and their engines. */
  static final Map<String, String> JAVA =
      Map.of(PLACED, "placed", PLACED_SORTED, "placed", "spark-parquet", "parquet zstd (Spark)");

  static final String HARDWOOD = "hardwood";

  static final String DUCKDB_SORTED = "duckdb-sorted";

  /** Readers that have a Python package. */
  static final List<String> PYTHON =
      List.of("pyarrow", "duckdb", DUCKDB_SORTED, "duckdb-native", "vortex", "lance");

  private static final String HARDWOOD_JAR = "hardwood-core-1.0.0.Final.jar";
  private static final List<String> FETCH_HARDWOOD =
      List.of(
          "mvn",
          "-q",
          "-B",
          "dependency:copy",
          "-Dartifact=dev.hardwood:hardwood-core:1.0.0.Final");

  private static final String ZSTD_JNI = "zstd-jni";

  private final Path data;
  private final Path parquet;
  private final String key;
  private final Path scripts;
  private final Map<String, LineProcess> processes = new LinkedHashMap<>();

  /**
   * @param data for packages
   * @param parquet the rows; tables of other formats are written beside it
   * @param key the column by which sorted files are sorted
   */
  Peers(Path data, Path parquet, String key) throws IOException {
    this.data = data;
    this.parquet = parquet;
    this.key = key;
    this.scripts = Files.createTempDirectory("peers");
  }

  /** The engine of a reader on this class path, with the format of its file. */
  static Engine engine(String name, String key) {
    return name.equals(PLACED_SORTED)
        ? Engines.placedWith(
            "placed sorted by " + key, Map.of("placement.reorder", "sort(" + key + ")"))
        : Engines.named(JAVA.get(name));
  }

  /** Starts a reader on this class path. */
  void startJava(String name, Path file, String schema) throws IOException {
    List<String> command = pinned(Path.of(System.getProperty("java.home")));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!option.startsWith("-javaagent") && !option.startsWith("-agentlib")) {
        command.add(option);
      }
    }
    command.add("--add-modules=jdk.incubator.vector");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(JavaPeer.class.getName(), Engines.named(JAVA.get(name)).name(), "" + file, schema));
    processes.put(name, new LineProcess(name, command));
  }

  /**
   * Starts Hardwood, which needs Java 21.
   *
   * @param java the home of such a JDK
   */
  void startHardwood(Path java) throws IOException {
    Path jar = data.resolve(HARDWOOD_JAR);
    if (!Files.exists(jar)) {
      List<String> fetch = new ArrayList<>(FETCH_HARDWOOD);
      fetch.add("-DoutputDirectory=" + data.toAbsolutePath());
      PythonPackages.execute(fetch);
    }
    List<String> command = pinned(java);
    command.addAll(List.of("--add-modules=jdk.incubator.vector"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", jar + ":" + zstd()));
    command.addAll(List.of("" + script("HardwoodPeer.java"), "" + parquet));
    processes.put(HARDWOOD, new LineProcess(HARDWOOD, command));
  }

  private static String zstd() {
    for (String jar : System.getProperty("java.class.path").split(":")) {
      if (Path.of(jar).getFileName().toString().startsWith(ZSTD_JNI)) {
        return jar;
      }
    }
    throw new IllegalStateException("no " + ZSTD_JNI + " on the class path");
  }

  void startPython(String name) throws IOException {
    Path python = PythonPackages.python(data.resolve("python"), PythonPackages.FORMATS);
    List<String> command = new ArrayList<>(onOneCore());
    command.addAll(
        List.of(
            "" + python,
            "" + script("peers.py"),
            name,
            "" + parquet,
            "" + parquet.getParent(),
            key));
    processes.put(name, new LineProcess(name, command));
  }

  private static List<String> pinned(Path java) {
    List<String> command = new ArrayList<>(onOneCore());
    command.add(java.resolve("bin/java").toString());
    return command;
  }

  /** Some readers have threads that no setting limits. */
  private static List<String> onOneCore() {
    return Files.isExecutable(Path.of("/usr/bin/taskset"))
        ? List.of("/usr/bin/taskset", "-c", "0")
        : List.of();
  }

  private Path script(String name) throws IOException {
    Path file = scripts.resolve(name);
    if (!Files.exists(file)) {
      try (InputStream in = Peers.class.getResourceAsStream(name)) {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return file;
  }

  /** In the order in which they were started. */
  List<String> names() {
    return List.copyOf(processes.keySet());
  }

  /** The Parquet files, with their sizes and writers: these count as much as the reader. */
  List<String> parquetFiles() throws IOException {
    List<String> out = new ArrayList<>();
    try (Stream<Path> files = Files.list(parquet.getParent())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).sorted().toList()) {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
          out.add(
              "- "
                  + file.getFileName()
                  + ": "
                  + Files.size(file)
                  + " bytes, "
                  + reader.getRowGroups().size()
                  + " row groups, written by "
                  + reader.getFileMetaData().getCreatedBy());
        }
      }
    }
    return out;
  }

  Sums run(String name, SumOrder order) throws IOException {
    return Sums.parse(processes.get(name).ask(order.line()));
  }

  @Override
  public void close() throws IOException {
    processes.values().forEach(LineProcess::close);
    for (Path file : Files.list(scripts).toList()) {
      Files.delete(file);
    }
    Files.delete(scripts);
  }
}
