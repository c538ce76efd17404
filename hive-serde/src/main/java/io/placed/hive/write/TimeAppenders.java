package io.placed.hive.write;

import io.placed.hive.type.HostHive;
import io.placed.hive.type.SqlTimes;
import io.placed.hive.type.ZoneShift;
import io.placed.schema.Type;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.sql.Date;
import java.time.ZoneId;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.DateObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampLocalTZObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.TimestampObjectInspector;

/** Appends the dates and timestamps of the current version of Hive. */
final class TimeAppenders {
  private final boolean truncatesNanos;
  private final ZoneId zone;

  /**
   * @param truncatesNanos whether timestamps with more than microseconds are truncated; otherwise
   *     they are refused
   * @param zone for conversions between instants and timestamps without time zone
   */
  TimeAppenders(boolean truncatesNanos, ZoneId zone) {
    this.truncatesNanos = truncatesNanos;
    this.zone = zone;
  }

  ValueAppender date(PrimitiveObjectInspector inspector) {
    if (HostHive.BEFORE_4) {
      return (v, c) ->
          ((IntColumn) c).append(SqlTimes.days((Date) inspector.getPrimitiveJavaObject(v)));
    }
    DateObjectInspector dates = (DateObjectInspector) inspector;
    return (v, c) -> ((IntColumn) c).append(dates.getPrimitiveWritableObject(v).getDays());
  }

  /**
   * @param name of the column, for error messages
   */
  ValueAppender timestamp(String name, PrimitiveObjectInspector inspector) {
    if (HostHive.BEFORE_4) {
      return (v, c) -> {
        java.sql.Timestamp t = (java.sql.Timestamp) inspector.getPrimitiveJavaObject(v);
        long seconds = isPoint(c) ? SqlTimes.pointSeconds(t) : SqlTimes.clockSeconds(t);
        ((LongColumn) c).append(micros(name, seconds, t.getNanos(), t));
      };
    }
    TimestampObjectInspector times = (TimestampObjectInspector) inspector;
    ZoneShift toPoint = ZoneShift.fromClock(zone);
    return (v, c) -> {
      Timestamp t = times.getPrimitiveJavaObject(v);
      long micros = micros(name, t.toEpochSecond(), t.getNanos(), t);
      ((LongColumn) c).append(isPoint(c) ? toPoint.shift(micros) : micros);
    };
  }

  /** Instants, which Hive has since version 4. */
  ValueAppender pointInTime(String name, TimestampLocalTZObjectInspector inspector) {
    ZoneShift toClock = ZoneShift.toClock(zone);
    return (v, c) -> {
      TimestampTZ t = inspector.getPrimitiveJavaObject(v);
      long micros = micros(name, t.getEpochSecond(), t.getNanos(), t);
      ((LongColumn) c).append(isPoint(c) ? micros : toClock.shift(micros));
    };
  }

  private static boolean isPoint(Column column) {
    return column.type().equals(Type.TIMESTAMP);
  }

  private long micros(String name, long seconds, int nanos, Object value) {
    if (nanos % 1_000 != 0 && !truncatesNanos) {
      throw new IllegalArgumentException(
          "column "
              + name
              + ": "
              + value
              + " is more precise than microseconds, which Placed stores. To truncate such values,"
              + " ALTER TABLE … SET TBLPROPERTIES ('"
              + TableSettings.NANOS
              + "'='truncate')");
    }
    return Math.addExact(Math.multiplyExact(seconds, 1_000_000L), nanos / 1_000);
  }
}
