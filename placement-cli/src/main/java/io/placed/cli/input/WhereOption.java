package io.placed.cli.input;

import io.placed.predicate.Predicate;
import picocli.CommandLine.Option;

/** A condition on rows. */
public final class WhereOption {
  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "Only rows for which this is true, such as \"a > 5 and b = 'x'\". Default: all.")
  private String where;

  /**
   * Makes an input return these rows only.
   *
   * @throws IllegalArgumentException if the condition does not parse or does not fit the columns
   */
  public void applyTo(Inputs inputs) {
    if (where != null) {
      inputs.filter(Predicate.parse(where));
    }
  }

  public boolean isGiven() {
    return where != null;
  }
}
