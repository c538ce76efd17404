package io.placed.spark.read.source;

import io.placed.spark.PlacedOptions;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Which state of a data set is read.
 *
 * @param snapshot id, or null
 * @param asOfMillis since 1970-01-01T00:00:00Z, or null
 */
public record TimeTravel(Long snapshot, Long asOfMillis) {
  private static final TimeTravel NOW = new TimeTravel(null, null);

  /**
   * @param timeZone of times without one
   * @throws IllegalArgumentException if an option has no such value, or both are given
   */
  public static TimeTravel of(CaseInsensitiveStringMap options, String timeZone) {
    String id = options.get(PlacedOptions.SNAPSHOT);
    String time = options.get(PlacedOptions.AS_OF);
    if (id == null && time == null) {
      return NOW;
    }
    if (id != null && time != null) {
      throw new IllegalArgumentException(
          "options "
              + PlacedOptions.SNAPSHOT
              + " and "
              + PlacedOptions.AS_OF
              + " are given; one of them is allowed");
    }
    return id != null
        ? new TimeTravel(snapshotId(id), null)
        : new TimeTravel(
            null, millis(time, ZoneId.of(options.getOrDefault(PlacedOptions.TIME_ZONE, timeZone))));
  }

  private static long snapshotId(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "option " + PlacedOptions.SNAPSHOT + ": '" + text + "' is no number of a snapshot", e);
    }
  }

  private static long millis(String text, ZoneId zone) {
    String iso = text.strip().replace(' ', 'T');
    try {
      if (iso.indexOf('T') < 0) {
        return LocalDate.parse(iso).atStartOfDay(zone).toInstant().toEpochMilli();
      }
      boolean offset = iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
      return offset
          ? OffsetDateTime.parse(iso).toInstant().toEpochMilli()
          : LocalDateTime.parse(iso).atZone(zone).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "option "
              + PlacedOptions.AS_OF
              + ": '"
              + text
              + "' is no time such as 2026-01-31T12:00:00, 2026-01-31T12:00:00Z or 2026-01-31",
          e);
    }
  }

  public boolean isNow() {
    return snapshot == null && asOfMillis == null;
  }

  Snapshot of(DataSet dataSet) throws IOException {
    if (snapshot != null) {
      return dataSet.snapshot(snapshot);
    }
    return asOfMillis != null ? dataSet.asOf(asOfMillis) : dataSet.current();
  }
}
