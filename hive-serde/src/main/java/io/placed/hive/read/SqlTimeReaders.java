package io.placed.hive.read;

import io.placed.hive.type.SqlTimes;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import org.apache.hadoop.hive.serde2.io.DateWritable;
import org.apache.hadoop.hive.serde2.io.TimestampWritable;

/** Readers of dates and timestamps for Hive before 4. */
@SuppressWarnings("deprecation") // exist in Hive 4, but it does not use them
final class SqlTimeReaders {
  private SqlTimeReaders() {}

  /**
   * @param single whether one object can be reused for all values
   */
  static CellReader date(boolean single) {
    return PrimitiveReaders.reader(
        single, DateWritable::new, (w, c, i) -> w.set(SqlTimes.date(((IntColumn) c).get(i))));
  }

  /**
   * @param isPoint whether the stored value is an instant
   */
  static CellReader timestamp(boolean single, boolean isPoint) {
    return PrimitiveReaders.reader(
        single,
        TimestampWritable::new,
        (w, c, i) -> {
          long stored = ((LongColumn) c).get(i);
          w.set(isPoint ? SqlTimes.ofPoint(stored) : SqlTimes.ofClock(stored));
        });
  }
}
