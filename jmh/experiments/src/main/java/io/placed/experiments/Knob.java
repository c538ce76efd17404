package io.placed.experiments;

import java.util.List;
import java.util.Objects;

/**
 * A parameter that an experiment varies. A name has the same meaning in all experiments.
 *
 * @param name as an option of the command line, without dashes
 * @param text what it is, with its unit
 * @param full values of a whole run
 * @param quick values of a quick run
 * @param kind which values may be given
 */
public record Knob(String name, String text, List<String> full, List<String> quick, Kind kind) {
  /** Which values may be given. */
  public enum Kind {
    /** One of those of a whole run. */
    CHOICE,
    /** A number that is not negative. */
    NUMBER,
    /** Checked by the experiment itself. */
    TEXT
  }

  public Knob {
    Objects.requireNonNull(name);
    full = List.copyOf(full);
    quick = List.copyOf(quick);
  }

  /** A knob with these words as values; all are used unless some are chosen. */
  public static Knob words(String name, String text, String... values) {
    return new Knob(name, text, List.of(values), List.of(values), Kind.CHOICE);
  }

  /** A knob with numbers, separated by blanks; others may be given. */
  public static Knob numbers(String name, String text, String values) {
    List<String> all = List.of(values.split(" "));
    return new Knob(name, text, all, all, Kind.NUMBER);
  }

  /** The same with fewer values in a quick run, separated by blanks. */
  public Knob quick(String values) {
    return quick(values.split(" "));
  }

  /** The same with fewer values in a quick run. */
  public Knob quick(String... values) {
    return new Knob(name, text, full, List.of(values), kind);
  }

  /**
   * Rejects an invalid value.
   *
   * @throws IllegalArgumentException naming the knob, the value and what is allowed
   */
  public void require(String value) {
    boolean good =
        switch (kind) {
          case CHOICE -> full.contains(value);
          case NUMBER -> value.matches("\\d+(\\.\\d+)?");
          case TEXT -> !value.isEmpty();
        };
    if (!good) {
      throw new IllegalArgumentException(
          "--"
              + name
              + " is "
              + (kind == Kind.CHOICE ? "one of " + String.join(", ", full) : "a number")
              + ", found '"
              + value
              + "'");
    }
  }
}
