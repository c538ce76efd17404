package io.placed.encoding.constant;

import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DoubleDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.vector.match.DoubleMatch;
import java.util.Arrays;
import javax.annotation.processing.Generated;

/**
 * One repeated double.
 *
 * <p>Written from constant/Constant.java.template: do not edit.
 */
@Generated("io.placed.generator.DecoderSources")
final class ConstantDoubles implements DoubleDecoder {
  private final double value;

  ConstantDoubles(DecodeContext context) {
    value = Double.longBitsToDouble(context.in().u64("value"));
  }

  @Override
  public void decode(int from, int count, double[] out, int outOffset) {
    Arrays.fill(out, outOffset, outOffset + count, value);
  }

  @Override
  public void select(int from, int[] positions, int n, double[] out, int outOffset) {
    Arrays.fill(out, outOffset, outOffset + n, value);
  }

  @Override
  public void filter(int from, int count, DoubleMatch match, long[] bits, int word) {
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
