package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.spark.internal.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Takes from Spark what need not be read. */
public final class PlacedScanBuilder
    implements SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownAggregates,
        SupportsPushDownLimit {
  private final TableSource source;
  private final CaseInsensitiveStringMap options;
  private final StructType tableSchema;
  private final boolean caseSensitive;
  private final List<Predicate> partitionFilters = new ArrayList<>();
  private final List<Predicate> dataFilters = new ArrayList<>();
  private final List<org.apache.spark.sql.connector.expressions.filter.Predicate> pushed =
      new ArrayList<>();
  private StructType output;
  private final boolean keepFilters;
  private boolean someFiltersLeft;
  private MetadataScan metadata;

  /** The aggregation that was looked at last, what it is here, and its result if it is known. */
  private Aggregation asked;

  private Optional<AggregateTranslator.Translated> answer = Optional.empty();
  private MetadataScan known;
  private AggregateTranslator.Translated aggregates;
  private int limit = -1;

  /**
   * @param keepFilters whether Spark is to test what the scan answers, too
   */
  public PlacedScanBuilder(
      TableSource source,
      StructType tableSchema,
      CaseInsensitiveStringMap options,
      boolean keepFilters) {
    this.keepFilters = keepFilters;
    this.source = source;
    this.tableSchema = tableSchema;
    this.output = tableSchema;
    this.options = options;
    this.caseSensitive = Session.active().caseSensitive();
  }

  /** What is translated is answered here, exactly; Spark tests the rest on the rows it gets. */
  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushPredicates(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    List<org.apache.spark.sql.connector.expressions.filter.Predicate> left = new ArrayList<>();
    ScanPlan plan = plan();
    FilterTranslator translator = plan.translator();
    for (var p : predicates) {
      Optional<Predicate> translated = translator.translate(p);
      if (translated.isEmpty()
          || !RowPredicate.canTest(translated.get(), tableSchema, caseSensitive)) {
        left.add(p);
        continue;
      }
      pushed.add(p);
      boolean ofFiles = plan.onPartitionsOnly(translated.get());
      (ofFiles ? partitionFilters : dataFilters).add(translated.get());
      if (keepFilters && !ofFiles) {
        left.add(p);
      }
    }
    someFiltersLeft |= !left.isEmpty();
    return left.toArray(org.apache.spark.sql.connector.expressions.filter.Predicate[]::new);
  }

  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushedPredicates() {
    return pushed.toArray(org.apache.spark.sql.connector.expressions.filter.Predicate[]::new);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    output = requiredSchema;
  }

  /** Tasks do not know of each other's groups; only what no task is needed for is complete. */
  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    return translated(aggregation).isPresent() && known != null;
  }

  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    Optional<AggregateTranslator.Translated> translated = translated(aggregation);
    if (translated.isEmpty()) {
      return false;
    }
    metadata = known;
    if (metadata == null) {
      aggregates = translated.get();
      output = aggregates.input(tableSchema);
    }
    return true;
  }

  /**
   * Empty if Spark has to see the rows. Spark asks twice for the same: statistics of all files are
   * added up once.
   */
  private Optional<AggregateTranslator.Translated> translated(Aggregation aggregation) {
    if (someFiltersLeft) {
      return Optional.empty();
    }
    if (aggregation != asked) {
      asked = aggregation;
      answer = new AggregateTranslator(tableSchema, caseSensitive).translate(aggregation);
      known = answer.flatMap(t -> MetadataScan.of(plan(), t)).orElse(null);
    }
    return answer;
  }

  @Override
  public boolean pushLimit(int rows) {
    if (someFiltersLeft || metadata != null || aggregates != null) {
      return false;
    }
    limit = rows;
    return true;
  }

  /** Tasks do not know of each other, so that Spark still counts. */
  @Override
  public boolean isPartiallyPushed() {
    return true;
  }

  @Override
  public Scan build() {
    if (metadata != null) {
      return metadata;
    }
    ScanPlan plan = plan();
    if (aggregates != null) {
      return new PlacedAggregateScan(plan, aggregates);
    }
    List<SourceFile> files = plan.files();
    boolean someRows = limit >= 0 && dataFilters.isEmpty();
    return new PlacedScan(plan, someRows ? enough(files, limit) : files, false);
  }

  /** The first files that have this many rows. */
  private static List<SourceFile> enough(List<SourceFile> files, int rows) {
    List<SourceFile> some = new ArrayList<>();
    long have = 0;
    for (SourceFile f : files) {
      if (have >= rows) {
        break;
      }
      some.add(f);
      have += f.file().rows();
    }
    return some;
  }

  private ScanPlan plan() {
    return new ScanPlan(
        source,
        options,
        tableSchema,
        output,
        List.copyOf(partitionFilters),
        List.copyOf(dataFilters),
        limit,
        caseSensitive);
  }
}
