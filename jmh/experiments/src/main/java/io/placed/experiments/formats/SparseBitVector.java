package io.placed.experiments.formats;

import io.placed.experiments.Knob;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 18b: few rows by a bit vector. */
public final class SparseBitVector extends ChosenRows {
  @Override
  public Title title() {
    return new Title(
        25,
        "Few rows by a bit vector",
        Paper.FORMATS,
        "figure 18b",
        "As 24, with at most one row of a hundred.");
  }

  @Override
  public List<Knob> knobs() {
    return knobs("0.0001 0.0003 0.001 0.003 0.01", "0.0001 0.01");
  }
}
