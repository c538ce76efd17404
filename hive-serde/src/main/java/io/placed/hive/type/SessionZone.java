package io.placed.hive.type;

import java.time.ZoneId;
import org.apache.hadoop.conf.Configuration;

/** The zone in which Hive shows points in time. */
public final class SessionZone {
  private static final String SETTING = "hive.local.time.zone";

  private SessionZone() {}

  /** That of the session; the process's own where nothing or {@code LOCAL} is set. */
  public static ZoneId of(Configuration job) {
    String zone = job.get(SETTING, "LOCAL");
    return zone.isEmpty() || zone.equalsIgnoreCase("LOCAL")
        ? ZoneId.systemDefault()
        : ZoneId.of(zone);
  }
}
