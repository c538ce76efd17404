package io.placed.encoding.constant;

import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.vector.Bits;
import java.util.Arrays;

/** One repeated boolean. */
final class ConstantBooleans implements BooleanDecoder {
  private final boolean value;

  ConstantBooleans(DecodeContext context) {
    value = context.in().bool("boolean");
  }

  @Override
  public void decode(int from, int count, long[] out) {
    Arrays.fill(out, 0, Bits.words(count), value ? -1L : 0L);
  }

  @Override
  public String describe() {
    return "constant";
  }
}
