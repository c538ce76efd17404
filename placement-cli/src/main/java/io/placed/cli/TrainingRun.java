package io.placed.cli;

import com.github.luben.zstd.util.ZstdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prepares what later processes start from: runs short commands on a small table, while the JVM
 * writes down which classes that takes, and unpacks the native library of zstd.
 */
final class TrainingRun {
  private static final int ROWS = 3000;

  private TrainingRun() {}

  /**
   * @param args an empty directory for the table, and a file for the library
   */
  public static void main(String[] args) throws Exception {
    PlacedCommand.prepare();
    Path directory = Path.of(args[0]);
    Path csv = directory.resolve("small.csv");
    Files.write(csv, IntStream.range(0, ROWS + 1).mapToObj(TrainingRun::line).toList());
    String file = directory.resolve("small.placed").toString();
    String table = directory.resolve("small").toString();
    List<List<String>> commands =
        List.of(
            List.of("convert", csv.toString(), file),
            List.of("convert", csv.toString(), table, "--compression", "lz4"),
            List.of("head", file),
            List.of("head", table),
            List.of("schema", file),
            List.of("inspect", file),
            List.of("inspect", table),
            List.of("explain", file, "-c", "name", "--where", "id > 100 and price < 5.5"),
            List.of("snapshots", table),
            List.of("properties", table));
    for (List<String> command : commands) {
      int code = run(command.toArray(String[]::new));
      if (code != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": exit code " + code);
      }
    }
    unpackZstd(Path.of(args[1]));
  }

  /**
   * The library that zstd-jni takes for this system, from its jar. Otherwise each process looks for
   * OSGi in every jar of the class path, and then unpacks the library: 100 ms.
   */
  private static void unpackZstd(Path file) throws IOException {
    String mapped = System.mapLibraryName("zstd-jni-" + ZstdVersion.VERSION);
    boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
    String arch = System.getProperty("os.arch");
    String name = "/" + (mac ? "darwin" : "linux") + "/" + arch + "/" + mapped;
    try (InputStream in = ZstdVersion.class.getResourceAsStream(name)) {
      // Of another system: zstd-jni finds it by itself.
      if (in != null) {
        Files.copy(in, file);
      }
    }
  }

  private static int run(String... args) {
    PrintWriter none =
        new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    PrintWriter errors = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    return PlacedCommand.commandLine(none, errors, args).execute(args);
  }

  private static String line(int row) {
    if (row == 0) {
      return "id,name,price,day,note";
    }
    String note = row % 7 == 0 ? "" : "note " + Integer.toHexString(row * 0x9E3779B9);
    return row
        + ",name "
        + row % 20
        + ","
        + row % 1000 / 10.0
        + ",2026-01-"
        + (10 + row % 20)
        + ","
        + note;
  }
}
