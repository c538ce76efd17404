package io.placed.vector;

import io.placed.schema.Type;
import java.util.Arrays;

/** Lists: value i is the elements {@code offsets[i]} to {@code offsets[i + 1]} of one column. */
public final class ListColumn extends Column {
  private int[] offsets = new int[1];
  private final Column elements;

  ListColumn(Type type) {
    super(type);
    elements = Column.of(type.children().get(0).type());
  }

  public Column elements() {
    return elements;
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

  /** Ends a list whose elements were appended to {@link #elements()}. */
  public void endList() {
    int i = size();
    super.setSize(i + 1);
    offsets[i + 1] = elements.size();
  }

  /** New values are empty lists. */
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
    elements.truncate(offsets[n]);
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
    elements.clear();
  }

  @Override
  void copyValues(Column source, int from, int count) {
    ListColumn in = (ListColumn) source;
    Offsets.appendRange(this, offsets[size()], in.offsets, from, count);
    elements.appendRange(
        in.elements, in.offsets[from], in.offsets[from + count] - in.offsets[from]);
  }

  @Override
  void blank(int i) {
    // An appended missing list is already empty.
  }

  @Override
  public void prepareReads() {
    elements.prepareReads();
  }

  @Override
  public long memoryBytes() {
    return 4L * size() + elements.memoryBytes() + validityBytes();
  }
}
