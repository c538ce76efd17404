package io.placed.spark.ui;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.PlacedPlugin;
import io.placed.spark.SparkTestCase;
import io.placed.spark.internal.plan.StoredQuery;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** The content of the page without a server; {@code ReleaseScansPageTest} has one. */
class ScansPageTest extends SparkTestCase {
  private static final String NODE =
      "BatchScan [a#1] placed /data/<t> Files: 2 of 4, Bytes: 30 of 40, PartitionFilters: [],"
          + " PushedFilters: [a < '<b>'], ReadSchema: struct<a:string>, Placement: x RuntimeFilters: []";

  private static String html(StoredQuery query, boolean more) throws Exception {
    String html = ScansPage.html(new StoredQuery.Page(List.of(query), more), "/SQL/?id=");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
    return html;
  }

  private static StoredQuery query(long ended, boolean failed, Map<String, String> metrics) {
    StoredQuery.Scan scan = new StoredQuery.Scan("BatchScan db.<t>", NODE, metrics);
    return new StoredQuery(7, "<i> & \u202e\0", 1_000, ended, failed, List.of(scan));
  }

  @Test
  void thePageIsWellFormed() throws Exception {
    String running = html(query(-1, false, Map.of()), true);
    assertTrue(running.contains("running") && running.contains("before=7"), running);
    assertTrue(running.contains("db.&lt;t&gt;") && running.contains("/data/&lt;t&gt;"), running);
    assertTrue(running.contains("a &lt; &#39;&lt;b&gt;&#39;"), running);
    assertFalse(running.contains("NaN"), running);
    assertTrue(html(query(4_000, true, Map.of()), false).contains("failed after 3.0 s"));
    assertTrue(html(query(4_000, false, Map.of()), false).contains("nothing: it was not needed"));
  }

  @Test
  void highOverReadIsExplained() throws Exception {
    Map<String, String> metrics =
        Map.of(
            "bytes of the table", "40000000",
            "bytes needed", "1000000",
            "bytes read", "4000000",
            "of these, bytes in gaps between pages", "2900000",
            "number of output rows", "1,000");
    String html = html(query(4_000, false, metrics), false);
    assertTrue(html.contains("High over-read: 2.9 MiB of 3.8 MiB"), html);
    assertTrue(html.contains("not stored together") && html.contains("1,000 returned"), html);
    assertTrue(html.contains("<rect width=\"10.00%\""), html);
    assertTrue(html.contains("advise(table =&gt; &#39;/data/&lt;t&gt;&#39;)"), html);
  }

  @Test
  void withoutWebUiThereIsNoTab() {
    assertTrue(spark.sparkContext().ui().isEmpty());
    new PlacedPlugin().driverPlugin().init(spark.sparkContext(), null);
  }
}
