package io.placed.experiments.formats;

import io.placed.experiments.Knob;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 7: sizes of numeric columns with codecs. */
public final class NumericColumnSizes extends CodecColumnSizes {
  @Override
  public Title title() {
    return new Title(
        13,
        "Sizes of numeric columns with codecs",
        Paper.FORMATS,
        "figure 7",
        "Columns of tables of TPC-DS." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return codecKnobs("integer", "double");
  }
}
