package io.placed.stores;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** A server in a process of its own, on the loopback address. */
final class StoreServer implements AutoCloseable {
  private static final long START_LIMIT_MILLIS = 120_000;

  private final Process process;
  private final int port;

  private StoreServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** A port that nobody listens on. */
  static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  /**
   * Returns when the server listens.
   *
   * @param listens whether a line of its output says so
   */
  static StoreServer start(ProcessBuilder command, int port, Predicate<String> listens)
      throws IOException {
    Process process = command.redirectErrorStream(true).start();
    BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    // The end of the process ends its output.
    Thread limit = new Thread(() -> endUnlessInterrupted(process), "limit of a server's start");
    limit.setDaemon(true);
    limit.start();
    String line;
    do {
      line = log.readLine();
      if (line == null) {
        throw new IOException(command.command() + " did not start: " + said);
      }
      said.append(line).append('\n');
    } while (!listens.test(line));
    limit.interrupt();
    Thread reader = new Thread(() -> discard(log), "log of a server");
    reader.setDaemon(true);
    reader.start();
    return new StoreServer(process, port);
  }

  private static void endUnlessInterrupted(Process process) {
    try {
      Thread.sleep(START_LIMIT_MILLIS);
      process.destroyForcibly();
    } catch (InterruptedException e) {
      // It has started.
    }
  }

  private static void discard(BufferedReader log) {
    try {
      log.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // The process has ended.
    }
  }

  int port() {
    return port;
  }

  /** Returns when it writes no more. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
