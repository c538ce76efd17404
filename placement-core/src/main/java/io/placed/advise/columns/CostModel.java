package io.placed.advise.columns;

import io.placed.placement.Device;
import java.util.List;

/**
 * The cost of reading column groups, after Jindal, Palatinus, Pavlov and Dittrich, "A Comparison of
 * Knives for Bread Slicing", PVLDB 6(6), 2013: a query reads all groups with one of its columns
 * completely. They are read in turn through a buffer that they share by their widths, {@code Buff ·
 * s_i / Σ s}, and each refill of its share of the buffer costs a group one seek:
 *
 * <pre>{@code
 * seeks(i) = row groups · ⌈rows of a row group · s_i / (Buff · s_i / Σ s)⌉
 * cost     = Σ_i seeks(i) · t_seek + rows · s_i / B_D
 * }</pre>
 *
 * <p>So a group costs at least one seek per row group. Output-only groups are read for the fraction
 * of the rows given by the query's selectivity, and cost that fraction of the seeks. The model does
 * not include coalesced requests of adjacent groups (see {@link ColumnOrderCost}), data skipping,
 * and decoding.
 */
final class CostModel {
  /** Tolerance, so that rounded sums of widths do not overflow a full buffer. */
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

  /** Number and bytes per row of the groups that a query reads, by their use. */
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
   * Weighted seconds of all queries.
   *
   * @param groups column groups; those that no query reads may be omitted
   */
  double seconds(List<int[]> groups) {
    Touched[] touched = touched(groups);
    double sum = 0;
    for (int q = 0; q < touched.length; q++) {
      sum += usage.weights()[q] * seconds(q, touched[q]);
    }
    return sum;
  }

  /** Seconds per query. */
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
