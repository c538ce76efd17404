package io.placed.advise.report;

import io.placed.advise.Advice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers and parts of an advice as short text. */
final class Numbers {
  private static final double MINUTE = 60;
  private static final double HOUR = 3600;

  private Numbers() {}

  /** What to do, in a few words. */
  static String verdict(Advice a) {
    if (!a.decision().change()) {
      return "change nothing";
    }
    String copies = a.copies().size() == 1 ? "add a copy" : "add copies";
    return a.copies().isEmpty() ? "rewrite" : a.keepsTable() ? copies : "rewrite and " + copies;
  }

  static String capitalized(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** Partitions and profile after a placement; nothing that is the same now and then, or none. */
  static String options(Advice.Options o, Advice a) {
    String partitions = o.partitioning().isEmpty() ? "none" : o.partitioning();
    boolean named = !a.now().partitioning().isEmpty() || !a.then().partitioning().isEmpty();
    boolean profile = a.now().profile() != a.then().profile();
    return (named ? "; partitioning=" + partitions : "")
        + (profile ? "; profile=" + o.profile().text() : "");
  }

  /** The table that a query reads. */
  static String copy(Advice a, Advice.Template t) {
    return t.copy() == 0 ? "the table" : a.copies().get(t.copy() - 1).name();
  }

  /** An order, in its partitions. */
  static String order(Advice.Candidate c) {
    return c.partitioning().isEmpty() ? c.reorder() : c.reorder() + " in " + c.partitioning();
  }

  static String percent(double share) {
    double p = 100 * share;
    return String.format(Locale.ROOT, p < 10 ? "%.1f %%" : "%.0f %%", p);
  }

  /** What a runner-up costs; it may cost less if the difference is too small for a change. */
  static String loss(double share) {
    return share == 0 ? "as much" : percent(Math.abs(share)) + (share < 0 ? " less" : " more");
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

  /** The first candidates, and the current order and the best layout's wherever they are. */
  static List<Advice.Candidate> shown(Advice a, int most) {
    List<Advice.Candidate> all = a.candidates();
    List<Advice.Candidate> out = new ArrayList<>(all.subList(0, Math.min(most, all.size())));
    String best = a.best().reorder().toString();
    all.stream()
        .skip(most)
        .filter(c -> c.isCurrent() || c.exact() && c.reorder().equals(best))
        .forEach(out::add);
    return out;
  }
}
