package io.placed.spark.read.source;

import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.spark.PlacedOptions;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Spark's options that choose among files: pathGlobFilter, modifiedBefore, modifiedAfter. */
final class FileChoice {
  private final FileStores stores;
  private final GlobFilter name;
  private final long before;
  private final long after;

  private FileChoice(FileStores stores, GlobFilter name, long before, long after) {
    this.stores = stores;
    this.name = name;
    this.before = before;
    this.after = after;
  }

  static FileChoice of(CaseInsensitiveStringMap options, FileStores stores, String timeZone)
      throws IOException {
    String glob = options.get(PlacedOptions.NAME_GLOB);
    ZoneId zone = ZoneId.of(options.getOrDefault(PlacedOptions.TIME_ZONE, timeZone));
    return new FileChoice(
        stores,
        glob == null ? null : new GlobFilter(glob),
        millis(options, PlacedOptions.MODIFIED_BEFORE, zone, Long.MAX_VALUE),
        millis(options, PlacedOptions.MODIFIED_AFTER, zone, Long.MIN_VALUE));
  }

  private static long millis(
      CaseInsensitiveStringMap options, String option, ZoneId zone, long otherwise) {
    String text = options.get(option);
    if (text == null) {
      return otherwise;
    }
    try {
      return LocalDateTime.parse(text).atZone(zone).toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "option " + option + ": '" + text + "' is not of the form 2020-12-31T23:59:59", e);
    }
  }

  boolean takes(SourceFile file) throws IOException {
    if (name != null && !name.accept(new Path(PathNames.name(file.path())))) {
      return false;
    }
    if (before == Long.MAX_VALUE && after == Long.MIN_VALUE) {
      return true;
    }
    long modified = stores.forPath(file.path()).stat(file.path()).modifiedMillis();
    return modified < before && modified > after;
  }
}
