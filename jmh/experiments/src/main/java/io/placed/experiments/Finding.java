package io.placed.experiments;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A statement of the paper.
 *
 * @param claim in words
 * @param paper the paper's own number or numbers
 * @param look the result here; null if the required cells were not measured
 */
public record Finding(String claim, String paper, Function<ResultTable, Seen> look) {
  /**
   * The result here.
   *
   * @param text our numbers
   * @param verdict whether they agree with the claim
   */
  public record Seen(String text, Verdict verdict) {}

  /** Whether results agree with a claim. */
  public enum Verdict {
    AGREES("agrees"),
    DIFFERS("differs"),
    /** A number for information, without a claim. */
    SHOWN("–");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** One number, formatted; agrees if it is between two bounds. */
  public static Seen number(String format, OptionalDouble value, double low, double high) {
    if (value.isEmpty()) {
      return null;
    }
    double v = value.getAsDouble();
    return new Seen(
        String.format(Locale.ROOT, format, v),
        v >= low && v <= high ? Verdict.AGREES : Verdict.DIFFERS);
  }

  /** Numbers for information; null if one of them is missing. */
  public static Seen shown(String format, OptionalDouble... values) {
    return judged(format, Verdict.SHOWN, values);
  }

  /** Numbers with a verdict; null if one of them is missing. */
  public static Seen judged(String format, Verdict verdict, OptionalDouble... values) {
    Object[] all = new Object[values.length];
    for (int i = 0; i < all.length; i++) {
      if (values[i].isEmpty()) {
        return null;
      }
      all[i] = values[i].getAsDouble();
    }
    return new Seen(String.format(Locale.ROOT, format, all), verdict);
  }

  /** The verdict for a condition. */
  public static Verdict verdict(boolean agrees) {
    return agrees ? Verdict.AGREES : Verdict.DIFFERS;
  }

  /** The quotient of two results. */
  public static OptionalDouble ratio(OptionalDouble a, OptionalDouble b) {
    return a.isEmpty() || b.isEmpty() || b.getAsDouble() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(a.getAsDouble() / b.getAsDouble());
  }
}
