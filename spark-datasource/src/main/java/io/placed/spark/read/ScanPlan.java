package io.placed.spark.read;

import io.placed.io.FileStores;
import io.placed.predicate.Predicate;
import io.placed.spark.PlacedOptions;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Session;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.spark.read.translate.FilterTranslator;
import io.placed.spark.read.translate.RowTests;
import io.placed.spark.read.vector.FileMetadataColumn;
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
    return new FilterTranslator(tableSchema, caseSensitive, ranges());
  }

  public AggregateTranslator aggregates() {
    return new AggregateTranslator(tableSchema, caseSensitive, ranges(), source.rows());
  }

  private ColumnRanges ranges() {
    Object[] defaults = Session.existenceDefaults(tableSchema);
    Set<String> unknown = new HashSet<>(source.partitionColumns());
    for (int i = 0; i < defaults.length; i++) {
      if (defaults[i] != null) {
        unknown.add(tableSchema.fields()[i].name());
      }
    }
    return new ColumnRanges(source, unknown, caseSensitive);
  }

  /** Which files are read. */
  public FileQuery query() {
    return new FileQuery(
        source, SparkTypes.toSchema(partition()), partitionFilters, dataFilters, caseSensitive);
  }

  /** The partition columns, with the types that the table gives them. */
  public StructType partition() {
    StructType out = new StructType();
    for (StructField f : tableSchema.fields()) {
      if (source.partitionColumns().contains(f.name())) {
        out = out.add(f);
      }
    }
    return out;
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
    return RowTests.canTest(p, tableSchema, caseSensitive);
  }

  /**
   * What rows are tested by; null if they are not.
   *
   * @param more conditions that came later
   */
  public Session.Shared<RowTest> rowPredicate(List<Predicate> more) {
    List<Predicate> all = new ArrayList<>(dataFilters);
    all.addAll(more);
    return all.isEmpty()
        ? null
        : Session.active().share(RowTests.of(Predicate.and(all), tableSchema, caseSensitive));
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
