package io.placed.formats.parquet;

import io.placed.vector.BytesColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Values in Parquet's plain encoding of numbers and of byte arrays. parquet-column's own readers
 * copy every value through a stream.
 */
final class PlainValues extends ValuesReader {
  private ByteBuffer in;

  @Override
  public void initFromPage(int valueCount, ByteBufferInputStream stream) throws IOException {
    ByteBuffer rest = stream.slice(stream.available());
    if (!rest.hasArray()) {
      byte[] copy = new byte[rest.remaining()];
      rest.get(copy);
      rest = ByteBuffer.wrap(copy);
    }
    in = rest.order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public int readInteger() {
    return in.getInt();
  }

  @Override
  public long readLong() {
    return in.getLong();
  }

  @Override
  public float readFloat() {
    return in.getFloat();
  }

  @Override
  public double readDouble() {
    return in.getDouble();
  }

  /**
   * Appends the next byte array.
   *
   * @return its length
   */
  int appendBytes(BytesColumn column) {
    int length = in.getInt();
    int at = in.position();
    if (length < 0 || length > in.limit() - at) {
      throw new ParquetDecodingException(
          "a value of %s bytes where %s are left in the page".formatted(length, in.limit() - at));
    }
    column.append(in.array(), in.arrayOffset() + at, length);
    in.position(at + length);
    return length;
  }

  @Override
  public void skip() {
    throw new UnsupportedOperationException("values are read one after the other");
  }
}
