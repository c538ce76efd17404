package io.placed.cli.explain;

import com.google.gson.JsonObject;
import io.placed.explain.ReadMeasurement;
import io.placed.explain.ReadWaterfall;

/** What {@code placed explain --json} prints. */
public final class WaterfallJson {
  private WaterfallJson() {}

  /**
   * @param measured null if the query was not run
   */
  public static JsonObject of(
      String query, ReadWaterfall w, String device, ReadMeasurement measured) {
    JsonObject o = new JsonObject();
    o.addProperty("query", query);
    o.addProperty("device", device);
    JsonObject p = new JsonObject();
    p.addProperty("tableBytes", w.table());
    p.addProperty("columnBytes", w.columns());
    p.addProperty("inFilesBytes", w.inFiles());
    p.addProperty("inRowGroupsBytes", w.inRowGroups());
    p.addProperty("neededBytes", w.needed());
    p.addProperty("requestedBytes", w.planned());
    p.addProperty("gapBytes", w.gaps());
    p.addProperty("footerBytes", w.footers());
    p.addProperty("files", w.files());
    p.addProperty("filesRead", w.filesRead());
    p.addProperty("rowGroups", w.rowGroups());
    p.addProperty("rowGroupsRead", w.rowGroupsRead());
    p.addProperty("pages", w.pages());
    p.addProperty("pagesRead", w.pagesRead());
    p.addProperty("requests", w.requests());
    p.addProperty("footerRequests", w.footerRequests());
    p.addProperty("seconds", w.seconds());
    o.add("predicted", p);
    if (measured != null) {
      JsonObject m = new JsonObject();
      m.addProperty("neededBytes", measured.needed());
      m.addProperty("requestedBytes", measured.requested());
      m.addProperty("gapBytes", measured.inGaps());
      m.addProperty("requests", measured.requests());
      m.addProperty("deviceBytes", measured.device() < 0 ? null : measured.device());
      m.addProperty("rows", measured.rows());
      m.addProperty("seconds", measured.nanos() / 1e9);
      m.addProperty("cold", measured.cold());
      o.add("measured", m);
    }
    return o;
  }
}
