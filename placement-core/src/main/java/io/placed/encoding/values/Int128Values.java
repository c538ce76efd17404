package io.placed.encoding.values;

import io.placed.bytes.ByteWriter;
import io.placed.schema.Storage;
import io.placed.vector.Int128Column;

/** Signed 128-bit integers as two arrays of halves. */
public final class Int128Values extends PageValues {
  private final IntegerValues high;
  private final IntegerValues low;

  Int128Values(long[] high, long[] low, int n) {
    this.high = new IntegerValues(Storage.LONG, high, n);
    this.low = new IntegerValues(Storage.LONG, low, n);
  }

  /** Copies values of a column, with filled nulls. */
  public static Int128Values load(Int128Column column, int from, int n, long[] high, long[] low) {
    System.arraycopy(column.high(), from, high, 0, n);
    System.arraycopy(column.low(), from, low, 0, n);
    Missing.fill(high, column.validity(), from, n);
    Missing.fill(low, column.validity(), from, n);
    return new Int128Values(high, low, n);
  }

  long[] high() {
    return high.values();
  }

  long[] low() {
    return low.values();
  }

  public IntegerValues highHalves() {
    return high;
  }

  public IntegerValues lowHalves() {
    return low;
  }

  /** Whether every value is the sign extension of its lower half. */
  public boolean fitsLongs() {
    long[] h = high();
    long[] l = low();
    long differ = 0;
    for (int i = 0; i < count(); i++) {
      differ |= h[i] ^ l[i] >> 63;
    }
    return differ == 0;
  }

  @Override
  public Storage storage() {
    return Storage.INT128;
  }

  @Override
  public int count() {
    return low.count();
  }

  @Override
  int countRuns(int[] starts) {
    long[] h = high();
    long[] l = low();
    int runs = 1;
    if (starts != null) {
      starts[0] = 0;
    }
    for (int i = 1; i < count(); i++) {
      if (l[i] != l[i - 1] || h[i] != h[i - 1]) {
        if (starts != null) {
          starts[runs] = i;
        }
        runs++;
      }
    }
    return runs;
  }

  @Override
  public long[] othersThan(PageValues value) {
    long[] out = low.othersThan(((Int128Values) value).low);
    long[] more = high.othersThan(((Int128Values) value).high);
    for (int w = 0; w < out.length; w++) {
      out[w] |= more[w];
    }
    return out;
  }

  @Override
  public PageValues gather(int[] positions, int n) {
    IntegerValues h = (IntegerValues) high.gather(positions, n);
    IntegerValues l = (IntegerValues) low.gather(positions, n);
    return new Int128Values(h.values(), l.values(), n);
  }

  @Override
  public void writeConstant(ByteWriter out) {
    low.writeConstant(out);
    high.writeConstant(out);
  }

  @Override
  public double valueBytes() {
    return high.valueBytes() + low.valueBytes();
  }

  @Override
  public DictionaryBuilder newDictionary() {
    return new Int128Dictionary();
  }
}
