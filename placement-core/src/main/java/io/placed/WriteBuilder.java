package io.placed;

import io.placed.advise.columns.ColumnSizes;
import io.placed.advise.columns.MeasuredSizes;
import io.placed.advise.columns.SearchSettings;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Describes a write: options, partitioning and mode. */
public final class WriteBuilder {
  private final String path;
  private final Schema schema;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private Map<String, String> metadata = Map.of();
  private PartitionSpec partitioning = PartitionSpec.NONE;
  private boolean overwrite;
  private boolean mergeSchema;
  private boolean overwriteSchema;
  private Configuration hadoop;

  WriteBuilder(String path, Schema schema) {
    this.path = path;
    this.schema = schema;
  }

  /**
   * Sets an option of {@link WriteOptions#of}, such as {@code placement.row-group}, or one of
   * {@link SearchSettings#NAMES}, by which column groups are derived from a workload.
   */
  public WriteBuilder option(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * Sets the placement: a preset, clauses, or both. Default: that of the data set, which an {@link
   * #overwrite} keeps, too, unless {@link #overwriteSchema} makes another table of it.
   */
  public WriteBuilder placement(String text) {
    return option(Placement.SETTING, text);
  }

  /**
   * Key-value pairs stored in each file.
   *
   * @throws IllegalArgumentException for pairs that {@link TableProperties#requireStorable} rejects
   */
  public WriteBuilder metadata(Map<String, String> pairs) {
    TableProperties.requireStorable(pairs);
    metadata = pairs;
    return this;
  }

  /** Partitions a data set by these columns, one directory per value. Not for single files. */
  public WriteBuilder partitionBy(String... columns) {
    partitioning = PartitionSpec.ofColumns(List.of(columns));
    return this;
  }

  /**
   * Partitions a data set by columns and transforms of columns, such as {@code days(ts), bucket(16,
   * id), region}; see {@link PartitionSpec#parse}. Not for single files.
   */
  public WriteBuilder partitionedBy(String terms) {
    partitioning = PartitionSpec.parse(terms);
    return this;
  }

  /** Replaces the table. Default: append to a data set, fail if a single file exists. */
  public WriteBuilder overwrite() {
    overwrite = true;
    return this;
  }

  /**
   * Allows rows without some columns of the data set, which become null, and rows with new columns,
   * which are added to the data set. Default: {@link TableWriter#commit} throws {@link
   * IllegalArgumentException} unless both have the same columns. Not for single files.
   */
  public WriteBuilder mergeSchema() {
    mergeSchema = true;
    return this;
  }

  /**
   * Allows {@link #overwrite} to replace the schema and partitioning of the data set. Not without
   * it.
   */
  public WriteBuilder overwriteSchema() {
    overwriteSchema = true;
    return this;
  }

  /** The configuration for file systems other than the local one. */
  public WriteBuilder hadoop(Configuration configuration) {
    hadoop = configuration;
    return this;
  }

  /**
   * Starts writing. Nothing is visible before {@link TableWriter#commit}.
   *
   * @throws IllegalArgumentException if an option is unknown, does not fit the schema or has no
   *     effect
   */
  public TableWriter open() throws IOException {
    requireEffects();
    FileStores stores = Placed.stores(hadoop, path);
    SearchSettings found =
        SearchSettings.resolve(settings, stores, () -> sizes(stores), partitioning.columns());
    WriteOptions options = WriteOptions.of(found.settings()).withMetadata(metadata);
    if (Placed.isSingleFile(path)) {
      if (!partitioning.isEmpty()) {
        throw new IllegalArgumentException(
            path
                + ": a single file cannot be partitioned, found partition columns ["
                + partitioning
                + "]");
      }
      FileWriter file =
          overwrite
              ? FileWriter.replace(stores.forPath(path), path, schema, options)
              : FileWriter.create(stores.forPath(path), path, schema, options);
      return new TableWriter(schema, new SingleFileOutput(file));
    }
    DataSet dataSet = DataSet.at(stores, path);
    Snapshot logged = dataSet.directory().newestLogged();
    boolean keeps = logged != null && !overwriteSchema && !Placement.isAmong(found.settings());
    if (keeps) {
      options = options.withPlacement(logged.placement()).fitting(schema);
    }
    Commit commit =
        dataSet
            .begin(schema, partitioning, keeps ? null : options.placement(), logged)
            .mergeSchema(mergeSchema)
            .overwriteSchema(overwriteSchema);
    return new TableWriter(
        schema, new DataSetOutput(stores.forPath(path), path, commit, options, overwrite));
  }

  private void requireEffects() {
    if (overwriteSchema && !overwrite) {
      throw new IllegalArgumentException(
          path + ": overwriteSchema() is allowed with overwrite() only; rows are appended");
    }
    if (mergeSchema && Placed.isSingleFile(path)) {
      throw new IllegalArgumentException(
          path
              + ": mergeSchema() is allowed for data sets only; a single file is written as a whole");
    }
  }

  /** Column sizes measured in the existing table, else guessed from the types. */
  private ColumnSizes sizes(FileStores stores) throws IOException {
    Schema data =
        Schema.of(
            schema.fields().stream()
                .filter(f -> !partitioning.columns().contains(f.name()))
                .toList());
    DataSet dataSet = DataSet.at(stores, path);
    return overwrite || Placed.isSingleFile(path) || !dataSet.hasSnapshots()
        ? ColumnSizes.guessed(data)
        : MeasuredSizes.ofTable(data, dataSet, dataSet.current());
  }
}
