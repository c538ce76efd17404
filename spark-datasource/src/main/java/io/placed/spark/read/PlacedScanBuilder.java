package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.scan.request.TopRows;
import io.placed.spark.internal.Session;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.Sources;
import io.placed.spark.read.translate.AggregateTranslator;
import io.placed.spark.read.translate.ColumnTypes;
import io.placed.spark.read.translate.FilterTranslator;
import io.placed.spark.read.translate.RowTests;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.version.SampledScan;
import io.placed.table.plan.FileQuery;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import io.placed.table.split.ChoicePlan;
import io.placed.table.split.RowRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownOffset;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Pushes filters, aggregates, limits and columns into the scan. */
public final class PlacedScanBuilder
    implements SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownAggregates,
        SupportsPushDownLimit,
        SupportsPushDownOffset,
        SupportsPushDownTopN,
        SampledScan {
  /** Maximum number of rows of a limit that one task reads. */
  private static final int FEW_ROWS = 1 << 20;

  private final TableSource source;
  private final CaseInsensitiveStringMap options;
  private final StructType tableSchema;
  private final boolean caseSensitive;
  private final boolean ignoresCorrupt;
  private final boolean ignoresMissing;
  private final List<Predicate> partitionFilters = new ArrayList<>();
  private final List<Predicate> dataFilters = new ArrayList<>();
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed =
      new ArrayList<>();
  private StructType output;
  private final boolean keepFilters;
  private boolean someFiltersLeft;
  private boolean leavesAggregates;

  /** The last aggregation that Spark asked for. */
  private Aggregation asked;

  /** Its result, from statistics if they give it; null if Spark has to aggregate. */
  private Scan answer;

  /** The result of the aggregation that was pushed; null if there is none. */
  private Scan aggregated;

  private int limit = -1;
  private int offset;
  private ChoicePlan choice;

  /**
   * @param keepFilters whether Spark evaluates pushed filters too
   */
  public PlacedScanBuilder(
      TableSource source,
      StructType tableSchema,
      CaseInsensitiveStringMap options,
      boolean keepFilters) {
    Session session = Session.active();
    this.keepFilters = keepFilters;
    this.caseSensitive = session.caseSensitive();
    this.ignoresCorrupt =
        options.getBoolean(PlacedOptions.IGNORE_CORRUPT, session.ignoreCorruptFiles());
    this.ignoresMissing =
        options.getBoolean(PlacedOptions.IGNORE_MISSING, session.ignoreMissingFiles());
    this.source = source.named(Sources.names(source, tableSchema, caseSensitive));
    this.tableSchema = Session.nullable(tableSchema);
    this.output = this.tableSchema;
    this.options = options;
  }

  /**
   * The files that may have rows for which a condition is TRUE; all files if filters cannot
   * evaluate the condition on the default of one of its columns, or if Spark pads the values that
   * it compares.
   */
  public static List<SourceFile> filesFor(
      TableSource source,
      StructType tableSchema,
      CaseInsensitiveStringMap options,
      Predicate condition) {
    PlacedScanBuilder builder = new PlacedScanBuilder(source, tableSchema, options, false);
    if (RowTests.canTest(condition, tableSchema, builder.caseSensitive)
        && !CharColumns.areIn(condition, tableSchema, builder.caseSensitive)) {
      builder.dataFilters.add(condition);
    }
    return builder.plan().query().files();
  }

  /** Filters that can be translated are evaluated here, exactly; Spark evaluates the others. */
  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushPredicates(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> left = new ArrayList<>();
    ScanPlan plan = plan();
    FileQuery query = plan.query();
    FilterTranslator translator = plan.translator();
    for (var p : predicates) {
      Optional<Predicate> translated = translator.translate(p);
      if (translated.isEmpty()
          || !printable(p)
          || !RowTests.canTest(translated.get(), tableSchema, caseSensitive)
          || plan.padsChars() && CharColumns.areIn(translated.get(), tableSchema, caseSensitive)) {
        left.add(p);
        continue;
      }
      pushed.add(p);
      boolean ofFiles = query.onPartitionsOnly(translated.get());
      (ofFiles ? partitionFilters : dataFilters).add(translated.get());
      if (keepFilters && !ofFiles) {
        left.add(p);
      }
    }
    someFiltersLeft |= !left.isEmpty();
    return left.toArray(org.apache.spark.sql.connector.expressions.filter.Predicate[]::new);
  }

  /** Spark prints pushed filters, which fails for a null literal of this type. */
  private static boolean printable(Expression e) {
    boolean missing =
        e instanceof LiteralValue<?> l && l.value() == null && l.dataType() instanceof BinaryType;
    return !missing && Arrays.stream(e.children()).allMatch(PlacedScanBuilder::printable);
  }

  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushedPredicates() {
    return pushed.toArray(org.apache.spark.sql.connector.expressions.filter.Predicate[]::new);
  }

  /** Says that Spark has to compute aggregates itself. */
  public void leaveAggregates() {
    leavesAggregates = true;
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    output = requiredSchema;
  }

  /** Tasks do not know each other's groups, so Spark combines groups that may be in several. */
  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    Scan result = answerTo(aggregation);
    return result instanceof StatisticsScan
        || result instanceof PlacedAggregateScan groups && groups.isComplete();
  }

  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    aggregated = answerTo(aggregation);
    return aggregated != null;
  }

  /**
   * The scan of an aggregation; null if Spark has to aggregate. Spark asks several times for the
   * same aggregation, so the scan is kept.
   */
  private Scan answerTo(Aggregation aggregation) {
    if (someFiltersLeft || leavesAggregates || options.containsKey(PlacedOptions.FOR_STREAM)) {
      return null; // The scan of rows refuses options of streams.
    }
    if (aggregation != asked) {
      asked = aggregation;
      answer = plan().aggregates().translate(aggregation).map(this::scanOf).orElse(null);
    }
    return answer;
  }

  private Scan scanOf(AggregateTranslator.Translated aggregation) {
    // Statistics count the rows of files that are passed over, too.
    boolean ofAllFiles = choice == null && !plan().mayLeaveFilesOut();
    Optional<StatisticsScan> known =
        ofAllFiles ? StatisticsScan.of(plan(), aggregation) : Optional.empty();
    return known.isPresent()
        ? known.get()
        : new PlacedAggregateScan(plan(aggregation.input(tableSchema)), aggregation);
  }

  @Override
  public boolean pushLimit(int rows) {
    if (someFiltersLeft || aggregated != null) {
      return false;
    }
    limit = rows;
    return true;
  }

  /** Each task returns its candidates for the first rows; Spark orders them. */
  @Override
  public boolean pushTopN(SortOrder[] orders, int rows) {
    if (someFiltersLeft || aggregated != null || choice != null) {
      return false;
    }
    if (plan().mayLeaveFilesOut()) {
      // Bounds of rows that are not returned in the end would leave others out.
      return false;
    }
    SortOrder first = orders[0];
    StructField field = first.expression() instanceof NamedReference ref ? column(ref) : null;
    if (field == null
        || !ColumnTypes.comparable(field.dataType())
        || !TopRows.canChoose(SparkTypes.toType(field.dataType(), field.name()), rows)) {
      return false;
    }
    choice =
        new ChoicePlan.Top(
            field.name(),
            first.direction() == SortDirection.DESCENDING,
            first.nullOrdering() == NullOrdering.NULLS_FIRST,
            rows);
    return true;
  }

  /** Null unless it is a column of the table itself. */
  private StructField column(NamedReference ref) {
    for (StructField f : tableSchema.fields()) {
      String name = ref.fieldNames()[0];
      if (caseSensitive ? f.name().equals(name) : f.name().equalsIgnoreCase(name)) {
        return ref.fieldNames().length == 1 ? f : null;
      }
    }
    return null;
  }

  @Override
  public boolean pushSample(
      double low, double high, boolean replacement, long seed, boolean ofBlocks) {
    if (replacement || !(low >= 0 && low <= high && high <= 1)) {
      return false;
    }
    choice = new ChoicePlan.Sample(low, high, ofBlocks, seed);
    return true;
  }

  /** Accepted if the scan alone can guarantee the limit, which includes the rows of the offset. */
  @Override
  public boolean pushOffset(int rows) {
    if (!readsFirstRows()) {
      return false;
    }
    offset = rows;
    return true;
  }

  /**
   * Whether one task reads all rows of the limit: possible if row counts are known, and unreadable
   * files are not skipped.
   */
  private boolean readsFirstRows() {
    return limit >= 0
        && limit <= FEW_ROWS
        && dataFilters.isEmpty()
        && choice == null
        && !plan().mayLeaveFilesOut();
  }

  /** With several tasks, which do not know each other's rows, Spark applies the limit again. */
  @Override
  public boolean isPartiallyPushed() {
    return !readsFirstRows();
  }

  @Override
  public Scan build() {
    if (aggregated != null) {
      return aggregated;
    }
    ScanPlan plan = plan();
    Supplier<List<SourceFile>> files = () -> plan.query().files();
    if (!readsFirstRows()) {
      return new PlacedScan(plan, files, null);
    }
    RowRange range = new RowRange(Math.min(offset, limit), limit);
    return new PlacedScan(plan.withLimit((int) (range.end() - range.offset())), files, range);
  }

  private ScanPlan plan() {
    return plan(output);
  }

  private ScanPlan plan(StructType columns) {
    return new ScanPlan(
        source,
        options,
        tableSchema,
        columns,
        List.copyOf(partitionFilters),
        List.copyOf(dataFilters),
        limit,
        choice,
        caseSensitive,
        ignoresCorrupt,
        ignoresMissing);
  }
}
