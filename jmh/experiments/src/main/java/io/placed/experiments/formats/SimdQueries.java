package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.encoding.kernel.Kernels;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;

/** Figure 22: queries on encoded values with SIMD. */
public final class SimdQueries extends LeafQueries {
  private static final String SCALAR = "placed-scalar";

  @Override
  public Title title() {
    return new Title(
        29,
        "Queries on encoded values with SIMD",
        Paper.FORMATS,
        "figure 22",
        "Warm; parquet-streaming is the paper's baseline, placed-decoded is decoded first,"
            + " placed-scalar tests encoded values without the Vector API, in a process of its"
            + " own, placed with it."
            + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FormatEngines.formats("placed", SCALAR, "placed-decoded", "parquet", "parquet-streaming"),
        FormatEngines.CODECS.quick("none"),
        QUERIES);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String format = cell.get(FORMAT);
    if (format.equals(SCALAR) && !lab.isFork()) {
      return lab.fork(List.of("-Dplaced.vector-api=false"));
    }
    if (format.equals("placed") && !Kernels.usesVectorApi()) {
      throw new NotMeasuredException("the Vector API is not in use in this process");
    }
    String reader = format.equals(SCALAR) ? "placed" : format;
    return run(cell, lab, FormatEngines.of(reader, cell.get(CODEC)), false);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Direct queries over the streaming reader",
            "up to 60 ×",
            t -> Finding.shown("at most %.0f × (scalar)", most(t, SCALAR))),
        new Finding(
            "with SIMD", "up to 100 ×", t -> Finding.shown("at most %.0f ×", most(t, "placed"))),
        new Finding(
            "decoding first",
            "more than 10 × (in memory)",
            t -> Finding.shown("at most %.0f ×", most(t, "placed-decoded"))));
  }

  private static OptionalDouble most(ResultTable t, String format) {
    return t.values(QUERY).stream()
        .map(q -> Finding.ratio(t.time("parquet-streaming", QUERY, q), t.time(format, QUERY, q)))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .max();
  }

  @Override
  public List<Chart> charts() {
    return List.of(chart(CODEC).log());
  }
}
