package io.placed.hive.type;

import java.time.ZoneId;
import org.apache.hadoop.conf.Configuration;

/** The time zone in which Hive shows instants. */
public final class SessionZone {
  private static final String SETTING = "hive.local.time.zone";

  private SessionZone() {}

  /** The zone of the session; the default zone of the JVM if none or {@code LOCAL} is set. */
  public static ZoneId of(Configuration job) {
    String zone = job.get(SETTING, "LOCAL");
    return zone.isEmpty() || zone.equalsIgnoreCase("LOCAL")
        ? ZoneId.systemDefault()
        : ZoneId.of(zone);
  }
}
