package io.placed.spark.catalog;

import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.LocatedTable;
import io.placed.spark.internal.Session;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.MetadataScan;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.PlainTable;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.metadata.MetadataRows;
import io.placed.table.metadata.MetadataTable;
import java.io.IOException;
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
          table.open(directory, SourceOptions.moment(options), Session::uri),
          options);
    } catch (IOException | IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
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
