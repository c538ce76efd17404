package io.placed.encoding;

/** Decoders of {@link Delta}: a running sum per vector. */
final class DeltaDecoders {
  private DeltaDecoders() {}

  static final class Ints implements IntDecoder {
    private final int[] firsts;
    private final IntDecoder differences;

    Ints(ByteReader in, int n, int depth) {
      int vectors = FrameOfReference.vectors(n);
      IntDecoder decoder = Decoders.ints(in, vectors, depth + 1, null);
      firsts = new int[vectors];
      decoder.decode(0, vectors, firsts, 0);
      differences = Decoders.ints(in, n, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      differences.decode(from, count, out, outOffset);
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        int value = firsts[(from + done) >>> 10];
        int at = outOffset + done;
        int end = outOffset + Math.min(done + BitPacking.VECTOR, count);
        for (int i = at; i < end; i++) {
          value += out[i];
          out[i] = value;
        }
      }
    }

    @Override
    public String describe() {
      return "delta/" + differences.describe();
    }
  }

  static final class Longs implements LongDecoder {
    private final long[] firsts;
    private final LongDecoder differences;

    Longs(ByteReader in, int n, int depth) {
      int vectors = FrameOfReference.vectors(n);
      LongDecoder decoder = Decoders.longs(in, vectors, depth + 1, null);
      firsts = new long[vectors];
      decoder.decode(0, vectors, firsts, 0);
      differences = Decoders.longs(in, n, depth + 1, null);
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      differences.decode(from, count, out, outOffset);
      for (int done = 0; done < count; done += BitPacking.VECTOR) {
        long value = firsts[(from + done) >>> 10];
        int at = outOffset + done;
        int end = outOffset + Math.min(done + BitPacking.VECTOR, count);
        for (int i = at; i < end; i++) {
          value += out[i];
          out[i] = value;
        }
      }
    }

    @Override
    public String describe() {
      return "delta/" + differences.describe();
    }
  }
}
