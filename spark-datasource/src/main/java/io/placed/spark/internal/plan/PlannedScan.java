package io.placed.spark.internal.plan;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;

/**
 * A scan in a physical plan.
 *
 * @param format short name of a file format, such as parquet; null for other sources
 * @param paths of the files' table; empty for other sources
 * @param bytes of all files of the table, 0 if unknown
 * @param source scan of a source with an interface of its own; null for files
 * @param description of the node
 * @param schema all columns, of files
 * @param read columns that the scan reads, of files
 * @param filters conjuncts that are pushed to the scan, of files
 * @param runtime columns of filters that joins find
 * @param moves by which columns, as the scan names them, the plan brings its rows together
 * @param metrics by name
 * @param streamed whether it reads a batch of a stream
 * @param cached id of a scan whose rows are kept in memory, or of a batch of a stream: later
 *     queries have it in their plans and do not run it; negative for other scans
 */
public record PlannedScan(
    String format,
    List<String> paths,
    long bytes,
    Scan source,
    String description,
    StructType schema,
    StructType read,
    List<Filter> filters,
    List<String> runtime,
    RowMoves moves,
    Map<String, Long> metrics,
    boolean streamed,
    long cached) {

  /**
   * A condition.
   *
   * @param predicate null if there is no such form
   * @param columns that it uses
   */
  public record Filter(Predicate predicate, List<String> columns) {}

  public long metric(String name) {
    return metrics.getOrDefault(name, 0L);
  }
}
