package io.placed.spark.internal.decision;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.SessionSettings;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.SourceOptions;
import io.placed.table.source.Moment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Reads of earlier snapshots that options select. */
public final class TimeTravel {
  /** Spark's own name of the option. */
  public static final String VERSION = "versionAsOf";

  private final NameResolver names;
  private final Supplier<SessionSettings> settings;

  TimeTravel(NameResolver names, Supplier<SessionSettings> settings) {
    this.names = names;
    this.settings = settings;
  }

  /**
   * An earlier snapshot of a table in the catalog of paths.
   *
   * @param options without those that select the snapshot
   * @param snapshot id or tag, or null
   * @param micros since 1970-01-01T00:00Z, or null
   */
  public record PastTable(
      List<String> name, CaseInsensitiveStringMap options, String snapshot, Long micros) {}

  /**
   * Resolves options that select a snapshot of a table of the session's catalog. Another snapshot
   * may have other columns, which the catalog's table does not support, but the table at its path
   * does.
   *
   * @return null if there are no such options, or the table is not of this source
   */
  public PastTable past(List<String> name, CaseInsensitiveStringMap given) {
    boolean asked =
        Stream.of(PlacedOptions.SNAPSHOT, PlacedOptions.AS_OF, VERSION)
            .anyMatch(given::containsKey);
    List<String> path = asked ? names.metadataName(name) : null;
    path = asked && path == null ? names.tablePath(name) : path;
    if (path == null) {
      return null;
    }
    CaseInsensitiveStringMap own = ofSource(given);
    Map<String, String> options = new HashMap<>(own.asCaseSensitiveMap());
    Moment moment = SourceOptions.moment(own, settings.get().timeZone());
    take(options, PlacedOptions.SNAPSHOT);
    take(options, PlacedOptions.AS_OF);
    Long micros =
        moment.snapshot() == null ? Math.multiplyExact(moment.asOfMillis(), 1_000L) : null;
    return new PastTable(path, new CaseInsensitiveStringMap(options), moment.snapshot(), micros);
  }

  /**
   * Options of a read of a table by its name as those of the source, which has another name for
   * what selects a snapshot.
   */
  public static CaseInsensitiveStringMap ofSource(CaseInsensitiveStringMap given) {
    if (!given.containsKey(VERSION)) {
      return given;
    }
    if (given.containsKey(PlacedOptions.SNAPSHOT)) {
      throw Errors.analysis(
          "options "
              + PlacedOptions.SNAPSHOT
              + " and "
              + VERSION
              + " have the same meaning; one of them is allowed",
          null);
    }
    Map<String, String> options = new HashMap<>(given.asCaseSensitiveMap());
    options.put(PlacedOptions.SNAPSHOT, take(options, VERSION));
    return new CaseInsensitiveStringMap(options);
  }

  /** Removes an option, ignoring case, and returns its value. */
  private static String take(Map<String, String> options, String name) {
    String value = new CaseInsensitiveStringMap(options).get(name);
    options.keySet().removeIf(name::equalsIgnoreCase);
    return value;
  }
}
