package io.placed.encoding.derived;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Encodes the arrays that {@link DerivedDecoder} reads. */
public final class DerivedPage {
  /** Of the nested arrays. */
  public static final int DEPTH = 2;

  /** The contexts of the nested arrays, which keep their encodings from page to page. */
  public static final class Contexts {
    private final EncodeContext factors;
    private final EncodeContext residuals;
    private final EncodeContext orphans;
    private final EncodeContext exceptions;
    private final EncodeContext cells;
    private final EncodeContext strings;

    public Contexts(Supplier<? extends EncodeContext> place) {
      factors = place.get();
      residuals = place.get();
      orphans = place.get();
      exceptions = place.get();
      cells = place.get();
      strings = place.get();
    }
  }

  private final Contexts contexts;
  private final Column column;
  private final int from;
  private final int n;
  private final Derivation derivation;
  private final boolean floating;

  private final long[] values;
  private final long[] usable;
  private final long[] expected;
  private final long[] factors;
  private final int[] orphanCounts;
  private final int[] exceptionCounts;
  private long[] orphans = new long[16];
  private int orphanCount;
  private int[] exceptions = new int[0];
  private int exceptionCount;

  private DerivedPage(Column column, int from, int n, Derivation derivation, Contexts contexts) {
    this.contexts = contexts;
    this.column = column;
    this.from = from;
    this.n = n;
    this.derivation = derivation;
    Storage storage = column.type().storage();
    this.floating = storage == Storage.FLOAT || storage == Storage.DOUBLE;
    values = new long[n];
    usable = new long[Bits.words(n)];
    expected = new long[n];
    factors = new long[n];
    int vectors = (n + BitPacking.VECTOR - 1) / BitPacking.VECTOR;
    orphanCounts = new int[vectors];
    exceptionCounts = new int[vectors];
  }

  /**
   * Writes values [from, from + n) as a derived array, identifier first.
   *
   * @param parents columns with the same rows at the same positions
   * @return readable description; null if nothing was written because it would not be worthwhile
   */
  public static String encode(
      Column column,
      int from,
      int n,
      Derivation derivation,
      List<Column> parents,
      Contexts contexts,
      ByteWriter out) {
    return n == 0
        ? null
        : new DerivedPage(column, from, n, derivation, contexts).encode(parents, out);
  }

  private String encode(List<Column> parents, ByteWriter out) {
    return derivation.function().isMap() ? encodeMap(parents, out) : encodeFunction(parents, out);
  }

  private String encodeFunction(List<Column> parents, ByteWriter out) {
    boolean complete = ScaledIntegers.read(column, from, n, derivation.scale(), values, usable);
    long[] bits = parentIntegers(parents);
    if (derivation.function().storesFactor()) {
      findFactors(bits);
    }
    derivation.apply(expected, factors, expected, n);
    int bound = ownBits(complete);
    separate(complete, bits);
    if (orphanCount + exceptionCount > n / 2) {
      return null;
    }
    int mark = out.size();
    out.u8(DerivedEncoding.ID);
    return write(derivation.toString(), mark, (long) n * bound / 8, out);
  }

  /** Every value is that of the key of its parents, and a residual. */
  private String encodeMap(List<Column> parents, ByteWriter out) {
    StringNumbers strings =
        column instanceof BytesColumn b ? StringNumbers.of(b, from, n, values, usable) : null;
    boolean complete =
        strings == null
            ? ScaledIntegers.read(column, from, n, derivation.scale(), values, usable)
            : Bits.count(usable, 0, n) == n;
    int present = Bits.count(usable, 0, n);
    if (present < n / 2 && floating || strings != null && strings.count() == 0) {
      return null;
    }
    ParentKeys.read(parents.get(0), from, n, expected);
    if (parents.size() > 1) {
      ParentKeys.read(parents.get(1), from, n, factors);
      ParentKeys.join(expected, factors, n);
    }
    KeyGroups groups = new KeyGroups(expected, n, usable);
    if (groups.count() > present / 2) {
      return null;
    }
    long[] integers = groups.representatives(values);
    long limit = (long) n * ownBits(complete) / 8;
    int mark = out.size();
    out.u8(DerivedEncoding.ID);
    String map = new ValueMapBuilder(groups, integers).write(contexts.cells, out);
    if (map == null) {
      return abandon(mark, out);
    }
    String text = derivation + "/" + map;
    if (strings != null) {
      out.u32(strings.count());
      int start = out.size();
      contexts.strings.encode(strings.sorted(), out);
      text += "/" + StringCodes.describe(strings.count());
      limit += out.size() - start;
    }
    for (int i = 0; i < n; i++) {
      expected[i] = groups.groupOf(i) < 0 ? 0 : integers[groups.groupOf(i)];
    }
    separate(complete, null);
    return exceptionCount > n / 2 ? abandon(mark, out) : write(text, mark, limit, out);
  }

  private static String abandon(int mark, ByteWriter out) {
    out.truncate(mark);
    return null;
  }

