package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.spark.internal.Session;
import io.placed.spark.read.source.Sources;
import io.placed.spark.read.translate.FilterTranslator;
import io.placed.spark.read.translate.RowTests;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The scan of a DELETE, UPDATE or MERGE. It returns all rows of the files that have matching rows,
 * because files are replaced as a whole. Spark determines these files by another scan and passes
 * them as a runtime filter.
 */
public final class RowLevelScanBuilder
    implements SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
  private final TableSource source;
  private final StructType tableSchema;
  private final CaseInsensitiveStringMap options;
  private final boolean caseSensitive = Session.active().caseSensitive();
  private final List<Predicate> partitionFilters = new ArrayList<>();
  private final List<Predicate> dataFilters = new ArrayList<>();
  private StructType output;
  private PlacedScan scan;

  public RowLevelScanBuilder(
      TableSource source, StructType tableSchema, CaseInsensitiveStringMap options) {
    this.source = source.named(Sources.names(source, tableSchema, caseSensitive));
    this.tableSchema = tableSchema;
    this.options = options;
    this.output = tableSchema;
  }

  /** Filters select only files, so Spark evaluates all of them for rows. */
  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushPredicates(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates) {
    ScanPlan plan = plan(List.of(), List.of());
    FilterTranslator translator = plan.translator();
    for (var p : predicates) {
      Optional<Predicate> translated = translator.translate(p);
      if (translated.isPresent()
          && RowTests.canTest(translated.get(), tableSchema, caseSensitive)) {
        boolean ofFiles = plan.query().onPartitionsOnly(translated.get());
        (ofFiles ? partitionFilters : dataFilters).add(translated.get());
      }
    }
    return predicates;
  }

  @Override
  public org.apache.spark.sql.connector.expressions.filter.Predicate[] pushedPredicates() {
    return new org.apache.spark.sql.connector.expressions.filter.Predicate[0];
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    output = requiredSchema;
  }

  @Override
  public Scan build() {
    List<SourceFile> files = plan(partitionFilters, dataFilters).query().files();
    scan = new PlacedScan(plan(List.of(), List.of()), () -> files, true, null);
    return scan;
  }

  /** The files whose rows the scan returned; none if it was not built. */
  public List<SourceFile> filesRead() {
    return scan == null ? List.of() : scan.filesRead();
  }

  /** The files that may have matching rows. */
  public static List<SourceFile> filesFor(
      TableSource source,
      StructType tableSchema,
      CaseInsensitiveStringMap options,
      Predicate condition) {
    RowLevelScanBuilder builder = new RowLevelScanBuilder(source, tableSchema, options);
    return builder.plan(List.of(), List.of(condition)).query().files();
  }

  private ScanPlan plan(List<Predicate> ofPartitions, List<Predicate> ofRows) {
    return new ScanPlan(
        source, options, tableSchema, output, ofPartitions, ofRows, -1, null, caseSensitive);
  }

  /**
   * The files that a condition on {@link FileMetadataColumn#FILE} selects; null for other
   * conditions.
   */
  static Set<String> filesIn(org.apache.spark.sql.connector.expressions.filter.Predicate p) {
    if (p instanceof And and) {
      Set<String> left = filesIn(and.left());
      Set<String> right = filesIn(and.right());
      if (left != null && right != null) {
        left.retainAll(right);
      }
      return left == null ? right : left;
    }
    Expression[] args = p.children();
    boolean equality = p.name().equals("IN") || p.name().equals("=");
    if (!equality
        || !(args[0] instanceof NamedReference ref)
        || !ref.fieldNames()[0].equals(FileMetadataColumn.FILE)) {
      return p.name().equals("ALWAYS_FALSE") ? new HashSet<>() : null;
    }
    Set<String> files = new HashSet<>();
    for (int i = 1; i < args.length; i++) {
      if (!(args[i] instanceof Literal<?> literal)) {
        return null;
      }
      files.add(String.valueOf(literal.value()));
    }
    return files;
  }
}
