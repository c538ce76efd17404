package io.placed.stores;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Forwards connections to a server, and breaks some of them: before a request reaches the server,
 * or before its answer reaches the client, so that nobody knows whether it had an effect.
 */
final class FaultProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final int port;
  private final Random random;
  private final AtomicInteger unsent = new AtomicInteger();
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile double share;

  /**
   * @param port of the server
   */
  FaultProxy(int port, long seed) throws IOException {
    this.port = port;
    this.random = new Random(seed);
    this.listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    start(this::accept, "proxy");
  }

  int port() {
    return listening.getLocalPort();
  }

  /**
   * @param ofRequests share of requests that fail, half of them after their effect
   */
  void breaks(double ofRequests) {
    share = ofRequests;
  }

  /** Requests that did not reach the server. */
  int unsent() {
    return unsent.get();
  }

  /** Requests whose answer did not reach the client. */
  int unanswered() {
    return unanswered.get();
  }

  private static void start(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private boolean fails() {
    synchronized (random) {
      return random.nextDouble() < share / 2;
    }
  }

  private void accept() {
    try {
      while (true) {
        new Connection(listening.accept(), new Socket(InetAddress.getLoopbackAddress(), port));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private final class Connection {
    private final Socket client;
    private final Socket server;

    /** Whether the last bytes that passed were those of a request. */
    private boolean requesting;

    Connection(Socket client, Socket server) {
      this.client = client;
      this.server = server;
      start(() -> forward(client, server, true), "to the server");
      start(() -> forward(server, client, false), "to the client");
    }

    private synchronized boolean turns(boolean toServer) {
      boolean turn = requesting != toServer;
      requesting = toServer;
      return turn;
    }

    private void forward(Socket from, Socket to, boolean toServer) {
      byte[] buffer = new byte[1 << 16];
      try (Socket in = from;
          Socket out = to) {
        InputStream input = in.getInputStream();
        OutputStream output = out.getOutputStream();
        for (int n; (n = input.read(buffer)) >= 0; ) {
          if (turns(toServer) && fails()) {
            (toServer ? unsent : unanswered).incrementAndGet();
            client.setSoLinger(true, 0); // A reset, not an end.
            return;
          }
          output.write(buffer, 0, n);
          output.flush();
        }
      } catch (IOException e) {
        // Either end has closed the connection.
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
