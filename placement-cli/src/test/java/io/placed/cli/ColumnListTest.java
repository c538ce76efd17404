package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.cli.browse.BrowseServer;
import io.placed.cli.store.Environment;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that {@code -c} names, also those with commas. */
class ColumnListTest {
  @TempDir Path dir;
  private Path table;

  @BeforeEach
  void write() throws IOException {
    Path csv = Files.writeString(dir.resolve("in.csv"), "k,\"a,b\",c`d,a\n1,2,3,4\n5,6,7,8\n");
    table = dir.resolve("t");
    Cli.run("convert", csv, table).ok();
  }

  @Test
  void everyCommandTakesNamesInBackticks() throws Exception {
    String list = "`a,b`,k";
    assertEquals("\"a,b\",k\n2,1\n6,5\n", Cli.run("cat", table, "-c", list).ok().out());
    assertEquals("\"a,b\",k\n2,1\n6,5\n", Cli.run("cat", table, "--columns=" + list).ok().out());
    assertEquals("k,\"a,b\"\n1,2\n5,6\n", Cli.run("cat", table, "-ck,`a,b`").ok().out());
    assertTrue(Cli.run("head", table, "-c", list).ok().out().contains("a,b"));
    Path copy = dir.resolve("copy.csv");
    Cli.run("convert", table, copy, "-c", list).ok();
    assertEquals("\"a,b\",k\n2,1\n6,5\n", Files.readString(copy));
    String stats = Cli.run("stats", table, "-c", list).ok().out();
    assertTrue(stats.contains("a,b") && !stats.contains("c`d"), stats);
    Cli.run("diff", table, copy, "-c", list).ok();
    Cli.run("diff", table, copy, "-c", list + ",a").failsMidway(2);
    Cli.run("explain", table, "-c", list).ok();
    Cli.run("map", table, "-o", dir.resolve("m.html"), "-c", list).ok();
    String why = Cli.run("inspect", "--why", table, "-c", "`a,b`").ok().out();
    assertTrue(why.contains("a,b") && !why.contains("c`d"), why);
    try (var files = Files.walk(table)) {
      Path file = files.filter(p -> p.toString().endsWith(".placed")).findFirst().orElseThrow();
      String raw = Cli.run("inspect", "--raw", file, "-c", "`a,b`").ok().out();
      assertTrue(raw.contains("column 1 (a,b)") && !raw.contains("column 0 (k)"), raw);
    }
    String metadata =
        Cli.run("metadata", table, "files", "-c", "record_count, `is_foreign`").ok().out();
    assertTrue(metadata.startsWith("record_count  is_foreign\n"), metadata);
  }

  @Test
  void plainNamesAreAsTheyWere() {
    assertEquals("k,c`d\n1,3\n5,7\n", Cli.run("cat", table, "-c", "k,c`d").ok().out());
    assertEquals("a,k\n4,1\n8,5\n", Cli.run("cat", table, "-c", "a", "-c", "k").ok().out());
    assertFalse(Cli.run("cat", table, "-c", "a,b").fails(2).err().contains("backtick"));
  }

  @Test
  void listsThatDoNotEndAreWrongUsage() {
    String open = Cli.run("cat", table, "-c", "k,`a,b").fails(2).err();
    assertTrue(open.contains("--columns: a name in backticks has to end with one"), open);
    String none = Cli.run("cat", table, "-c").fails(2).err();
    assertTrue(none.contains("--columns"), none);
  }

  @Test
  void theFormOfABrowserTakesThem() throws Exception {
    try (BrowseServer server = BrowseServer.start(new Environment(), table.toString(), 0)) {
      URI address = URI.create(server.url() + "explain?c=%60a%2Cb%60%2C+k");
      HttpResponse<String> found =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
      assertEquals(200, found.statusCode(), found.body());
      assertTrue(found.body().contains("value=\"`a,b`,k\""), found.body());
    }
  }
}
