package io.placed.encoding.spi;

import io.placed.bytes.ByteReader;
import io.placed.encoding.kernel.ConversionKernels;
import io.placed.error.MalformedDataException;
import io.placed.vector.Heap;

/**
 * The context in which the arrays of one page or dictionary are opened: the bytes, the possible
 * encodings of nested arrays, what the pages of the chunk share, and the memory of decoders.
 * Methods such as {@link #ints} read the identifier of an array and open it; afterwards the reader
 * is at the end of the array. Not thread-safe.
 */
public final class DecodeContext {
  /** Maximum memory of the decoders of one page or dictionary before the first value is decoded. */
  private static final long MAX_DECODER_BYTES = 256L << 20;

  /** Additional memory per encoded byte. */
  private static final long DECODER_BYTES_PER_BYTE = 512;

  private final EncodingTable encodings;
  private final ByteReader in;

  /** Provides arrays for decoders; null if they allocate new ones. */
  private final Scratch scratch;

  private final Object[] shared;
  private int depth;

  /** Remaining memory of decoders, in bytes. */
  private long memory;

  private long charged;

  /**
   * @param scratchOrNull arrays that are reused from page to page; the decoder that used them
   *     before must not be used afterwards
   * @param shared what the pages of the chunk share, at most one object per class
   */
  public DecodeContext(
      EncodingTable encodings, ByteReader in, Scratch scratchOrNull, Object... shared) {
    this.encodings = encodings;
    this.in = in;
    this.scratch = scratchOrNull;
    this.shared = shared;
    this.memory = MAX_DECODER_BYTES + DECODER_BYTES_PER_BYTE * in.length();
    if (scratchOrNull != null) {
      scratchOrNull.reset();
    }
  }

  /** The reader, positioned at the array, or after its identifier while it is opened. */
  public ByteReader in() {
    return in;
  }

  /** Depth of the array that is being opened: 1 for the values of a page or dictionary. */
  public int depth() {
    return depth;
  }

  /** The shared object of a class; null if there is none. */
  public <T> T shared(Class<T> kind) {
    for (Object part : shared) {
      if (kind.isInstance(part)) {
        return kind.cast(part);
      }
    }
    return null;
  }

  public IntDecoder ints(int n) {
    enter();
    IntDecoder decoder = encodings.ints(in.u8("encoding"), this, n);
    leave();
    return decoder;
  }

  public LongDecoder longs(int n) {
    enter();
    LongDecoder decoder = encodings.longs(in.u8("encoding"), this, n);
    leave();
    return decoder;
  }

  public FloatDecoder floats(int n) {
    enter();
    FloatDecoder decoder = encodings.floats(in.u8("encoding"), this, n);
    leave();
    return decoder;
  }

  public DoubleDecoder doubles(int n) {
    enter();
    DoubleDecoder decoder = encodings.doubles(in.u8("encoding"), this, n);
    leave();
    return decoder;
  }

  public Int128Decoder int128s(int n) {
    enter();
    Int128Decoder decoder = encodings.int128s(in.u8("encoding"), this, n);
    leave();
    return decoder;
  }

  public BytesDecoder bytes(int n) {
    enter();
    BytesDecoder decoder = encodings.bytes(in.u8("encoding"), this, n);
    leave();
    return decoder;
  }

  public BooleanDecoder booleans(int n) {
    enter();
    BooleanDecoder decoder = encodings.booleans(in.u8("encoding"), this, n);
    leave();
    return decoder;
  }

  /** Begins an array that has nested arrays but is not opened through this context. */
  public void enter() {
    depth++;
    if (depth > Encoding.MAX_DEPTH) {
      throw new MalformedDataException(
          "arrays are nested more than " + Encoding.MAX_DEPTH + " levels deep");
    }
  }

  /** Ends an array. Not called after malformed data, which makes the context unusable. */
  public void leave() {
    depth--;
  }

  /**
   * Registers memory that a decoder is about to allocate for all values at once. Without a limit, a
   * few bytes could request as many runs as there are values, and the same for the lengths of these
   * runs.
   *
   * @throws MalformedDataException if it is more than the encoded bytes allow
   */
  public void charge(long arrayBytes) {
    memory -= arrayBytes;
    charged += arrayBytes;
    if (memory < 0) {
      throw new MalformedDataException(
          "decoding takes more than "
              + (charged + memory)
              + " bytes of memory for "
              + in.length()
              + " encoded ones");
    }
    Heap.requireArray(charged, "decoding a page or dictionary");
  }

  /** Memory registered so far. */
  public long charged() {
    return charged;
  }

  /**
   * An array of at least n ints with undefined content, usable as long as the opened array is
   * decoded. Registers its memory.
   */
  public int[] intArray(int n) {
    charge(4L * n);
    return scratch == null ? new int[n] : scratch.ints(n);
  }

  /** An array of at least n longs; see {@link #intArray}. */
  public long[] longArray(int n) {
    charge(8L * n);
    return scratch == null ? new long[n] : scratch.longs(n);
  }

  /** An array of at least n floats; see {@link #intArray}. */
  public float[] floatArray(int n) {
    charge(4L * n);
    return scratch == null ? new float[n] : scratch.floats(n);
  }

  /** An array of at least n doubles; see {@link #intArray}. */
  public double[] doubleArray(int n) {
    charge(8L * n);
    return scratch == null ? new double[n] : scratch.doubles(n);
  }

  /** Kernels whose scratch space may be shared by the decoders of one page. Not thread-safe. */
  public ConversionKernels conversions() {
    return scratch == null ? ConversionKernels.create() : scratch.conversions();
  }
}
