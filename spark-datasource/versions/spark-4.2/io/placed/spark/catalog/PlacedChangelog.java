package io.placed.spark.catalog;

import io.placed.io.FileStores;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.internal.plan.LocatedTable;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.read.source.Sources;
import io.placed.spark.types.SparkTypes;
import io.placed.table.changes.ChangeColumns;
import io.placed.table.discovery.SnapshotHistory;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.source.TableSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Changelog;
import org.apache.spark.sql.connector.catalog.ChangelogContext;
import org.apache.spark.sql.connector.catalog.ChangelogRange;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code SELECT … FROM t CHANGES FROM VERSION 3 TO VERSION 5}: what option {@link
 * PlacedOptions#READ_CHANGES} reads.
 */
public final class PlacedChangelog implements Changelog, LocatedTable {
  /** Options by which a DataFrameReader says what the clause says; Spark passes on both forms. */
  private static final Set<String> OF_CLAUSE =
      Set.of(
          "startingVersion",
          "endingVersion",
          "startingTimestamp",
          "endingTimestamp",
          "startingBoundInclusive",
          "endingBoundInclusive",
          "deduplicationMode",
          "computeUpdates");

  private final String path;
  private final CaseInsensitiveStringMap options;
  private final TableSource source;
  private final StructType schema;

  private PlacedChangelog(
      String path, TableDefinition definition, CaseInsensitiveStringMap options) {
    this.path = path;
    this.options = options;
    this.source =
        definition != null && isBefore(path, options) ? TableSource.empty() : Sources.open(options);
    this.schema =
        source.isEmpty()
            ? beforeRows(definition)
            : PathTables.columns(source, definition, options.asCaseSensitiveMap());
  }

  /** Whether there is no snapshot yet, and the range begins with the first one. */
  private static boolean isBefore(String path, CaseInsensitiveStringMap options) {
    try {
      boolean first =
          Long.parseLong(options.getOrDefault(PlacedOptions.STARTING_SNAPSHOT, "1")) == 1;
      boolean none = Long.parseLong(options.getOrDefault(PlacedOptions.ENDING_SNAPSHOT, "0")) == 0;
      FileStores stores = Session.active().stores(options.asCaseSensitiveMap());
      return first && none && !TableDirectory.at(stores, path).hasSnapshots();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The columns of a table that only its catalog knows. */
  private static StructType beforeRows(TableDefinition definition) {
    StructType all = Session.nullable(definition.schema());
    Schema table = SparkTypes.toSchema(all);
    for (Field f : ChangeColumns.of(ChangeColumns.with(table, table.lastId()))) {
      all = all.add(SparkTypes.toStruct(Schema.of(List.of(f))).fields()[0]);
    }
    return all;
  }

  /**
   * @param definition what the session's catalog says about the table; null = nothing
   * @param given options of the read
   */
  public static PlacedChangelog open(
      String path,
      TableDefinition definition,
      ChangelogContext context,
      CaseInsensitiveStringMap given) {
    if (context.computeUpdates()
        || context.deduplicationMode() == ChangelogContext.DeduplicationMode.NET_CHANGES) {
      throw Errors.analysis(
          path
              + ": updates and net changes cannot be computed, because an updated row is a deleted"
              + " and a new one, with a new row id; without computeUpdates and deduplicationMode ="
              + " netChanges, they are a delete and an insert of the same commit",
          null);
    }
    try {
      CaseInsensitiveStringMap supported = options(path, definition, given);
      Map<String, String> options = new HashMap<>(supported.asCaseSensitiveMap());
      options.put(PlacedOptions.PATH, path);
      options.put(PlacedOptions.READ_CHANGES, "true");
      options.put(PlacedOptions.CHECKED_SAVE, "true"); // One path, whatever characters it has.
      SnapshotHistory history = TableDirectory.at(Session.active().stores(options), path).history();
      range(context.range(), history, options);
      return new PlacedChangelog(path, definition, new CaseInsensitiveStringMap(options));
    } catch (IOException | IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** What was given for the read, checked, over the table's properties and session's defaults. */
  private static CaseInsensitiveStringMap options(
      String path, TableDefinition definition, CaseInsensitiveStringMap given) {
    Map<String, String> own = new HashMap<>(given.asCaseSensitiveMap());
    own.keySet().removeIf(name -> PlacedOptions.contains(OF_CLAUSE, name));
    Map<String, String> defaults = Session.active().defaults();
    Map<String, String> properties = definition == null ? Map.of() : PathTables.ofReads(definition);
    CaseInsensitiveStringMap all = PlacedOptions.layered(List.of(defaults, properties, own));
    PlacedOptions.check(all.asCaseSensitiveMap());
    List<String> ofCall = OptionUse.ofCall(new CaseInsensitiveStringMap(own), Map.of(), defaults);
    OptionUse.CHANGES_READ.require(name(path), ofCall);
    return OptionUse.markedForStream(OptionUse.CHANGES_READ.supported(all), ofCall);
  }

  private static String name(String path) {
    return "changes of placed " + path;
  }

  private static void range(
      ChangelogRange range, SnapshotHistory history, Map<String, String> options)
      throws IOException {
    Long first = null;
    Long last = null;
    if (range instanceof ChangelogRange.VersionRange v) {
      first = history.id(v.startingVersion());
      last = v.endingVersion().isPresent() ? history.id(v.endingVersion().get()) : null;
      first += v.startingBoundInclusive() ? 0 : 1;
      last = last == null || v.endingBoundInclusive() ? last : Long.valueOf(last - 1);
    } else if (range instanceof ChangelogRange.TimestampRange t) {
      first = 1 + before(history, t.startingTimestamp(), !t.startingBoundInclusive());
      last =
          t.endingTimestamp().isPresent()
              ? Long.valueOf(before(history, t.endingTimestamp().get(), t.endingBoundInclusive()))
              : null;
    }
    if (first != null) {
      options.put(PlacedOptions.STARTING_SNAPSHOT, first.toString());
    }
    if (last != null) {
      options.put(PlacedOptions.ENDING_SNAPSHOT, last.toString());
    }
  }

  /**
   * The last snapshot before a time; 0 if all are later.
   *
   * @param micros since 1970-01-01T00:00Z
   * @param inclusive whether one that was committed at this time is before it
   */
  private static long before(SnapshotHistory history, long micros, boolean inclusive)
      throws IOException {
    long last = inclusive ? micros : micros - 1;
    try {
      return history.idAsOf(Math.floorDiv(last, 1_000L));
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  @Override
  public List<String> locations() {
    return List.of(path);
  }

  @Override
  public String name() {
    return name(path);
  }

  @Override
  public Column[] columns() {
    return Session.columns(schema);
  }

  /** Rows that a row-level operation only copied are not among the changes. */
  @Override
  public boolean containsCarryoverRows() {
    return false;
  }

  /** There may be some, but what Spark would do with them needs ids of rows: see {@link #open}. */
  @Override
  public boolean containsIntermediateChanges() {
    return false;
  }

  /** The same. */
  @Override
  public boolean representsUpdateAsDeleteAndInsert() {
    return false;
  }

  @Override
  public NamedReference[] rowId() {
    return new NamedReference[0];
  }

  /**
   * @param same as those that it was opened with
   */
  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap same) {
    return new PlacedScanBuilder(source, schema, options, false);
  }

  /** The same changes, read in the same way: Spark finds cached results by it. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof PlacedChangelog c
            && path.equals(c.path)
            && schema.equals(c.schema)
            && options.equals(c.options)
            && source.equals(c.source);
  }

  @Override
  public int hashCode() {
    return Objects.hash(path, schema, options);
  }
}
