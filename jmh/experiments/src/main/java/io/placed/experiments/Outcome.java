package io.placed.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured for a cell.
 *
 * @param question what was asked; cells with the same question must have found the same; empty if
 *     nothing was asked
 * @param answer what was found
 * @param measures by name
 * @param notes what a reader of the numbers must know
 */
public record Outcome(
    String question, String answer, Map<String, Measure> measures, List<String> notes) {

  public static Builder of(String question, String answer) {
    return new Builder(question, answer);
  }

  /** Sizes and the like: nothing is asked. */
  public static Builder ofNothing() {
    return new Builder("", "");
  }

  /** Collects measures. */
  public static final class Builder {
    private final String question;
    private final String answer;
    private final Map<String, Measure> measures = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    private Builder(String question, String answer) {
      this.question = question;
      this.answer = answer;
    }

    /** Adds what is the same in every repetition. */
    public Builder with(String name, String unit, double value) {
      measures.put(name, Measure.of(unit, value));
      return this;
    }

    public Builder with(String name, String unit, List<Double> runs) {
      measures.put(name, new Measure(unit, runs));
      return this;
    }

    public Builder note(String text) {
      notes.add(text);
      return this;
    }

    /** The middle of what was added under this name. */
    public double median(String name) {
      return measures.get(name).median();
    }

    public Outcome build() {
      return new Outcome(question, answer, measures, List.copyOf(notes));
    }
  }
}
