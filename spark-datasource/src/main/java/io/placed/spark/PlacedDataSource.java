package io.placed.spark;

import io.placed.spark.catalog.PlacedMetadataTable;
import io.placed.spark.catalog.PlacedTable;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.ScanTable;
import io.placed.spark.internal.plan.UnreadRelation;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.SourcePaths;
import io.placed.spark.read.source.Sources;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.SavingProvider;
import io.placed.spark.write.PlacedWriteBuilder;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.TableSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.catalog.SessionConfigSupport;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.SchemaRelationProvider;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** {@code format("placed")} and {@code USING placed}. */
public final class PlacedDataSource
    implements TableProvider,
        DataSourceRegister,
        SessionConfigSupport,
        SavingProvider,
        SchemaRelationProvider {
  private static final String NAME = "placed";
  private static final String PARTITION_COLUMNS = "__partition_columns";

  private Map<String, String> opened;
  private TableSource source;
  private PlacedMetadataTable metadata;

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public String keyPrefix() {
    return NAME;
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  /** Spark calls three methods while it opens a table; all of them must use the same snapshot. */
  private synchronized TableSource source(CaseInsensitiveStringMap given) {
    check(given.asCaseSensitiveMap());
    if (source == null || !given.asCaseSensitiveMap().equals(opened)) {
      CaseInsensitiveStringMap options = PlacedOptions.effective(given.asCaseSensitiveMap());
      boolean mayBeNew = options.containsKey(PlacedOptions.PROVIDER);
      source = mayBeNew ? Sources.openOrEmpty(options) : Sources.open(options);
      opened = given.asCaseSensitiveMap();
    }
    return source;
  }

  /** Whether the tables that a pattern matches can be read together. */
  private boolean matches(CaseInsensitiveStringMap given) {
    try {
      source(given);
      return true;
    } catch (Exception e) { // Scala does not declare AnalysisException.
      return false;
    }
  }

  private synchronized PlacedMetadataTable metadata(Map<String, String> given) {
    PlacedOptions.check(given);
    if (metadata == null || !given.equals(opened)) {
      metadata = PlacedMetadataTable.open(PlacedOptions.effective(given));
      opened = given;
    }
    return metadata;
  }

  private static void check(Map<String, String> given) {
    PlacedOptions.check(PlacedOptions.withoutLowerClauses(given, Session.active().defaults()));
  }

  private static boolean isMetadata(Map<String, String> given) {
    return PlacedOptions.contains(given.keySet(), PlacedOptions.METADATA_TABLE)
        && !given.containsKey(PlacedOptions.CHECKED_SAVE);
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    if (isMetadata(options.asCaseSensitiveMap())) {
      return SparkTypes.toStruct(metadata(options.asCaseSensitiveMap()).tableSchema());
    }
    return SparkTypes.toStruct(source(options).schema());
  }

  @Override
  public Transform[] inferPartitioning(CaseInsensitiveStringMap options) {
    if (isMetadata(options.asCaseSensitiveMap())) {
      return new Transform[0];
    }
    if (options.get(PlacedOptions.PATH) == null && options.get(PlacedOptions.PATHS) == null) {
      return new Transform[0];
    }
    check(options.asCaseSensitiveMap());
    String path = options.get(PlacedOptions.PATH);
    if (options.get(PlacedOptions.PATHS) == null
        && !exists(path, PlacedOptions.effective(options.asCaseSensitiveMap()))
        && (!SourcePaths.isPattern(path) || !matches(options))) {
      return new Transform
          [0]; // A stream creates the table; a reader reports the missing table when it reads.
    }
    PartitionSpec spec = source(options).partitionSpec();
    if (options.containsKey(PlacedOptions.PROVIDER)) {
      // The session's catalog asks what it is to store, which are columns. The log says the rest.
      boolean declared = options.containsKey(PlacedOptions.PARTITIONING);
      spec = PartitionSpec.ofColumns(declared ? List.of() : spec.columns());
    }
    return Partitions.toTransforms(spec);
  }

  @Override
  public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> given) {
    if (isMetadata(given)) {
      return metadata(given);
    }
    check(given);
    Map<String, String> properties =
        PlacedOptions.withoutLowerClauses(given, Session.active().defaults());
    boolean sameSource = source != null && given.equals(opened);
    StructType whole = schema;
    if (!properties.containsKey(PlacedOptions.PROVIDER)) {
      // Files do not guarantee non-null values, and may lack a column of the given schema.
      whole = sameSource ? withPartitionColumns(schema, source) : schema;
      whole = Session.nullable(whole);
      List<String> partitionColumns =
          Partitions.resolved(
                  Partitions.toSpec(partitioning),
                  whole.fieldNames(),
                  Session.active().caseSensitive())
              .columns();
      for (StructField f : whole.fields()) {
        if (partitionColumns.contains(f.name())) {
          SparkTypes.requirePartitionType(f.name(), f.dataType());
        }
      }
    }
    Session.active().requireDistinctNames(whole);
    if (properties.containsKey(PlacedOptions.PARTITIONING)) {
      CaseInsensitiveStringMap all = new CaseInsensitiveStringMap(properties);
      TableSource there = all.containsKey(PlacedOptions.PATH) ? source(all) : null; // To be made.
      Transform[] transforms =
          Partitions.toTransforms(
              there != null && there.snapshot() != null && there.snapshot().id() > 0
                  ? there.partitionSpec()
                  : PartitionSpec.parse(properties.get(PlacedOptions.PARTITIONING)));
      return new PlacedTable(whole, transforms, properties, there, null)
          .withCatalogPartitions(Partitions.toSpec(partitioning).columns());
    }
    return new PlacedTable(whole, partitioning, properties, sameSource ? source : null, null);
  }

  /** A schema given for a read may omit the columns that come from directories. */
  private static StructType withPartitionColumns(StructType schema, TableSource source) {
    StructType whole = schema;
    boolean caseSensitive = Session.active().caseSensitive();
    for (StructField f : SparkTypes.toStruct(source.schema()).fields()) {
      boolean there =
          Arrays.stream(schema.fieldNames())
              .anyMatch(n -> caseSensitive ? n.equals(f.name()) : n.equalsIgnoreCase(f.name()));
      if (source.partitionColumns().contains(f.name()) && !there) {
        whole = whole.add(f);
      }
    }
    return whole;
  }

  @Override
  public boolean supportsDataType(DataType type) {
    return SparkTypes.storable(type);
  }

  /**
   * A save, in any of the four modes. Handles the part of the mode that depends on the existing
   * data, and returns the rows to Spark to append or overwrite.
   */
  @Override
  public BaseRelation createRelation(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> parameters,
      Dataset<Row> data) {
    Map<String, String> options =
        PlacedOptions.layered(List.of(Session.active().defaults(), Session.asJava(parameters)))
            .asCaseSensitiveMap();
    PlacedOptions.check(options);
    String path = new CaseInsensitiveStringMap(options).get(PlacedOptions.PATH);
    if (path == null) {
      throw Errors.analysis(
          "the path to write to is missing; use save(PATH) or the option path", null);
    }
    // The other modes write to what is there.
    boolean onlyNew = mode == SaveMode.ErrorIfExists || mode == SaveMode.Ignore;
    boolean exists = onlyNew && exists(path, new CaseInsensitiveStringMap(options));
    if (exists && mode == SaveMode.ErrorIfExists) {
      throw Errors.pathExists(Session.uri(path));
    }
    if (!exists) {
      Optional<Snapshot> appendedTo =
          mode == SaveMode.Append ? current(path, options) : Optional.empty();
      save(data, mode, Session.asJava(parameters), appendedTo);
    }
    return new UnreadRelation(context, data.schema());
  }

  /** A table of a catalog that is not Spark's own; see {@link UnreadRelation}. */
  @Override
  public BaseRelation createRelation(
      SQLContext context,
      scala.collection.immutable.Map<String, String> parameters,
      StructType schema) {
    return new UnreadRelation(context, schema);
  }

  private static boolean exists(String path, CaseInsensitiveStringMap options) {
    try {
      return !DataSet.at(Session.active().stores(options.asCaseSensitiveMap()), path).isVacant();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /**
   * @param given options of the write
   * @param appendedTo the table to which rows are appended, if there is one
   */
  private static void save(
      Dataset<Row> data, SaveMode mode, Map<String, String> given, Optional<Snapshot> appendedTo) {
    Map<String, String> ofTable =
        appendedTo.map(t -> PlacedOptions.ofLog(t.properties())).orElse(Map.of());
    Map<String, String> all =
        PlacedOptions.withOnePlacement(
            PlacedOptions.layered(List.of(Session.active().defaults(), ofTable, given)));
    List<String> partitionBy = new ArrayList<>();
    String encoded = all.remove(PARTITION_COLUMNS);
    if (encoded != null) {
      partitionBy.addAll(
          Arrays.asList(new com.google.gson.Gson().fromJson(encoded, String[].class)));
    }
    all.keySet().removeIf(k -> k.startsWith("__"));
    boolean onlyNew = mode == SaveMode.ErrorIfExists || mode == SaveMode.Ignore;
    all.put(PlacedOptions.CHECKED_SAVE, onlyNew ? PlacedWriteBuilder.ONLY_NEW : "true");
    if (mode == SaveMode.Ignore) {
      all.put(ScanTable.IF_NOT_EXISTS, "true");
    }
    if (partitionBy.isEmpty() && appendedTo.isPresent()) {
      appendedTo.get().partitionColumns().forEach(c -> partitionBy.add(SparkTypes.quoted(c)));
    }
    partitionBy.replaceAll(c -> spelledAs(data.schema(), c));
    DataFrameWriter<Row> writer =
        data.write()
            .format(NAME)
            .options(all)
            .mode(mode == SaveMode.Overwrite ? SaveMode.Overwrite : SaveMode.Append);
    if (!partitionBy.isEmpty()) {
      writer.partitionBy(partitionBy.toArray(String[]::new));
    }
    writer.save();
  }

  /**
   * A column's name as the rows have it: Spark compares names of partition columns with case.
   *
   * @param column as in SQL, perhaps quoted
   */
  private static String spelledAs(StructType rows, String column) {
    List<String> parts = Catalyst.get().nameParts(column);
    if (parts == null || parts.size() != 1) {
      return column; // Spark refuses it.
    }
    String wanted = parts.get(0);
    boolean caseSensitive = Session.active().caseSensitive();
    return Arrays.stream(rows.fieldNames())
        .filter(n -> caseSensitive ? n.equals(wanted) : n.equalsIgnoreCase(wanted))
        .findFirst()
        .map(SparkTypes::quoted)
        .orElse(column);
  }

  /** The existing table, if there is one. */
  private static Optional<Snapshot> current(String path, Map<String, String> options) {
    try {
      return Optional.of(DataSet.at(Session.active().stores(options), path).current());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }
}
