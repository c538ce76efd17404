package io.placed.experiments;

import java.util.List;

/**
 * How one measure is shown, as a picture and as a table: one small diagram for each combination of
 * the values of {@code facets}, in it one place on the x axis for each value of {@code x}, and at
 * each place one bar or point for each combination of the values of all other knobs.
 *
 * @param title above the picture
 * @param measure name of what is shown
 * @param x a knob
 * @param facets knobs, none for a single diagram
 * @param kind of picture
 * @param divisor by which values are divided, to get another unit
 * @param unit of the values shown
 */
public record Chart(
    String title,
    String measure,
    String x,
    List<String> facets,
    Kind kind,
    double divisor,
    String unit) {
  /** Kind of picture. */
  public enum Kind {
    BARS,
    /** Lines over numbers. */
    LINES,
    /** Lines with logarithmic axes. */
    LOG_LINES,
    /** Bars with a logarithmic axis. */
    LOG_BARS
  }

  public static final double MIB = 1 << 20;

  public static Chart bars(String title, String measure, String unit, String x, String... facets) {
    return new Chart(title, measure, x, List.of(facets), Kind.BARS, 1, unit);
  }

  public static Chart lines(String title, String measure, String unit, String x, String... facets) {
    return new Chart(title, measure, x, List.of(facets), Kind.LINES, 1, unit);
  }

  /** The same in MiB rather than bytes. */
  public Chart mebibytes() {
    return new Chart(title, measure, x, facets, kind, MIB, "MiB");
  }

  /** The same with logarithmic axes. */
  public Chart log() {
    Kind log = kind == Kind.BARS ? Kind.LOG_BARS : Kind.LOG_LINES;
    return new Chart(title, measure, x, facets, log, divisor, unit);
  }
}
