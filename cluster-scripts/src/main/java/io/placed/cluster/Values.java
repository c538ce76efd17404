package io.placed.cluster;

import java.math.BigDecimal;

/** Values of results as texts. */
final class Values {
  private Values() {}

  /** The same text for the same value, whatever engine it comes from; null stays null. */
  static String text(Object value) {
    if (value instanceof BigDecimal d) {
      return d.signum() == 0 ? "0" : d.stripTrailingZeros().toPlainString();
    }
    return value == null ? null : value.toString();
  }
}
