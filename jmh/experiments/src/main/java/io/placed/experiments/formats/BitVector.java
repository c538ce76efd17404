package io.placed.experiments.formats;

import io.placed.experiments.Knob;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 18a: rows by a bit vector. */
public final class BitVector extends ChosenRows {
  @Override
  public Title title() {
    return new Title(
        24,
        "Rows by a bit vector",
        Paper.FORMATS,
        "figure 18a",
        "cs_sold_time_sk of rows chosen at random (the same ones in all formats), zstd, warm."
            + " Placed skips pages and decodes chosen rows only, parquet-streaming skips"
            + " values, the others decode all.");
  }

  @Override
  public List<Knob> knobs() {
    return knobs("0.0001 0.01 0.1 0.25 0.5 0.75 1", "0.01 0.5 1");
  }
}
