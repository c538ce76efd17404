package io.placed.spark.internal.decision;

import io.placed.spark.PlacedCatalog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The options by which plan rules tell scans and writes of this source what Spark does not. */
public final class RuleOptions {
  private RuleOptions() {}

  /**
   * Options with which a scan evaluates filters but leaves them in the plan.
   *
   * @return null if nothing changes
   */
  public static CaseInsensitiveStringMap keepingFilters(
      Table table, CaseInsensitiveStringMap options) {
    return with(ScanTable.KEEP_FILTERS, table, options);
  }

  /**
   * Options with which a scan leaves out no file, whatever the defaults say.
   *
   * @return null if nothing changes
   */
  public static CaseInsensitiveStringMap readingForMerge(
      Table table, CaseInsensitiveStringMap options) {
    return with(ScanTable.MERGE_READS, table, options);
  }

  /**
   * Options with which a scan returns rows, and no aggregates of them.
   *
   * @return null if nothing changes
   */
  public static CaseInsensitiveStringMap withoutAggregates(
      Table table, CaseInsensitiveStringMap options) {
    return with(ScanTable.NO_AGGREGATES, table, options);
  }

  /**
   * Options of a write that makes a table IF NOT EXISTS, which Spark tells nobody but itself.
   *
   * @return null if nothing changes
   */
  public static Map<String, String> ifNotExists(
      CatalogPlugin catalog, Map<String, String> options) {
    if (!(catalog instanceof PlacedCatalog) || options.containsKey(ScanTable.IF_NOT_EXISTS)) {
      return null;
    }
    Map<String, String> all = new HashMap<>(options);
    all.put(ScanTable.IF_NOT_EXISTS, "true");
    return all;
  }

  private static CaseInsensitiveStringMap with(
      String option, Table table, CaseInsensitiveStringMap options) {
    if (!(table instanceof ScanTable) || options.containsKey(option)) {
      return null;
    }
    Map<String, String> all = new HashMap<>(options.asCaseSensitiveMap());
    all.put(option, "true");
    return new CaseInsensitiveStringMap(all);
  }

  /**
   * Options of a stream that name its metadata columns.
   *
   * @param columns that Spark expects of the scan, in this order
   * @return null if nothing changes
   */
  public static CaseInsensitiveStringMap namingMetadata(
      Table table, List<String> columns, CaseInsensitiveStringMap options) {
    if (!(table instanceof ScanTable) || options.containsKey(ScanTable.METADATA_COLUMNS)) {
      return null;
    }
    int own = table.columns().length;
    if (columns.size() <= own) {
      return null;
    }
    Map<String, String> all = new HashMap<>(options.asCaseSensitiveMap());
    String names = String.join(",", columns.subList(own, columns.size()));
    all.put(ScanTable.METADATA_COLUMNS, names);
    return new CaseInsensitiveStringMap(all);
  }
}
