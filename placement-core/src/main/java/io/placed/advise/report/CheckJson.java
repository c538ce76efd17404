package io.placed.advise.report;

import io.placed.advise.check.CheckResult;
import io.placed.advise.check.ComparedTemplate;
import io.placed.advise.check.PredictedReads;
import io.placed.advise.cost.Calibration;
import io.placed.text.JsonDocument;
import java.time.Instant;
import java.util.List;

/** A check of an advice as a JSON document. */
public record CheckJson(
    String table,
    String advice,
    String advised,
    long snapshot,
    String placement,
    long from,
    long to,
    long scans,
    double medianError,
    double largeError,
    double covered,
    Calibration calibration,
    List<Query> queries,
    List<String> notes) {

  /** A template: predictions, and means of what its scans counted. */
  public record Query(
      String name,
      String text,
      long scans,
      PredictedReads before,
      PredictedReads predicted,
      double bytes,
      double bytesRead,
      double requests,
      double seconds,
      boolean withinBar,
      boolean timed) {}

  /** The document as text. */
  public String text() {
    return JsonDocument.of(this);
  }

  public static CheckJson of(CheckResult c) {
    return new CheckJson(
        c.table(),
        c.advice().id(),
        Instant.ofEpochMilli(c.advice().at()).toString(),
        c.advice().snapshot(),
        c.advice().placement(),
        c.from(),
        c.to(),
        c.scans(),
        c.medianError(),
        c.largeError(),
        c.covered(),
        c.calibration(),
        c.templates().stream().map(CheckJson::query).toList(),
        c.notes());
  }

  private static Query query(ComparedTemplate t) {
    return new Query(
        t.name(),
        t.text(),
        t.scans(),
        t.before(),
        t.predicted(),
        t.bytes(),
        t.bytesRead(),
        t.requests(),
        t.seconds(),
        t.isWithinBar(),
        t.timed());
  }
}
