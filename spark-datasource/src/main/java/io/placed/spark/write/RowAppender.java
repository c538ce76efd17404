package io.placed.spark.write;

import io.placed.vector.Batch;
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
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Appends a value of Spark's rows and arrays to a column, without boxing. */
public abstract class RowAppender {
  private final Column column;

  RowAppender(Column column) {
    this.column = column;
  }

  /**
   * Approximate number of bytes appended since it was reset to 0; limits batches of large values.
   */
  public static final class ByteCount {
    long bytes;
  }

  public final void append(SpecializedGetters row, int ordinal) {
    if (row.isNullAt(ordinal)) {
      column.appendNull();
    } else {
      appendValue(row, ordinal);
    }
  }

  abstract void appendValue(SpecializedGetters row, int ordinal);

  /** One appender per column of a batch. */
  static RowAppender[] of(DataType[] types, Batch batch, ByteCount count) {
    RowAppender[] appenders = new RowAppender[types.length];
    Arrays.setAll(appenders, c -> of(types[c], batch.column(c), count));
    return appenders;
  }

  /**
   * @param type Spark's type of the values
   * @param column with the corresponding type
   */
  public static RowAppender of(DataType type, Column column, ByteCount count) {
    if (column instanceof IntColumn c) {
      return type instanceof ByteType
          ? new OfByte(c)
          : type instanceof ShortType ? new OfShort(c) : new OfInt(c);
    }
    if (column instanceof LongColumn c) {
      return type instanceof DecimalType d ? new OfShortDecimal(c, d) : new OfLong(c);
    }
    if (column instanceof BytesColumn c) {
      return type instanceof org.apache.spark.sql.types.BinaryType
          ? new OfBinary(c, count)
          : new OfString(c, count);
    }
    if (column instanceof DoubleColumn c) {
      return new OfDouble(c);
    }
    if (column instanceof FloatColumn c) {
      return new OfFloat(c);
    }
    if (column instanceof BooleanColumn c) {
      return new OfBoolean(c);
    }
    if (column instanceof Int128Column c) {
      return new OfLongDecimal(c, (DecimalType) type);
    }
    if (column instanceof StructColumn c) {
      return new NestedAppenders.OfStruct(c, (StructType) type, count);
    }
    if (column instanceof ListColumn c) {
      return new NestedAppenders.OfArray(c, (ArrayType) type, count);
    }
    return new NestedAppenders.OfMap((MapColumn) column, (MapType) type, count);
  }

  private static final class OfBoolean extends RowAppender {
    private final BooleanColumn column;

    OfBoolean(BooleanColumn column) {
      super(column);
      this.column = column;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getBoolean(ordinal));
    }
  }

  private static final class OfByte extends RowAppender {
    private final IntColumn column;

    OfByte(IntColumn column) {
      super(column);
      this.column = column;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getByte(ordinal));
    }
  }

  private static final class OfShort extends RowAppender {
    private final IntColumn column;

    OfShort(IntColumn column) {
      super(column);
      this.column = column;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getShort(ordinal));
    }
  }

  private static final class OfInt extends RowAppender {
    private final IntColumn column;

    OfInt(IntColumn column) {
      super(column);
      this.column = column;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getInt(ordinal));
    }
  }

  private static final class OfLong extends RowAppender {
    private final LongColumn column;

    OfLong(LongColumn column) {
      super(column);
      this.column = column;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getLong(ordinal));
    }
  }

  private static final class OfFloat extends RowAppender {
    private final FloatColumn column;

    OfFloat(FloatColumn column) {
      super(column);
      this.column = column;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getFloat(ordinal));
    }
  }

  private static final class OfDouble extends RowAppender {
    private final DoubleColumn column;

    OfDouble(DoubleColumn column) {
      super(column);
      this.column = column;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getDouble(ordinal));
    }
  }

  private static final class OfShortDecimal extends RowAppender {
    private final LongColumn column;
    private final DecimalType type;

    OfShortDecimal(LongColumn column, DecimalType type) {
      super(column);
      this.column = column;
      this.type = type;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      column.append(row.getDecimal(ordinal, type.precision(), type.scale()).toUnscaledLong());
    }
  }

  private static final class OfLongDecimal extends RowAppender {
    private final Int128Column column;
    private final DecimalType type;

    OfLongDecimal(Int128Column column, DecimalType type) {
      super(column);
      this.column = column;
      this.type = type;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      BigInteger unscaled =
          row.getDecimal(ordinal, type.precision(), type.scale())
              .toJavaBigDecimal()
              .setScale(type.scale())
              .unscaledValue();
      column.append(unscaled);
    }
  }

  private static final class OfString extends RowAppender {
    private final BytesColumn column;
    private final ByteCount count;

    OfString(BytesColumn column, ByteCount count) {
      super(column);
      this.column = column;
      this.count = count;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      UTF8String value = row.getUTF8String(ordinal);
      int length = value.numBytes();
      byte[] arena = column.reserveArena(length);
      int at = column.arenaSize();
      value.writeToMemory(arena, org.apache.spark.unsafe.Platform.BYTE_ARRAY_OFFSET + at);
      int i = column.size();
      column.setSize(i + 1);
      column.starts()[i] = at;
      column.lengths()[i] = length;
      column.addArenaBytes(length);
      count.bytes += length;
    }
  }

  private static final class OfBinary extends RowAppender {
    private final BytesColumn column;
    private final ByteCount count;

    OfBinary(BytesColumn column, ByteCount count) {
      super(column);
      this.column = column;
      this.count = count;
    }

    @Override
    void appendValue(SpecializedGetters row, int ordinal) {
      byte[] value = row.getBinary(ordinal);
      column.append(value);
      count.bytes += value.length;
    }
  }
}
