package io.placed.encoding;

/**
 * The values of one array to encode. The slots of missing values repeat the value before them (at
 * the start: the first that is present), which costs the least in every encoding.
 */
abstract sealed class PageValues permits IntegerValues, Int128Values, StringValues {
  private int runs = -1;

  abstract int count();

  /** Number of runs of equal values. */
  final int runs() {
    if (runs < 0) {
      runs = count() == 0 ? 0 : countRuns(null);
    }
    return runs;
  }

  /** Counts the runs and writes where each starts, if {@code starts} is not null. */
  abstract int countRuns(int[] starts);

  /** The values at these positions. */
  abstract PageValues gather(int[] positions, int n);

  /** Writes the first value as {@link EncodingId#CONSTANT} wants it, without identifier. */
  abstract void writeConstant(ByteWriter out);

  /** Bytes of one value, about, if its neighbours say nothing of it. */
  abstract double valueBytes();

  /** Size of the best encoding that is neither run-length nor a dictionary, about. */
  abstract long leafBytes();

  /** Writes that encoding, identifier first, and describes it. */
  abstract String encodeLeaf(int depth, ByteWriter out);

  abstract DictionaryBuilder newDictionary();

  /** Bits that hold the numbers from 0 to max. */
  static int bits(long max) {
    return 64 - Long.numberOfLeadingZeros(max);
  }
}
