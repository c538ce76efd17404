package io.placed.stores;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Forwards HTTP requests to a server, with faults: some before a request reaches the server, some
 * after its effect, before the answer reaches the client, so that nobody knows whether it had one.
 * It can also take a header out of all requests, so that the server does not know of it.
 */
final class FaultProxy implements AutoCloseable {
  /** What happens to a request. */
  enum Fault {
    /** The connection breaks before the server has it. */
    UNSENT,
    /** The connection breaks after its effect. */
    UNANSWERED,
    /** The client is told that the server is busy, which does not have the request. */
    BUSY,
    /** The client is told that the server is busy, after the effect. */
    BUSY_AFTERWARDS,
    /** The server gets it late. */
    DELAYED,
    /** The client gets the answer late. */
    ANSWERED_LATE,
    /** The client is told that it may not do that. The server does not have the request. */
    FORBIDDEN
  }

  /**
   * @param left how often it still happens
   */
  private record Aimed(Fault fault, Predicate<String> request, AtomicInteger left) {}

  private static final Pattern REQUEST = Pattern.compile("(?s)(GET|HEAD|PUT|POST|DELETE|PATCH) .*");

  private static final int DRAIN_MILLIS = 5000;

  private final ServerSocket listening;
  private final int port;
  private final Random random;
  private final Map<Fault, Double> shares = new EnumMap<>(Fault.class);
  private final Map<Fault, AtomicInteger> happened = new EnumMap<>(Fault.class);
  private final List<Aimed> aimed = new CopyOnWriteArrayList<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final AtomicInteger stripped = new AtomicInteger();
  private volatile Duration delay = Duration.ZERO;
  private volatile Pattern header;

  /**
   * @param port of the server
   */
  FaultProxy(int port, long seed) throws IOException {
    this.port = port;
    this.random = new Random(seed);
    for (Fault f : Fault.values()) {
      happened.put(f, new AtomicInteger());
    }
    this.listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    start(this::accept, "proxy");
  }

  int port() {
    return listening.getLocalPort();
  }

  private void share(double ofRequests, Fault before, Fault after) {
    synchronized (random) {
      shares.put(before, ofRequests / 2);
      shares.put(after, ofRequests / 2);
    }
  }

  /**
   * @param ofRequests share of requests whose connection breaks, half of them after their effect
   */
  void breaks(double ofRequests) {
    share(ofRequests, Fault.UNSENT, Fault.UNANSWERED);
  }

  /**
   * @param ofRequests share of requests that are answered with 503, half of them after their effect
   */
  void busy(double ofRequests) {
    share(ofRequests, Fault.BUSY, Fault.BUSY_AFTERWARDS);
  }

  /**
   * @param ofRequests share of requests that are held, or whose answer is
   */
  void delays(double ofRequests, Duration time) {
    delay = time;
    share(ofRequests, Fault.DELAYED, Fault.ANSWERED_LATE);
  }

  /**
   * Aims a fault at the next requests of a kind.
   *
   * @param request of its first line, such as {@code PUT /bucket/key HTTP/1.1}
   */
  void aim(Fault fault, int times, Predicate<String> request) {
    aimed.add(new Aimed(fault, request, new AtomicInteger(times)));
  }

  /**
   * Takes a header out of all requests from now on.
   *
   * @param name of the header; null for none
   */
  void strips(String name) {
    header = name == null ? null : Pattern.compile("(?i)\r\n" + Pattern.quote(name) + ":[^\r]*");
  }

  /** How many requests had a fault. */
  int happened(Fault fault) {
    return happened.get(fault).get();
  }

  /** Requests that did not reach the server. */
  int unsent() {
    return happened(Fault.UNSENT);
  }

  /** Requests whose answer did not reach the client. */
  int unanswered() {
    return happened(Fault.UNANSWERED);
  }

  /** Requests from which the header was taken. */
  int stripped() {
    return stripped.get();
  }

