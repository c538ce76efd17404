package io.placed.formats.parquet;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calendars of a file, which its writer names in the metadata. Parquet's own rule is the
 * proleptic Gregorian calendar; Spark before 3.0 and Hive before 3.1 had the hybrid one, and newer
 * ones can still write it.
 *
 * <p>Hive before 4.0 writes no such entry, and 3.1 is proleptic while 2 is hybrid, so that their
 * files cannot be told apart: they are proleptic here, as in Spark. Hive never converts timestamps.
 *
 * @param hybridDates whether dates are hybrid
 * @param times of timestamps in INT64; null = proleptic
 * @param int96 of those in INT96; null = proleptic
 */
record FileCalendar(boolean hybridDates, HybridCalendar times, HybridCalendar int96) {
  static final FileCalendar PROLEPTIC = new FileCalendar(false, null, null);

  private static final String SPARK = "org.apache.spark.";
  private static final String HIVE_PROLEPTIC = "writer.date.proleptic";
  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

  /**
   * @param metadata of the file's footer
   */
  static FileCalendar of(Map<String, String> metadata) {
    String version = metadata.get(SPARK + "version");
    boolean hybrid = metadata.containsKey(SPARK + "legacyDateTime") || isBefore(version, 3, 0);
    boolean hybrid96 = metadata.containsKey(SPARK + "legacyINT96") || isBefore(version, 3, 1);
    String proleptic = metadata.get(HIVE_PROLEPTIC);
    boolean hive = proleptic != null && !Boolean.parseBoolean(proleptic);
    if (!hybrid && !hybrid96) {
      return hive ? new FileCalendar(true, null, null) : PROLEPTIC;
    }
    // Spark before 3.2 does not write its zone, and reads with that of the session, which nobody
    // knows here: the date of a timestamp is that in UTC then.
    HybridCalendar calendar = new HybridCalendar(metadata.getOrDefault(SPARK + "timeZone", "UTC"));
    return new FileCalendar(hybrid || hive, hybrid ? calendar : null, hybrid96 ? calendar : null);
  }

  private static boolean isBefore(String version, int major, int minor) {
    Matcher m = version == null ? null : VERSION.matcher(version);
    if (m == null || !m.matches()) {
      return false;
    }
    int its = Integer.parseInt(m.group(1));
    return its < major || its == major && Integer.parseInt(m.group(2)) < minor;
  }
}
