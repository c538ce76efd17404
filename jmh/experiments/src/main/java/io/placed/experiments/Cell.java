package io.placed.experiments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One value for each knob.
 *
 * @param values by the knob's name, in the order of the knobs
 */
public record Cell(Map<String, String> values) {
  public Cell {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** All combinations; the first knob changes least often. */
  static List<Cell> product(List<Knob> knobs, Map<String, List<String>> chosen) {
    List<Cell> out = List.of(new Cell(Map.of()));
    for (Knob k : knobs) {
      List<Cell> next = new ArrayList<>();
      for (Cell c : out) {
        for (String v : chosen.get(k.name())) {
          next.add(c.with(k.name(), v));
        }
      }
      out = next;
    }
    return out;
  }

  /**
   * @throws IllegalArgumentException if there is no such knob
   */
  public String get(String knob) {
    String value = values.get(knob);
    if (value == null) {
      throw new IllegalArgumentException("no knob '" + knob + "' among " + values.keySet());
    }
    return value;
  }

  public int integer(String knob) {
    return Integer.parseInt(get(knob));
  }

  public double number(String knob) {
    return Double.parseDouble(get(knob));
  }

  /** Whether the knob has this value. */
  public boolean is(String knob, String value) {
    return get(knob).equals(value);
  }

  /** The same with another value. */
  public Cell with(String knob, String value) {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put(knob, value);
    return new Cell(all);
  }

  /** Printed form: {@code row-group=4 io=256}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    values.forEach((k, v) -> out.append(out.isEmpty() ? "" : " ").append(k).append('=').append(v));
    return out.toString();
  }
}
