package io.placed.encoding.frontcoding;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.fsst.FsstEncoding;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.plain.PlainEncoding;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DecodedStrings;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.BytesColumn;
import io.placed.vector.Heap;
import io.placed.vector.match.BytesMatch;

/** Decodes byte strings that share a prefix with the one before; see {@link FrontCodingScheme}. */
final class FrontCodingDecoder implements BytesDecoder {
  private final IntDecoder prefixes;
  private final BytesDecoder suffixes;
  private final int[] prefix;
  private final BytesColumn suffix = BytesDecoder.newColumn();
  private final DecodedStrings decoded;

  FrontCodingDecoder(DecodeContext context, int n) {
    ByteReader in = context.in();
    decoded = new DecodedStrings(this, n);
    int size = in.remaining();
    prefixes = context.ints(n);
    suffixes = ownBytes(context, n);
    size -= in.remaining();
    prefix = new int[Math.min(n, BitPacking.VECTOR)];
    long total = 0;
    int negative = 0;
    for (int from = 0; from < n; from += BitPacking.VECTOR) {
      int count = Math.min(BitPacking.VECTOR, n - from);
      prefixes.decode(from, count, prefix, 0);
      for (int i = 0; i < count; i++) {
        negative |= prefix[i];
        total += prefix[i];
      }
    }
    if (negative < 0 || total > FrontCodingScheme.FREE_BYTES + FrontCodingScheme.MAX_RATIO * size) {
      throw new MalformedDataException(
          "shared prefixes of " + total + " bytes in an array of " + size);
    }
    if (context.depth() > 1) {
      context.charge(total); // the enclosing array needs all values at once
    }
  }

  /**
   * Plain or FSST only: if values could share bytes with others, the bound of the prefixes would
   * not hold.
   */
  private static BytesDecoder ownBytes(DecodeContext context, int n) {
    int id = context.in().peek("encoding");
    if (id != PlainEncoding.ID && id != FsstEncoding.ID) {
      throw new MalformedDataException(
          "suffixes in the encoding " + id + ", expected plain or FSST");
    }
    return context.bytes(n);
  }

  @Override
  public void decode(int from, int count, BytesColumn target) {
    int first = target.size();
    target.setSize(first + count);
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      decodeVector(from + done, Math.min(BitPacking.VECTOR, count - done), target, first + done);
    }
  }

  private void decodeVector(int from, int count, BytesColumn target, int first) {
    prefixes.decode(from, count, prefix, 0);
    suffix.clear();
    suffixes.decode(from, count, suffix);
    int[] rests = suffix.lengths();
    long total = 0;
    int length = 0;
    for (int i = 0; i < count; i++) {
      if (prefix[i] > length) {
        throw new MalformedDataException(
            "a value shares " + prefix[i] + " bytes with one of " + length);
      }
      length = (int) Math.min(Integer.MAX_VALUE, (long) prefix[i] + rests[i]);
      total += length;
    }
    Heap.requireArray(target.arenaSize() + total, "the strings of a page");
    byte[] arena = target.reserveArena((int) Math.min(Integer.MAX_VALUE, total));
    byte[] rest = suffix.arena();
    int[] restStarts = suffix.starts();
    int[] starts = target.starts();
    int[] lengths = target.lengths();
    int at = target.arenaSize();
    int start = at;
    int previous = at;
    int previousLength = -1;
    for (int i = 0; i < count; i++) {
      int p = prefix[i];
      int r = rests[i];
      if (r == 0 && p == previousLength) {
        starts[first + i] = previous;
        lengths[first + i] = p;
        continue;
      }
      copy(arena, previous, arena, at, p);
      copy(rest, restStarts[i], arena, at + p, r);
      starts[first + i] = at;
      lengths[first + i] = p + r;
      previous = at;
      previousLength = p + r;
      at += p + r;
    }
    target.addArenaBytes(at - start);
  }

  /** Most pieces have a few bytes: copies eight at a time if there is unused space after them. */
  private static void copy(byte[] from, int at, byte[] to, int toAt, int length) {
    if (length > 32 || at + length > from.length - 8 || toAt + length > to.length - 8) {
      System.arraycopy(from, at, to, toAt, length);
      return;
    }
    for (int i = 0; i < length; i += 8) {
      LittleEndian.LONG.set(to, toAt + i, LittleEndian.getLong(from, at + i));
    }
  }

  @Override
  public void select(int from, int[] positions, int count, BytesColumn target) {
    decoded.select(from, positions, count, target);
  }

  @Override
  public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    Matching.strings(decoded.vector(from), count, match, bits, word);
  }

  @Override
  public String describe() {
    return FrontCodingScheme.describe(prefixes.describe(), suffixes.describe());
  }
}
