package io.placed.spark.catalog;

import io.placed.advise.columns.SearchSettings;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.spark.PlacedDataSource;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.QueryOrder;
import io.placed.spark.internal.ScanTable;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.TimeTravel;
import io.placed.spark.internal.WrittenTable;
import io.placed.spark.options.GivenOptions;
import io.placed.spark.options.JoinKeys;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.PlacedScanBuilder;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.read.source.SourcePaths;
import io.placed.spark.read.source.Sources;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.EvolvingTable;
import io.placed.spark.version.PlainTable;
import io.placed.spark.write.PlacedWriteBuilder;
import io.placed.spark.write.RowOperation;
import io.placed.spark.write.WriteTarget;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.plan.PartitionFilter;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.ListedPartitions;
import io.placed.table.source.Moment;
import io.placed.table.source.TableNames;
import io.placed.table.source.TableSource;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
import org.apache.spark.sql.types.StructField;
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
  private final CaseInsensitiveStringMap options;
  private final CallOptions calls;
  private final ListedPartitions partitions;
  private TableSource source;

  /** What writes change; null until one asks. */
  private TableSource written;

  private boolean functions;

  /** Whether the catalog lets writes change the columns. */
  private boolean evolves;

  /** Null if it is just the table by its name, or at its path. */
  private WriteTarget target;

  /** Whether {@link #columns} are as the catalog declares them. */
  private boolean showsDeclared;

  private List<String> catalogPartitions;

  /** Why it cannot be written to; null if it can. */
  private String refusal;

  /** Columns of streaming writes, by query id: each batch is planned separately. */
  private final Map<String, ColumnBinding> streams = new ConcurrentHashMap<>();

  /** Whether a write was built to which Spark must pass a DataFrame. */
  private volatile boolean takesFrames;

  /** The order of rows that stay in their tasks; null if the next write may divide them. */
  private volatile QueryOrder keptOrder;

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
    this.partitions = partitions;
    this.schema = schema;
    this.partitioning = Partitions.resolved(partitioning, schema, Session.active().caseSensitive());
    this.properties = Map.copyOf(properties);
    this.options = PlacedOptions.effective(properties);
    this.calls = new CallOptions(this.properties, options);
    this.source = source;
  }

  /** Opened lazily: a table that is being created has no files. */
  private synchronized TableSource source() {
    if (source == null) {
      source =
          PlacedOptions.isPlace(options)
              ? Sources.openOrEmpty(options, partitions)
              : Sources.open(options, partitions);
    }
    return source;
  }

  /**
   * The table as writes see it. A metastore lists partitions, and the log has their columns among
   * those of the table. Files that a default or a property leaves out of reads are in it.
   */
  private synchronized TableSource written() {
    if (written == null) {
      boolean some = PlacedOptions.CHOOSING_FILES.stream().anyMatch(options::containsKey);
      TableSource all = some ? Sources.allFiles(source(), options) : source();
      try {
        written = all.ofTable();
      } catch (IOException e) {
        throw Errors.analysis(e.getMessage(), e);
      }
    }
    return written;
  }

  @Override
  public long bytes() {
    return source().bytes();
  }

  @Override
  public Collection<String> columnsOfPartitionKeys() {
    return source().partitionColumns();
  }

  @Override
  public String name() {
    String path = options.get(PlacedOptions.PATH);
    return "placed " + (path == null ? options.getOrDefault(PlacedOptions.PATHS, "") : path);
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
    PlacedTable declared = with(schema);
    declared.showsDeclared = true;
    return declared;
  }

  /** The same table with these columns. */
  private PlacedTable with(StructType columns) {
    PlacedTable table = new PlacedTable(columns, partitioning, properties, source, partitions);
    table.catalogPartitions = catalogPartitions;
    table.functions = functions;
    table.refusal = refusal;
    return table;
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return FileMetadataColumn.columns();
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    CaseInsensitiveStringMap all = calls.over(info.options());
    PlacedOptions.check(all.asCaseSensitiveMap());
    requireWritable(all);
    calls.requireSupported(name(), OptionUse.ROW_CHANGE, info.options());
    requireFollows(written());
    PlacedOptions.serializable(all);
    PlacedOptions.deletesMaxShare(all, null);
    return () ->
        new RowOperation(
            info.command(),
            written(),
            schema,
            spec(),
            all,
            given(info.options()),
            recorded(),
            functions);
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
    if (PlacedOptions.isPlace(options)) {
      all.add(TableCapability.BATCH_WRITE);
    }
    if (takesFrames) {
      all.add(TableCapability.V1_BATCH_WRITE);
    }
    if (evolves && CAPABILITY != null) {
      all.add(CAPABILITY);
    }
    return all;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
    Map<String, String> given = new HashMap<>(readOptions.asCaseSensitiveMap());
    given.keySet().removeIf(ScanTable.KEEP_FILTERS::equalsIgnoreCase);
    given.keySet().removeIf(JoinKeys.OPTION::equalsIgnoreCase);
    given.keySet().removeIf(ScanTable.METADATA_COLUMNS::equalsIgnoreCase);
    boolean merges = given.keySet().removeIf(ScanTable.MERGE_READS::equalsIgnoreCase);
    CaseInsensitiveStringMap own = new CaseInsensitiveStringMap(given);
    CaseInsensitiveStringMap all = calls.over(own);
    PlacedOptions.check(all.asCaseSensitiveMap());
    calls.requireSupported(
        name(), calls.isInCatalog() ? OptionUse.TABLE_READ : OptionUse.PATH_READ, own);
    Moment opened = SourceOptions.moment(options);
    String version = own.get(TimeTravel.VERSION);
    if (!SourceOptions.moment(all).equals(opened)
        || version != null && !version.equals(opened.snapshot())) {
      throw new IllegalArgumentException(
          name()
              + ": the table is already resolved, so the options "
              + PlacedOptions.SNAPSHOT
              + ", "
              + TimeTravel.VERSION
              + " and "
              + PlacedOptions.AS_OF
              + " cannot select another snapshot; use VERSION AS OF, TIMESTAMP AS OF, or the path");
    }
    requireFollows(source());
    boolean keepFilters = readOptions.containsKey(ScanTable.KEEP_FILTERS);
    CaseInsensitiveStringMap marked =
        merges ? RowOperation.reading(all) : OptionUse.markedForStream(all, calls.named(own));
    JoinKeys keys = JoinKeys.of(readOptions);
    if (keys != JoinKeys.OF_ALL_COLUMNS) {
      marked = keys.in(marked);
    }
    PlacedScanBuilder scan =
        new PlacedScanBuilder(
            merges ? Sources.allFiles(source(), options) : Sources.chosen(source(), options, all),
            schema,
            marked,
            keepFilters);
    String metadata = readOptions.get(ScanTable.METADATA_COLUMNS);
    if (metadata != null) {
      scan.pruneColumns(FileMetadataColumn.with(schema, List.of(metadata.split(","))));
    }
    return scan;
  }

  @Override
  public void keepTasks(QueryOrder order) {
    keptOrder = order;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    CaseInsensitiveStringMap asked = calls.over(info.options());
    PlacedOptions.check(asked.asCaseSensitiveMap());
    requireWritable(asked);
    calls.requireSupported(name(), OptionUse.WRITE, info.options());
    WriteTarget to =
        target != null ? target : calls.isInCatalog() ? WriteTarget.NAMED : WriteTarget.PATH;
    if (calls.isInCatalog() && to != WriteTarget.REPLACEMENT) {
      requireFollows(planned(asked));
    }
    if (calls.isInCatalog() && !functions && to != WriteTarget.REPLACEMENT) {
      WrittenColumns.requireDeclared(name(), schema, info.schema());
    }
    CaseInsensitiveStringMap all =
        PlacedOptions.isPlace(asked) ? asked : withSettingsOfLog(asked, info.options());
    return new PlacedWriteBuilder(
        info,
        all,
        given(info.options()),
        schema,
        isAtPattern(all) ? planned(all).partitionSpec() : spec(),
        () -> planned(all),
        streams,
        () -> takesFrames = true,
        recorded(),
        functions,
        keptOrder,
        to);
  }

  /**
   * Those of a stream to a path; of other writes, the catalog or the save has what the log says.
   * Spark has put the session's defaults among the options that the table was opened with, where
   * they would win over the log. All others of these are given with the write again.
   */
  private CaseInsensitiveStringMap withSettingsOfLog(
      CaseInsensitiveStringMap asked, CaseInsensitiveStringMap given) {
    String path = asked.get(PlacedOptions.PATH);
    Snapshot there = path == null ? null : planned(asked).snapshot();
    Map<String, String> ofLog = there == null ? Map.of() : PlacedOptions.ofLog(there.properties());
    return PlacedOptions.layered(
        List.of(
            Session.active().defaults(),
            ofLog,
            path == null ? Map.of() : Map.of(PlacedOptions.PATH, path),
            given.asCaseSensitiveMap()));
  }

  /** Refuses to read or write by the columns of a catalog that is behind the log. */
  private void requireFollows(TableSource source) {
    Snapshot there = calls.isInCatalog() ? source.snapshot() : null;
    if (there != null) {
      try {
        FormerColumns.requireNone(
            there, List.of(schema.fieldNames()), Session.active().caseSensitive(), "the catalog");
      } catch (IllegalArgumentException e) {
        throw Errors.analysis(name() + ": " + e.getMessage(), e);
      }
    }
  }

  /** Properties that a commit has to record, because the catalog says other than the log. */
  private Map<String, String> recorded() {
    boolean given = properties.containsKey(TableProperties.FOREIGN_FILES);
    return given ? TableProperties.recorded(properties, written().snapshot()) : Map.of();
  }

  /** Makes of a declared table one without rows in the log, unless there is one by now. */
  void create() throws IOException {
    Map<String, String> settings = PlacedOptions.settings(options.asCaseSensitiveMap());
    Placement placement = WriteOptions.of(SearchSettings.without(settings)).placement();
    dataSet()
        .begin(ColumnBinding.of(storedSchema(), null), storedSpec(), placement)
        .mergeSchema(true)
        .properties(recorded())
        .append(List.of());
  }

  /** The state at query planning; all batches of a stream use its columns. */
  private synchronized TableSource planned(CaseInsensitiveStringMap all) {
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
  private static boolean isAtPattern(CaseInsensitiveStringMap all) {
    String path = all.get(PlacedOptions.PATH);
    return path != null
        && !PlacedOptions.isPlace(all)
        && !all.containsKey(PlacedOptions.CHECKED_SAVE)
        && SourcePaths.isPattern(path);
  }

  private GivenOptions given(CaseInsensitiveStringMap call) {
    return calls.given(call, () -> written().snapshot());
  }

  /** Says why writes fail. */
  void refusingWrites(String why) {
    refusal = why;
  }

  private void requireWritable(CaseInsensitiveStringMap all) {
    if (refusal != null) {
      throw Errors.analysis(refusal, null);
    }
    if (partitions != null) {
      try {
        partitions.requireWritable(Session.active().stores(all.asCaseSensitiveMap()));
      } catch (IOException e) {
        throw Errors.analysis(e.getMessage(), e);
      }
    }
    if (!SourceOptions.moment(all).isNow()) {
      throw new IllegalArgumentException(
          "options "
              + PlacedOptions.SNAPSHOT
              + " and "
              + PlacedOptions.AS_OF
              + " are supported only for reads; a write creates a new snapshot");
    }
  }

  /** Says that the functions of {@link PartitionFunction} are known to Spark for this table. */
  PlacedTable withFunctions() {
    functions = true;
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
    return with(EvolvingCatalog.inOrder(schema, first)).withEvolution();
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
    target = WriteTarget.REPLACEMENT;
    return this;
  }

  /** Says that an overwrite replaces only the partitions that get rows. */
  public PlacedTable replacingWrittenPartitions() {
    target = WriteTarget.WRITTEN_PARTITIONS;
    return this;
  }

  /** Says which partition columns the catalog has, if they need not be those of the table. */
  public PlacedTable withCatalogPartitions(List<String> columns) {
    catalogPartitions = List.copyOf(columns);
    return this;
  }

  /** Whether there are rows, as far as is known without reading files. */
  boolean hasFiles() {
    return written().fileCount() > 0;
  }

  /** Whether each row is in the directory of its values of exactly these columns. */
  boolean isInPartitionsOf(List<String> columns) {
    List<String> stored = columns.stream().map(names()::inTable).toList();
    return written().partitionSpec().columns().equals(stored) && written().isInPartitions();
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

  private PartitionSpec spec() {
    return Partitions.toSpec(partitioning);
  }

  private List<String> partitionColumns() {
    return spec().columns();
  }

  @Override
  public TableCatalog altering(TableCatalog catalog) {
    return AlteringCatalog.inFrontOf(catalog, this);
  }

  @Override
  public List<String> locations() {
    return source().paths();
  }

  /** The data set at the table's location. */
  DataSet dataSet() throws IOException {
    return DataSet.at(
        Session.active().stores(options.asCaseSensitiveMap()), options.get(PlacedOptions.PATH));
  }

  /** The values of partition fields: of columns, and results of transforms. */
  @Override
  public StructType partitionSchema() {
    return spec().hasTransforms() ? partitions().schema(names()) : columnsOfPartitions();
  }

  private StructType columnsOfPartitions() {
    return new StructType(
        partitionColumns().stream().map(schema::apply).toArray(StructField[]::new));
  }

  /** Partition columns with their names in the data set. */
  private StructType storedPartition() {
    return Sources.inTable(names(), columnsOfPartitions());
  }

  private PartitionSpec storedSpec() {
    return spec().renamed(names()::inTable);
  }

  @Override
  TableNames names() {
    return Sources.names(written(), schema, Session.active().caseSensitive());
  }

  /** The schema of a commit that writes no rows: that of the log, or of a table without one. */
  private Schema storedSchema() {
    if (written().isEmpty()) {
      return SparkTypes.toSchema(schema);
    }
    Snapshot snapshot = written().snapshot();
    return snapshot.id() > 0 ? snapshot.loggedSchema() : written().schema();
  }

  @Override
  PartitionManagement partitions() {
    try {
      return new PartitionManagement(
          dataSet(),
          this::written,
          storedSchema(),
          storedSpec(),
          recorded(),
          CharColumns.asRead(storedPartition(), UnaryOperator.identity()));
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  @Override
  public boolean canDeleteWhere(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    Predicate condition =
        PlacedWriteBuilder.partitionCondition(predicates, schema, partitionColumns());
    // Only some rows of a file outside of the partition directories may match.
    return condition != null && (condition.columns().isEmpty() || written().isInPartitions());
  }

  /** Refuses to remove rows through a view of some files, of changes or of several places. */
  private void requireWhole() {
    if (calls.isInCatalog()) {
      return;
    }
    OptionUse.WRITE.require(name(), calls.named(new CaseInsensitiveStringMap(properties)));
    String path = options.get(PlacedOptions.PATH);
    if (SourcePaths.isPattern(path) && !PathTables.exists(path)) {
      throw Errors.analysis(name() + ": rows of several places cannot be removed", null);
    }
  }

  /** Removes whole files from the table; they are kept for readers of older snapshots. */
  @Override
  public void deleteWhere(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    Predicate condition =
        PlacedWriteBuilder.partitionCondition(predicates, schema, partitionColumns());
    requireWritable(options);
    requireWhole();
    try {
      StructType partition = storedPartition();
      PartitionFilter filter =
          new PartitionFilter(
              SparkTypes.toSchema(partition), condition, Session.active().caseSensitive());
      ColumnBinding columns = ColumnBinding.of(storedSchema(), written().snapshot());
      PartitionSpec spec = Partitions.ofWrite(storedSpec(), written().partitionSpec());
      Commit commit = dataSet().begin(columns, spec, null).mergeSchema(true);
      UnaryOperator<Map<String, String>> asRead =
          CharColumns.asRead(partition, UnaryOperator.identity());
      commit
          .properties(recorded())
          .overwriteWhere(List.of(), f -> filter.matches(asRead.apply(f.partition())));
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedTable t
        && t.schema.equals(schema)
        && t.showsDeclared == showsDeclared
        && Arrays.equals(t.partitioning, partitioning)
        && t.properties.equals(properties)
        && (t == this || t.source().equals(source()));
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
