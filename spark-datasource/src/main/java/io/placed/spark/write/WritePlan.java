package io.placed.spark.write;

import io.placed.advise.columns.MeasuredSizes;
import io.placed.advise.columns.SearchSettings;
import io.placed.io.FileStores;
import io.placed.placement.ColumnNames;
import io.placed.placement.Placement;
import io.placed.placement.ReorderScope;
import io.placed.placement.Reordering;
import io.placed.placement.reorder.TaskRanges;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.ScanTable;
import io.placed.spark.options.GivenOptions;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.Partitions;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.Collations;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.plan.PartitionFilter;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.source.SourceRoots;
import io.placed.table.source.TableSource;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write that was validated on the driver: columns, partitioning and settings are consistent with
 * each other and with the existing table. Nothing has been changed yet.
 */
final class WritePlan {
  private static final Logger LOG = LoggerFactory.getLogger(WritePlan.class);

  /** Size at which files end unless something else is asked for. */
  private static final long FILE_BYTES = 512L << 20;

  /** About the size of a block: files of tasks among which rows are divided, unless asked for. */
  private static final long TASK_FILE_BYTES = 128L << 20;

  /** Smaller tasks would take longer to start than to run. */
  private static final long LEAST_TASK_BYTES = 16L << 20;

  private final CaseInsensitiveStringMap options;
  private final String root;
  private final WriteMode mode;
  private final StructType rows;
  private final RequiredValues required;
  private final Schema schema;
  private final ColumnBinding columns;
  private final boolean follows;
  private final Snapshot read;
  private final PartitionSpec spec;
  private final List<String> partitionColumns;
  private final UnaryOperator<Map<String, String>> partitionsAsRead;
  private final Map<String, String> settings;
  private final SearchSettings found;
  private final Placement placement;
  private final Reordering reordering;
  private final long maxRecords;
  private final OptionalLong fileBytes;
  private final int tasks;
  private final String distribution;
  private final Map<String, String> recorded;
  private final boolean creates;

  /**
   * @param ofCall which of the options must have an effect
   * @param table the columns as the table declares them, or those of the rows
   * @param planned the table as of query planning, by whose columns the rows are matched; empty if
   *     the write replaces any existing table
   * @param recorded properties that the commit records
   * @param creates whether there must be no table yet when it commits
   */
  WritePlan(
      String root,
      CaseInsensitiveStringMap options,
      GivenOptions ofCall,
      StructType rows,
      StructType table,
      PartitionSpec spec,
      WriteMode mode,
      TableSource existing,
      Optional<TableSource> planned,
      Map<String, String> recorded,
      boolean creates) {
    this.recorded = recorded;
    this.creates = creates;
    Session session = Session.active();
    this.root = root;
    this.options = options;
    this.mode = mode;
    boolean replacesAll = mode instanceof WriteMode.Overwrite;
    Schema before = planned.map(TableSource::schema).orElse(Schema.of());
    this.rows = WrittenNames.ofFields(rows, before, session.caseSensitive());
    this.required = RequiredValues.of(this.rows, table, session.caseSensitive());
    this.schema = named(SparkTypes.toSchema(this.rows), before, session.caseSensitive());
    this.follows = planned.isPresent();
    this.read = planned.map(TableSource::snapshot).orElse(null);
    this.columns = ColumnBinding.of(schema, read);
    this.spec = spec.renamed(c -> nameOf(c, session));
    this.partitionColumns = this.spec.columns();
    if (mode instanceof WriteMode.OverwritePartitions && session.padsChars()) {
      requireOneSpelling(spec, table, session.caseSensitive());
    }
    this.partitionsAsRead = CharColumns.asRead(table, c -> nameOf(c, session));
    Map<String, String> given = PlacedOptions.settings(options.asCaseSensitiveMap());
    // A write to a table keeps it; a save is a new table.
    Placement kept = (replacesAll ? planned.orElse(existing) : existing).placement();
    Map<String, String> all = new LinkedHashMap<>(given);
    if (kept != null) {
      all.putIfAbsent(Placement.SETTING, kept.toString());
    }
    if (!Placement.fromSettings(all).isSearch()) {
      // Of properties and defaults a write uses those that it can.
      all.keySet().removeIf(name -> SearchSettings.NAMES.contains(name) && !ofCall.has(name));
    }
    this.found = search(all, existing);
    found.result().ifPresent(r -> LOG.info("{}: {}", root, r));
    this.settings = new LinkedHashMap<>(found.settings());
    Placement effective = WriteOptions.of(settings).placement().requireWritable();
    effective.requireFits(dataSchema());
    this.placement =
        kept != null && given.keySet().stream().noneMatch(Placement.SETTING_NAMES::contains)
            ? null
            : effective;
    this.reordering = effective.reorder();
    this.maxRecords = options.getLong(PlacedOptions.MAX_RECORDS, session.maxRecordsPerFile());
    this.fileBytes = PlacedOptions.targetFileSize(options);
    this.distribution = PlacedOptions.distribution(options);
    boolean whole = reordering.scope() != ReorderScope.TASK;
    boolean moves =
        distribution == null
            ? whole
            : distribution.equals("hash") && isPartitioned()
                || distribution.equals("range")
                    && (isPartitioned() || whole || reordering instanceof Reordering.Sort);
    int asked = PlacedOptions.reorderTasks(options);
    this.tasks = moves ? asked : 0;
    if (asked > tasks && ofCall.has(PlacedOptions.REORDER_TASKS)) {
      throw new IllegalArgumentException(
          PlacedOptions.REORDER_TASKS
              + " applies only to a reordering of the whole table, found "
              + Reordering.SETTING
              + "="
              + reordering
              + (distribution == null
                  ? ""
                  : " and " + PlacedOptions.DISTRIBUTION + "=" + distribution));
    }
  }

