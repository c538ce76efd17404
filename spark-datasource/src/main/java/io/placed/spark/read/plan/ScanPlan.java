package io.placed.spark.read.plan;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.spark.PlacedOptions;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Session;
import io.placed.spark.read.source.SourceFile;
import io.placed.spark.read.source.TableSource;
import io.placed.spark.read.task.ChoicePlan;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.read.task.RowPredicate;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.spark.read.translate.ColumnRanges;
import io.placed.spark.read.translate.FilterTranslator;
import io.placed.spark.read.vector.FileMetadataColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What a scan was asked for.
 *
 * @param tableSchema all columns
 * @param output columns that are read, parts of structs left out
 * @param partitionFilters on partition columns only: these are answered here, exactly
 * @param dataFilters the others that were accepted: files are skipped by them and rows tested
 * @param limit rows after which a task need not go on; negative = none
 * @param choice among the rows that the filters leave; null = all
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
    boolean caseSensitive) {

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
        caseSensitive);
  }

  /**
   * Plans tasks by what they read: the columns that are tested, and of the others what the filters
   * leave.
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
    return new SlicePlanner(Session.active(), Math.min(1, share));
  }

  public FilterTranslator translator() {
    return new FilterTranslator(tableSchema, caseSensitive, ranges());
  }

  public AggregateTranslator aggregates() {
    long rows = source.files().stream().mapToLong(f -> f.file().rows()).sum();
    return new AggregateTranslator(tableSchema, caseSensitive, ranges(), rows);
  }

  private ColumnRanges ranges() {
    Object[] defaults = Session.existenceDefaults(tableSchema);
    Set<String> unknown = new HashSet<>(source.partitionColumns());
    for (int i = 0; i < defaults.length; i++) {
      if (defaults[i] != null) {
        unknown.add(tableSchema.fields()[i].name());
      }
    }
    return new ColumnRanges(source.files(), unknown, caseSensitive);
  }

  /** The partition columns, with the types that the table gives them. */
  public StructType partition() {
    return partition(source, tableSchema);
  }

  public static StructType partition(TableSource source, StructType tableSchema) {
    StructType out = new StructType();
    for (StructField f : tableSchema.fields()) {
      if (source.partitionColumns().contains(f.name())) {
        out = out.add(f);
      }
    }
    return out;
  }

  public boolean onPartitionsOnly(Predicate p) {
    return source.partitionColumns().containsAll(p.columns())
        && (p.columns().isEmpty() || source.isInPartitions());
  }

  public PartitionFilter partitionFilter(Predicate p) {
    return new PartitionFilter(SparkTypes.toSchema(partition()), p, caseSensitive);
  }

  /** The files that may hold rows that match. */
  public List<SourceFile> files() {
    List<SourceFile> files = source.files();
    for (Predicate p : partitionFilters) {
      PartitionFilter filter = partitionFilter(p);
      files = files.stream().filter(f -> filter.matches(f.partition())).toList();
    }
    return dataFilters.isEmpty()
        ? files
        : new FilePruning(Predicate.and(dataFilters), caseSensitive).prune(files);
  }

  /** Of the columns that are read, those that no file holds. */
  private Set<String> metadata() {
    Set<String> names = new HashSet<>();
    for (String column : output.fieldNames()) {
      if (FileMetadataColumn.is(column, tableSchema)) {
        names.add(column);
      }
    }
    return names;
  }

  public FileStores stores() {
    return Session.active().stores(options.asCaseSensitiveMap());
  }

  public boolean canTest(Predicate p) {
    return RowPredicate.canTest(p, tableSchema, caseSensitive);
  }

  /**
   * What rows are tested by; null if they are not.
   *
   * @param more conditions that came later
   */
  public Session.Shared<RowPredicate> rowPredicate(List<Predicate> more) {
    List<Predicate> all = new ArrayList<>(dataFilters);
    all.addAll(more);
    return all.isEmpty()
        ? null
        : Session.active().share(RowPredicate.of(Predicate.and(all), tableSchema, caseSensitive));
  }

  public ReadContext context() {
    Session session = Session.active();
    Object[] defaults = Session.existenceDefaults(output);
    return new ReadContext(
        session.serializable(options.asCaseSensitiveMap()),
        output,
        rowPredicate(List.of()),
        limit,
        metadata(),
        choice,
        defaults,
        caseSensitive,
        ignoresCorrupt(),
        ignoresMissing());
  }

  /** Whether tasks may give out fewer rows than their files are said to have. */
  public boolean mayLeaveFilesOut() {
    return ignoresCorrupt() || ignoresMissing();
  }

  private boolean ignoresCorrupt() {
    return options.getBoolean(PlacedOptions.IGNORE_CORRUPT, Session.active().ignoreCorruptFiles());
  }

  private boolean ignoresMissing() {
    return options.getBoolean(PlacedOptions.IGNORE_MISSING, Session.active().ignoreMissingFiles());
  }
}