  /**
   * Writes what follows the map and the strings.
   *
   * @param limit bytes that the page must not reach
   */
  private String write(String start, int mark, long limit, ByteWriter out) {
    String text = start;
    if (derivation.function().storesFactor()) {
      text += "/" + integers(factors, n, contexts.factors, out);
    }
    text += "/" + integers(values, n, contexts.residuals, out);
    for (int count : orphanCounts) {
      out.u16(count);
    }
    for (int count : exceptionCounts) {
      out.u16(count);
    }
    String orphanText = integers(orphans, orphanCount, contexts.orphans, out);
    if (orphanCount > 0) {
      text += " " + orphanCount + " orphans:" + orphanText;
    }
    for (int e = 0; e < exceptionCount; e++) {
      out.u16(exceptions[e] % BitPacking.VECTOR);
    }
    if (exceptionCount > 0) {
      writeExceptions(out);
      text += " " + exceptionCount + " exceptions";
    }
    return out.size() - mark >= limit ? abandon(mark, out) : text;
  }

  private static String integers(long[] values, int n, EncodeContext context, ByteWriter out) {
    return context.encode(new IntegerValues(Storage.LONG, values, n), out);
  }

  /** Stores the integers of the parents in {@link #expected} and {@link #factors}. */
  private long[] parentIntegers(List<Column> parents) {
    long[] bits = new long[Bits.words(n)];
    int scale = derivation.parents().get(0).scale();
    boolean all = ScaledIntegers.read(parents.get(0), from, n, scale, expected, bits);
    if (parents.size() > 1) {
      long[] more = new long[bits.length];
      scale = derivation.parents().get(1).scale();
      all &= ScaledIntegers.read(parents.get(1), from, n, scale, factors, more);
      for (int w = 0; w < bits.length; w++) {
        bits[w] &= more[w];
      }
    }
    return all ? null : bits;
  }

  /**
   * Finds the smallest factor that gives the value, if there is one. Slots whose factor does not
   * matter repeat the previous one.
   */
  private void findFactors(long[] parentBits) {
    long last = 0;
    boolean first = true;
    for (int i = 0; i < n; i++) {
      boolean matters = Bits.get(usable, i) && (parentBits == null || Bits.get(parentBits, i));
      if (matters && expected[i] != 0) {
        last = factor(values[i], expected[i], derivation.divisor());
        if (first) {
          Arrays.fill(factors, 0, i, last);
          first = false;
        }
      }
      factors[i] = last;
    }
  }

  /** A q near zero with {@code floor(a * q / d) == c}, if there is one. */
  static long factor(long c, long a, long d) {
    long target = c * d;
    if (a == -1) {
      return -target;
    }
    long q = Math.floorDiv(target, a);
    return a > 0 && q * a != target ? q + 1 : q;
  }

  /** Bits per value without the derivation: what a derived page must beat. */
  private int ownBits(boolean complete) {
    if (floating && Bits.count(usable, 0, n) < n / 2) {
      return 64;
    }
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < n; i++) {
      if (complete || Bits.get(usable, i)) {
        min = Math.min(min, values[i]);
        max = Math.max(max, values[i]);
      }
    }
    return min >= max ? 0 : PageValues.bits(max - min);
  }

  /** Replaces values by residuals; orphans and exceptions are moved to separate arrays. */
  private void separate(boolean complete, long[] parentBits) {
    long[] validity = column.validity();
    long last = 0;
    boolean first = true;
    for (int i = 0; i < n; i++) {
      boolean integer = complete || Bits.get(usable, i);
      boolean present = integer || validity == null || Bits.get(validity, from + i);
      boolean parentsThere = parentBits == null || Bits.get(parentBits, i);
      if (present && !integer) {
        addException(i);
      }
      if (present && !parentsThere) {
        addOrphan(i, integer ? values[i] : 0);
      }
      if (integer && parentsThere) {
        last = values[i] - expected[i];
        if (first) {
          Arrays.fill(values, 0, i, last);
          first = false;
        }
      }
      values[i] = last;
    }
  }

  private void addOrphan(int i, long value) {
    if (orphanCount == orphans.length) {
      orphans = Arrays.copyOf(orphans, 2 * orphanCount);
    }
    orphans[orphanCount++] = value;
    orphanCounts[i / BitPacking.VECTOR]++;
  }

  private void addException(int i) {
    if (exceptionCount == exceptions.length) {
      exceptions = Arrays.copyOf(exceptions, Math.max(16, 2 * exceptionCount));
    }
    exceptions[exceptionCount++] = i;
    exceptionCounts[i / BitPacking.VECTOR]++;
  }

  private void writeExceptions(ByteWriter out) {
    long[] raw = new long[exceptionCount];
    for (int e = 0; e < exceptionCount; e++) {
      int i = from + exceptions[e];
      raw[e] =
          column instanceof DoubleColumn d
              ? Double.doubleToRawLongBits(d.values()[i])
              : Float.floatToRawIntBits(((FloatColumn) column).values()[i]);
    }
    contexts.exceptions.encode(
        new IntegerValues(column.type().storage(), raw, exceptionCount), out);
  }
}