  /**
   * Refuses transforms of CHAR columns: a value that was written by path has no blanks at its end,
   * so that the result of the transform is another than that of the value as it is read, and rows
   * that are to be replaced would stay.
   */
  private void requireOneSpelling(PartitionSpec spec, StructType table, boolean caseSensitive) {
    for (PartitionTerm t : spec.terms()) {
      if (!t.transform().isIdentity() && CharColumns.is(t.column(), table, caseSensitive)) {
        throw new IllegalArgumentException(
            root
                + ": partitions of "
                + t
                + " cannot be overwritten by those that get rows, because "
                + t.column()
                + " is CHAR: values written by path have no blanks at their end, and other"
                + " partitions. Overwrite rows by their values (REPLACE WHERE)");
      }
    }
  }

  /**
   * Resolves searches in the settings, on the driver and before anything is planned. Column sizes
   * are those in the files of the table; if there are none, or all are replaced, estimates by type.
   */
  private SearchSettings search(Map<String, String> asked, TableSource existing) {
    FileStores stores = Session.active().stores(options.asCaseSensitiveMap());
    try {
      return SearchSettings.resolve(
          asked,
          stores,
          () -> MeasuredSizes.ofSource(dataSchema(), existing, stores),
          partitionColumns);
    } catch (IOException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }

  /** The columns with their names in the table. */
  private static Schema named(Schema written, Schema table, boolean caseSensitive) {
    List<Field> fields = new ArrayList<>();
    for (Field f : written.fields()) {
      Optional<Integer> found = table.find(f.name(), caseSensitive);
      fields.add(
          found.isEmpty() ? f : new Field(0, table.field(found.get()).name(), f.type(), true));
      if (!caseSensitive) {
        // Reports new columns whose names differ only in case.
        written.find(f.name(), false);
      }
    }
    return Schema.of(fields.stream().map(f -> f.withId(0)).toList());
  }

  private String nameOf(String column, Session session) {
    return schema
        .find(column, session.caseSensitive())
        .map(i -> schema.field(i).name())
        .orElse(column);
  }

  private Schema dataSchema() {
    return Schema.of(
        schema.fields().stream().filter(f -> !partitionColumns.contains(f.name())).toList());
  }

  /** One sentence about the result of a search; empty if there was none. */
  String search() {
    return found.result().map(r -> " " + r).orElse("");
  }

  String root() {
    return root;
  }

  Reordering reordering() {
    return reordering;
  }

  /** Number of tasks among which a reordering of the whole table divides the rows; 0 = by size. */
  int tasks() {
    return tasks;
  }

  /** None, hash or range; null if nothing is said. */
  String distribution() {
    return distribution;
  }

  /** Settings of writing, complete. */
  Map<String, String> settings() {
    return settings;
  }

  /** Maximum rows of a file; 0 = no limit. */
  long maxRecords() {
    return maxRecords;
  }

  /**
   * Bytes that a task which gets rows of others writes, about: those of a file, but of several if
   * files are small.
   */
  long taskBytes() {
    long asked = fileBytes.orElse(0);
    return asked > 0 ? Math.max(asked, LEAST_TASK_BYTES) : TASK_FILE_BYTES;
  }

  /** Position of a column that the placement names. */
  int ordinal(String column) {
    return ColumnNames.ordinal(column, schema, Reordering.SETTING);
  }

  boolean hasColumn(String name) {
    return schema.find(name, false).isPresent();
  }

  /**
   * Columns by which rows are divided among tasks: the partition columns, then those of the
   * reordering.
   */
  int[] decidingOrdinals() {
    IntStream keys =
        TaskRanges.columns(reordering, dataSchema()).stream().mapToInt(schema::indexOf);
    return IntStream.concat(Arrays.stream(partitionOrdinals()), keys).toArray();
  }

  Schema schemaOf(int[] ordinals) {
    return Schema.of(Arrays.stream(ordinals).mapToObj(schema::field).toList());
  }

  boolean isPartitioned() {
    return !spec.isEmpty();
  }

  boolean hasTransforms() {
    return spec.hasTransforms();
  }

  /**
   * Whether values of partition columns that are equal in Spark's order are of one partition. Zeros
   * of either sign are not, nor are strings that are equal in a collation.
   */
  boolean orderTellsPartitionsApart() {
    return spec.terms().stream()
        .noneMatch(
            t -> {
              DataType type = rows.fields()[schema.indexOf(t.column())].dataType();
              boolean number = type instanceof FloatType || type instanceof DoubleType;
              return number && t.transform().isIdentity()
                  || type instanceof StringType s && !Collations.isBinary(s);
            });
  }

  /**
   * By what rows of a partition can be brought together.
   *
   * @param functions whether Spark knows the transforms as functions; otherwise they are left out
   */
  List<Expression> partitionKeys(boolean functions) {
    List<Expression> keys = new ArrayList<>();
    for (PartitionTerm t : spec.terms()) {
      String own = rows.fields()[schema.indexOf(t.column())].name();
      PartitionTerm ofRows = new PartitionTerm(own, t.transform());
      if (t.transform().isIdentity()) {
        keys.add(Expressions.column(SparkTypes.quoted(own)));
      } else if (functions) {
        keys.add(Partitions.toTransform(ofRows));
      }
    }
    return keys;
  }

  /** Positions of the columns that are partition columns themselves. */
  int[] partitionOrdinals() {
    return partitionColumns.stream().mapToInt(schema::indexOf).toArray();
  }

  StructType rows() {
    return rows;
  }

  WriteMode mode() {
    return mode;
  }

  /** The columns of the table that the rows have, as of query planning. */
  ColumnBinding columns() {
    return columns;
  }

  private DataSet dataSet() throws IOException {
    return DataSet.at(Session.active().stores(options.asCaseSensitiveMap()), root);
  }

  /**
   * @param bound {@link #columns}, or those after the last commit of the same query
   */
  Commit begin(ColumnBinding bound) throws IOException {
    FileStores stores = Session.active().stores(options.asCaseSensitiveMap());
    SourceRoots.requireNoOwner(stores, root);
    DataSet dataSet = DataSet.at(stores, root);
    Commit commit =
        follows ? dataSet.begin(bound, spec, placement) : dataSet.begin(schema, spec, placement);
    if (creates) {
      commit.creates();
    } else if (options.containsKey(ScanTable.MERGE_INSERTS)) {
      basedOn(commit, read, options);
    }
    return commit
        .mergeSchema(options.getBoolean(PlacedOptions.MERGE_SCHEMA, true))
        .overwriteSchema(mode instanceof WriteMode.Overwrite)
        .keepColumns(mode instanceof WriteMode.Overwrite all && all.keepsColumns())
        .properties(properties());
  }

  /** A MERGE that only inserts has not looked for its keys in files that would appear with it. */
  private Map<String, String> properties() {
    Map<String, String> all = new HashMap<>(recorded);
    if (options.containsKey(ScanTable.MERGE_INSERTS)) {
      all.remove(TableProperties.FOREIGN_FILES);
    }
    return all;
  }

  /**
   * Begins the commit of a query. If it replaces rows of a table that it reads, rows that others
   * have added since are not in its result and must not be lost, and those that others have deleted
   * must not come back.
   */
  Commit beginBatch() throws IOException {
    Commit commit = begin(columns);
    if (mode instanceof WriteMode.Append || creates) {
      return commit;
    }
    String table = dataSet().path();
    Snapshot queryReads = QueryReads.of(table);
    if (mode instanceof WriteMode.OverwritePartitions && read != null && QueryReads.any(table)) {
      // Also if it reads a past snapshot: it is the files of now that would stay.
      commit.requireInPartitions(read);
    }
    if (queryReads == null) {
      return commit;
    }
    if (mode instanceof WriteMode.ReplaceRows replace) {
      replace.rows().requireSame(queryReads);
      return commit;
    }
    return commit.basedOn(queryReads);
  }

  /**
   * Names what a statement that reads the table has read.
   *
   * @param read null if there was no table, or one without files
   */
  static void basedOn(Commit commit, Snapshot read, CaseInsensitiveStringMap options) {
    boolean serializable = PlacedOptions.serializable(options);
    if (read != null) {
      commit.basedOn(read);
      if (serializable) {
        commit.serializable();
      }
    } else if (serializable) {
      commit.basedOnNothing();
    }
  }

  /**
   * @param grouped whether the rows of a task are sorted by partition
   */
  WriteTask task(Commit commit, boolean grouped) throws IOException {
    List<WriteTask.Field> fields = new ArrayList<>();
    List<String> names = commit.partitionNames();
    for (PartitionField f : commit.partitioning().fields()) {
      int ordinal = commit.written().fields().indexOf(f.sourceIn(commit.written()));
      fields.add(new WriteTask.Field(names.get(fields.size()), ordinal, f.transform()));
    }
    return new WriteTask(
        Session.active().serializable(options.asCaseSensitiveMap()),
        dataSet().path(),
        commit.commitId(),
        rows,
        schema.fields().stream().map(Field::name).toList(),
        required,
        fields,
        grouped,
        settings,
        maxRecords,
        fileBytes.orElse(FILE_BYTES),
        // Row groups have the size of the placement unless smaller files are asked for.
        fileBytes.isEmpty());
  }

  /** Whether the write makes a table IF NOT EXISTS, and after a conflict another has made it. */
  boolean isMadeMeanwhile() {
    try {
      return creates && options.containsKey(ScanTable.IF_NOT_EXISTS) && !dataSet().isVacant();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  void finish(Commit commit, List<DataFile> files) throws IOException {
    if (mode instanceof WriteMode.Overwrite) {
      commit.overwrite(files);
    } else if (mode instanceof WriteMode.OverwritePartitions) {
      commit.overwritePartitions(files, partitionsAsRead);
    } else if (mode instanceof WriteMode.OverwriteWhere where) {
      Schema partition =
          Schema.of(Arrays.stream(partitionOrdinals()).mapToObj(schema::field).toList());
      PartitionFilter filter =
          new PartitionFilter(partition, where.condition(), Session.active().caseSensitive());
      commit.overwriteWhere(files, f -> filter.matches(partitionsAsRead.apply(f.partition())));
    } else if (mode instanceof WriteMode.ReplaceRows replace) {
      ReplacedRows replaced = replace.rows();
      new RowChanges(ReplacedRows.OPERATION, replaced.read(), options, settings)
          .commit(commit, replaced.find(), files);
    } else {
      commit.append(files);
    }
  }
}
