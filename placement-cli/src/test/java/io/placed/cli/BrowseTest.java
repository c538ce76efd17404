package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.cli.browse.BrowseServer;
import io.placed.cli.store.Environment;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowseTest {
  /** A name that does harm wherever it is not escaped. */
  private static final String HOSTILE = "a<script>alert(1)</script>\"'&";

  private static final Pattern LINK = Pattern.compile("href=\"([^\"]*)\"");

  @TempDir Path dir;
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private BrowseServer serve(Path path) throws IOException {
    return BrowseServer.start(new Environment(), path.toString(), 0);
  }

  private Path csv() throws IOException {
    StringBuilder text = new StringBuilder("k,\"" + HOSTILE.replace("\"", "\"\"") + "\",day\n");
    for (int i = 0; i < 5000; i++) {
      text.append(i).append(",<b>v").append(i % 7).append("</b>,d").append(i % 2).append('\n');
    }
    return Files.writeString(dir.resolve("in.csv"), text);
  }

  /** Follows every link from a page, and returns all pages by their addresses. */
  private Map<String, String> walk(String start) throws Exception {
    Map<String, String> pages = new TreeMap<>();
    ArrayDeque<String> todo = new ArrayDeque<>(Set.of(start));
    Set<String> seen = new HashSet<>(todo);
    while (!todo.isEmpty()) {
      String url = todo.pop();
      HttpResponse<String> r = get(url);
      assertEquals(200, r.statusCode(), url + r.body());
      pages.put(url.substring(start.length()), r.body());
      Matcher m = LINK.matcher(r.body());
      while (!url.contains("/map") && m.find()) {
        String next = URI.create(url).resolve(m.group(1).replace("&amp;", "&")).toString();
        assertTrue(next.startsWith(start), next);
        if (seen.add(next)) {
          todo.add(next);
        }
      }
    }
    return pages;
  }

  @Test
  void everyLinkLeadsToAPageAndHostileNamesStayText() throws Exception {
    Path table = dir.resolve("t'<script>x");
    Cli.run("convert", csv(), table, "--row-group", "2048 rows", "--partition-by", "day").ok();
    Cli.run("delete", table, "--where", "k < 10").ok();
    Map<String, Long> before = files();
    Map<String, String> pages;
    try (BrowseServer server = serve(table)) {
      pages = walk(server.url());
    }
    assertEquals(before, files());
    for (String kind : new String[] {"snapshot?", "file?", "rowgroup?", "chunk?", "page?", "map"}) {
      assertTrue(pages.keySet().stream().anyMatch(p -> p.startsWith(kind)), kind + pages.keySet());
    }
    boolean named = false;
    for (Map.Entry<String, String> p : pages.entrySet()) {
      String html = p.getValue();
      assertFalse(html.contains("<script>alert"), p.getKey());
      assertFalse(html.contains("<script>x"), p.getKey());
      assertFalse(html.contains("<b>v"), p.getKey());
      assertFalse(html.matches("(?s).*(src|href)=\"https?:.*"), p.getKey());
      named |= html.contains("a&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
      // Well-formed: no name has ended an element or attribute.
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(
              new java.io.ByteArrayInputStream(
                  html.replaceFirst("<!DOCTYPE html>", "").getBytes(StandardCharsets.UTF_8)));
    }
    assertTrue(named);
    String page =
        pages.entrySet().stream()
            .filter(p -> p.getKey().startsWith("page?"))
            .findFirst()
            .get()
            .getValue();
    assertTrue(page.contains("-- page 0 of row group"), page);
    assertTrue(page.contains("matches"), page);
  }

  private Map<String, Long> files() throws IOException {
    Map<String, Long> out = new TreeMap<>();
    try (Stream<Path> all = Files.walk(dir)) {
      for (Path p : all.filter(Files::isRegularFile).toList()) {
        out.put(p.toString(), Files.size(p));
      }
    }
    return out;
  }

  @Test
  void singleFilesOfEveryLayoutAndQueries() throws Exception {
    for (String placement :
        new String[] {"default", "albis", "packing=one-row-group(block=128KiB); row-group=32KiB"}) {
      Path file = dir.resolve("t" + placement.hashCode() + ".placed");
      Cli.run("convert", csv(), file, "--placement", placement).ok();
      try (BrowseServer server = serve(file)) {
        Map<String, String> pages = walk(server.url());
        assertTrue(pages.keySet().stream().anyMatch(p -> p.startsWith("page?")), placement);
        String found = get(server.url() + "explain?c=k&where=k+%3C+100").body();
        assertTrue(found.contains("SELECT k WHERE k &lt; 100"), found);
        assertEquals(200, get(server.url() + "map?c=k&where=k+%3C+100").statusCode());
        assertEquals(400, get(server.url() + "explain?where=nonsense+%3C").statusCode());
        HttpResponse<String> wrong =
            get(server.url() + "explain?c=%3Cscript%3Ealert(1)%3C/script%3E");
        assertEquals(400, wrong.statusCode());
        assertFalse(wrong.body().contains("<script>"), wrong.body());
        for (String query :
            new String[] {
              "file?f=99",
              "file?f=-1",
              "file?f=x",
              "rowgroup?g=99",
              "chunk?g=0&cg=99&c=1",
              "page?g=0&c=1&o=3",
              "page?g=0&c=99&o=3"
            }) {
          assertEquals(400, get(server.url() + query).statusCode(), query);
        }
        assertEquals(404, get(server.url() + "nothing").statusCode());
      }
    }
  }

  @Test
  void onlyThisMachineWithTheTokenAndOnlyReading() throws Exception {
    Path file = dir.resolve("t.placed");
    Cli.run("convert", csv(), file).ok();
    try (BrowseServer server = serve(file)) {
      String url = server.url();
      URI uri = URI.create(url);
      assertEquals("127.0.0.1", uri.getHost());
      HttpResponse<String> first = get(url);
      assertEquals(200, first.statusCode());
      String policy = first.headers().firstValue("Content-Security-Policy").get();
      assertTrue(policy.contains("default-src 'none'") && !policy.contains("script-src"), policy);
      assertEquals("no-referrer", first.headers().firstValue("Referrer-Policy").get());
      assertTrue(first.body().contains("width=device-width"));
      assertEquals(200, get(url.replace("127.0.0.1", "localhost")).statusCode());

      String root = url.substring(0, url.length() - uri.getPath().length());
      for (String other :
          new String[] {
            "/", "/x/", "/" + "0".repeat(32) + "/", uri.getPath().replaceFirst(".$", "")
          }) {
        HttpResponse<String> r = get(root + other);
        assertEquals(403, r.statusCode(), other);
        assertFalse(r.body().contains(uri.getPath()), r.body());
      }
      for (String method : new String[] {"POST", "PUT", "DELETE", "OPTIONS"}) {
        HttpRequest request =
            HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.ofString("x"))
                .build();
        assertEquals(
            405, client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode(), method);
      }
      assertTrue(raw(uri, "evil.example:" + uri.getPort()).startsWith("HTTP/1.1 403"));
      assertTrue(raw(uri, "127.0.0.1").startsWith("HTTP/1.1 403"));
      assertTrue(raw(uri, "127.0.0.1:" + uri.getPort()).startsWith("HTTP/1.1 200"));
    }
  }

  /** The answer to a request with any Host header, which HttpClient does not send. */
  private static String raw(URI uri, String host) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", uri.getPort())) {
      String request =
          "GET " + uri.getPath() + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void damageAndWrongArgumentsAreSentences() throws Exception {
    assertThrows(FileNotFoundException.class, () -> serve(dir.resolve("none")));
    assertTrue(Cli.run("browse", dir.resolve("none")).fails(1).err().contains("no such file"));
    Cli.run("browse", dir, "--port", "70000").fails(2);
    Path file = dir.resolve("t.placed");
    Cli.run("convert", csv(), file).ok();
    byte[] bytes = Files.readAllBytes(file);
    try (BrowseServer server = serve(file)) {
      bytes[40] ^= 1;
      Files.write(file, bytes);
      HttpResponse<String> page = get(server.url() + "page?g=0&c=1&o=32");
      assertTrue(page.body().contains("DOES NOT MATCH"), page.body());
      bytes[bytes.length - 60] ^= 1;
      Files.write(file, bytes);
      HttpResponse<String> r = get(server.url());
      assertEquals(500, r.statusCode());
      assertTrue(r.body().contains("damaged at offset"), r.body());
    }
  }
}
