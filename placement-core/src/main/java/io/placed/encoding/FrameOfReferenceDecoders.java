package io.placed.encoding;

/** Decoders of {@link FrameOfReference}. */
final class FrameOfReferenceDecoders {
  private FrameOfReferenceDecoders() {}

  static final class Ints implements IntDecoder {
    private final FrameOfReference.Layout layout;

    Ints(ByteReader in, int n) {
      layout = new FrameOfReference.Layout(in, n, 4);
    }

    @Override
    public void decode(int from, int count, int[] out, int outOffset) {
      byte[] bytes = layout.bytes;
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        int base = LittleEndian.i32(bytes, layout.basesAt + 4 * v);
        int at = outOffset + done;
        BitPacking.unpack(bytes, layout.packedAt[v], n, layout.width(v), base, out, at);
        for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
          int p = layout.position(k, v);
          if (p < n) {
            out[at + p] = LittleEndian.i32(bytes, layout.valuesAt + 4 * k);
          }
        }
      }
    }

    @Override
    public String describe() {
      return layout.describe();
    }
  }

  static final class Longs implements LongDecoder {
    private final FrameOfReference.Layout layout;

    Longs(ByteReader in, int n) {
      layout = new FrameOfReference.Layout(in, n, 8);
    }

    @Override
    public void decode(int from, int count, long[] out, int outOffset) {
      byte[] bytes = layout.bytes;
      int v = from >>> 10;
      for (int done = 0; done < count; done += BitPacking.VECTOR, v++) {
        int n = Math.min(BitPacking.VECTOR, count - done);
        long base = LittleEndian.i64(bytes, layout.basesAt + 8 * v);
        int at = outOffset + done;
        BitPacking.unpack(bytes, layout.packedAt[v], n, layout.width(v), base, out, at);
        for (int k = layout.exceptionsBefore[v]; k < layout.exceptionsBefore[v + 1]; k++) {
          int p = layout.position(k, v);
          if (p < n) {
            out[at + p] = LittleEndian.i64(bytes, layout.valuesAt + 8 * k);
          }
        }
      }
    }

    @Override
    public String describe() {
      return layout.describe();
    }
  }
}
