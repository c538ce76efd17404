package io.placed.experiments;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A process that stays open and answers each line of its standard input with one line. */
public final class LineProcess implements Closeable {
  private final String name;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;

  /**
   * Starts the process.
   *
   * @param name for messages
   */
  public LineProcess(String name, List<String> command) throws IOException {
    this.name = name;
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    orders = process.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Waits for the answer.
   *
   * @throws IOException if the process has ended
   */
  public String ask(String line) throws IOException {
    orders.write(line);
    orders.write('\n');
    orders.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the process of " + name + " ended; see above");
    }
    return answer;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
