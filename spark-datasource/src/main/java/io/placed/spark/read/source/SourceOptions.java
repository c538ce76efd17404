package io.placed.spark.read.source;

import com.google.gson.Gson;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.table.changes.ChangeRange;
import io.placed.table.source.FileChoice;
import io.placed.table.source.ListedPartitions;
import io.placed.table.source.Moment;
import io.placed.table.source.SourceRequest;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Parses the options of a read: paths, time travel, and Spark's options that select files. */
public final class SourceOptions {
  /** Options whose times may be of a time zone. */
  private static final List<String> TIMES =
      List.of(PlacedOptions.MODIFIED_BEFORE, PlacedOptions.MODIFIED_AFTER);

  private SourceOptions() {}

  /**
   * @param partitions the partitions in the metastore; null = those found at the paths
   * @throws IllegalArgumentException if the value of an option is not allowed
   * @throws io.placed.table.source.MissingPathException if nothing matches a pattern
   */
  static SourceRequest request(
      CaseInsensitiveStringMap options, ListedPartitions partitions, Session session)
      throws IOException {
    String only = options.get(PlacedOptions.ONLY_FILES);
    return new SourceRequest(
        SourcePaths.resolve(options, session),
        moment(options, session.timeZone()),
        changes(options),
        options.get(PlacedOptions.BASE_PATH),
        // Those files were chosen before; defaults of the session must not choose among them.
        only == null ? choice(options, session.timeZone()) : FileChoice.ALL,
        options.getBoolean(PlacedOptions.RECURSIVE, false),
        options.getBoolean(PlacedOptions.MERGE_SCHEMA, false),
        only == null ? null : Set.of(new Gson().fromJson(only, String[].class)),
        partitions);
  }

  /**
   * The snapshots whose changes are read; null if a state is.
   *
   * @throws IllegalArgumentException if the value of an option is not allowed
   */
  static ChangeRange changes(CaseInsensitiveStringMap options) {
    Long last = snapshot(options, PlacedOptions.ENDING_SNAPSHOT);
    if (!PlacedOptions.readsChanges(options)) {
      if (last != null) {
        throw new IllegalArgumentException(
            "option "
                + PlacedOptions.ENDING_SNAPSHOT
                + " needs "
                + PlacedOptions.READ_CHANGES
                + "=true");
      }
      return null;
    }
    if (options.containsKey(PlacedOptions.SNAPSHOT) || options.containsKey(PlacedOptions.AS_OF)) {
      throw new IllegalArgumentException(
          "option "
              + PlacedOptions.READ_CHANGES
              + " reads a range of snapshots, from "
              + PlacedOptions.STARTING_SNAPSHOT
              + " to "
              + PlacedOptions.ENDING_SNAPSHOT
              + "; options "
              + PlacedOptions.SNAPSHOT
              + " and "
              + PlacedOptions.AS_OF
              + " read a state");
    }
    return new ChangeRange(snapshot(options, PlacedOptions.STARTING_SNAPSHOT), last);
  }

  private static Long snapshot(CaseInsensitiveStringMap options, String name) {
    String text = options.get(name);
    try {
      return text == null ? null : Long.valueOf(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "option " + name + " must be the number of a snapshot, found '" + text + "'", e);
    }
  }

  /** The state of the table to read. */
  public static Moment moment(CaseInsensitiveStringMap options) {
    return moment(options, Session.active().timeZone());
  }

  /**
   * @param timeZone of times without a zone
   * @throws IllegalArgumentException if the value of an option is not allowed, or both options are
   *     given
   */
  public static Moment moment(CaseInsensitiveStringMap options, String timeZone) {
    String id = options.get(PlacedOptions.SNAPSHOT);
    String time = options.get(PlacedOptions.AS_OF);
    if (id != null && time != null) {
      throw new IllegalArgumentException(
          "options "
              + PlacedOptions.SNAPSHOT
              + " and "
              + PlacedOptions.AS_OF
              + " are given; one of them is allowed");
    }
    if (id != null) {
      return new Moment(id, null);
    }
    return time == null ? Moment.NOW : new Moment(null, millis(time, zone(options, timeZone)));
  }

  private static ZoneId zone(CaseInsensitiveStringMap options, String timeZone) {
    String own = options.get(PlacedOptions.TIME_ZONE);
    return own == null
        ? ofSession(timeZone)
        : Session.zone("option " + PlacedOptions.TIME_ZONE, own);
  }

  private static ZoneId ofSession(String timeZone) {
    return Session.zone("spark.sql.session.timeZone", timeZone);
  }

  /**
   * A time as option {@link PlacedOptions#AS_OF} takes it.
   *
   * @param timeZone of the session, for times without one
   * @throws IllegalArgumentException if it is none
   */
  public static long millis(String text, String timeZone) {
    return millis(text, ofSession(timeZone));
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
              + "' is not a time such as 2026-01-31T12:00:00, 2026-01-31T12:00:00Z or 2026-01-31",
          e);
    }
  }

  /**
   * Whether two reads of a state choose the same of its files. A time zone alone chooses none, and
   * of files that were chosen by their paths no others are.
   */
  static boolean chooseTheSame(CaseInsensitiveStringMap one, CaseInsensitiveStringMap other) {
    if (one.containsKey(PlacedOptions.ONLY_FILES)) {
      return true;
    }
    List<String> options = new ArrayList<>(TIMES);
    if (TIMES.stream().anyMatch(one::containsKey)) {
      options.add(PlacedOptions.TIME_ZONE);
    }
    options.add(PlacedOptions.NAME_GLOB);
    return options.stream().allMatch(o -> Objects.equals(one.get(o), other.get(o)));
  }

  /** From pathGlobFilter, modifiedBefore and modifiedAfter. */
  static FileChoice choice(CaseInsensitiveStringMap options, String timeZone) throws IOException {
    String glob = options.get(PlacedOptions.NAME_GLOB);
    Predicate<String> name = null;
    if (glob != null) {
      GlobFilter filter = new GlobFilter(glob);
      name = n -> filter.accept(new Path(n));
    }
    return new FileChoice(
        name,
        modified(options, PlacedOptions.MODIFIED_BEFORE, timeZone, Long.MAX_VALUE),
        modified(options, PlacedOptions.MODIFIED_AFTER, timeZone, Long.MIN_VALUE));
  }

  private static long modified(
      CaseInsensitiveStringMap options, String option, String timeZone, long otherwise) {
    String text = options.get(option);
    if (text == null) {
      return otherwise;
    }
    try {
      return LocalDateTime.parse(text).atZone(zone(options, timeZone)).toInstant().toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "option " + option + ": '" + text + "' is not of the form 2020-12-31T23:59:59", e);
    }
  }
}
