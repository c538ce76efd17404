package io.placed.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.placed.error.MalformedDataException;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** Decompresses the output of a {@link BlockCompressor}. Thread-safe. */
public final class Decompression {
  /** Loaded with the first block: unpacking the native library takes 50 ms in a new process. */
  private static final class Lz4 {
    private static final LZ4SafeDecompressor SAFE = LZ4Factory.fastestInstance().safeDecompressor();
  }

  /**
   * Native contexts not in use. A pool, not a thread-local: a thread that ends would leave its
   * context (some 150 KiB outside the heap) to the finaliser or to nobody.
   */
  private static final ArrayBlockingQueue<ZstdDecompressCtx> ZSTD =
      new ArrayBlockingQueue<>(Math.max(4, Runtime.getRuntime().availableProcessors()));

  private Decompression() {}

  /**
   * Writes exactly {@code outLen} bytes to {@code out}, never more.
   *
   * @throws MalformedDataException if the block is damaged or has another uncompressed length
   */
  public static void decompress(
      Codec codec, byte[] in, int off, int len, byte[] out, int outOff, int outLen) {
    Objects.checkFromIndexSize(off, len, in.length);
    Objects.checkFromIndexSize(outOff, outLen, out.length);
    int n =
        switch (codec) {
          case NONE -> copy(in, off, len, out, outOff, outLen);
          case LZ4 -> lz4(in, off, len, out, outOff, outLen);
          case ZSTD -> zstd(in, off, len, out, outOff, outLen);
        };
    if (n != outLen) {
      throw new MalformedDataException(
          codec.text() + " block has " + n + " bytes, expected " + outLen);
    }
  }

  /**
   * Checks, before anything is allocated, the uncompressed length in the header of the block.
   *
   * @throws MalformedDataException if it differs from the expected length
   */
  @SuppressWarnings("deprecation") // Its successor is not in the zstd-jni 1.5.5 inside Hive 4.0.
  public static void requireLength(Codec codec, byte[] in, int off, int len, int outLen) {
    if (codec == Codec.ZSTD) {
      long size = Zstd.decompressedSize(in, off, len); // 0 if the block does not say
      if (size > 0 && size != outLen) {
        throw new MalformedDataException("zstd block has " + size + " bytes, expected " + outLen);
      }
    }
  }

  private static int copy(byte[] in, int off, int len, byte[] out, int outOff, int outLen) {
    if (len == outLen) {
      System.arraycopy(in, off, out, outOff, len);
    }
    return len;
  }

  private static int lz4(byte[] in, int off, int len, byte[] out, int outOff, int outLen) {
    try {
      return Lz4.SAFE.decompress(in, off, len, out, outOff, outLen);
    } catch (LZ4Exception | IndexOutOfBoundsException e) {
      throw new MalformedDataException("lz4 block is damaged or longer than declared", e);
    }
  }

  private static int zstd(byte[] in, int off, int len, byte[] out, int outOff, int outLen) {
    ZstdDecompressCtx context = ZSTD.poll();
    if (context == null) {
      context = new ZstdDecompressCtx();
    }
    try {
      return context.decompressByteArray(out, outOff, outLen, in, off, len);
    } catch (ZstdException e) {
      throw new MalformedDataException("zstd block is damaged or longer than declared", e);
    } finally {
      if (!ZSTD.offer(context)) {
        context.close();
      }
    }
  }
}
