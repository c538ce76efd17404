package io.placed.experiments;

import java.util.List;
import java.util.Map;

/**
 * A line of a file of results.
 *
 * @param experiment its number
 * @param scale of its tables
 * @param cell values of its knobs
 * @param status measured, not measured or failed
 * @param reason why it was not measured or failed; null if it was measured
 * @param question see {@link Outcome}
 * @param answer see {@link Outcome}
 * @param measures by name
 * @param notes what a reader must know
 * @param seconds that the cell took, preparing its table and warming up included
 * @param environment short name of the environment, which the file describes
 */
record Result(
    int experiment,
    double scale,
    Map<String, String> cell,
    Status status,
    String reason,
    String question,
    String answer,
    Map<String, Measure> measures,
    List<String> notes,
    double seconds,
    String environment) {

  /** Outcome of a cell. */
  enum Status {
    MEASURED,
    /** The machine cannot do it. */
    NOT_MEASURED,
    /** It should have worked. */
    FAILED
  }

  /** The same with the seconds that it took. */
  Result took(double time) {
    return new Result(
        experiment,
        scale,
        cell,
        status,
        reason,
        question,
        answer,
        measures,
        notes,
        time,
        environment);
  }

  /** Identifies it in a file. */
  String key() {
    return experiment + " scale=" + scale + " " + new Cell(cell);
  }
}
