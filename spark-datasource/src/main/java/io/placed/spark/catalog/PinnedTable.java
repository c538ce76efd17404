package io.placed.spark.catalog;

import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.SourcePaths;
import io.placed.spark.read.source.Sources;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.ListedPartitions;
import io.placed.table.source.TableNames;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What a table of Spark is at its place: the snapshot that its first use pins, as reads and as
 * writes see it, and the names and types of its columns there.
 */
final class PinnedTable {
  private final StructType schema;
  private final PartitionSpec spec;
  private final CallOptions calls;
  private final ListedPartitions partitions;
  private TableSource source;

  /** What writes change; null until one asks. */
  private TableSource written;

  /**
   * @param schema the columns as Spark knows them
   * @param calls the options by which it is opened, and those of its reads and writes
   * @param source null if it is to be opened when it is first needed
   * @param partitions the partitions in the metastore; null = those found at the paths
   */
  PinnedTable(
      StructType schema,
      PartitionSpec spec,
      CallOptions calls,
      TableSource source,
      ListedPartitions partitions) {
    this.schema = schema;
    this.spec = spec;
    this.calls = calls;
    this.source = source;
    this.partitions = partitions;
  }

  /** The same snapshot with other columns. */
  PinnedTable with(StructType columns) {
    return new PinnedTable(columns, spec, calls, source, partitions);
  }

  StructType schema() {
    return schema;
  }

  PartitionSpec spec() {
    return spec;
  }

  CallOptions calls() {
    return calls;
  }

  CaseInsensitiveStringMap options() {
    return calls.table();
  }

  /** For messages. */
  String name() {
    String path = options().get(PlacedOptions.PATH);
    return "placed " + (path == null ? options().getOrDefault(PlacedOptions.PATHS, "") : path);
  }

  /** Opened lazily: a table that is being created has no files. */
  synchronized TableSource source() {
    if (source == null) {
      source =
          PlacedOptions.isPlace(options())
              ? Sources.openOrEmpty(options(), partitions)
              : Sources.open(options(), partitions);
    }
    return source;
  }

  /**
   * The table as writes see it. A metastore lists partitions, and the log has their columns among
   * those of the table. Files that a default or a property leaves out of reads are in it.
   */
  synchronized TableSource written() {
    if (written == null) {
      boolean some = PlacedOptions.CHOOSING_FILES.stream().anyMatch(options()::containsKey);
      TableSource all = some ? Sources.allFiles(source(), options()) : source();
      try {
        written = all.ofTable();
      } catch (IOException e) {
        throw Errors.analysis(e.getMessage(), e);
      }
    }
    return written;
  }

  /**
   * The state at the planning of a write; all batches of a stream use its columns.
   *
   * @param all the options of the write, those of the table included
   */
  synchronized TableSource planned(CaseInsensitiveStringMap all) {
    if (written == null && isAtPattern(all)) {
      // A stream writes to the path itself, whatever it matches.
      Map<String, String> place = Map.of(PlacedOptions.PROVIDER, "placed");
      Map<String, String> own = OptionUse.WRITE.supported(all).asCaseSensitiveMap();
      written = Sources.openOrEmpty(PlacedOptions.layered(List.of(own, place)));
    }
    if (source == null && written == null) {
      // Defaults of the session that choose files are for reads.
      source = Sources.openOrEmpty(OptionUse.WRITE.supported(all));
    }
    return written();
  }

  /** Whether Spark has looked up a stream's path, which reads take for a pattern. */
  static boolean isAtPattern(CaseInsensitiveStringMap all) {
    String path = all.get(PlacedOptions.PATH);
    return path != null
        && !PlacedOptions.isPlace(all)
        && !all.containsKey(PlacedOptions.CHECKED_SAVE)
        && SourcePaths.isPattern(path);
  }

  /**
   * Refuses to read or write by the columns of a catalog that is behind the log, or was when the
   * table was looked up: a DataFrame that is not used before its table changes keeps its columns.
   */
  void requireFollows(TableSource source) {
    Snapshot there = calls.isInCatalog() ? source.snapshot() : null;
    if (there != null) {
      try {
        FormerColumns.requireNone(
            there,
            List.of(schema.fieldNames()),
            Session.active().caseSensitive(),
            "the catalog, as the query has looked it up,",
            "If the catalog still has it, drop or rename it there, too, with ALTER TABLE; if not,"
                + " the DataFrame is older than that snapshot: make it again");
      } catch (IllegalArgumentException e) {
        throw Errors.analysis(name() + ": " + e.getMessage(), e);
      }
    }
  }

  /** Refuses to write to files whose places the metastore does not allow. */
  void requireWritablePartitions(CaseInsensitiveStringMap all) {
    if (partitions != null) {
      try {
        partitions.requireWritable(Session.active().stores(all.asCaseSensitiveMap()));
      } catch (IOException e) {
        throw Errors.analysis(e.getMessage(), e);
      }
    }
  }

  /** The data set at the table's location. */
  DataSet dataSet() throws IOException {
    return DataSet.at(
        Session.active().stores(options().asCaseSensitiveMap()), options().get(PlacedOptions.PATH));
  }

  /** Properties that a commit has to record, because the catalog says other than the log. */
  Map<String, String> recorded() {
    boolean given = calls.properties().containsKey(TableProperties.FOREIGN_FILES);
    return given ? TableProperties.recorded(calls.properties(), written().snapshot()) : Map.of();
  }

  /** Maps Spark's column names to the table's. */
  TableNames names() {
    return Sources.names(written(), schema, Session.active().caseSensitive());
  }

  /** The schema of a commit that writes no rows: that of the log, or of a table without one. */
  Schema storedSchema() {
    if (written().isEmpty()) {
      return SparkTypes.toSchema(schema);
    }
    Snapshot snapshot = written().snapshot();
    return snapshot.id() > 0 ? snapshot.loggedSchema() : written().schema();
  }

  /** The partitioning with the names of columns in the data set. */
  PartitionSpec storedSpec() {
    return spec.renamed(names()::inTable);
  }

  StructType partitionColumns() {
    return new StructType(spec.columns().stream().map(schema::apply).toArray(StructField[]::new));
  }

  /** Partition columns with their names in the data set. */
  StructType storedPartitionColumns() {
    return Sources.inTable(names(), partitionColumns());
  }
}
