package io.placed.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured for a cell.
 *
 * @param question the query; cells with the same query must have the same result; empty without a
 *     query
 * @param answer its result
 * @param measures by name
 * @param notes what a reader of the numbers must know
 */
public record Outcome(
    String question, String answer, Map<String, Measure> measures, List<String> notes) {

  public static Builder of(String question, String answer) {
    return new Builder(question, answer);
  }

  /** Sizes and the like, without a query. */
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

    /** Adds a measure that is the same in every repetition. */
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

    /** The median of the measure of this name. */
    public double median(String name) {
      return measures.get(name).median();
    }

    public Outcome build() {
      return new Outcome(question, answer, measures, List.copyOf(notes));
    }
  }
}
