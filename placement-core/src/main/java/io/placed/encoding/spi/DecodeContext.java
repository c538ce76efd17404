package io.placed.encoding.spi;

import io.placed.bytes.ByteReader;
import io.placed.encoding.kernel.ConversionKernels;
import io.placed.error.MalformedDataException;
import io.placed.vector.Heap;

/**
 * What the arrays of one page or dictionary are opened with: the bytes, the encodings that nested
 * arrays may have, what the pages of the chunk share, and the memory that decoders take. Methods
 * such as {@link #ints} read the identifier of an array and open it; the bytes then stand behind
 * it. For one thread.
 */
public final class DecodeContext {
  /** Memory that decoders of one page or dictionary may take before they give the first value. */
  private static final long MAX_DECODER_BYTES = 256L << 20;

  /** What every encoded byte allows on top of that. */
  private static final long DECODER_BYTES_PER_BYTE = 512;

  private final EncodingTable encodings;
  private final ByteReader in;

  /** Where decoders get their arrays; null = they make new ones. */
  private final Scratch scratch;

  private final Object[] shared;
  private int depth;

  /** Memory that decoders may still ask for. */
  private long memory;

  private long charged;

  /**
   * @param scratchOrNull arrays used again from page to page; a decoder that used them before ends
   *     here
   * @param shared what the pages of the chunk share, at most one object of a class
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

  /** The bytes, of which those before the array or behind its identifier were read. */
  public ByteReader in() {
    return in;
  }

  /** Depth of the array that is being opened: 1 for the values of a page or dictionary. */
  public int depth() {
    return depth;
  }

  /** What the pages of the chunk share of a kind; null if there is nothing. */
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

  /** Begins an array that holds others, but is not opened through this context itself. */
  public void enter() {
    depth++;
    if (depth > Encoding.MAX_DEPTH) {
      throw new MalformedDataException(
          "arrays are nested more than " + Encoding.MAX_DEPTH + " levels deep");
    }
  }

  /** Ends an array; after damage the context is of no more use. */
  public void leave() {
    depth--;
  }

  /**
   * Takes note of memory that a decoder is about to take for all values at once. A few bytes can
   * say that there are as many runs as values, and again of the lengths of these runs.
   *
   * @throws MalformedDataException if it is more than the bytes allow
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

  /** What was taken note of so far. */
  public long charged() {
    return charged;
  }

  /** An array of n or more ints, undefined, for as long as what is opened is decoded; charged. */
  public int[] intArray(int n) {
    charge(4L * n);
    return scratch == null ? new int[n] : scratch.ints(n);
  }

  /** An array of n or more longs, like {@link #intArray}. */
  public long[] longArray(int n) {
    charge(8L * n);
    return scratch == null ? new long[n] : scratch.longs(n);
  }

  /** An array of n or more floats, like {@link #intArray}. */
  public float[] floatArray(int n) {
    charge(4L * n);
    return scratch == null ? new float[n] : scratch.floats(n);
  }

  /** An array of n or more doubles, like {@link #intArray}. */
  public double[] doubleArray(int n) {
    charge(8L * n);
    return scratch == null ? new double[n] : scratch.doubles(n);
  }

  /** Kernels for this thread, with scratch space that may be shared by decoders of one page. */
  public ConversionKernels conversions() {
    return scratch == null ? ConversionKernels.create() : scratch.conversions();
  }
}
