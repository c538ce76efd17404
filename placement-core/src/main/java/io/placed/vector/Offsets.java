package io.placed.vector;

/** What lists and maps share: offsets that grow by copied ranges. */
final class Offsets {
  private Offsets() {}

  /** Extends the offsets of {@code column} by {@code count} lengths taken from {@code in}. */
  static void appendRange(Column column, int base, int[] in, int from, int count) {
    int start = column.size();
    column.setSize(start + count);
    int[] out = column instanceof ListColumn l ? l.offsets() : ((MapColumn) column).offsets();
    int shift = base - in[from];
    for (int k = 1; k <= count; k++) {
      out[start + k] = in[from + k] + shift;
    }
  }
}
