package io.placed.vector;

import io.placed.schema.Type;
import java.util.Arrays;

/**
 * A vector of values of one type, with a validity bitmap that is created with the first null.
 * Columns are mutable and reused: {@link #clear()} keeps the arrays. The slot of a null is
 * undefined.
 */
public abstract sealed class Column
    permits BooleanColumn,
        IntColumn,
        LongColumn,
        FloatColumn,
        DoubleColumn,
        Int128Column,
        BytesColumn,
        StructColumn,
        ListColumn,
        MapColumn {
  private final Type type;
  private int size;
  private long[] validity;
  private long[] spareValidity;

  Column(Type type) {
    this.type = type;
  }

  /** An empty column for values of this type. */
  public static Column of(Type type) {
    return switch (type.storage()) {
      case BITS -> new BooleanColumn(type);
      case INT -> new IntColumn(type);
      case LONG -> new LongColumn(type);
      case FLOAT -> new FloatColumn(type);
      case DOUBLE -> new DoubleColumn(type);
      case INT128 -> new Int128Column(type);
      case BYTES -> new BytesColumn(type);
      case NONE -> new StructColumn(type);
      case LENGTHS ->
          type instanceof io.placed.schema.MapType m ? new MapColumn(m) : new ListColumn(type);
    };
  }

  public final Type type() {
    return type;
  }

  /** Number of values, including nulls. */
  public final int size() {
    return size;
  }

  /**
   * Sets the number of values after the arrays were filled directly. Grows the arrays if necessary;
   * values beyond the old size are not null, and undefined until written.
   */
  public void setSize(int n) {
    ensureCapacity(n);
    if (validity != null) {
      growValidity(n);
      if (n > size) {
        Bits.fill(validity, size, n, true);
      }
    }
    size = n;
  }

  /** Forgets the values from position n on, those below lists and structs included. */
  void truncate(int n) {
    setSize(n);
  }

  /** Makes room for n values in all; keeps what is there. */
  public abstract void ensureCapacity(int n);

  /** Forgets all values, keeps the arrays. */
  public void clear() {
    size = 0;
    if (validity != null) {
      spareValidity = validity;
      validity = null;
    }
  }

  public final boolean hasNulls() {
    return validity != null;
  }

  public final boolean isNull(int i) {
    return validity != null && !Bits.get(validity, i);
  }

  /** Bit i is set if value i is not null; null if there are no nulls. */
  public final long[] validity() {
    return validity;
  }

  /** The bitmap, made with every bit set if there was none, with room for the capacity asked. */
  public final long[] makeValidity(int capacity) {
    int n = Math.max(size, capacity);
    if (validity == null) {
      int words = Bits.words(n);
      if (spareValidity != null && spareValidity.length >= words) {
        validity = spareValidity;
      } else {
        validity = new long[Math.max(words, 16)];
      }
      spareValidity = null;
      Arrays.fill(validity, -1L);
    } else {
      growValidity(n);
    }
    return validity;
  }

  /** Declares that there are no nulls. */
  public final void dropValidity() {
    if (validity != null) {
      spareValidity = validity;
      validity = null;
    }
  }

  /** Sets a value to null. */
  public final void setNull(int i) {
    Bits.clear(makeValidity(i + 1), i);
  }

  /** Number of nulls. */
  public final int nullCount() {
    return validity == null ? 0 : size - Bits.count(validity, 0, size);
  }

  /** Adds a null. */
  public void appendNull() {
    setSize(size + 1);
    setNull(size - 1);
    blank(size - 1);
  }

  /** Adds the values [from, from + count) of a column of the same storage. */
  public final void appendRange(Column source, int from, int count) {
    int start = size;
    copyValues(source, from, count);
    if (size != start + count) {
      throw new IllegalStateException("copied " + (size - start) + " values, expected " + count);
    }
    if (source.validity != null) {
      Bits.copy(source.validity, from, makeValidity(size), start, count);
    }
  }

  /** Adds the values at the given positions of a column of the same storage. */
  public final void appendSelected(Column source, int[] positions, int count) {
    int start = size;
    copySelected(source, positions, count);
    if (source.validity != null) {
      long[] to = makeValidity(size);
      for (int k = 0; k < count; k++) {
        Bits.put(to, start + k, Bits.get(source.validity, positions[k]));
      }
    }
  }

  /** Whether {@link #keepOnly} and {@link #keepRuns} can be asked for. */
  public boolean canKeepOnly() {
    return false;
  }

  /**
   * Forgets all values but some, in place and in their order.
   *
   * @param positions ascending
   */
  public final void keepOnly(int[] positions, int count) {
    moveForward(positions, count);
    if (validity != null) {
      for (int k = 0; k < count; k++) {
        Bits.put(validity, k, Bits.get(validity, positions[k]));
      }
    }
    size = count;
  }

  /**
   * The same for values that are mostly beside each other.
   *
   * @param bounds first position and end of each run, ascending
   */
  public final void keepRuns(int[] bounds, int runs) {
    int to = 0;
    for (int r = 0; r < runs; r++) {
      int from = bounds[2 * r];
      int count = bounds[2 * r + 1] - from;
      if (from > to) {
        moveRun(from, to, count);
        if (validity != null) {
          Bits.copy(validity, from, validity, to, count);
        }
      }
      to += count;
    }
    size = to;
  }

  /** Moves values to a place before them; the caller moves validity. */
  void moveRun(int from, int to, int count) {
    throw new IllegalStateException(type + " values cannot be moved");
  }

  /** Puts value {@code positions[k]}, which is at k or behind, at k. */
  void moveForward(int[] positions, int count) {
    throw new IllegalStateException(type + " values cannot be moved");
  }

  /** Appends values only; the caller copies validity. */
  abstract void copyValues(Column source, int from, int count);

  /** Appends values only; the caller copies validity. */
  void copySelected(Column source, int[] positions, int count) {
    for (int k = 0; k < count; k++) {
      copyValues(source, positions[k], 1);
    }
  }

  /** Sets the slot of a null to a defined value. */
  abstract void blank(int i);

  /** Does what the first read would otherwise do, so that several threads may read at a time. */
  public void prepareReads() {
    // Most columns are only read.
  }

  /** Approximate memory of the values, for memory limits. */
  public abstract long memoryBytes();

  final long validityBytes() {
    return validity == null ? 0 : (size + 7) / 8;
  }

  private void growValidity(int n) {
    int words = Bits.words(n);
    if (validity.length < words) {
      int old = validity.length;
      validity = Arrays.copyOf(validity, Math.max(words, old * 2));
      Arrays.fill(validity, old, validity.length, -1L);
    }
  }

  /**
   * Capacity to grow to when {@code needed} does not fit.
   *
   * @param width bytes of a value in all arrays that grow
   */
  static int grown(int current, int needed, int width) {
    // A wide table has many columns of few rows: what is asked for first may be all there will be.
    return Heap.grown(Math.max(8, current), needed, width);
  }
}
