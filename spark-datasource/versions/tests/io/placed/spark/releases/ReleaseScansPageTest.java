package io.placed.spark.releases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/** The tab in Spark's web UI and the counters of the plugin, over HTTP. */
class ReleaseScansPageTest extends ReleaseTestCase {
  private static final String STEP =
      "<td>%s<br/><small>([^<]*)</small></td><td title=\"([\\d,]+) byte";

  /** What Spark itself counts as read. */
  private static final class Input extends SparkListener {
    final AtomicLong bytes = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      bytes.addAndGet(end.taskMetrics().inputMetrics().bytesRead());
    }
  }

  @Test
  void theWaterfallHasTheBytesThatSparkCounts() throws Exception {
    String path = path("t");
    // In parts of the table the random column cannot rule out pages.
    sql("select id, cast(pmod(hash(id), 100000000) as int) r, cast(id div 40000 as int) p,"
            + " uuid() text from range(120000)")
        .write()
        .format("placed")
        .partitionBy("p")
        .save(path);
    Input input = new Input();
    spark.sparkContext().addSparkListener(input);
    long readBefore = counter("bytesFetched");
    long scansBefore = counter("scans");
    long matchedBefore = counter("rowsMatched");
    Dataset<Row> query =
        spark.read().format("placed").load(path).where("p < 2 and r < 1000000").select("text");
    int rows = query.collectAsList().size();
    finish();
    spark.sparkContext().removeSparkListener(input);
    String scan = scans(get("/placed/")).get(0);
    long table = bytesOfFiles(Path.of(path));
    long inFiles = bytesOfFiles(Path.of(path, "p=0")) + bytesOfFiles(Path.of(path, "p=1"));
    assertEquals(table, bytes(scan, "table"));
    assertEquals(inFiles, bytes(scan, "files planned"));
    assertTrue(bytes(scan, "columns used") < inFiles, scan);
    assertTrue(bytes(scan, "in row groups") <= bytes(scan, "columns used"), scan);
    assertTrue(bytes(scan, "needed") <= bytes(scan, "read"), scan);
    assertEquals(input.bytes.get(), bytes(scan, "read"));
    assertTrue(scan.contains("text, r") || scan.contains(">text<"), scan);
    assertTrue(scan.contains(String.format(Locale.ROOT, "%,d match of", rows)), scan);
    assertTrue(scan.contains("Low selectivity of pages") && scan.contains("sorted by r."), scan);
    assertTrue(scan.contains("CALL placed.system.advise(table =&gt; &#39;"), scan);

    assertEquals(1, counter("scans") - scansBefore);
    assertEquals(input.bytes.get(), counter("bytesFetched") - readBefore);
    assertEquals(rows, counter("rowsMatched") - matchedBefore);

    query.createOrReplaceTempView("matching");
    String explained =
        sql("explain formatted select * from matching").collectAsList().get(0).getString(0);
    assertTrue(explained.contains("Bytes: " + inFiles + " of " + table + ","), explained);
  }

  @Test
  void batchesOfStreams() throws Exception {
    String path = path("t");
    for (int i = 0; i < 2; i++) {
      spark.range(i, 1000, 1, 1).write().format("placed").mode(SaveMode.Append).save(path);
    }
    Input input = new Input();
    spark.sparkContext().addSparkListener(input);
    Map<String, Long> before = new HashMap<>();
    for (String name : List.of("scans", "numOutputRows", "bytesFetched", "bytesInTable")) {
      before.put(name, counter(name));
    }
    spark
        .readStream()
        .format("placed")
        .option("maxFilesPerTrigger", 1)
        .load(path)
        .writeStream()
        .format("placed")
        .option("checkpointLocation", path("checkpoint"))
        .trigger(Trigger.AvailableNow())
        .start(path("to"))
        .awaitTermination();
    finish();
    spark.sparkContext().removeSparkListener(input);
    Map<String, Long> counted = new HashMap<>();
    for (Map.Entry<String, Long> e : before.entrySet()) {
      counted.put(e.getKey(), counter(e.getKey()) - e.getValue());
    }
    long table = bytesOfFiles(Path.of(path));
    assertEquals(
        Map.of(
            "scans",
            2L,
            "numOutputRows",
            1999L,
            "bytesFetched",
            input.bytes.get(),
            "bytesInTable",
            table),
        counted);
    // Each batch is a query in a query, of which one has the numbers.
    List<String> scans =
        scans(get("/placed/")).subList(0, 4).stream()
            .filter(s -> !s.contains("nothing: it was not needed"))
            .toList();
    assertEquals(2, scans.size());
    assertEquals(table, scans.stream().mapToLong(s -> bytes(s, "table")).sum());
    for (String scan : scans) {
      assertEquals(bytes(scan, "table"), bytes(scan, "files planned"));
      assertTrue(scan.contains(path + " at snapshot 2") && scan.contains(">id<"), scan);
    }
  }

  @Test
  void textsOfUsersAreEscaped() throws Exception {
    String path = path("a<b>'c'&");
    spark.range(10).selectExpr("id", "'x' as `<u>`").write().format("placed").save(path);
    spark.sparkContext().setJobDescription("<i>job</i><script>alert(1)</script>");
    try {
      Dataset<Row> data = spark.read().format("placed").load(path);
      assertEquals(
          0,
          data.where("`<u>` = '<img src=x onerror=alert(1)>' or id = 77").collectAsList().size());
    } finally {
      spark.sparkContext().setJobDescription(null);
    }
    finish();
    String page = get("/placed/");
    for (String raw : List.of("<b>'c", "<u>", "<img src=x", "alert(1)</script>")) {
      assertFalse(page.contains(raw), raw);
    }
    assertTrue(page.contains("a&lt;b&gt;&#39;c&#39;&amp;"), page);
    assertTrue(page.contains("&lt;img src=x onerror=alert(1)&gt;"), page);
  }

  @Test
  void thePageHasTheLatestQueriesAndALinkToOlderOnes() throws Exception {
    String path = path("t");
    spark.range(10).write().format("placed").save(path);
    Dataset<Row> data = spark.read().format("placed").load(path).where("id > 3");
    for (int i = 0; i < 25; i++) {
      data.collectAsList();
    }
    finish();
    String page = get("/placed/");
    assertEquals(20, scans(page).size());
    Matcher older = Pattern.compile("href=\"(\\?before=\\d+)\"").matcher(page);
    assertTrue(older.find(), page);
    assertTrue(scans(get("/placed/" + older.group(1))).size() >= 5);
    assertEquals(20, scans(get("/placed/?before=%3Cscript%3E")).size());
    assertTrue(get("/placed/?before=0").contains("No query has read a Placed table."));
  }

  private static void finish() throws Exception {
    spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(5));
  }

  private static List<String> scans(String page) {
    String[] parts = page.split("<table class=\"table table-bordered table-sm\">");
    return List.of(parts).subList(1, parts.length);
  }

  private static long bytes(String scan, String step) {
    Matcher found = Pattern.compile(STEP.formatted(step)).matcher(scan);
    assertTrue(found.find(), step + " in " + scan);
    return Long.parseLong(found.group(2).replace(",", ""));
  }

  private static long bytesOfFiles(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(f -> f.toString().endsWith(".placed"))
          .mapToLong(f -> f.toFile().length())
          .sum();
    }
  }

  /** A counter of the plugin, as Prometheus gets it. */
  private static long counter(String name) throws Exception {
    Matcher found =
        Pattern.compile("PlacedPlugin_" + name + "_Count\\{[^}]*\\} (\\d+)")
            .matcher(get("/metrics/prometheus"));
    assertTrue(found.find(), name);
    return Long.parseLong(found.group(1));
  }

  private static String get(String page) throws Exception {
    int port = URI.create(spark.sparkContext().uiWebUrl().get()).getPort();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + page)).build();
    HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer.body());
    return answer.body();
  }
}
