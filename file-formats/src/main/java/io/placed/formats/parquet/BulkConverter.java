package io.placed.formats.parquet;

import io.placed.vector.BytesColumn;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.Arrays;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Appends many values of a type that a column stores as it is; the one-by-one way is for lists. */
abstract class BulkConverter extends PrimitiveConverter {
  /**
   * Appends the next n values.
   *
   * @param codes whether the values are numbers of values of the dictionary that was set
   */
  abstract void read(ValuesReader values, int n, boolean codes);

  static final class Ints extends BulkConverter {
    private final IntColumn column;

    Ints(IntColumn column) {
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      column.append(value);
    }

    @Override
    void read(ValuesReader values, int n, boolean codes) {
      int at = column.size();
      column.setSize(at + n);
      int[] to = column.values();
      for (int i = at; i < at + n; i++) {
        to[i] = values.readInteger();
      }
    }
  }

  static final class Longs extends BulkConverter {
    private final LongColumn column;

    Longs(LongColumn column) {
      this.column = column;
    }

    @Override
    public void addLong(long value) {
      column.append(value);
    }

    @Override
    void read(ValuesReader values, int n, boolean codes) {
      int at = column.size();
      column.setSize(at + n);
      long[] to = column.values();
      for (int i = at; i < at + n; i++) {
        to[i] = values.readLong();
      }
    }
  }

  static final class HybridDates extends BulkConverter {
    private final IntColumn column;

    HybridDates(IntColumn column) {
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      column.append(HybridCalendar.days(value));
    }

    @Override
    void read(ValuesReader values, int n, boolean codes) {
      int at = column.size();
      column.setSize(at + n);
      int[] to = column.values();
      for (int i = at; i < at + n; i++) {
        to[i] = HybridCalendar.days(values.readInteger());
      }
    }
  }

  /** Microseconds. */
  static final class HybridTimes extends BulkConverter {
    private final LongColumn column;
    private final HybridCalendar calendar;

    HybridTimes(LongColumn column, HybridCalendar calendar) {
      this.column = column;
      this.calendar = calendar;
    }

    @Override
    public void addLong(long value) {
      column.append(calendar.micros(value));
    }

    @Override
    void read(ValuesReader values, int n, boolean codes) {
      int at = column.size();
      column.setSize(at + n);
      long[] to = column.values();
      for (int i = at; i < at + n; i++) {
        to[i] = calendar.micros(values.readLong());
      }
    }
  }

  static final class Floats extends BulkConverter {
    private final FloatColumn column;

    Floats(FloatColumn column) {
      this.column = column;
    }

    @Override
    public void addFloat(float value) {
      column.append(value);
    }

    @Override
    void read(ValuesReader values, int n, boolean codes) {
      int at = column.size();
      column.setSize(at + n);
      float[] to = column.values();
      for (int i = at; i < at + n; i++) {
        to[i] = values.readFloat();
      }
    }
  }

  static final class Doubles extends BulkConverter {
    private final DoubleColumn column;

    Doubles(DoubleColumn column) {
      this.column = column;
    }

    @Override
    public void addDouble(double value) {
      column.append(value);
    }

    @Override
    void read(ValuesReader values, int n, boolean codes) {
      int at = column.size();
      column.setSize(at + n);
      double[] to = column.values();
      for (int i = at; i < at + n; i++) {
        to[i] = values.readDouble();
      }
    }
  }

  /** Strings and binary. */
  static final class Bytes extends BulkConverter {
    /** A larger dictionary has few values that a batch repeats. */
    private static final int MAX_SHARED = 1024;

    private final BytesColumn column;
    private final FieldReader.Meter meter;
    private byte[][] dictionary;

    /** By number in a small dictionary, 1 + where the value is in the arena; 0 = not there yet. */
    private int[] shared;

    /** The batch whose arena that is. */
    private long sharedIn;

    Bytes(BytesColumn column, FieldReader.Meter meter) {
      this.column = column;
      this.meter = meter;
    }

    @Override
    public void addBinary(Binary value) {
      append(value.getBytesUnsafe());
    }

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary source) {
      dictionary = new byte[source.getMaxId() + 1][];
      for (int i = 0; i < dictionary.length; i++) {
        dictionary[i] = source.decodeToBinary(i).getBytes();
      }
      shared = dictionary.length <= MAX_SHARED ? new int[dictionary.length] : null;
    }

    @Override
    public void addValueFromDictionary(int id) {
      append(dictionary[id]);
    }

    private void append(byte[] bytes) {
      column.append(bytes);
      meter.bytes += bytes.length;
    }

    @Override
    void read(ValuesReader values, int n, boolean codes) {
      if (codes && shared != null) {
        readShared(values, n);
      } else if (codes) {
        for (int i = 0; i < n; i++) {
          append(dictionary[values.readValueDictionaryId()]);
        }
      } else if (values instanceof PlainValues plain) {
        for (int i = 0; i < n; i++) {
          meter.bytes += plain.appendBytes(column);
        }
      } else {
        for (int i = 0; i < n; i++) {
          append(values.readBytes().getBytesUnsafe());
        }
      }
    }

    /** Values that a batch repeats share bytes. */
    private void readShared(ValuesReader values, int n) {
      int at = column.size();
      if (sharedIn != meter.batch) {
        Arrays.fill(shared, 0);
        sharedIn = meter.batch;
      }
      column.setSize(at + n);
      int[] starts = column.starts();
      int[] lengths = column.lengths();
      for (int i = at; i < at + n; i++) {
        int id = values.readValueDictionaryId();
        byte[] value = dictionary[id];
        if (shared[id] == 0) {
          byte[] arena = column.reserveArena(value.length);
          System.arraycopy(value, 0, arena, column.arenaSize(), value.length);
          shared[id] = column.arenaSize() + 1;
          column.addArenaBytes(value.length);
        }
        starts[i] = shared[id] - 1;
        lengths[i] = value.length;
        meter.bytes += value.length;
      }
    }
  }
}
