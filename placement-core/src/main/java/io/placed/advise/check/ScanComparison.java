package io.placed.advise.check;

import io.placed.advise.workload.ScanRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the scans that an advice predicted, and what they counted. */
final class ScanComparison {
  /** A table that has grown or shrunk by more is mentioned. */
  private static final double GROWTH = 1.05;

  private final RememberedAdvice advice;
  private final ScanMatching matching;
  private final Sums[] sums;
  private long from = Long.MAX_VALUE;
  private long to;
  private long followed;
  private long unknown;
  private double unknownMillis;
  private double millis;
  private long otherValues;
  private long uncounted;
  private long expired;
  private double growth = 1;

  /** Of a template. */
  private static final class Sums {
    private final List<PredictedReads> before = new ArrayList<>();
    private final List<PredictedReads> after = new ArrayList<>();
    private double bytes;
    private double bytesRead;
    private double requests;
    private double seconds;
  }

  ScanComparison(RememberedAdvice advice) {
    this.advice = advice;
    this.matching = new ScanMatching(advice);
    this.sums = new Sums[advice.templates().size()];
    for (int t = 0; t < sums.length; t++) {
      sums[t] = new Sums();
    }
  }

  /** Counts a scan of a snapshot that has expired, so that its placement is not known. */
  void expired() {
    expired++;
  }

  /**
   * Adds a scan under the advised placement.
   *
   * @param rows of the table then
   */
  void add(ScanRecord scan, long rows) {
    followed++;
    millis += scan.millis();
    if (!matching.knows(scan)) {
      unknown++;
      unknownMillis += scan.millis();
      return;
    }
    ScanMatching.Target target = matching.find(scan);
    if (target == null) {
      otherValues++;
      return;
    }
    if (scan.needed() == 0 && scan.requests() == 0) {
      uncounted++; // by an engine that does not know what it read
      return;
    }
    double times = advice.rows() == 0 ? 1 : (double) rows / advice.rows();
    growth = Math.abs(Math.log(times)) > Math.abs(Math.log(growth)) ? times : growth;
    from = Math.min(from, scan.snapshot());
    to = Math.max(to, scan.snapshot());
    Sums of = sums[target.template()];
    of.before.add(target.run().before().times(times));
    of.after.add(target.run().after().times(times));
    of.bytes += scan.needed();
    of.bytesRead += scan.read();
    of.requests += scan.requests();
    of.seconds += scan.millis() / 1e3;
  }

  /** Scans since the advice was followed. */
  long followed() {
    return followed;
  }

  long compared() {
    long n = 0;
    for (Sums s : sums) {
      n += s.after.size();
    }
    return n;
  }

  long from() {
    return from;
  }

  long to() {
    return to;
  }

  /** Why no scan could be compared, as a clause. */
  String reason() {
    List<String> notes = notes();
    return notes.isEmpty() ? "" : ": " + String.join("; ", notes);
  }

  List<ComparedTemplate> templates() {
    List<ComparedTemplate> out = new ArrayList<>();
    for (int t = 0; t < sums.length; t++) {
      Sums s = sums[t];
      int n = s.after.size();
      PredictedTemplate template = advice.templates().get(t);
      if (n > 0) {
        out.add(
            new ComparedTemplate(
                template.name(),
                template.runs().get(0).query(),
                n,
                PredictedReads.mean(s.before),
                PredictedReads.mean(s.after),
                s.bytes / n,
                s.bytesRead / n,
                s.requests / n,
                s.seconds / n,
                template.millis() > 0 && s.seconds > 0));
      }
    }
    return out;
  }

  List<String> notes() {
    List<String> out = new ArrayList<>();
    if (unknown > 0) {
      out.add(
          String.format(
              Locale.ROOT,
              "%d scans (%.1f %% of the run time) are of no query of the advice",
              unknown,
              millis == 0 ? 0 : 100 * unknownMillis / millis));
    }
    if (otherValues > 0) {
      out.add(
          otherValues + " scans select another share of the values than the queries of the advice");
    }
    if (uncounted > 0) {
      out.add(uncounted + " scans were recorded without the bytes that they read");
    }
    if (expired > 0) {
      out.add(expired + " scans are of snapshots that have expired");
    }
    List<String> idle = new ArrayList<>();
    for (int t = 0; t < sums.length; t++) {
      if (sums[t].after.isEmpty()) {
        idle.add(advice.templates().get(t).name());
      }
    }
    if (!idle.isEmpty()) {
      out.add("not asked since: " + String.join(", ", idle.subList(0, Math.min(20, idle.size()))));
    }
    if (growth > GROWTH || growth < 1 / GROWTH) {
      out.add(
          String.format(
              Locale.ROOT,
              "the table has %.2f times the rows of then: predictions are multiplied with that",
              growth));
    }
    return out;
  }
}
