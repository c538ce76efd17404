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
 * The distinct values of the array in ascending order, and for each value its code.
 *
 * <pre>
 * size:u32, values: array(size) ascending, codes: INT array(n)
 * </pre>
 */
public final class PageDictionaryEncoding extends Encoding
    implements Encoding.OfInts,
        Encoding.OfLongs,
        Encoding.OfFloats,
        Encoding.OfDoubles,
        Encoding.OfInt128s,
        Encoding.OfBytes {
  public static final int ID = 4;

  static final String NAME = "pagedict";

  public PageDictionaryEncoding() {
    super(ID, NAME, new PageDictionaryScheme());
  }

  @Override
  public IntDecoder ints(DecodeContext context, int n) {
    return new DictionaryInts(DictionaryCodes.ofPage(Storage.INT, context, n));
  }

  @Override
  public LongDecoder longs(DecodeContext context, int n) {
    return new DictionaryLongs(DictionaryCodes.ofPage(Storage.LONG, context, n));
  }

  @Override
  public FloatDecoder floats(DecodeContext context, int n) {
    return new DictionaryFloats(DictionaryCodes.ofPage(Storage.FLOAT, context, n));
  }

  @Override
  public DoubleDecoder doubles(DecodeContext context, int n) {
    return new DictionaryDoubles(DictionaryCodes.ofPage(Storage.DOUBLE, context, n));
  }

  @Override
  public Int128Decoder int128s(DecodeContext context, int n) {
    return new DictionaryInt128s(DictionaryCodes.ofPage(Storage.INT128, context, n));
  }

  @Override
  public BytesDecoder bytes(DecodeContext context, int n) {
    return new DictionaryStrings(DictionaryCodes.ofPage(Storage.BYTES, context, n));
  }
}
