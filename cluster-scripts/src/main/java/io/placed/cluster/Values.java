package io.placed.cluster;

import java.math.BigDecimal;

/** Values of query results as strings. */
final class Values {
  private Values() {}

  /** The same string for the same value of any engine; null for null. */
  static String text(Object value) {
    if (value instanceof BigDecimal d) {
      return d.signum() == 0 ? "0" : d.stripTrailingZeros().toPlainString();
    }
    return value == null ? null : value.toString();
  }
}
