package io.placed.encoding.fsst;

import io.placed.bytes.ByteReader;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.BytesDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.DecodedStrings;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.error.MalformedDataException;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Heap;
import io.placed.vector.match.BytesMatch;

/** Decodes byte strings that are compressed by FSST; see {@link FsstEncoding} for the grammar. */
final class FsstDecoder implements BytesDecoder {
  /**
   * If at most one in this number of values is selected, only those are decoded; otherwise the
   * whole vector.
   */
  private static final int FEW = 8;

  private final byte[] bytes;
  private final IntDecoder lengths;
  private final FsstTable table;
  private final boolean inline;
  private final int n;

  /** Start of the codes of each vector, and the end of the last one. */
  private final int[] vectorStarts;

  private final int[] scratch;

  private final DecodedStrings decoded;

  FsstDecoder(DecodeContext context, int n) {
    ByteReader in = context.in();
    this.n = n;
    decoded = new DecodedStrings(this, n);
    int kind = in.u8("location of the symbol table");
    if (kind > FsstScheme.INLINE) {
      throw new MalformedDataException("the location of the symbol table is " + kind);
    }
    inline = kind == FsstScheme.INLINE;
    table = inline ? FsstTable.read(in) : context.shared(FsstTable.class);
    if (table == null) {
      throw new MalformedDataException(
          "the values need a shared symbol table, but the chunk has none");
    }
    lengths = context.ints(n);
    bytes = in.array();
    int vectors = BitPacking.vectors(n);
    int ends = in.skip(4L * vectors, "ends of the codes");
    vectorStarts = new int[vectors + 1];
    for (int v = 0; v < vectors; v++) {
      int end = LittleEndian.getInt(bytes, ends + 4 * v);
      if (end < vectorStarts[v] || end > in.remaining()) {
        throw new MalformedDataException("the codes of vector " + v + " end at " + end);
      }
      vectorStarts[v + 1] = end;
    }
    int start = in.skip(vectorStarts[vectors], "codes");
    for (int v = 0; v <= vectors; v++) {
      vectorStarts[v] += start;
    }
    scratch = new int[Math.min(n, BitPacking.VECTOR)];
  }

  @Override
  public void decode(int from, int count, BytesColumn target) {
    int i = target.size();
    target.setSize(i + count);
    int[] outStarts = target.starts();
    int[] outLengths = target.lengths();
    for (int done = 0; done < count; done += BitPacking.VECTOR) {
      int vector = (from + done) >>> 10;
      int wanted = Math.min(BitPacking.VECTOR, count - done);
      int inVector = Math.min(BitPacking.VECTOR, n - (vector << 10));
      lengths.decode(vector << 10, inVector, scratch, 0);
      int at = decodeVector(vector, inVector, target);
      int start = at;
      for (int k = 0; k < wanted; k++) {
        outStarts[i + done + k] = at;
        outLengths[i + done + k] = scratch[k];
        at += scratch[k];
      }
      target.addArenaBytes(at - start);
    }
  }

  /** Appends the bytes of a vector to the arena of the target; returns where they start. */
  private int decodeVector(int vector, int inVector, BytesColumn target) {
    long total = bytesOf(vector, inVector);
    Heap.requireArray(target.arenaSize() + total, "the strings of a page");
    byte[] arena = target.reserveArena((int) Math.min(total, Integer.MAX_VALUE));
    int at = target.arenaSize();
    table.decode(
        bytes, vectorStarts[vector], vectorStarts[vector + 1], arena, at, at + (int) total);
    return at;
  }

  /** Total bytes of the first values of a vector, whose lengths are in the scratch array. */
  private long bytesOf(int vector, int values) {
    int codes = vectorStarts[vector + 1] - vectorStarts[vector];
    long total = 0;
    int negative = 0;
    for (int k = 0; k < values; k++) {
      total += scratch[k];
      negative |= scratch[k];
    }
    if (negative < 0 || total > (long) codes * FsstTable.MAX_LENGTH) {
      throw new MalformedDataException(
          "the lengths of the values are negative or more than " + codes + " codes give");
    }
    return total;
  }

  @Override
  public void select(int from, int[] positions, int count, BytesColumn target) {
    int inVector = Math.min(BitPacking.VECTOR, n - from);
    if (decoded.has(from) || count > inVector / FEW) {
      decoded.select(from, positions, count, target);
    } else if (count > 0) {
      selectFew(from, positions, count, target);
    }
  }

  private void selectFew(int from, int[] positions, int count, BytesColumn target) {
    int vector = from >>> 10;
    int values = positions[count - 1] + 1;
    lengths.decode(from, values, scratch, 0);
    bytesOf(vector, values);
    int first = target.size();
    target.setSize(first + count);
    FsstCursor cursor =
        new FsstCursor(table, bytes, vectorStarts[vector], vectorStarts[vector + 1]);
    int place = 0;
    int passed = 0;
    for (int k = 0; k < count; k++) {
      for (; passed < positions[k]; passed++) {
        place += scratch[passed];
      }
      int length = scratch[passed];
      byte[] arena = target.reserveArena(length + Long.BYTES);
      cursor.copy(place, length, arena, target.arenaSize());
      target.starts()[first + k] = target.arenaSize();
      target.lengths()[first + k] = length;
      target.addArenaBytes(length);
    }
  }

  /** Codes are read only if a value has a matching length. */
  @Override
  public void filter(int from, int count, BytesMatch match, long[] bits, int word) {
    if (!decoded.has(from)) {
      lengths.filter(from, count, match.lengths(), bits, word);
      if (Bits.count(bits, word << 6, (word << 6) + count) == 0) {
        return;
      }
    }
    Matching.strings(decoded.vector(from), count, match, bits, word);
  }

  @Override
  public String describe() {
    return FsstScheme.describe(table, inline) + lengths.describe();
  }
}
