package io.placed.cli.diff;

import io.placed.schema.DecimalType;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Rows as bytes that are equal if and only if the rows are. Integers are equal in every width,
 * floats and doubles by their value, decimals whatever their scale; all NaNs are equal, and 0.0 and
 * -0.0 are not. The order of the entries of a map does not count.
 */
final class RowBytes {
  private static final int NULL = 0;
  private static final int VALUE = 1;

  private byte[] bytes = new byte[256];
  private int size;

  /** Whether values of two types can be equal. */
  static boolean areComparable(Type a, Type b) {
    if (isInteger(a) && isInteger(b) || isFloating(a) && isFloating(b)) {
      return true;
    }
    if (a.kind() != b.kind() || a.children().size() != b.children().size()) {
      return false;
    }
    for (int i = 0; i < a.children().size(); i++) {
      boolean named = a instanceof StructType;
      if (named && !a.children().get(i).name().equals(b.children().get(i).name())
          || !areComparable(a.children().get(i).type(), b.children().get(i).type())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInteger(Type type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64 -> true;
      default -> false;
    };
  }

  private static boolean isFloating(Type type) {
    return switch (type.kind()) {
      case FLOAT, DOUBLE -> true;
      default -> false;
    };
  }

  void clear() {
    size = 0;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  /** Appends value i of a column. */
  void add(Column column, int i) {
    if (column.isNull(i)) {
      put(NULL);
      return;
    }
    put(VALUE);
    switch (column.type().kind()) {
      case BOOLEAN -> put(((BooleanColumn) column).get(i) ? 1 : 0);
      case INT8, INT16, INT32, DATE -> putLong(((IntColumn) column).get(i));
      case INT64, TIMESTAMP, TIMESTAMP_NTZ -> putLong(((LongColumn) column).get(i));
      // Doubles keep every float; doubleToLongBits has one NaN.
      case FLOAT -> putLong(Double.doubleToLongBits(((FloatColumn) column).get(i)));
      case DOUBLE -> putLong(Double.doubleToLongBits(((DoubleColumn) column).get(i)));
      case DECIMAL -> decimal(column, i);
      case STRING, BINARY -> {
        BytesColumn text = (BytesColumn) column;
        putBytes(text.arena(), text.starts()[i], text.lengths()[i]);
      }
      case STRUCT -> ((StructColumn) column).children().forEach(c -> add(c, i));
      case LIST -> {
        ListColumn list = (ListColumn) column;
        putLong(list.length(i));
        for (int k = list.start(i); k < list.start(i) + list.length(i); k++) {
          add(list.elements(), k);
        }
      }
      case MAP -> map((MapColumn) column, i);
    }
  }

  private void decimal(Column column, int i) {
    BigDecimal value =
        column instanceof LongColumn l
            ? BigDecimal.valueOf(l.get(i), ((DecimalType) column.type()).scale())
            : new BigDecimal(((Int128Column) column).get(i), ((DecimalType) column.type()).scale());
    BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    putLong(plain.scale());
    byte[] unscaled = plain.unscaledValue().toByteArray();
    putBytes(unscaled, 0, unscaled.length);
  }

  private void map(MapColumn map, int i) {
    byte[][] entries = new byte[map.length(i)][];
    int start = size;
    for (int k = 0; k < entries.length; k++) {
      add(map.keys(), map.start(i) + k);
      add(map.values(), map.start(i) + k);
      entries[k] = Arrays.copyOfRange(bytes, start, size);
      size = start;
    }
    Arrays.sort(entries, Arrays::compare);
    putLong(entries.length);
    for (byte[] entry : entries) {
      putBytes(entry, 0, entry.length);
    }
  }

  private void put(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  private void putLong(long value) {
    room(Long.BYTES);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  private void putBytes(byte[] from, int start, int length) {
    putLong(length);
    room(length);
    System.arraycopy(from, start, bytes, size, length);
    size += length;
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, Math.multiplyExact(2, bytes.length)));
    }
  }
}
