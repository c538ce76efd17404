package io.placed.encoding;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.EncodeContext;

/** Contexts of single arrays, with all encodings and the default options. */
public final class TestArrays {
  private TestArrays() {}

  /** The context of the values of a page. */
  public static EncodeContext root(ChunkState chunk) {
    return Encodings.root(EncodingOptions.DEFAULT, chunk);
  }

  public static EncodeContext withoutDictionary() {
    return Encodings.withoutDictionary(EncodingOptions.DEFAULT, 1);
  }

  /** Opens the written bytes. */
  public static DecodeContext open(ByteWriter out, Object... shared) {
    ByteReader in = new ByteReader(out.array(), 0, out.size());
    return new DecodeContext(Encodings.ALL, in, null, shared);
  }
}
