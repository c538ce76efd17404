package io.placed.advise.columns;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cost of seeking between needed chunks, after Jin et al., "Rainbow", SIGMOD 2017: in each row
 * group a query seeks to the first chunk, and from one chunk to the next it reads the gap or seeks,
 * whichever is faster: {@code min(gap / B_D, t_seek)}, as the read planner does. Adjacent chunks
 * cost nothing. The bytes of the chunks are the same in every order and are not counted.
 */
final class ColumnOrderCost {
  private final double seekSeconds;
  private final double bytesPerSecond;
  private final double rowGroups;
  private final double[] weights;

  /** Per unit: bytes of its chunk in a row group. */
  private final double[] bytes;

  /** Per query the units that it needs. */
  private final int[][] needed;

  private final int[] position;
  private final double[] start;
  private final int[][] sorted;

  /**
   * @param units the ordered items: column groups, or columns
   */
  ColumnOrderCost(CostModel model, List<int[]> units) {
    Usage usage = model.usage();
    this.seekSeconds = model.device().seekNanos() / 1e9;
    this.bytesPerSecond = model.device().bytesPerSecond();
    this.rowGroups = model.rowGroups();
    this.weights = usage.weights();
    this.bytes =
        units.stream().mapToDouble(u -> model.sizes().of(u) * model.rowGroupRows()).toArray();
    this.position = new int[bytes.length];
    this.start = new double[bytes.length];
    this.needed = new int[weights.length][];
    this.sorted = new int[weights.length][];
    List<byte[]> uses = units.stream().map(usage::of).toList();
    for (int q = 0; q < needed.length; q++) {
      int query = q;
      needed[q] =
          IntStream.range(0, bytes.length).filter(u -> uses.get(u)[query] != Usage.NONE).toArray();
      sorted[q] = new int[needed[q].length];
    }
  }

  /** Per query the units that it needs. */
  int[][] needed() {
    return needed;
  }

  /**
   * Weighted seconds of all queries.
   *
   * @param order all units
   */
  double seconds(int[] order) {
    double at = 0;
    for (int p = 0; p < order.length; p++) {
      position[order[p]] = p;
      start[order[p]] = at;
      at += bytes[order[p]];
    }
    double sum = 0;
    for (int q = 0; q < needed.length; q++) {
      sum += weights[q] * ofRowGroup(needed[q], sorted[q], order);
    }
    return sum * rowGroups;
  }

  private double ofRowGroup(int[] units, int[] positions, int[] order) {
    if (units.length == 0) {
      return 0;
    }
    for (int k = 0; k < units.length; k++) {
      positions[k] = position[units[k]];
    }
    Arrays.sort(positions);
    double cost = seekSeconds;
    for (int k = 1; k < units.length; k++) {
      int before = order[positions[k - 1]];
      double gap = start[order[positions[k]]] - start[before] - bytes[before];
      if (positions[k] > positions[k - 1] + 1) {
        cost += Math.min(seekSeconds, Math.max(0, gap) / bytesPerSecond);
      }
    }
    return cost;
  }
}
