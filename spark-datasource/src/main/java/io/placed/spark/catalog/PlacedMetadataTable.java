package io.placed.spark.catalog;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.internal.plan.LocatedTable;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.MetadataScan;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.PlainTable;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.metadata.MetadataRows;
import io.placed.table.metadata.MetadataTable;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** What the log says about a table, for reading: {@code db.t.files}. */
public final class PlacedMetadataTable implements PlainTable, LocatedTable, SupportsRead {
  private final String name;
  private final MetadataRows rows;
  private final CaseInsensitiveStringMap options;

  private PlacedMetadataTable(String name, MetadataRows rows, CaseInsensitiveStringMap options) {
    this.name = name;
    this.rows = rows;
    this.options = options;
  }

  /**
   * Reads the log.
   *
   * @param options path, moment and the name of the metadata table
   */
  public static PlacedMetadataTable open(CaseInsensitiveStringMap options) {
    return open(options, null);
  }

  /**
   * Reads the log of a table.
   *
   * @param name that of the metadata table
   * @param moment options that name a snapshot; none = the latest
   * @param definition what the session's catalog says about the table; null = nothing
   */
  public static PlacedMetadataTable open(
      String path, String name, Map<String, String> moment, TableDefinition definition) {
    Map<String, String> options = new HashMap<>(moment);
    options.put(PlacedOptions.PATH, path);
    options.put(PlacedOptions.METADATA_TABLE, name);
    return open(new CaseInsensitiveStringMap(options), definition);
  }

  private static PlacedMetadataTable open(
      CaseInsensitiveStringMap options, TableDefinition definition) {
    String path = options.get(PlacedOptions.PATH);
    if (path == null) {
      throw Errors.analysis(
          "option " + PlacedOptions.METADATA_TABLE + " needs the path of one table", null);
    }
    OptionUse.METADATA_READ.require(
        path, OptionUse.ofCall(options, Map.of(), Session.active().defaults()));
    try {
      MetadataTable table = MetadataTable.of(options.get(PlacedOptions.METADATA_TABLE));
      TableDirectory directory =
          TableDirectory.at(Session.active().stores(options.asCaseSensitiveMap()), path);
      return new PlacedMetadataTable(
          "placed " + path + " " + table.text(),
          table.open(directory, SourceOptions.moment(options), Session::uri, declared(definition)),
          options);
    } catch (IOException | IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The table as it is declared, with which it is created when somebody writes to it. */
  private static Snapshot declared(TableDefinition definition) {
    if (definition == null) {
      return null;
    }
    Schema columns = SparkTypes.toSchema(definition.schema());
    String transforms = definition.properties().get(PlacedOptions.PARTITIONING);
    PartitionSpec spec =
        transforms == null
            ? PartitionSpec.ofColumns(definition.partitionColumns())
            : PartitionSpec.parse(transforms);
    String[] names = columns.fields().stream().map(Field::name).toArray(String[]::new);
    spec = Partitions.resolved(spec, names, Session.active().caseSensitive());
    return Snapshot.unwritten(columns, Partitioning.NONE.changed(spec, columns, columns.lastId()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> locations() {
    return List.of(options.get(PlacedOptions.PATH));
  }

  public Schema tableSchema() {
    return rows.schema();
  }

  @Override
  public Column[] columns() {
    return Session.columns(SparkTypes.toStruct(rows.schema()));
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap read) {
    List<String> given =
        OptionUse.ofCall(read, options.asCaseSensitiveMap(), Session.active().defaults());
    OptionUse.NONE.require(name, given);
    return MetadataScan.builder(name, rows);
  }
}
