package io.placed.spark.internal.catalyst.session;

import io.placed.spark.internal.Frames;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchDatabaseException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;

/** Calls of Spark's internal methods that differ between releases. */
public final class Internals {
  private static final String BUCKETING = "spark.sql.sources.v2.bucketing.enabled";

  private Internals() {}

  /**
   * Catalogs of every session. Spark 3.5 takes tables of such sources for tables of version 1,
   * unless a catalog in front of the session's says otherwise, and resolves {@code placed.`/path`}
   * as a table of a catalog only. Names of catalogs have a case, but those of formats have none, so
   * that {@code PLACED.`/path`} is one, too; they are written in one of these two.
   */
  public static Map<String, String> catalogs() {
    String paths = "io.placed.spark.PlacedCatalog";
    return Map.of(
        "placed",
        paths,
        "PLACED",
        paths,
        "spark_catalog",
        "io.placed.spark.internal.catalyst.table.SessionTableCatalog");
  }

  /** Null if there is no such table (any more). */
  public static CatalogTable metadata(SessionCatalog catalog, TableIdentifier name) {
    try {
      return catalog.getTableMetadata(name);
    } catch (NoSuchDatabaseException | NoSuchTableException e) {
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
        table.unsupportedFeatures(),
        table.tracksPartitionsInCatalog(),
        table.schemaPreservesCase(),
        table.ignoredProperties(),
        table.viewOriginalText());
  }

  /** Spark 3.5 itself does this only for columns that are added. */
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

  /** Spark 3.5 has one error for division and remainder. */
  public static ArithmeticException remainderByZero() {
    return QueryExecutionErrors.divideByZeroError(null);
  }

  /**
   * @param function alternative that returns null instead
   */
  public static ArithmeticException overflow(
      short left, String symbol, short right, String function) {
    return QueryExecutionErrors.binaryArithmeticCauseOverflowError(left, symbol, right);
  }

  /** Null: Spark 3.5 converts none. */
  public static Expression toCatalyst(Predicate predicate) {
    return null;
  }

  /**
   * Rows to the task that a column names, of {@code 0 … tasks - 1}. Spark 3.5 divides rows only by
   * a hash, so the column is replaced by numbers with the right hashes.
   */
  public static Dataset<Row> repartitionById(
      Dataset<Row> data, int tasks, org.apache.spark.sql.Column id) {
    return data.repartition(tasks, Frames.apply(new TaskHash(tasks), id));
  }
}
