package io.placed.spark.read.vector;

import io.placed.vector.Bits;
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
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A column as Spark reads it, backed by the column's own arrays. One final class for all types
 * keeps the calls of generated code monomorphic; only the arrays of the column's storage are not
 * null.
 */
final class PlacedColumnVector extends ColumnVector {
  private static final UTF8String BLANK = UTF8String.fromString(" ");

  private final PlacedColumnVector[] children;
  private final int padded;
  private Column column;
  private long[] validity;
  private int[] ints;
  private long[] longs;
  private long[] low;
  private float[] floats;
  private double[] doubles;
  private byte[] arena;

  /** Dictionary codes of strings; null if the column has no dictionary. */
  private int[] codes;

  private int[] starts;
  private int[] lengths;

  PlacedColumnVector(DataType type) {
    this(type, null);
  }

  /**
   * @param chars the type, in which strings that are padded with blanks are CHAR; null = none are
   */
  PlacedColumnVector(DataType type, DataType chars) {
    super(type);
    this.padded = chars instanceof CharType c ? c.length() : 0;
    if (type instanceof StructType s) {
      StructField[] fields = s.fields();
      children = new PlacedColumnVector[fields.length];
      Arrays.setAll(
          children,
          i -> new PlacedColumnVector(fields[i].dataType(), ofField(chars, fields[i].name())));
    } else if (type instanceof ArrayType a) {
      DataType of = chars instanceof ArrayType c ? c.elementType() : null;
      children = new PlacedColumnVector[] {new PlacedColumnVector(a.elementType(), of)};
    } else if (type instanceof MapType m) {
      MapType of = chars instanceof MapType c ? c : null;
      children =
          new PlacedColumnVector[] {
            new PlacedColumnVector(m.keyType(), of == null ? null : of.keyType()),
            new PlacedColumnVector(m.valueType(), of == null ? null : of.valueType())
          };
    } else {
      children = new PlacedColumnVector[0];
    }
  }

  /** Null if there is none: a scan may return some of the fields only. */
  private static DataType ofField(DataType struct, String name) {
    return struct instanceof StructType s && List.of(s.fieldNames()).contains(name)
        ? s.apply(name).dataType()
        : null;
  }

  /** The underlying column. */
  Column column() {
    return column;
  }

  /** Shows the current values of a column; must be called again whenever it was filled. */
  PlacedColumnVector bind(Column source) {
    column = source;
    validity = source.validity();
    if (source instanceof IntColumn c) {
      ints = c.values();
    } else if (source instanceof LongColumn c) {
      longs = c.values();
    } else if (source instanceof DoubleColumn c) {
      doubles = c.values();
    } else if (source instanceof FloatColumn c) {
      floats = c.values();
    } else if (source instanceof BooleanColumn c) {
      longs = c.words();
    } else if (source instanceof Int128Column c) {
      longs = c.high();
      low = c.low();
    } else if (source instanceof BytesColumn c) {
      BytesColumn dictionary = c.dictionary();
      BytesColumn places = dictionary == null ? c : dictionary;
      codes = dictionary == null ? null : c.codes();
      arena = places.arena();
      starts = places.starts();
      lengths = places.lengths();
    } else if (source instanceof StructColumn c) {
      for (int i = 0; i < children.length; i++) {
        children[i].bind(c.child(i));
      }
    } else if (source instanceof ListColumn c) {
      starts = c.offsets();
      children[0].bind(c.elements());
    } else if (source instanceof MapColumn c) {
      starts = c.offsets();
      children[0].bind(c.keys());
      children[1].bind(c.values());
    }
    return this;
  }

  /** Does nothing: the arrays belong to the reader, which closes them. */
  @Override
  public void close() {}

  /** Does nothing: Spark would close after each batch, but vectors are reused. */
  @Override
  public void closeIfFreeable() {}

  @Override
  public boolean hasNull() {
    return validity != null;
  }

  @Override
  public int numNulls() {
    return column.nullCount();
  }

  @Override
  public boolean isNullAt(int i) {
    return validity != null && !Bits.get(validity, i);
  }

  @Override
  public boolean getBoolean(int i) {
    return Bits.get(longs, i);
  }

  @Override
  public byte getByte(int i) {
    return (byte) ints[i];
  }

  @Override
  public short getShort(int i) {
    return (short) ints[i];
  }

  @Override
  public int getInt(int i) {
    return ints[i];
  }

  @Override
  public int[] getInts(int i, int count) {
    return Arrays.copyOfRange(ints, i, i + count);
  }

  @Override
  public long getLong(int i) {
    return longs[i];
  }

  @Override
  public long[] getLongs(int i, int count) {
    return Arrays.copyOfRange(longs, i, i + count);
  }

  @Override
  public float getFloat(int i) {
    return floats[i];
  }

  @Override
  public float[] getFloats(int i, int count) {
    return Arrays.copyOfRange(floats, i, i + count);
  }

  @Override
  public double getDouble(int i) {
    return doubles[i];
  }

  @Override
  public double[] getDoubles(int i, int count) {
    return Arrays.copyOfRange(doubles, i, i + count);
  }

  @Override
  public Decimal getDecimal(int i, int precision, int scale) {
    if (isNullAt(i)) {
      return null;
    }
    if (low == null) {
      return Decimal.createUnsafe(longs[i], precision, scale);
    }
    return Decimal.apply(
        new BigDecimal(Int128Column.toBigInteger(longs[i], low[i]), scale), precision, scale);
  }

  /** Points into the arena, valid until the next batch, as Spark expects. */
  @Override
  public UTF8String getUTF8String(int i) {
    if (isNullAt(i)) {
      return null;
    }
    int k = codes == null ? i : codes[i];
    UTF8String value = UTF8String.fromBytes(arena, starts[k], lengths[k]);
    return padded == 0 || value.numChars() >= padded ? value : value.rpad(padded, BLANK);
  }

  @Override
  public byte[] getBinary(int i) {
    if (isNullAt(i)) {
      return null;
    }
    int k = codes == null ? i : codes[i];
    return Arrays.copyOfRange(arena, starts[k], starts[k] + lengths[k]);
  }

  @Override
  public ColumnarArray getArray(int i) {
    return isNullAt(i)
        ? null
        : new ColumnarArray(children[0], starts[i], starts[i + 1] - starts[i]);
  }

  @Override
  public ColumnarMap getMap(int i) {
    return isNullAt(i)
        ? null
        : new ColumnarMap(children[0], children[1], starts[i], starts[i + 1] - starts[i]);
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return children[ordinal];
  }
}
