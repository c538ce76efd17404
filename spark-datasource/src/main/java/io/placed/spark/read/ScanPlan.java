package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.spark.internal.Session;
import io.placed.spark.options.JoinKeys;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.spark.read.translate.FilterTranslator;
import io.placed.spark.read.translate.PrunedDefaults;
import io.placed.spark.read.translate.RowTests;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.SparkTypes;
import io.placed.table.file.RowIdColumns;
import io.placed.table.plan.ColumnRanges;
import io.placed.table.plan.FileQuery;
import io.placed.table.plan.FilterShare;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import io.placed.table.split.ChoicePlan;
import io.placed.table.split.RowTest;
import io.placed.table.split.SlicePlanner;
import io.placed.table.split.SplitSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The request of a scan.
 *
 * @param tableSchema all columns
 * @param output columns to return, without unused fields of structs
 * @param partitionFilters conditions on partition columns, which are evaluated exactly by selecting
 *     files
 * @param dataFilters other pushed filters, which skip files and are evaluated for rows
 * @param limit number of rows after which a task may stop; negative = none
 * @param choice selects among the rows that match the filters; null = all
 * @param ignoresCorrupt whether damaged files are passed over, as it was when the scan was planned:
 *     what is pushed down depends on it
 * @param ignoresMissing the same of missing files
 */
