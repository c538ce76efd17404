package io.placed.picture.waterfall;

import io.placed.explain.ReadMeasurement;
import io.placed.explain.ReadWaterfall;
import io.placed.scan.ScanMetrics;
import io.placed.text.Amounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The bytes that a query reads, as a waterfall of steps.
 *
 * @param title the query
 * @param steps from the table down to the planned requests, then the measured ones
 * @param remarks lines below the steps
 */
public record Waterfall(String title, List<Step> steps, List<String> remarks) {
  /**
   * @param measured rather than predicted
   */
  public record Step(String name, long bytes, String note, boolean measured) {}

  /** A query of a table, as the title of a chart. */
  public static String query(String table, List<String> columns, String where) {
    return table + ": " + query(columns, where);
  }

  /**
   * A query.
   *
   * @param columns null for all
   * @param where null for all rows
   */
  public static String query(List<String> columns, String where) {
    return "SELECT "
        + (columns == null ? "*" : String.join(", ", columns))
        + (where == null ? "" : " WHERE " + where);
  }

  /**
   * @param measured null if the query was not run
   */
  public static Waterfall of(
      String title, ReadWaterfall w, String device, ReadMeasurement measured) {
    List<Step> steps = new ArrayList<>();
    add(steps, "table", w.table(), Amounts.count(w.files(), "file"));
    add(steps, "its columns", w.columns(), "used by the query");
    add(steps, "in files", w.inFiles(), of(w.filesRead(), w.files(), "file"));
    add(steps, "in row groups", w.inRowGroups(), of(w.rowGroupsRead(), w.rowGroups(), "row group"));
    add(steps, "needed", w.needed(), of(w.pagesRead(), w.pages(), "page") + " of a column");
    add(steps, "requested", w.planned(), requests(w.requests(), w.gaps()));
    add(
        steps,
        "with footers",
        w.bytes(),
        Amounts.count(w.footerRequests(), "request") + " for footers and indexes");
    List<String> remarks = new ArrayList<>();
    remarks.add(
        String.format(Locale.ROOT, "predicted read time %s on %s", time(w.seconds()), device));
    if (measured != null) {
      steps.add(new Step("needed", measured.needed(), "including footers and indexes", true));
      steps.add(
          new Step(
              "requested",
              measured.requested(),
              requests(measured.requests(), measured.inGaps()),
              true));
      if (measured.device() >= 0) {
        steps.add(
            new Step(
                "device",
                measured.device(),
                measured.cold() ? "with an empty page cache" : "page cache misses",
                true));
      }
      remarks.add(
          "measured %s including decoding, %s, page cache %s"
              .formatted(
                  time(measured.nanos() / 1e9),
                  Amounts.count(measured.rows(), "row"),
                  measured.cold() ? "dropped before" : "not dropped"));
      if (measured.cold() && measured.device() >= 0) {
        remarks.add(
            String.format(
                Locale.ROOT,
                "the device read %.3f × the needed bytes",
                measured.device() / (double) Math.max(1, measured.needed())));
      }
    }
    return new Waterfall(title, steps, remarks);
  }

  /**
   * What a scan of an engine has read.
   *
   * @param table bytes of all files, siblings and footers included
   * @param files number of all files
   * @param inFiles of the bytes, those of files that are not skipped
   * @param filesRead number of these
   * @param filterColumns columns of filters on rows; empty also if rows were chosen otherwise, too
   */
  public static Waterfall ofScan(
      String title,
      long table,
      long files,
      long inFiles,
      long filesRead,
      ScanMetrics m,
      Collection<String> filterColumns) {
    List<Step> steps = new ArrayList<>();
    measured(steps, "table", table, Amounts.count(files, "file"));
    measured(steps, "files planned", inFiles, of(filesRead, files, "file"));
    measured(steps, "columns used", m.columnBytes(), "used by the query");
    measured(
        steps,
        "in row groups",
        m.rowGroupBytes(),
        of(m.rowGroups() - m.rowGroupsSkipped(), m.rowGroups(), "row group"));
    measured(
        steps,
        "needed",
        m.bytesNeeded(),
        of(m.pages() - m.pagesSkipped(), m.pages(), "page")
            + " of a column; includes footers and indexes");
    measured(steps, "read", m.bytesRead(), requests(m.requests(), m.bytesInGaps()));
    return new Waterfall(title, steps, ScanRemarks.of(m, filterColumns));
  }

  private static void measured(List<Step> steps, String name, long bytes, String note) {
    steps.add(new Step(name, bytes, note, true));
  }

  private static void add(List<Step> steps, String name, long bytes, String note) {
    steps.add(new Step(name, bytes, note, false));
  }

  private static String requests(long requests, long inGaps) {
    return "%s, %s in gaps".formatted(Amounts.count(requests, "request"), Amounts.bytes(inGaps));
  }

  private static String of(long part, long whole, String noun) {
    return "%s of %s".formatted(Amounts.count(part), Amounts.count(whole, noun));
  }

  private static String time(double seconds) {
    return seconds < 0.01
        ? String.format(Locale.ROOT, "%.2f ms", seconds * 1e3)
        : Amounts.duration(Math.round(seconds * 1e9));
  }

  /** Bytes of the table, of which the steps are fractions. */
  public long whole() {
    return Math.max(1, steps.get(0).bytes());
  }
}
