package io.placed.cli;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/**
 * A hash of a multiset of rows: their number, and sums and an exclusive or of two hashes of each
 * row. All bits of a value count, including those of NaNs and the sign of zero. Rows come from
 * batches, or from a Parquet file through only parquet-java. Flat columns only.
 */
final class RowHash {
  private static final long NULL = 0x6A09E667F3BCC909L;

  private long rows;
  private long sum;
  private long otherSum;
  private long bits;

  /** Hash of the current row. */
  private long row;

  private void value(long hash) {
    row = mix(row * 0x9E3779B97F4A7C15L + hash);
  }

  private void endRow() {
    rows++;
    sum += row;
    otherSum += mix(row ^ 0xBB67AE8584CAA73BL);
    bits ^= row;
    row = 0;
  }

  private static long mix(long n) {
    long z = (n ^ (n >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static long of(byte[] bytes, int from, int length) {
    long h = length;
    for (int i = from; i < from + length; i++) {
      h = h * 0x100000001B3L + (bytes[i] & 0xff);
    }
    return mix(h);
  }

  private static long of(BigInteger unscaled) {
    byte[] bytes = unscaled.toByteArray();
    return unscaled.bitLength() < 64 ? mix(unscaled.longValue() + 1) : of(bytes, 0, bytes.length);
  }

  void add(Batch batch) {
    for (int i = 0; i < batch.rows(); i++) {
      for (Column c : batch.columns()) {
        value(c.isNull(i) ? NULL : of(c, i));
      }
      endRow();
    }
  }

  private static long of(Column column, int i) {
    if (column instanceof LongColumn c) {
      return mix(c.get(i) + 1);
    } else if (column instanceof IntColumn c) {
      return mix(c.get(i) + 1L);
    } else if (column instanceof DoubleColumn c) {
      return mix(Double.doubleToRawLongBits(c.get(i)) + 1);
    } else if (column instanceof FloatColumn c) {
      return mix(Float.floatToRawIntBits(c.get(i)) + 1L);
    } else if (column instanceof BooleanColumn c) {
      return mix(c.get(i) ? 2 : 1);
    } else if (column instanceof Int128Column c) {
      BigInteger high = BigInteger.valueOf(c.high()[i]).shiftLeft(64);
      return of(high.or(new BigInteger(Long.toUnsignedString(c.low()[i]))));
    } else if (column instanceof BytesColumn c) {
      return of(c.arena(), c.starts()[i], c.lengths()[i]);
    }
    throw new IllegalArgumentException("nested columns are not compared");
  }

  /** Hash of the rows of a Parquet file, whose columns must have the order of the schema. */
  static RowHash ofParquet(Path file, Schema schema) throws IOException {
    RowHash hash = new RowHash();
    try (ParquetFileReader in = ParquetFileReader.open(new LocalInputFile(file))) {
      MessageType type = in.getFooter().getFileMetaData().getSchema();
      for (int c = 0; c < type.getFieldCount(); c++) {
        if (!type.getType(c).isPrimitive()
            || !type.getFieldName(c).equals(schema.field(c).name())) {
          throw new IllegalArgumentException(type.getType(c) + " is not compared");
        }
      }
      MessageColumnIO columns = new ColumnIOFactory().getColumnIO(type);
      for (var pages = in.readNextRowGroup(); pages != null; pages = in.readNextRowGroup()) {
        RecordReader<Group> reader = columns.getRecordReader(pages, new GroupRecordConverter(type));
        for (long i = 0; i < pages.getRowCount(); i++) {
          hash.add(reader.read(), type);
        }
      }
    }
    return hash;
  }

  private void add(Group group, MessageType type) {
    for (int c = 0; c < type.getFieldCount(); c++) {
      boolean missing = group.getFieldRepetitionCount(c) == 0;
      value(missing ? NULL : of(group, c, type.getType(c).asPrimitiveType()));
    }
    endRow();
  }

  private static long of(Group group, int c, PrimitiveType type) {
    if (type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation t
        && t.getUnit() != TimeUnit.MICROS) {
      throw new IllegalArgumentException(type + " is not compared: timestamps must be in micros");
    }
    boolean decimal = type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation;
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> mix(group.getBoolean(c, 0) ? 2 : 1);
      case INT32 -> mix(group.getInteger(c, 0) + 1L);
      case INT64 -> mix(group.getLong(c, 0) + 1);
      case FLOAT -> mix(Float.floatToRawIntBits(group.getFloat(c, 0)) + 1L);
      case DOUBLE -> mix(Double.doubleToRawLongBits(group.getDouble(c, 0)) + 1);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> {
        byte[] bytes = group.getBinary(c, 0).getBytes();
        yield decimal ? of(new BigInteger(bytes)) : of(bytes, 0, bytes.length);
      }
      case INT96 -> throw new IllegalArgumentException(type + " is not compared");
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowHash h && h.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return Long.hashCode(sum);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d rows %016x %016x %016x", rows, sum, otherSum, bits);
  }
}
