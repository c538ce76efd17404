package io.placed.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A loop that reads one JSON request per line and writes one JSON response per line until the input
 * ends. Output of libraries goes to standard error, so that standard output has responses only.
 *
 * <p>If the input ends while a request is handled, nobody waits for its response: the process ends.
 * Otherwise a query that hangs would keep the cores of a cluster after its caller gave it up, since
 * ending ssh does not end what it has started.
 */
final class Requests {
  static final ObjectMapper JSON = new ObjectMapper();

  private static final int MOST_OF_A_TRACE = 4000;

  /** Handles one request; an exception becomes the response {@code {"error": …}}. */
  interface Handler {
    ObjectNode answer(JsonNode request) throws Exception;
  }

  /** What a program needs is gone; it ends, and its caller starts another one. */
  static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostException(Throwable cause) {
      super(cause);
    }
  }

  /** The end of the input among its lines. */
  private static final String END = "";

  private Requests() {}

  /** Returns the stream for responses and redirects {@code System.out} to standard error. */
  static PrintStream takeOutput() {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    return answers;
  }

  static void serve(PrintStream answers, Handler handler) throws IOException, InterruptedException {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    AtomicInteger waiting = new AtomicInteger();
    Thread reader = new Thread(() -> read(lines, waiting), "requests");
    reader.setDaemon(true);
    reader.start();
    for (String line = lines.take(); !line.equals(END); line = lines.take()) {
      String answer = JSON.writeValueAsString(answer(line, handler));
      waiting.decrementAndGet();
      answers.println(answer);
    }
  }

  private static void read(BlockingQueue<String> lines, AtomicInteger waiting) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.equals(END)) {
          waiting.incrementAndGet();
          lines.add(line);
        }
      }
    } catch (IOException e) {
      System.err.println("the input cannot be read: " + e);
    }
    if (waiting.get() > 0) {
      System.err.println("the input ended while a request was handled");
      System.exit(1);
    }
    lines.add(END);
  }

  private static ObjectNode answer(String line, Handler handler) {
    try {
      return handler.answer(JSON.readTree(line));
    } catch (LostException e) {
      throw e;
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      ObjectNode failure = JSON.createObjectNode();
      failure.put("error", String.valueOf(e.getMessage() == null ? e : e.getMessage()));
      String text = trace.toString();
      failure.put("trace", text.substring(0, Math.min(text.length(), MOST_OF_A_TRACE)));
      return failure;
    }
  }

  /** A required string of a request. */
  static String text(JsonNode request, String name) {
    JsonNode value = request.get(name);
    if (value == null || !value.isTextual()) {
      throw new IllegalArgumentException("the request lacks the string '" + name + "': " + request);
    }
    return value.asText();
  }
}
