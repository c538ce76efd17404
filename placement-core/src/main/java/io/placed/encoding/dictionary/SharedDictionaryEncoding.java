package io.placed.encoding.dictionary;

import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.FloatDecoder;
import io.placed.encoding.spi.Int128Decoder;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.LongDecoder;
import io.placed.schema.Storage;

/**
 * Codes of the dictionary of the chunk. Allowed only for the values of a page.
 *
 * <pre>
 * codes: INT array(n)
 * </pre>
 */
public final class SharedDictionaryEncoding extends Encoding
    implements Encoding.OfInts,
        Encoding.OfLongs,
        Encoding.OfFloats,
        Encoding.OfDoubles,
        Encoding.OfInt128s,
        Encoding.OfBytes {
  public static final int ID = 5;

  public static final String NAME = "dict";

  public SharedDictionaryEncoding() {
    super(ID, NAME, null);
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new DictionaryInts(DictionaryCodes.ofChunk(Storage.INT, context, n));
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new DictionaryLongs(DictionaryCodes.ofChunk(Storage.LONG, context, n));
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new DictionaryFloats(DictionaryCodes.ofChunk(Storage.FLOAT, context, n));
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new DictionaryDoubles(DictionaryCodes.ofChunk(Storage.DOUBLE, context, n));
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new DictionaryInt128s(DictionaryCodes.ofChunk(Storage.INT128, context, n));
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return new DictionaryStrings(DictionaryCodes.ofChunk(Storage.BYTES, context, n));
  }
}
