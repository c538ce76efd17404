package io.placed.encoding.constant;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.LongDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;
import javax.annotation.processing.Generated;

/**
 * One repeated 64-bit integer.
 *
 * <p>Written from constant/Constant.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class ConstantLongs implements LongDecoder {
  private final long value;

  ConstantLongs(DecodeContext context) {
    value = context.in().u64("value");
  }

  @Override
  public void decode(int from, int count, long[] out, int outOffset) {
    Arrays.fill(out, outOffset, outOffset + count, value);
  }

  @Override
  public void select(int from, int[] positions, int n, long[] out, int outOffset) {
    Arrays.fill(out, outOffset, outOffset + n, value);
  }

  @Override
  public void filter(int from, int count, LongMatch match, long[] bits, int word) {
    Matching.fill(bits, word, count, match.test(value));
  }

  @Override
  public boolean isConstant() {
    return true;
  }

  @Override
  public String describe() {
    return "constant";
  }
}
