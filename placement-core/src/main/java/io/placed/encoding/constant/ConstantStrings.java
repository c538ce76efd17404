package io.placed.encoding.constant;

import io.placed.bytes.ByteReader;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Matching;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;

/** One repeated byte string. */
final class ConstantStrings implements BytesDecoder {
  private final byte[] bytes;
  private final int start;
  private final int length;
  private BytesColumn dictionary;

  ConstantStrings(DecodeContext context) {
    ByteReader in = context.in();
    length = in.u32(0, Integer.MAX_VALUE, "length of the value");
    start = in.skip(length, "value");
    bytes = in.array();
  }

  @Override
  public void decode(int from, int count, BytesColumn target) {
    if (count == 0) {
      return;
    }
    if (target.size() == 0) {
      Arrays.fill(target.startCodes(dictionary(), count), 0, count, 0);
      return;
    }
    byte[] arena = target.reserveArena(length);
    int at = target.arenaSize();
    System.arraycopy(bytes, start, arena, at, length);
    target.addArenaBytes(length);
    int i = target.size();
    target.setSize(i + count);
    Arrays.fill(target.starts(), i, i + count, at);
    Arrays.fill(target.lengths(), i, i + count, length);
  }

  private BytesColumn dictionary() {
    if (dictionary == null) {
      dictionary = BytesDecoder.newColumn();
      dictionary.append(bytes, start, length);
    }
    return dictionary;
  }

  @Override
  public void select(int from, int[] positions, int n, BytesColumn target) {
    decode(from, n, target);
  }

  @Override
  public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    Matching.fill(bits, word, count, match.test(bytes, start, start + length));
  }

  @Override
  public String describe() {
    return "constant";
  }
}
