package io.placed.spark.ui;

import io.placed.picture.waterfall.WaterfallTable;
import io.placed.spark.internal.plan.StoredQuery;
import io.placed.text.Amounts;
import io.placed.text.Markup;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The page of scans, without the header that Spark gives to all of its pages. It has the classes of
 * Spark's style sheet, no script and no style of its own.
 */
public final class ScansPage {
  private static final int MOST_TEXT = 2_000;

  private ScansPage() {}

  /**
   * A fragment of HTML that is well-formed XML.
   *
   * @param queryPage URL of Spark's page of a query, without its id
   */
  public static String html(StoredQuery.Page page, String queryPage) {
    StringBuilder out = new StringBuilder("<div>\n");
    if (page.queries().isEmpty()) {
      out.append("<p>No query has read a Placed table.</p>\n");
    } else {
      out.append("<p>What scans of Placed tables have read, and what they have skipped.</p>\n");
    }
    for (StoredQuery query : page.queries()) {
      query(query, queryPage, out);
    }
    if (page.more()) {
      long last = page.queries().get(page.queries().size() - 1).id();
      out.append("<p><a href=\"?before=").append(last).append("\">Older queries</a></p>\n");
    }
    return out.append("</div>\n").toString();
  }

  private static void query(StoredQuery query, String queryPage, StringBuilder out) {
    out.append("<h4><a href=\"")
        .append(Markup.escape(queryPage + query.id()))
        .append("\">Query ")
        .append(query.id())
        .append("</a></h4>\n<p class=\"text-break\">")
        .append(text(query.description()))
        .append("<br/><small>")
        .append(state(query))
        .append("</small></p>\n");
    for (StoredQuery.Scan stored : query.scans()) {
      scan(new ShownScan(stored), query.ended() >= 0, out);
    }
  }

  private static String state(StoredQuery query) {
    String start = Instant.ofEpochMilli(query.submitted()).truncatedTo(ChronoUnit.SECONDS) + ", ";
    if (query.ended() < 0) {
      return start + "running";
    }
    String time = Amounts.duration((query.ended() - query.submitted()) * 1_000_000);
    return start + (query.failed() ? "failed after " : "") + time;
  }

  private static void scan(ShownScan scan, boolean ended, StringBuilder out) {
    out.append("<table class=\"table table-bordered table-sm\">\n<thead><tr>");
    out.append("<th colspan=\"3\" class=\"text-break\">").append(text(scan.name()));
    out.append("</th></tr></thead>\n<tbody>\n");
    row("Path", scan.path(), out);
    row("Columns", String.join(", ", scan.columns()), out);
    row("Partition filters", String.join(", ", scan.partitionFilters()), out);
    row("Filters", String.join(", ", scan.filters()), out);
    if (ended && !scan.hasRun()) {
      row(
          "Reads",
          "nothing: it was not needed, its rows were cached, another query of the batch of a stream"
              + " has read it, or the query failed",
          out);
    } else {
      out.append(WaterfallTable.rows(scan.waterfall()));
      row("Over-read", scan.overRead(), out);
      row("Rows", scan.rows(), out);
      row("Time of tasks", scan.time(), out);
      List<String> remarks = scan.waterfall().remarks();
      for (String remark : remarks) {
        advice(remark, out);
      }
      if (!remarks.isEmpty()) {
        advice(scan.call(), out);
      }
    }
    out.append("</tbody></table>\n");
  }

  private static void row(String name, String value, StringBuilder out) {
    if (!value.isEmpty()) {
      out.append("<tr><th width=\"30%\">").append(name).append("</th>");
      out.append("<td colspan=\"2\" class=\"text-break\">").append(text(value));
      out.append("</td></tr>\n");
    }
  }

  private static void advice(String text, StringBuilder out) {
    out.append("<tr class=\"table-warning\"><th>Advice</th>");
    out.append("<td colspan=\"2\" class=\"text-break\">").append(text(text));
    out.append("</td></tr>\n");
  }

  private static String text(String any) {
    return Markup.escape(Markup.cut(any, MOST_TEXT));
  }
}
