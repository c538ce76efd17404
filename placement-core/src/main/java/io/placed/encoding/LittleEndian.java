package io.placed.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Views of a byte array as little-endian numbers at any offset. */
final class LittleEndian {
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  static int u16(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xFFFF;
  }

  static int i32(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long i64(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** For bulk copies, which are block moves on a little-endian machine. */
  static ByteBuffer buffer(byte[] bytes, int offset, int length) {
    return ByteBuffer.wrap(bytes, offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
