package io.placed.spark.catalog;

import io.placed.spark.PlacedDataSource;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.ScanTable;
import io.placed.spark.internal.plan.QueryOrder;
import io.placed.spark.internal.plan.WrittenTable;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.Partitions;
import io.placed.spark.version.EvolvingTable;
import io.placed.spark.version.PlainTable;
import io.placed.spark.write.WriteTarget;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.ListedPartitions;
import io.placed.table.source.TableNames;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table at a path, or the union of several paths. The first read pins the snapshot, so this
 * object always returns the same rows.
 */
public final class PlacedTable extends PartitionedTable
    implements PlainTable,
        ScanTable,
        WrittenTable,
        EvolvingTable,
        SupportsWrite,
        SupportsDeleteV2,
        SupportsRowLevelOperations,
        SupportsMetadataColumns {
  private final StructType schema;
  private final Transform[] partitioning;
  private final Map<String, String> properties;
  private final PinnedTable pinned;
  private final TableWrites writes;

  /** Whether the catalog lets writes change the columns. */
  private boolean evolves;

  /** Whether {@link #columns} are as the catalog declares them. */
  private boolean showsDeclared;

  private List<String> catalogPartitions;

  /**
   * @param source null if it is to be opened when it is first needed
   * @param partitions the partitions in the metastore; null = those found at the paths
   */
  public PlacedTable(
      StructType schema,
      Transform[] partitioning,
      Map<String, String> properties,
      TableSource source,
      ListedPartitions partitions) {
    this.schema = schema;
    this.partitioning = Partitions.resolved(partitioning, schema, Session.active().caseSensitive());
    this.properties = Map.copyOf(properties);
    this.pinned =
        new PinnedTable(
            schema,
            Partitions.toSpec(this.partitioning),
            new CallOptions(this.properties, PlacedOptions.effective(properties)),
            source,
            partitions);
    this.writes = new TableWrites(pinned);
  }

  private PlacedTable(PlacedTable other, StructType columns) {
    this.schema = columns;
    this.partitioning = other.partitioning;
    this.properties = other.properties;
    this.pinned = other.pinned.with(columns);
    this.writes = other.writes.with(pinned);
    this.catalogPartitions = other.catalogPartitions;
  }

  @Override
  public long bytes() {
    return pinned.source().bytes();
  }

  @Override
  public Collection<String> columnsOfPartitionKeys() {
    return pinned.source().partitionColumns();
  }

  @Override
  public String name() {
    return pinned.name();
  }

  /**
   * Files do not promise what a catalog declares: they may have been written without it, or before
   * the column was added. So Spark must not conclude from NOT NULL what the rows are. Writes check
   * the rows.
   */
  @Override
  public Column[] columns() {
    return Session.columns(showsDeclared ? schema : Session.nullable(schema));
  }

  @Override
  public PlacedTable declared() {
    if (showsDeclared || schema.equals(Session.nullable(schema))) {
      return null;
    }
    PlacedTable declared = new PlacedTable(this, schema);
    declared.showsDeclared = true;
    return declared;
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return FileMetadataColumn.columns();
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    return writes.newRowLevelOperationBuilder(info);
  }

  @Override
  public Transform[] partitioning() {
    return partitioning;
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  /**
   * The write capabilities. They are offered for catalog tables, and for a save that went through
   * {@link PlacedDataSource#createRelation}, because Spark refuses two of the four save modes for
   * sources that always offer them. The kind of write depends on the options, and Spark asks again
   * after the write is built.
   */
  @Override
  public Set<TableCapability> capabilities() {
    Set<TableCapability> all =
        EnumSet.of(
            TableCapability.BATCH_READ,
            TableCapability.MICRO_BATCH_READ,
            TableCapability.STREAMING_WRITE,
            TableCapability.TRUNCATE,
            TableCapability.OVERWRITE_BY_FILTER,
            TableCapability.OVERWRITE_DYNAMIC);
    if (PlacedOptions.isPlace(pinned.options())) {
      all.add(TableCapability.BATCH_WRITE);
    }
    if (writes.takesFrames()) {
      all.add(TableCapability.V1_BATCH_WRITE);
    }
    if (evolves && CAPABILITY != null) {
      all.add(CAPABILITY);
    }
    return all;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
    return new TableScans(pinned).newScanBuilder(readOptions);
  }

  @Override
  public void keepTasks(QueryOrder order) {
    writes.keepTasks(order);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return writes.newWriteBuilder(info);
  }

  /**
   * Makes of a table that only its catalog has one without rows in the log.
   *
   * @throws io.placed.error.CommitConflictException if others have made it meanwhile
   */
  Snapshot create() throws IOException {
    return create(pinned.spec());
  }

  /**
   * The same, partitioned in another way than the catalog says.
   *
   * @throws IllegalArgumentException if it does not go with the columns
   */
  public Snapshot create(PartitionSpec spec) throws IOException {
    Map<String, String> options = pinned.options().asCaseSensitiveMap();
    return PathTables.create(
        Session.active().stores(options),
        pinned.options().get(PlacedOptions.PATH),
        pinned.storedSchema(),
        Partitions.resolved(spec, schema.fieldNames(), Session.active().caseSensitive())
            .renamed(names()::inTable),
        options,
        pinned.recorded(),
        false);
  }

  /** Says why writes fail. */
  void refusingWrites(String why) {
    writes.refuse(why);
  }

  /** Says that the functions of {@link PartitionFunction} are known to Spark for this table. */
  PlacedTable withFunctions() {
    writes.knowFunctions();
    return this;
  }

  /** Says that the catalog can change columns for writes of the table. */
  PlacedTable withEvolution() {
    evolves = true;
    return this;
  }

  /**
   * The table for a write that may change the columns.
   *
   * @param first the columns that come first, in this order
   */
  PlacedTable evolving(List<String> first) {
    return new PlacedTable(this, EvolvingCatalog.inOrder(schema, first)).withEvolution();
  }

  /** Columns get wider types. Spark casts the rows of a write to all other types. */
  @Override
  public boolean supportsColumnChange(TableChange.ColumnChange change) {
    Set<String> fixed = new HashSet<>(catalogPartitions());
    fixed.addAll(partitionColumns());
    return EvolvingCatalog.canChange(schema, fixed, change);
  }

  @Override
  public TableCatalog evolving(TableCatalog catalog) {
    return new EvolvingCatalog(catalog, this);
  }

  /** Says that the table takes the place of another one: an overwrite leaves none of its rows. */
  public PlacedTable replacing() {
    writes.setTarget(WriteTarget.REPLACEMENT);
    return this;
  }

  /** Says that an overwrite replaces only the partitions that get rows. */
  public PlacedTable replacingWrittenPartitions() {
    writes.setTarget(WriteTarget.WRITTEN_PARTITIONS);
    return this;
  }

  /** Says which partition columns the catalog has, if they need not be those of the table. */
  public PlacedTable withCatalogPartitions(List<String> columns) {
    catalogPartitions = List.copyOf(columns);
    return this;
  }

  /** Whether there are rows, as far as is known without reading files. */
  boolean hasFiles() {
    return pinned.written().fileCount() > 0;
  }

  /** Whether each row is in the directory of its values of exactly these columns. */
  boolean isInPartitionsOf(List<String> columns) {
    List<String> stored = columns.stream().map(names()::inTable).toList();
    return pinned.written().partitionSpec().columns().equals(stored)
        && pinned.written().isInPartitions();
  }

  /** Whether a column has a default in files that were written before it was added. */
  boolean hasFormerDefault(String column) {
    return CatalogColumns.hasFormerDefault(schema, column);
  }

  /** The columns as the catalog has them, with the metadata in which Spark keeps their lengths. */
  StructType described() {
    return schema;
  }

  /** The partition columns that the catalog has. */
  List<String> catalogPartitions() {
    return catalogPartitions == null ? partitionColumns() : catalogPartitions;
  }

  private List<String> partitionColumns() {
    return pinned.spec().columns();
  }

  @Override
  public TableCatalog altering(TableCatalog catalog) {
    return AlteringCatalog.inFrontOf(catalog, this);
  }

  @Override
  public List<String> locations() {
    return pinned.source().paths();
  }

  /** The data set at the table's location. */
  DataSet dataSet() throws IOException {
    return pinned.dataSet();
  }

  /** The values of partition fields: of columns, and results of transforms. */
  @Override
  public StructType partitionSchema() {
    return pinned.spec().hasTransforms() ? partitions().schema(names()) : pinned.partitionColumns();
  }

  @Override
  TableNames names() {
    return pinned.names();
  }

  @Override
  PartitionManagement partitions() {
    try {
      return new PartitionManagement(
          dataSet(),
          pinned::written,
          pinned.storedSchema(),
          pinned.storedSpec(),
          pinned.recorded(),
          CharColumns.asRead(pinned.storedPartitionColumns(), UnaryOperator.identity()));
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  @Override
  public boolean canDeleteWhere(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    return new MetadataDelete(pinned, predicates).isPossible();
  }

  /** Removes whole files from the table; they are kept for readers of older snapshots. */
  @Override
  public void deleteWhere(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    writes.requireWritable(pinned.options());
    new MetadataDelete(pinned, predicates).commit();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedTable t
        && t.schema.equals(schema)
        && t.showsDeclared == showsDeclared
        && Arrays.equals(t.partitioning, partitioning)
        && t.properties.equals(properties)
        && (t == this || t.pinned.source().equals(pinned.source()));
  }

  @Override
  public int hashCode() {
    return Objects.hash(schema, properties, Arrays.hashCode(partitioning));
  }

  @Override
  public String toString() {
    return name();
  }
}