public record ScanPlan(
    TableSource source,
    CaseInsensitiveStringMap options,
    StructType tableSchema,
    StructType output,
    List<Predicate> partitionFilters,
    List<Predicate> dataFilters,
    int limit,
    ChoicePlan choice,
    boolean caseSensitive,
    boolean ignoresCorrupt,
    boolean ignoresMissing) {

  public ScanPlan withLimit(int rows) {
    return new ScanPlan(
        source,
        options,
        tableSchema,
        output,
        partitionFilters,
        dataFilters,
        rows,
        choice,
        caseSensitive,
        ignoresCorrupt,
        ignoresMissing);
  }

  /** The same scan where Spark does not pad values of CHAR(n), unless the session wants them so. */
  ScanPlan withPaddedChars() {
    if (!CharColumns.areIn(tableSchema) || !Session.active().padsChars()) {
      return this;
    }
    Map<String, String> pads = Map.of(PlacedOptions.PAD_CHARS, "true");
    return new ScanPlan(
        source,
        PlacedOptions.layered(List.of(options.asCaseSensitiveMap(), pads)),
        tableSchema,
        output,
        partitionFilters,
        dataFilters,
        limit,
        choice,
        caseSensitive,
        ignoresCorrupt,
        ignoresMissing);
  }

  /**
   * How much of the table is planned to be read, for EXPLAIN. The log does not know the bytes of
   * columns, so these are an estimate.
   */
  String amounts(List<SourceFile> files) {
    Set<String> filtered = new HashSet<>();
    dataFilters.forEach(p -> filtered.addAll(p.columns()));
    List<String> returned = List.of(output.fieldNames());
    StructType stored = new StructType();
    StructType used = new StructType();
    for (StructField f : tableSchema.fields()) {
      if (!source.partitionColumns().contains(f.name())) {
        stored = stored.add(f);
        if (returned.contains(f.name())) {
          used = used.add(output.apply(f.name()));
        } else if (filtered.contains(f.name())) {
          used = used.add(f);
        }
      }
    }
    long bytes = ReadMetrics.bytes(files);
    double share = used.isEmpty() ? 0 : ScanStatistics.share(stored, used);
    int rowGroups = files.stream().mapToInt(f -> f.file().rowGroups().size()).sum();
    return ("Files: " + files.size() + " of " + source.fileCount())
        + (", RowGroups: " + rowGroups)
        + (", Bytes: " + bytes + " of " + source.bytes())
        + (", ColumnsUsed: " + used.length() + " of " + stored.length())
        + (", BytesOfColumnsUsed: about " + Math.round(bytes * share));
  }

  /**
   * Plans tasks by the bytes to be read: those of filter columns, and the share of the other
   * columns that matches the filters.
   */
  public SlicePlanner planner(List<SourceFile> of) {
    Set<String> names = new HashSet<>();
    dataFilters.forEach(p -> names.addAll(p.columns()));
    StructType tested = new StructType();
    for (StructField f : tableSchema.fields()) {
      tested = names.contains(f.name()) ? tested.add(f) : tested;
    }
    StructType others = new StructType();
    for (StructField f : output.fields()) {
      others = names.contains(f.name()) ? others : others.add(f);
    }
    double share =
        ScanStatistics.share(tableSchema, tested)
            + ScanStatistics.share(tableSchema, others) * new FilterShare(of).of(dataFilters);
    Session session = Session.active();
    SplitSizes sizes =
        new SplitSizes(
            session.maxPartitionBytes(),
            session.openCostBytes(),
            session.minPartitions(),
            session.maxPartitions());
    return new SlicePlanner(sizes, Math.min(1, share));
  }

  public FilterTranslator translator() {
    return new FilterTranslator(filterSchema(), caseSensitive, ranges());
  }

  /** The columns that filters may use: those of the table, and the ids of its rows. */
  private StructType filterSchema() {
    StructType all = tableSchema;
    for (String name : List.of(RowIdColumns.ID, RowIdColumns.VERSION)) {
      all = isOfRowIds(name) ? all.add(name, DataTypes.LongType) : all;
    }
    return all;
  }

  /**
   * Whether a name is that of a column of {@link RowIdColumns}, here and in all files. With several
   * paths, one of them may have a column of its own under the name.
   */
  boolean isOfRowIds(String name) {
    return RowIdColumns.isName(name)
        && source.paths().size() == 1
        && Arrays.stream(tableSchema.fieldNames()).noneMatch(name::equalsIgnoreCase)
        && isNoColumn(name, source.schema())
        && isNoColumn(name, source.snapshot().schema());
  }

  private static boolean isNoColumn(String name, Schema of) {
    return of.fields().stream().noneMatch(f -> f.name().equalsIgnoreCase(name));
  }

  public AggregateTranslator aggregates() {
    return new AggregateTranslator(tableSchema, caseSensitive, ranges(), source.rows());
  }

  private ColumnRanges ranges() {
    Set<String> unknown = withDefaults(tableSchema);
    unknown.addAll(source.partitionColumns());
    return new ColumnRanges(source, unknown, caseSensitive);
  }

  /** Columns with a default in files that do not have them. */
  private static Set<String> withDefaults(StructType columns) {
    Object[] defaults = Session.existenceDefaults(columns);
    Set<String> names = new HashSet<>();
    for (int i = 0; i < defaults.length; i++) {
      if (defaults[i] != null) {
        names.add(columns.fields()[i].name());
      }
    }
    return names;
  }

  /** The query that selects the files. */
  public FileQuery query() {
    return new FileQuery(
        source,
        SparkTypes.toSchema(partition()),
        partitionFilters,
        dataFilters,
        withDefaults(partition()),
        isOfRowIds(RowIdColumns.ID) && isOfRowIds(RowIdColumns.VERSION),
        caseSensitive);
  }

  /** The partition columns, with their types in the table. */
  public StructType partition() {
    StructType out = new StructType();
    for (StructField f : tableSchema.fields()) {
      if (source.partitionColumns().contains(f.name())) {
        out = out.add(f);
      }
    }
    return out;
  }

  /** Output columns that are not stored in files. */
  private Set<String> metadata() {
    Set<String> names = new HashSet<>();
    for (String column : output.fieldNames()) {
      if (FileMetadataColumn.is(column, tableSchema)) {
        names.add(column);
      }
    }
    return names;
  }

  /** Whether the scan pads values of CHAR(n) because Spark does not. */
  boolean padsChars() {
    return options.containsKey(PlacedOptions.PAD_CHARS);
  }

  public boolean canTest(Predicate p) {
    return RowTests.canTest(p, tableSchema, caseSensitive);
  }

  /**
   * The filter that is evaluated for rows, with additional conditions.
   *
   * @param more such as runtime filters
   */
  RowTest rowTest(List<Predicate> more) {
    List<Predicate> all = new ArrayList<>(dataFilters);
    all.addAll(more);
    return RowTests.of(Predicate.and(all), tableSchema, caseSensitive);
  }

  /**
   * Per column of the output the length up to which the scan pads values of CHAR(n), which are then
   * other ones than files have; 0 = it does not.
   */
  int[] paddedLengths() {
    return padsChars() ? CharColumns.lengths(output, tableSchema) : new int[output.size()];
  }

  /** Per column of the output its type, in which values of CHAR(n) are padded; null = as it is. */
  private DataType[] paddedTypes() {
    return padsChars() ? CharColumns.types(output, tableSchema) : new DataType[output.size()];
  }

  public ReadContext context() {
    Session session = Session.active();
    return new ReadContext(
        session.serializable(options.asCaseSensitiveMap()),
        output,
        dataFilters.isEmpty() ? null : session.shareInStage(rowTest(List.of())),
        limit,
        metadata(),
        choice,
        PrunedDefaults.of(tableSchema, output),
        paddedTypes(),
        caseSensitive,
        ignoresCorrupt,
        ignoresMissing);
  }

  /** Whether tasks may return fewer rows than the metadata of their files says. */
  public boolean mayLeaveFilesOut() {
    return ignoresCorrupt || ignoresMissing;
  }

  JoinKeys joinKeys() {
    return JoinKeys.of(options);
  }
}
