package io.placed.experiments.placement;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.explain.DeviceMeasurement;
import io.placed.explain.DeviceMeasurement.Sample;
import io.placed.placement.Device;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Figure 10 and equation 4: which part of a disk's bandwidth reading one column reaches. */
public final class EfficiencyCurve implements Experiment {
  private static final String DEVICE = "device";
  private static final String VALUE = "value";
  private static final String ROW_GROUP = "row-group";
  private static final String HERE = "here";

  /** Bytes of a value in the paper's version of lineitem. */
  private static final Map<String, Integer> WIDTHS =
      Map.of("1-byte", 1, "int", 4, "double", 8, "10-byte", 10, "25-byte", 25, "27-byte", 27);

  /** Four ints, four doubles, two 1-byte, four 10-byte, one 25-byte and one 27-byte string. */
  private static final double ROW_BYTES = 4 * 4 + 4 * 8 + 2 + 4 * 10 + 25 + 27;

  @Override
  public Title title() {
    return new Title(
        10,
        "Data reading efficiency",
        Paper.PLACEMENT,
        "figure 10, equation 4",
        "Efficiency = S_C / (t_seek + S_C / B_D) / B_D for one column of the paper's lineitem, with"
            + " its disk (10 ms, 100 MiB/s), and with the device here as it was measured by reads"
            + " of six sizes at random places past the page cache (t_seek and B_D are the line"
            + " through their medians).");
  }

  @Override
  public double scale(boolean quick) {
    return 1;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        Knob.words(DEVICE, "the paper's disk or the one here", "paper", HERE),
        Knob.words(
            VALUE,
            "values of the column",
            "1-byte",
            "int",
            "double",
            "10-byte",
            "25-byte",
            "27-byte"),
        Knob.numbers(
            ROW_GROUP, "size of a row group, MiB", "1 4 16 17.85 20 53.57 64 128 256 512"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Device device = Device.HDD;
    Outcome.Builder out = Outcome.ofNothing();
    double column = cell.number(ROW_GROUP) * (1 << 20) * WIDTHS.get(cell.get(VALUE)) / ROW_BYTES;
    if (cell.is(DEVICE, HERE)) {
      DeviceMeasurement measured = lab.measuredDevice();
      device = measured.device();
      out.note("device: " + device + ", page cache " + measured.cache());
      double best =
          measured.samples().stream().mapToDouble(Sample::bytesPerSecond).max().orElseThrow();
      Sample nearest = nearest(measured, column);
      out.with("measured efficiency", "", Math.min(1, nearest.bytesPerSecond() / best));
      out.note("measured with reads of " + nearest.bytes() + " B, the nearest size");
    }
    double seconds = device.seekNanos() / 1e9 + column / device.bytesPerSecond();
    return out.with("efficiency", "", column / seconds / device.bytesPerSecond()).build();
  }

  private static Sample nearest(DeviceMeasurement measured, double bytes) {
    return measured.samples().stream()
        .min(
            java.util.Comparator.comparingDouble(
                s -> Math.abs(Math.log(s.bytes()) - Math.log(bytes))))
        .orElseThrow();
  }

  private static OptionalDouble at(ResultTable t, String device, String value, String rowGroup) {
    return t.median("efficiency", DEVICE, device, VALUE, value, ROW_GROUP, rowGroup);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "1-byte strings, row group 64 MiB",
            "31 %",
            t -> Finding.number("%.3f", at(t, "paper", "1-byte", "64"), 0.305, 0.315)),
        new Finding(
            "doubles, row group 17.85 MiB",
            "50 %",
            t -> Finding.number("%.3f", at(t, "paper", "double", "17.85"), 0.495, 0.505)),
        new Finding(
            "doubles, row group 53.57 MiB",
            "75 %",
            t -> Finding.number("%.3f", at(t, "paper", "double", "53.57"), 0.745, 0.755)),
        new Finding(
            "27-byte strings, row group 20 MiB",
            "75 % with less than 20 MiB",
            t -> Finding.number("%.3f", at(t, "paper", "27-byte", "20"), 0.75, 1)),
        new Finding(
            "the same on the device here: a solid-state one needs row groups ten to a hundred times"
                + " smaller",
            "–",
            t ->
                Finding.shown(
                    "1-byte %.3f at 64 MiB, doubles %.3f at 1 MiB and %.3f at 16 MiB",
                    at(t, HERE, "1-byte", "64"),
                    at(t, HERE, "double", "1"),
                    at(t, HERE, "double", "16"))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.lines("Data reading efficiency", "efficiency", "", ROW_GROUP, DEVICE),
        Chart.lines(
            "Bandwidth of reads of the column's size, of the best",
            "measured efficiency",
            "",
            ROW_GROUP,
            DEVICE));
  }
}
