package io.placed.experiments.formats;

import io.placed.experiments.Knob;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 8: sizes of string columns with codecs. */
public final class StringColumnSizes extends CodecColumnSizes {
  @Override
  public Title title() {
    return new Title(
        14,
        "Sizes of string columns with codecs",
        Paper.FORMATS,
        "figure 8",
        "Columns of tables of TPC-DS." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return codecKnobs("string");
  }
}
