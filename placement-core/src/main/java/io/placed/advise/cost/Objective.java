package io.placed.advise.cost;

import java.util.Locale;

/** What a placement is to make small, summed over the queries by their weights. */
public enum Objective {
  /** Seconds of one thread: requests, transfer and decoding. */
  TIME,
  /** Bytes that are read. */
  BYTES,
  /** Seconds of the device: requests and transfer, which is what storage charges for. */
  COST;

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static Objective parse(String name) {
    for (Objective o : values()) {
      if (o.toString().equalsIgnoreCase(name)) {
        return o;
      }
    }
    throw new IllegalArgumentException(
        "the objective must be time, bytes or cost, found '" + name + "'");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
