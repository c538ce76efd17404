package io.placed.encoding.entropy;

import io.placed.bytes.ByteWriter;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;

/**
 * How an array is coded.
 *
 * @param counts values of each bin
 * @param binOf bin of each value
 * @param min smallest value
 * @param estimate of bytes and time to decode
 */
record EntropyPlan(Bins bins, int[] counts, char[] binOf, long min, Estimate estimate) {
  /** Values of so many bits have bins without offsets, which no others improve much. */
  private static final int FEW_BITS = 12;

  /** The cheapest plan; null if there is only one bin. */
  static EntropyPlan of(IntegerValues values, double nanosPerByte) {
    return values.plan(EntropyPlan.class, () -> newPlan(values, nanosPerByte));
  }

  private static EntropyPlan newPlan(IntegerValues values, double nanosPerByte) {
    int n = values.count();
    long[] in = values.values();
    long min = in[0];
    long max = in[0];
    for (int i = 1; i < n; i++) {
      min = Math.min(min, in[i]);
      max = Math.max(max, in[i]);
    }
    Partition equal = EqualBins.of(values, min, max);
    EntropyPlan best = equal == null ? null : plan(values, equal, min, nanosPerByte);
    if (PageValues.bits(max - min) > FEW_BITS && saves(equal, nanosPerByte)) {
      Partition mixed = BestBins.of(values, min, max);
      EntropyPlan other = mixed == null ? null : plan(values, mixed, min, nanosPerByte);
      if (best == null
          || (other != null
              && other.estimate.cost(nanosPerByte) < best.estimate.cost(nanosPerByte))) {
        best = other;
      }
    }
    return best;
  }

  /** Whether bins of different widths are worth their time if they save all offset bits. */
  private static boolean saves(Partition equal, double nanosPerByte) {
    return equal == null || equal.width() / 8.0 * nanosPerByte > DecodeCost.ENTROPY_OFFSET;
  }

  private static EntropyPlan plan(
      IntegerValues values, Partition p, long min, double nanosPerByte) {
    int n = values.count();
    Weights weights = Weights.of(p.counts(), n, nanosPerByte);
    if (weights == null) {
      return null;
    }
    Bins bins = new Bins(p.lowers(), p.widths(), p.width(), weights.weights(), weights.log());
    ByteWriter head = new ByteWriter(1 << 10);
    bins.write(values.elementBytes(), head);
    boolean mixed = p.width() == EntropyEncoding.MIXED;
    double bits = weights.bits();
    for (int j = 0; j < bins.count(); j++) {
      bits += (double) p.counts()[j] * p.widths()[j];
    }
    int perVector = mixed ? 5 : 3;
    double bytes = 1 + head.size() + bits / 8 + (double) BitPacking.vectors(n) * perVector;
    double nanos =
        DecodeCost.ENTROPY_ARRAY
            + DecodeCost.ENTROPY_BIN * bins.count()
            + DecodeCost.ENTROPY_STATE * (1 << bins.log())
            + DecodeCost.ENTROPY * n;
    if (mixed) {
      nanos += n * DecodeCost.ENTROPY_OFFSET;
    } else {
      nanos += n * (DecodeCost.LOOKUP + (p.width() == 0 ? 0 : DecodeCost.FRAME_OF_REFERENCE));
    }
    return new EntropyPlan(bins, p.counts(), p.binOf(), min, new Estimate(bytes, nanos));
  }
}
