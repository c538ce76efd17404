package io.placed.encoding.frequent;

import io.placed.bytes.ByteReader;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.MatchCache;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.BytesColumn;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;
import java.util.Optional;

/** Byte strings with one frequent value ({@link FrequentScheme}); see {@link FrequentInts}. */
final class FrequentStrings implements BytesDecoder {
  private final byte[] bytes;
  private final int start;
  private final int length;
  private final FrequentPlaces places;
  private final BytesDecoder values;
  private BytesColumn others;

  /** Up to this number of distinct exceptions, values are returned as codes. */
  private static final int FEW = 1 << 12;

  /** The dictionary of the exceptions followed by the frequent value; null until needed. */
  private BytesColumn dictionary;

  /** The exceptions followed by the frequent value. */
  private BytesColumn all;

  private final MatchCache<Optional<long[]>> found = new MatchCache<>();

  FrequentStrings(DecodeContext context, int n) {
    ByteReader in = context.in();
    length = in.u32(0, Integer.MAX_VALUE, "length of the value");
    start = in.skip(length, "value");
    bytes = in.array();
    places = new FrequentPlaces(context, n);
    values = context.bytes(places.count);
    context.charge(8L * places.count);
  }

  /** Copies the frequent value to the arena once, and each exception. */
  @Override
  public void decode(int from, int count, BytesColumn target) {
    if (count == 0) {
      return;
    }
    decodeOthers();
    int k = places.find(from, count);
    int first = places.first(from);
    if (target.size() == 0 && others.dictionary() != null && others.dictionary().size() <= FEW) {
      decodeCodes(count, first, k, target);
      return;
    }
    long apart = 0;
    for (int i = 0; i < k; i++) {
      apart += others.lengths()[first + i];
    }
    // Exceptions that share bytes also share them in the result.
    boolean shared = apart > others.arenaSize();
    int more = shared ? others.arenaSize() : (int) apart;
    if (more > Integer.MAX_VALUE - 8 - length) {
      throw new MalformedDataException("byte strings of more than 2^31 bytes in one page");
    }
    int needed = length + more;
    byte[] arena = target.reserveArena(needed);
    int to = target.arenaSize();
    int row = target.size();
    target.setSize(row + count);
    System.arraycopy(bytes, start, arena, to, length);
    Arrays.fill(target.starts(), row, row + count, to);
    Arrays.fill(target.lengths(), row, row + count, length);
    to += length;
    if (shared) {
      System.arraycopy(others.arena(), 0, arena, to, more);
    }
    for (int i = 0; i < k; i++) {
      int source = others.starts()[first + i];
      int size = others.lengths()[first + i];
      int placed = to;
      if (shared) {
        placed += source;
      } else {
        System.arraycopy(others.arena(), source, arena, to, size);
        to += size;
      }
      target.starts()[row + places.at[i]] = placed;
      target.lengths()[row + places.at[i]] = size;
    }
    target.addArenaBytes(needed);
  }

  private void decodeCodes(int count, int first, int exceptions, BytesColumn target) {
    int frequent = others.dictionary().size();
    if (dictionary == null) {
      dictionary = BytesDecoder.newColumn();
      dictionary.appendRange(others.dictionary(), 0, frequent);
      dictionary.append(bytes, start, length);
    }
    int[] codes = target.startCodes(dictionary, count);
    Arrays.fill(codes, 0, count, frequent);
    int[] other = others.codes();
    for (int i = 0; i < exceptions; i++) {
      codes[places.at[i]] = other[first + i];
    }
  }

  private void decodeOthers() {
    if (others == null) {
      others = BytesDecoder.newColumn();
      values.decode(0, places.count, others);
    }
  }

  @Override
  public void select(int from, int[] positions, int n, BytesColumn target) {
    if (all == null) {
      decodeOthers();
      all = BytesDecoder.newColumn();
      all.appendRange(others, 0, places.count);
      all.append(bytes, start, length);
    }
    target.appendSelected(all, places.select(from, positions, n, places.count), n);
  }

  @Override
  public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    decodeOthers();
    boolean frequent = match.test(bytes, start, start + length);
    Optional<long[]> rest =
        found.get(
            match,
            m ->
                Optional.ofNullable(
                    places.others(frequent, b -> Matching.strings(others, places.count, m, b, 0))));
    places.spread(frequent, rest.orElse(null), from, count, bits, word);
  }

  @Override
  public String describe() {
    return places.describe(values.describe());
  }
}
