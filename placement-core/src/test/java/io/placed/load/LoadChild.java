package io.placed.load;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link LoadProcess}, seen from the test. One thread uses it. */
final class LoadChild implements Closeable {
  private static final long END_SECONDS = 60;

  private final Process process;
  private final BufferedReader answers;
  private final PrintStream questions;

  private LoadChild(Process process) {
    this.process = process;
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    questions = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  static LoadChild start(String path, int writers, int number) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            LoadProcess.class.getName(),
            path,
            String.valueOf(writers),
            String.valueOf(number));
    LoadChild child =
        new LoadChild(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    if (!"ready".equals(child.answers.readLine())) {
      throw new IOException(path + ": a process of the load ended at once");
    }
    return child;
  }

  /**
   * What it answered.
   *
   * @param nanos that it took
   * @param words after them; of a failure the exception and its message
   */
  record Answer(boolean ok, long nanos, List<String> words) {}

  /** Null if the process ended instead of answering. */
  Answer ask(String what) throws IOException {
    questions.println(what);
    String line = answers.readLine();
    if (line == null) {
      return null;
    }
    List<String> words = List.of(line.split(" "));
    return new Answer(
        words.get(0).equals("ok"), Long.parseLong(words.get(1)), words.subList(2, words.size()));
  }

  /**
   * Changes a limit of the running process, as {@code prlimit} does.
   *
   * @param limit {@code fsize}: bytes of a file that it writes; {@code nofile}: open files
   */
  void limit(String limit, String soft) throws IOException, InterruptedException {
    if (!process.isAlive()) {
      return;
    }
    Process changed =
        new ProcessBuilder(
                "prlimit", "--pid", String.valueOf(process.pid()), "--" + limit + "=" + soft + ":")
            .redirectErrorStream(true)
            .start();
    String said =
        new String(changed.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    // It may have ended since.
    if (changed.waitFor() != 0 && !process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("prlimit --" + limit + "=" + soft + ": " + said);
    }
  }

  @Override
  public void close() throws IOException {
    questions.close();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("a process of the load did not end");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
