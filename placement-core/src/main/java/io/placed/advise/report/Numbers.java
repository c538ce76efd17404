package io.placed.advise.report;

import io.placed.advise.Advice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers of an advice as short text. */
final class Numbers {
  private static final double MINUTE = 60;
  private static final double HOUR = 3600;

  private Numbers() {}

  static String percent(double share) {
    double p = 100 * share;
    return String.format(Locale.ROOT, p < 10 ? "%.1f %%" : "%.0f %%", p);
  }

  /** What a runner-up costs; it may cost less if the difference is too small for a change. */
  static String loss(double share) {
    return percent(Math.abs(share)) + (share < 0 ? " less" : " more");
  }

  static String number(double value) {
    return String.format(
        Locale.ROOT, value < 10 && value != Math.rint(value) ? "%.1f" : "%,.0f", value);
  }

  static String seconds(double s) {
    if (s >= HOUR) {
      return String.format(Locale.ROOT, "%.1f h", s / HOUR);
    }
    if (s >= 2 * MINUTE) {
      return String.format(Locale.ROOT, "%.0f min", s / MINUTE);
    }
    return s >= 1
        ? String.format(Locale.ROOT, "%.1f s", s)
        : String.format(Locale.ROOT, "%.3g ms", s * 1e3);
  }

  /** The first candidates, and the current order wherever it is. */
  static List<Advice.Candidate> shown(List<Advice.Candidate> all, int most) {
    List<Advice.Candidate> out = new ArrayList<>(all.subList(0, Math.min(most, all.size())));
    all.stream().skip(most).filter(Advice.Candidate::isCurrent).forEach(out::add);
    return out;
  }
}
