package io.placed.spark.internal.catalyst.session;

import io.placed.spark.internal.Frames;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.V2ExpressionUtils;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils$;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** Calls of Spark's internal methods that differ between releases. */
public final class Internals {
  private static final String BUCKETING = "spark.sql.sources.v2.bucketing.enabled";

  private Internals() {}

  /** Further catalogs of every session. */
  public static Map<String, String> catalogs() {
    return Map.of();
  }

  /** Null if there is no such table (any more). */
  public static CatalogTable metadata(SessionCatalog catalog, TableIdentifier name) {
    try {
      return catalog.getTableMetadata(name);
    } catch (NoSuchNamespaceException | NoSuchTableException e) {
      return null;
    }
  }

  public static Column[] columns(StructType schema) {
    return CatalogV2Util.structTypeToV2Columns(CharVarcharUtils.getRawSchema(schema));
  }

  /** The same table with other columns. */
  public static CatalogTable withSchema(CatalogTable table, StructType schema) {
    return table.copy(
        table.identifier(),
        table.tableType(),
        table.storage(),
        schema,
        table.provider(),
        table.partitionColumnNames(),
        table.bucketSpec(),
        table.owner(),
        table.createTime(),
        table.lastAccessTime(),
        table.createVersion(),
        table.properties(),
        table.stats(),
        table.viewText(),
        table.comment(),
        table.collation(),
        table.unsupportedFeatures(),
        table.tracksPartitionsInCatalog(),
        table.schemaPreservesCase(),
        table.ignoredProperties(),
        table.viewOriginalText());
  }

  /** Spark 4.0 itself does this only for columns that are added. */
  public static void alterSchema(SessionCatalog catalog, TableIdentifier name, StructType schema) {
    CatalogTable table = metadata(catalog, name);
    int data = schema.size() - table.partitionColumnNames().size();
    StructType columns = new StructType(Arrays.copyOf(schema.fields(), data));
    catalog
        .externalCatalog()
        .alterTableDataSchema(table.identifier().database().get(), name.table(), columns);
  }

  /**
   * Only on request: before 4.2, Spark reads all splits of a partition in one task, also where no
   * join needs that.
   */
  static boolean usesPartitioning(SQLConf conf) {
    return conf.contains(BUCKETING) && conf.v2BucketingEnabled();
  }

  /** Spark 4.0 has one error for division and remainder. */
  public static ArithmeticException remainderByZero() {
    return QueryExecutionErrors.divideByZeroError(null);
  }

  /**
   * @param function alternative that returns null instead
   */
  public static ArithmeticException overflow(
      short left, String symbol, short right, String function) {
    return QueryExecutionErrors.binaryArithmeticCauseOverflowError(left, symbol, right, function);
  }

  /** Null if it cannot be converted. */
  public static Expression toCatalyst(Predicate predicate) {
    Option<Expression> converted = V2ExpressionUtils.toCatalyst(predicate);
    return converted.isDefined() ? converted.get() : null;
  }

  /**
   * Rows to the task that a column names, of {@code 0 … tasks - 1}. Spark 4.0 divides rows only by
   * a hash, so the column is replaced by numbers with the right hashes.
   */
  public static Dataset<Row> repartitionById(
      Dataset<Row> data, int tasks, org.apache.spark.sql.Column id) {
    return data.repartition(tasks, Frames.apply(new TaskHash(tasks), id));
  }

  /** A page of the web UI with the header of all pages. */
  public static Seq<Node> sparkPage(HttpServletRequest request, SparkUITab tab, Node content) {
    return UIUtils$.MODULE$.headerSparkPage(
        request, "Scans", () -> content, tab, Option.empty(), false, false);
  }
}
