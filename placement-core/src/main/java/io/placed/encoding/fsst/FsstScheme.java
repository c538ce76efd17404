package io.placed.encoding.fsst;

import io.placed.bytes.ByteWriter;
import io.placed.bytes.LittleEndian;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.ChunkState;
import io.placed.encoding.spi.DecodeCost;
import io.placed.encoding.spi.EncodeContext;
import io.placed.encoding.spi.Estimate;
import io.placed.encoding.spi.Scheme;
import io.placed.encoding.values.IntegerValues;
import io.placed.encoding.values.PageValues;
import io.placed.encoding.values.StringValues;
import io.placed.schema.Storage;

/**
 * Byte strings whose frequent substrings are codes of one byte; see {@link FsstTable}, and {@link
 * FsstEncoding} for the grammar.
 */
final class FsstScheme extends Scheme {
  static final int SHARED = 0;
  static final int INLINE = 1;

  private static final int SAMPLE_BYTES = 32 << 10;
  private static final int STRETCH = 512;
  private static final int TRIAL_BYTES = 16 << 10;

  /** Minimum bytes; fewer do not justify a table. */
  private static final int MIN_BYTES = 512;

  static String describe(FsstTable table, boolean inline) {
    return "fsst(" + table.count() + (inline ? ", inline)/" : ")/");
  }

  FsstScheme() {
    super(FsstEncoding.ID, FsstEncoding.NAME, Storage.BYTES);
  }

  @Override
  public boolean applies(PageValues values, EncodeContext context) {
    return context.hasRoomFor(1) && ((StringValues) values).totalBytes() >= MIN_BYTES;
  }

  @Override
  public Estimate estimate(PageValues values, EncodeContext context) {
    StringValues s = (StringValues) values;
    FsstTable known = context.chunk().shared(FsstTable.class);
    FsstTable table = known == null ? symbols(s) : known;
    double codes = trial(s, table);
    long total = s.totalBytes();
    double bytes = codes * total + s.plainBytes() - total + 4.0 * BitPacking.vectors(s.count());
    return new Estimate(
        bytes + (known == null ? table.bytes() : 0),
        s.count() * DecodeCost.STRING + codes * total * DecodeCost.FSST_CODE);
  }

  /** Codes per byte, measured for a part of the values. */
  private static double trial(StringValues values, FsstTable table) {
    StringValues sample = (StringValues) values.sample();
    ByteWriter out = new ByteWriter(2 * TRIAL_BYTES);
    FsstEncoder encoder = FsstEncoder.ofThread(table);
    int taken = 0;
    // Every third value first, so that the sample covers all values even if the budget ends early.
    for (int first = 0; first < 3; first++) {
      for (int i = first; i < sample.count() && taken < TRIAL_BYTES; i += 3) {
        int length = Math.min(sample.plainLength(i), TRIAL_BYTES - taken);
        encoder.add(sample.arena(), sample.start(i), length, out);
        taken += length;
      }
    }
    encoder.flush(out);
    return taken == 0 ? 1 : (double) out.size() / taken;
  }

  private static FsstTable symbols(StringValues values) {
    return values.plan(FsstTable.class, () -> train(values));
  }

  /** Trains symbols on groups of neighbouring values from the whole array. */
  static FsstTable train(StringValues values) {
    int n = values.count();
    byte[] sample = new byte[SAMPLE_BYTES + FsstTable.MAX_LENGTH];
    int size = 0;
    int stretches = values.totalBytes() <= SAMPLE_BYTES ? 1 : SAMPLE_BYTES / STRETCH;
    int i = 0;
    for (int k = 0; k < stretches; k++) {
      i = Math.max(i, (int) ((long) n * k / stretches));
      int end = stretches == 1 ? SAMPLE_BYTES : Math.min(SAMPLE_BYTES, size + STRETCH);
      while (size < end && i < n) {
        int length = Math.min(values.plainLength(i), end - size);
        System.arraycopy(values.arena(), values.start(i), sample, size, length);
        size += length;
        i++;
      }
    }
    return FsstTrainer.train(sample, size);
  }

  @Override
  public void prepareTrial(PageValues values, ChunkState chunk, ChunkState trial) {
    FsstTable known = chunk.shared(FsstTable.class);
    trial.share(known == null ? symbols((StringValues) values) : known);
  }

  @Override
  public String encode(PageValues values, EncodeContext context, ByteWriter out) {
    StringValues s = (StringValues) values;
    ChunkState chunk = context.chunk();
    if (chunk.shared(FsstTable.class) == null && chunk.shares()) {
      chunk.share(symbols(s));
    }
    boolean inline = chunk.shared(FsstTable.class) == null;
    FsstTable table = inline ? symbols(s) : chunk.shared(FsstTable.class);
    out.u8(id());
    out.u8(inline ? INLINE : SHARED);
    if (inline) {
      table.write(out);
    }
    int n = s.count();
    long[] lengths = new long[n];
    for (int i = 0; i < n; i++) {
      lengths[i] = s.plainLength(i);
    }
    String text = context.child(this, 0).encode(new IntegerValues(Storage.INT, lengths, n), out);
    FsstEncoder encoder = FsstEncoder.ofThread(table);
    int vectors = BitPacking.vectors(n);
    int ends = out.reserve(4L * vectors);
    int codes = out.size();
    for (int v = 0; v < vectors; v++) {
      int end = Math.min(n, (v + 1) * BitPacking.VECTOR);
      for (int i = v * BitPacking.VECTOR; i < end; i++) {
        encoder.add(s.arena(), s.start(i), (int) lengths[i], out);
      }
      encoder.flush(out);
      LittleEndian.INT.set(out.array(), ends + 4 * v, out.size() - codes);
    }
    return describe(table, inline) + text;
  }
}
