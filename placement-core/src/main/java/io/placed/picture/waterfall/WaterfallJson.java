package io.placed.picture.waterfall;

import io.placed.explain.ReadMeasurement;
import io.placed.explain.ReadWaterfall;
import java.util.Optional;

/** The JSON document of {@code placed explain --json}; {@code measured} with --measure only. */
public record WaterfallJson(
    String query, String device, Predicted predicted, Optional<Measured> measured) {

  /** What the explainer expects. */
  public record Predicted(
      long tableBytes,
      long columnBytes,
      long inFilesBytes,
      long inRowGroupsBytes,
      long neededBytes,
      long requestedBytes,
      long gapBytes,
      long footerBytes,
      long files,
      long filesRead,
      long rowGroups,
      long rowGroupsRead,
      long pages,
      long pagesRead,
      long requests,
      long footerRequests,
      double seconds) {}

  /** What a run of the query did; {@code deviceBytes} is null where the system does not count. */
  public record Measured(
      long neededBytes,
      long requestedBytes,
      long gapBytes,
      long requests,
      Long deviceBytes,
      long rows,
      double seconds,
      boolean cold) {}

  /**
   * @param m null if the query was not run
   */
  public static WaterfallJson of(String query, ReadWaterfall w, String device, ReadMeasurement m) {
    return new WaterfallJson(
        query, device, predicted(w), Optional.ofNullable(m).map(WaterfallJson::measured));
  }

  private static Predicted predicted(ReadWaterfall w) {
    return new Predicted(
        w.table(),
        w.columns(),
        w.inFiles(),
        w.inRowGroups(),
        w.needed(),
        w.planned(),
        w.gaps(),
        w.footers(),
        w.files(),
        w.filesRead(),
        w.rowGroups(),
        w.rowGroupsRead(),
        w.pages(),
        w.pagesRead(),
        w.requests(),
        w.footerRequests(),
        w.seconds());
  }

  private static Measured measured(ReadMeasurement m) {
    return new Measured(
        m.needed(),
        m.requested(),
        m.inGaps(),
        m.requests(),
        m.device() < 0 ? null : m.device(),
        m.rows(),
        m.nanos() / 1e9,
        m.cold());
  }
}