  /** The first lines of all requests so far. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private static void start(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Null for none. */
  private Fault choose(String request) {
    for (Aimed a : aimed) {
      if (a.request.test(request) && a.left.getAndDecrement() > 0) {
        return a.fault;
      }
    }
    synchronized (random) {
      double at = random.nextDouble();
      for (Map.Entry<Fault, Double> share : shares.entrySet()) {
        at -= share.getValue();
        if (at < 0) {
          return share.getKey();
        }
      }
    }
    return null;
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

    /** That of the request whose answer is to come; null for none. */
    private volatile Fault fault;

    Connection(Socket client, Socket server) {
      this.client = client;
      this.server = server;
      start(() -> run(this::toServer), "to the server");
      start(() -> run(this::toClient), "to the client");
    }

    private interface Forwarding {
      void run() throws IOException, InterruptedException;
    }

    private void run(Forwarding forwarding) {
      try (client;
          server) {
        forwarding.run();
      } catch (IOException | InterruptedException e) {
        // Either end has closed the connection.
      }
    }

    private void toServer() throws IOException, InterruptedException {
      InputStream input = client.getInputStream();
      OutputStream output = server.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int n; (n = input.read(buffer)) >= 0; ) {
        String text = text(buffer, n);
        // Others are bytes of what is put.
        if (REQUEST.matcher(text).matches()) {
          while (!text.contains("\r\n\r\n")) {
            n = input.read(buffer);
            if (n < 0) {
              return;
            }
            text += text(buffer, n);
          }
          text = changed(text);
          if (!passes(text.substring(0, text.indexOf("\r\n")))) {
            return;
          }
        }
        output.write(text.getBytes(StandardCharsets.ISO_8859_1));
        output.flush();
      }
    }

    /** Any bytes as a text that has them. */
    private static String text(byte[] bytes, int length) {
      return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private String changed(String request) {
      Pattern without = header;
      if (without == null) {
        return request;
      }
      int head = request.indexOf("\r\n\r\n");
      String kept = without.matcher(request.substring(0, head)).replaceAll("");
      if (kept.length() < head) {
        stripped.incrementAndGet();
      }
      return kept + request.substring(head);
    }

    /** Whether the server is to get the request. */
    private boolean passes(String request) throws IOException, InterruptedException {
      requests.add(request);
      Fault chosen = choose(request);
      fault = chosen;
      if (chosen == null) {
        return true;
      }
      happened.get(chosen).incrementAndGet();
      switch (chosen) {
        case UNSENT -> client.setSoLinger(true, 0); // A reset, not an end.
        case BUSY -> answer("503 Service Unavailable");
        case FORBIDDEN -> answer("403 Forbidden");
        case DELAYED -> {
          Thread.sleep(delay.toMillis());
          return true;
        }
        default -> {
          return true;
        }
      }
      return false;
    }

    /** Answers, and reads what the client still sends: a reset could overtake the answer. */
    private void answer(String status) throws IOException {
      String head = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
      client.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      client.shutdownOutput();
      client.setSoTimeout(DRAIN_MILLIS);
      client.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    private void toClient() throws IOException, InterruptedException {
      InputStream input = server.getInputStream();
      OutputStream output = client.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int n; (n = input.read(buffer)) >= 0; ) {
        Fault chosen = fault;
        if (chosen != null && !isContinue(buffer, n)) {
          fault = null;
          switch (chosen) {
            case UNANSWERED -> {
              client.setSoLinger(true, 0);
              return;
            }
            case BUSY_AFTERWARDS -> {
              String head = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n";
              output.write(
                  (head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
              return;
            }
            case ANSWERED_LATE -> Thread.sleep(delay.toMillis());
            default -> {}
          }
        }
        output.write(buffer, 0, n);
        output.flush();
      }
    }

    /** Whether the server only asks for the rest of the request. */
    private static boolean isContinue(byte[] answer, int length) {
      return text(answer, Math.min(length, 12)).startsWith("HTTP/1.1 100");
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
