package io.placed.cli.browse;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.placed.cli.error.CliException;
import io.placed.io.FileStores;
import io.placed.text.Markup;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves pages about one table to the browser of this machine.
 *
 * <p>It listens on the loopback address only. Other users of the machine do not know the token in
 * its addresses. A page of another site could make the browser ask this server under a name of that
 * site (DNS rebinding): requests for other hosts are refused. Nothing is written, and the pages
 * load nothing from elsewhere.
 */
public final class BrowseServer implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int TOKEN_BYTES = 16;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final String token;
  private final Set<String> hosts;
  private final BrowsePages pages;

  private BrowseServer(HttpServer server, String token, BrowsePages pages) {
    this.server = server;
    this.token = token;
    this.pages = pages;
    int port = server.getAddress().getPort();
    // Browsers leave out the port of HTTP.
    String suffix = port == 80 ? "" : ":" + port;
    hosts = Set.of("127.0.0.1" + suffix, "localhost" + suffix);
  }

  /**
   * Starts to listen.
   *
   * @param port 0 = any that is free
   * @throws FileNotFoundException if there is no table
   */
  public static BrowseServer start(FileStores stores, String path, int port) throws IOException {
    BrowsePages pages = new BrowsePages(stores, path);
    // Fails here, not in the browser, if there is no table.
    pages.of("", Map.of());
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    HttpServer http;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
    } catch (IOException e) {
      throw new CliException("port " + port + " cannot be used: " + e.getMessage(), e);
    }
    BrowseServer out = new BrowseServer(http, HexFormat.of().formatHex(random), pages);
    http.setExecutor(out.threads);
    http.createContext("/", out::answer);
    http.start();
    return out;
  }

  /** The address of the first page, with the token. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/";
  }

  private record Answer(int status, String html, boolean scripts) {}

  private void answer(HttpExchange exchange) throws IOException {
    Answer answer;
    try {
      answer = answerTo(exchange);
    } catch (RuntimeException | IOException e) {
      answer = failure(e);
    }
    byte[] bytes = answer.html.getBytes(StandardCharsets.UTF_8);
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self';"
            + " base-uri 'none'; frame-ancestors 'none'"
            + (answer.scripts ? "; script-src 'unsafe-inline'" : ""));
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.status, head ? -1 : bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      if (!head) {
        out.write(bytes);
      }
    } finally {
      exchange.close();
    }
  }

  private Answer answerTo(HttpExchange exchange) throws IOException {
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (host == null || !hosts.contains(host)) {
      return new Answer(403, error("This server answers to its own address only."), false);
    }
    String path = exchange.getRequestURI().getRawPath();
    int end = path.indexOf('/', 1);
    if (end < 0 || !isToken(path.substring(1, end))) {
      return new Answer(
          403, error("The address lacks the token that placed browse printed."), false);
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return new Answer(405, error("Only GET is supported: nothing can be changed here."), false);
    }
    String page = path.substring(end + 1);
    String html = pages.of(page, query(exchange.getRequestURI().getRawQuery()));
    return html == null
        ? new Answer(404, error("There is no such page."), false)
        : new Answer(200, html, page.equals("map"));
  }

  private boolean isToken(String text) {
    // In the same time whatever is wrong.
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> out = new HashMap<>();
    if (raw != null) {
      for (String pair : raw.split("&")) {
        int at = pair.indexOf('=');
        if (at > 0) {
          out.put(decoded(pair.substring(0, at)), decoded(pair.substring(at + 1)));
        }
      }
    }
    return out;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static Answer failure(Exception e) {
    int status =
        e instanceof IllegalArgumentException
            ? 400
            : e instanceof FileNotFoundException ? 404 : 500;
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new Answer(status, error(message), false);
  }

  private static String error(String sentence) {
    return Markup.page("Error", null, "", "<p>" + Markup.escape(sentence) + "</p>\n");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
