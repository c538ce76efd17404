package io.placed.stores;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A server in a process of its own, on the loopback address. */
final class StoreServer implements AutoCloseable {
  private static final long START_LIMIT_SECONDS = 120;

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
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(START_LIMIT_SECONDS, TimeUnit.SECONDS));
    String line;
    do {
      line = log.readLine();
      if (line == null) {
        throw new IOException(command.command() + " did not start: " + said);
      }
      said.append(line).append('\n');
    } while (!listens.test(line));
    limit.cancel(false);
    Thread reader = new Thread(() -> discard(log), "log of a server");
    reader.setDaemon(true);
    reader.start();
    return new StoreServer(process, port);
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
