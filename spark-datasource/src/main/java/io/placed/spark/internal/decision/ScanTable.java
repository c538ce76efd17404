package io.placed.spark.internal.decision;

import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.LocatedTable;
import io.placed.spark.options.JoinKeys;
import java.util.Collection;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/** The interface through which plan rules use tables of this source. */
public interface ScanTable extends LocatedTable, SupportsRead {
  /** Option of a relation: filters that the scan evaluates stay in the plan. */
  String KEEP_FILTERS = "__placed_keep_filters";

  /** Option of a stream: metadata columns that its scan returns, separated by commas. */
  String METADATA_COLUMNS = "__placed_metadata_columns";

  /** Option of a write: its rows are what a MERGE inserts, which has read the table. */
  String MERGE_INSERTS = "__placed_merge_inserts";

  /** Option of a write: it makes a table IF NOT EXISTS, so that another's may be there first. */
  String IF_NOT_EXISTS = "__placed_if_not_exists";

  /** Option of a relation: Spark has to compute the aggregates of its rows itself. */
  String NO_AGGREGATES = "__placed_no_aggregates";

  /** Option of a relation: a MERGE inserts what is not among its rows, so it has all of them. */
  String MERGE_READS = "__placed_merge_reads";

  /** Length of all files that the table reads, in bytes. */
  long bytes();

  /** Columns for which joins pass keys to small scans, too. */
  Collection<String> columnsOfPartitionKeys();

  /** The keys of joins that a scan of all files takes. */
  default JoinKeys joinKeys() {
    return bytes() < Session.active().leastBytesOfFilteredScan()
        ? JoinKeys.OF_PARTITION_COLUMNS
        : JoinKeys.OF_ALL_COLUMNS;
  }

  /**
   * A catalog that also changes the data set.
   *
   * @return null if the given one already does
   */
  TableCatalog altering(TableCatalog catalog);

  /** A catalog that loads the table for a write which may change its columns. */
  TableCatalog evolving(TableCatalog catalog);

  /**
   * The table for commands that show it: with NOT NULL columns as the catalog declares them, which
   * scans do not promise.
   *
   * @return null if this one already has them
   */
  Table declared();
}
