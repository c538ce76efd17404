package io.placed.picture.map;

import io.placed.picture.map.Picture.Bar;
import io.placed.text.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A set of bytes of one file: sorted ranges, merged where they touch or overlap. */
final class ByteSet {
  private final long[] starts;
  private final long[] ends;

  /** Bytes before each range. */
  private final long[] before;

  private ByteSet(long[] starts, long[] ends) {
    this.starts = starts;
    this.ends = ends;
    this.before = new long[starts.length + 1];
    for (int i = 0; i < starts.length; i++) {
      before[i + 1] = before[i] + ends[i] - starts[i];
    }
  }

  /**
   * @param ranges pairs of start and end, in any order
   */
  static ByteSet of(List<long[]> ranges) {
    List<long[]> sorted = new ArrayList<>(ranges);
    sorted.sort((a, b) -> Long.compare(a[0], b[0]));
    long[] starts = new long[sorted.size()];
    long[] ends = new long[sorted.size()];
    int n = 0;
    for (long[] r : sorted) {
      if (n > 0 && r[0] <= ends[n - 1]) {
        ends[n - 1] = Math.max(ends[n - 1], r[1]);
      } else {
        starts[n] = r[0];
        ends[n++] = r[1];
      }
    }
    return new ByteSet(Arrays.copyOf(starts, n), Arrays.copyOf(ends, n));
  }

  int ranges() {
    return starts.length;
  }

  /** The number of bytes in [from, to) that are in the set. */
  long within(long from, long to) {
    return below(to) - below(from);
  }

  private long below(long offset) {
    int i = Arrays.binarySearch(starts, offset);
    int ranges = i >= 0 ? i : -i - 1;
    // The last range that starts before the offset may reach beyond it.
    long over = ranges == 0 ? 0 : Math.max(0, ends[ranges - 1] - offset);
    return before[ranges] - over;
  }

  /**
   * The ranges to draw, merged across gaps until there are at most that many.
   *
   * @param what name of the bytes, for the text
   */
  List<Bar> bars(int most, String what) {
    long gap = 0;
    List<Bar> bars = bars(gap, what);
    for (gap = 1024; bars.size() > most; gap *= 2) {
      bars = bars(gap, what);
    }
    return bars;
  }

  private List<Bar> bars(long gap, String what) {
    List<Bar> out = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= starts.length; i++) {
      if (i == starts.length || starts[i] - ends[i - 1] > gap) {
        if (i > first) {
          out.add(bar(first, i, what));
        }
        first = i;
      }
    }
    return out;
  }

  private Bar bar(int first, int end, String what) {
    long from = starts[first];
    long to = ends[end - 1];
    String count = end - first == 1 ? "" : " in " + Amounts.count(end - first) + " ranges";
    long bytes = before[end] - before[first];
    String text =
        "%s: %s%s%nbytes %s to %s"
            .formatted(
                what, Amounts.bytes(bytes), count, Amounts.count(from), Amounts.count(to - 1));
    return new Bar(from, to - from, text);
  }
}
