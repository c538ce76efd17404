package io.placed.engines;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.TimeZone;

/**
 * A Hive in a process of its own, because its class path and Spark's do not go together. Which one
 * is in system properties that the module's pom sets: {@code hive.class.path} (a file), {@code
 * hive.java} (a JVM's home) and {@code hive.jvm.options}.
 */
final class HiveProcess implements AutoCloseable {
  private final Process process;
  private final PrintStream statements;
  private final BufferedReader answers;
  private final Path log;

  private HiveProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.statements = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * @param directory where it is started, and leaves its log
   */
  static HiveProcess start(Path directory) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("hive.java"), "bin", "java").toString());
    command.addAll(Arrays.asList(System.getProperty("hive.jvm.options").trim().split("\\s+")));
    command.add("-Duser.timezone=" + TimeZone.getDefault().getID());
    command.add("-cp");
    // Hive finds its settings in the directory, where it writes them itself.
    command.add(directory + File.pathSeparator + classPath());
    command.add("io.placed.hive.HiveShell");
    Path log = directory.resolve("hive.log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(log.toFile())
            .start();
    HiveProcess hive = new HiveProcess(process, log);
    hive.read("READY");
    return hive;
  }

  /** Hive's own, and of ours what this process has: the shaded jar alone, or classes. */
  private static String classPath() throws IOException {
    List<String> entries = new ArrayList<>();
    boolean shaded = false;
    for (String entry :
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            .split(File.pathSeparator)) {
      Path path = Path.of(entry);
      String name = path.getFileName().toString();
      if (path.endsWith("hive-serde/target/classes") || name.startsWith("placed-hive-")) {
        entries.add(0, entry);
        shaded = name.endsWith(".jar");
      } else if (path.endsWith("placement-core/target/classes")
          || name.startsWith("placed-core-")) {
        entries.add(entry);
      }
    }
    if (shaded) {
      entries = entries.subList(0, 1);
    }
    entries.add(Path.of("../../hive-serde/target/test-classes").toAbsolutePath().toString());
    entries.add(Files.readString(Path.of(System.getProperty("hive.class.path"))).trim());
    return String.join(File.pathSeparator, entries);
  }

  /** Runs a statement, and gives its rows as lines with tabs between columns. */
  List<String> run(String sql) throws IOException {
    String answer = ask(sql);
    if (!answer.startsWith("ROWS ")) {
      throw new IOException(sql + ": " + decode(answer.substring("ERROR ".length())));
    }
    List<String> rows = new ArrayList<>();
    for (int left = Integer.parseInt(answer.substring("ROWS ".length())); left > 0; left--) {
      rows.add(decode(read("")));
    }
    return rows;
  }

  private String ask(String sql) throws IOException {
    statements.println(Base64.getEncoder().encodeToString(sql.getBytes(StandardCharsets.UTF_8)));
    return read("");
  }

  private String read(String start) throws IOException {
    String line = answers.readLine();
    if (line == null || !line.startsWith(start)) {
      throw new IOException("Hive's process said " + line + ":\n" + Files.readString(log));
    }
    return line;
  }

  private static String decode(String line) {
    return new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    statements.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
