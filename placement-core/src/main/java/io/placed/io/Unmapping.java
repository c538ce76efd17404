package io.placed.io;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;

/** Unmaps a buffer before the garbage collector does. */
final class Unmapping {
  private static final MethodHandle CLEANER = cleaner();

  static final boolean POSSIBLE = CLEANER != null;

  private Unmapping() {}

  /** Unmaps a mapped buffer, not a slice; it must not be used afterwards. */
  static void unmap(MappedByteBuffer mapped) {
    try {
      CLEANER.invokeExact((ByteBuffer) mapped);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("invokeCleaner declares no exception", e);
    }
  }

  /** {@code Unsafe.invokeCleaner}, available since JDK 9; null if a later JDK removes it. */
  private static MethodHandle cleaner() {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field instance = unsafe.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      return MethodHandles.lookup()
          .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
          .bindTo(instance.get(null));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }
}
