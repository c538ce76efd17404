package io.placed.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Views of a byte array as little-endian numbers at any offset. */
public final class LittleEndian {
  public static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  /** Two bytes as a number from 0 to 65,535. */
  public static int getU16(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xFFFF;
  }

  public static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  public static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  public static void putInt(byte[] to, int at, int value) {
    INT.set(to, at, value);
  }

  public static void putLong(byte[] to, int at, long value) {
    LONG.set(to, at, value);
  }

  /** For bulk copies, which are block moves on a little-endian machine. */
  public static ByteBuffer buffer(byte[] bytes, int offset, int length) {
    return ByteBuffer.wrap(bytes, offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
