package io.placed.advise;

import io.placed.placement.Device;
import java.util.List;

/**
 * What it costs to read the column groups that queries need, after Jindal, Palatinus, Pavlov and
 * Dittrich, "A Comparison of Knives for Bread Slicing", PVLDB 6(6), 2013: a query reads the groups
 * that have one of its columns, each of them whole. The groups are read side by side through a
 * buffer that they share by their widths, {@code Buff · s_i / Σ s}, and every time its part of the
 * buffer is used up a group costs a seek:
 *
 * <pre>{@code
 * seeks(i) = row groups · ⌈rows of a row group · s_i / (Buff · s_i / Σ s)⌉
 * cost     = Σ_i seeks(i) · t_seek + rows · s_i / B_D
 * }</pre>
 *
 * <p>So a group never costs less than one seek per row group. Groups that are only output are read
 * in the part of the rows that the query's selectivity says, and cost that part of the seeks. What
 * is not in the model: that neighbours are read with one request, which {@link ColumnOrderCost}
 * counts; pages that statistics skip; decoding.
 */
final class CostModel {
  /** Sums of widths are not exact, and must not make a buffer that is just full overflow. */
  private static final double ROUNDING = 1e-9;

  private final Device device;
  private final double rows;
  private final double rowGroups;
  private final double rowGroupRows;
  private final Usage usage;
  private final ColumnSizes sizes;

  /**
   * @param rowGroupRows rows of a row group
   */
  CostModel(Device device, ColumnSizes sizes, double rowGroupRows, Usage usage) {
    this.device = device;
    this.sizes = sizes;
    this.rows = sizes.rows();
    this.rowGroupRows = Math.min(rows, Math.max(1, rowGroupRows));
    this.rowGroups = rows / this.rowGroupRows;
    this.usage = usage;
  }

  Usage usage() {
    return usage;
  }

  ColumnSizes sizes() {
    return sizes;
  }

  double rowGroups() {
    return rowGroups;
  }

  double rowGroupRows() {
    return rowGroupRows;
  }

  Device device() {
    return device;
  }

  /** What a query reads: number and bytes per row of the groups, by how they are used. */
  static final class Touched {
    int whole;
    double wholeBytes;
    int part;
    double partBytes;

    void add(byte use, double bytes, int sign) {
      if (use == Usage.FILTER) {
        whole += sign;
        wholeBytes += sign * bytes;
      } else if (use == Usage.OUTPUT) {
        part += sign;
        partBytes += sign * bytes;
      }
    }
  }

  /** Seconds of one run of query {@code q}. */
  double seconds(int q, Touched t) {
    if (t.whole + t.part == 0) {
      return 0;
    }
    double selectivity = usage.selectivities()[q];
    double bytesOfRowGroup = rowGroupRows * (t.wholeBytes + t.partBytes);
    double refills = Math.ceil(bytesOfRowGroup / device.bufferBytes() * (1 - ROUNDING));
    double seeksOfGroup = rowGroups * Math.max(1, refills);
    double seeks = t.whole * seeksOfGroup + t.part * Math.max(1, seeksOfGroup * selectivity);
    double bytes = rows * (t.wholeBytes + t.partBytes * selectivity);
    return seeks * device.seekNanos() / 1e9 + bytes / device.bytesPerSecond();
  }

  /**
   * Seconds of all queries, each as often as its weight says.
   *
   * @param groups those that no query reads may be left out
   */
  double seconds(List<int[]> groups) {
    Touched[] touched = touched(groups);
    double sum = 0;
    for (int q = 0; q < touched.length; q++) {
      sum += usage.weights()[q] * seconds(q, touched[q]);
    }
    return sum;
  }

  /** Per query. */
  Touched[] touched(List<int[]> groups) {
    Touched[] out = new Touched[usage.queries()];
    for (int q = 0; q < out.length; q++) {
      out[q] = new Touched();
    }
    for (int[] group : groups) {
      byte[] uses = usage.of(group);
      double bytes = sizes.of(group);
      for (int q = 0; q < out.length; q++) {
        out[q].add(uses[q], bytes, 1);
      }
    }
    return out;
  }
}
