package io.placed.encoding;

import io.placed.vector.match.LongMatch;

/** Decoders of {@link Delta}: a running sum per vector. */
final class DeltaDecoders {
  private DeltaDecoders() {}

  static final class Ints implements IntDecoder {
    private final int[] firsts;
    private final IntDecoder differences;
    private int[] scratch;

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

    private int[] vector(int from, int count) {
      if (scratch == null) {
        scratch = new int[BitPacking.VECTOR];
      }
      decode(from, count, scratch, 0);
      return scratch;
    }

    @Override
    public void select(int from, int[] positions, int n, int[] out, int outOffset) {
      if (n > 0) {
        Matching.gather(vector(from, positions[n - 1] + 1), positions, n, out, outOffset);
      }
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      Matching.ints(vector(from, count), count, match, bits, word);
    }

    @Override
    public String describe() {
      return "delta/" + differences.describe();
    }
  }

  static final class Longs implements LongDecoder {
    private final long[] firsts;
    private final LongDecoder differences;
    private long[] scratch;

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

    private long[] vector(int from, int count) {
      if (scratch == null) {
        scratch = new long[BitPacking.VECTOR];
      }
      decode(from, count, scratch, 0);
      return scratch;
    }

    @Override
    public void select(int from, int[] positions, int n, long[] out, int outOffset) {
      if (n > 0) {
        Matching.gather(vector(from, positions[n - 1] + 1), positions, n, out, outOffset);
      }
    }

    @Override
    public void filter(int from, int count, LongMatch match, long[] bits, int word) {
      Matching.longs(vector(from, count), count, match, bits, word);
    }

    @Override
    public String describe() {
      return "delta/" + differences.describe();
    }
  }
}
