package io.placed.vector;

import io.placed.schema.MapType;
import java.util.Arrays;

/** Maps: value i is the pairs {@code offsets[i]} to {@code offsets[i + 1]} of two columns. */
public final class MapColumn extends Column {
  private int[] offsets = new int[1];
  private final Column keys;
  private final Column values;

  MapColumn(MapType type) {
    super(type);
    keys = Column.of(type.key().type());
    values = Column.of(type.value().type());
  }

  public Column keys() {
    return keys;
  }

  public Column values() {
    return values;
  }

  /** size() + 1 offsets, the first 0; replaced when the column grows. */
  public int[] offsets() {
    return offsets;
  }

  public int start(int i) {
    return offsets[i];
  }

  public int length(int i) {
    return offsets[i + 1] - offsets[i];
  }

  /** Ends a map whose pairs were appended to {@link #keys()} and {@link #values()}. */
  public void endMap() {
    if (keys.size() != values.size()) {
      throw new IllegalStateException(keys.size() + " keys but " + values.size() + " values");
    }
    int i = size();
    super.setSize(i + 1);
    offsets[i + 1] = keys.size();
  }

  /** New values are empty maps. */
  @Override
  public void setSize(int n) {
    int old = size();
    super.setSize(n);
    if (n > old) {
      Arrays.fill(offsets, old + 1, n + 1, offsets[old]);
    }
  }

  @Override
  void truncate(int n) {
    super.setSize(n);
    keys.truncate(offsets[n]);
    values.truncate(offsets[n]);
  }

  @Override
  public void ensureCapacity(int n) {
    if (n + 1 > offsets.length) {
      offsets = Arrays.copyOf(offsets, grown(offsets.length, n + 1, Integer.BYTES));
    }
  }

  @Override
  public void clear() {
    super.clear();
    keys.clear();
    values.clear();
  }

  @Override
  void copyValues(Column source, int from, int count) {
    MapColumn in = (MapColumn) source;
    Offsets.appendRange(this, offsets[size()], in.offsets, from, count);
    int pairs = in.offsets[from + count] - in.offsets[from];
    keys.appendRange(in.keys, in.offsets[from], pairs);
    values.appendRange(in.values, in.offsets[from], pairs);
  }

  @Override
  void blank(int i) {
    // An appended missing map is already empty.
  }

  @Override
  public void prepareReads() {
    keys.prepareReads();
    values.prepareReads();
  }

  @Override
  public long memoryBytes() {
    return 4L * size() + keys.memoryBytes() + values.memoryBytes() + validityBytes();
  }
}
