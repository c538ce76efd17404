package io.placed.spark.catalog;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.QueryOrder;
import io.placed.spark.options.GivenOptions;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.write.PlacedWriteBuilder;
import io.placed.spark.write.RowOperation;
import io.placed.spark.write.WriteTarget;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Writes to a table, and row-level operations on it, with what is known about the next ones. */
final class TableWrites {
  private final PinnedTable table;
  private boolean functions;

  /** Null if it is just the table by its name, or at its path. */
  private WriteTarget target;

  /** Why it cannot be written to; null if it can. */
  private String refusal;

  /** Columns of streaming writes, by query id: each batch is planned separately. */
  private final Map<String, ColumnBinding> streams = new ConcurrentHashMap<>();

  /** Whether a write was built to which Spark must pass a DataFrame. */
  private volatile boolean takesFrames;

  /** The order of rows that stay in their tasks; null if the next write may divide them. */
  private volatile QueryOrder keptOrder;

  TableWrites(PinnedTable table) {
    this.table = table;
  }

  /** Those to the same table with other columns. */
  TableWrites with(PinnedTable columns) {
    TableWrites writes = new TableWrites(columns);
    writes.functions = functions;
    writes.refusal = refusal;
    return writes;
  }

  /** Says that the functions of {@link PartitionFunction} are known to Spark. */
  void knowFunctions() {
    functions = true;
  }

  void setTarget(WriteTarget to) {
    target = to;
  }

  /** Says why writes fail. */
  void refuse(String why) {
    refusal = why;
  }

  void keepTasks(QueryOrder order) {
    keptOrder = order;
  }

  boolean takesFrames() {
    return takesFrames;
  }

  RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    CaseInsensitiveStringMap all = table.calls().over(info.options());
    PlacedOptions.check(all.asCaseSensitiveMap());
    requireWritable(all);
    table.calls().requireSupported(table.name(), OptionUse.ROW_CHANGE, info.options());
    table.requireFollows(table.written());
    PlacedOptions.serializable(all);
    PlacedOptions.deletesMaxShare(all, null);
    return () ->
        new RowOperation(
            info.command(),
            table.written(),
            table.schema(),
            table.spec(),
            all,
            given(info.options()),
            table.recorded(),
            functions);
  }

  WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    CallOptions calls = table.calls();
    CaseInsensitiveStringMap asked = calls.over(info.options());
    PlacedOptions.check(asked.asCaseSensitiveMap());
    requireWritable(asked);
    calls.requireSupported(table.name(), OptionUse.WRITE, info.options());
    WriteTarget to =
        target != null ? target : calls.isInCatalog() ? WriteTarget.NAMED : WriteTarget.PATH;
    if (calls.isInCatalog() && to != WriteTarget.REPLACEMENT) {
      table.requireFollows(table.planned(asked));
    }
    if (calls.isInCatalog() && !functions && to != WriteTarget.REPLACEMENT) {
      WrittenColumns.requireDeclared(table.name(), table.schema(), info.schema());
    }
    CaseInsensitiveStringMap all =
        PlacedOptions.isPlace(asked) ? asked : withSettingsOfLog(asked, info.options());
    return new PlacedWriteBuilder(
        info,
        all,
        given(info.options()),
        table.schema(),
        PinnedTable.isAtPattern(all) ? table.planned(all).partitionSpec() : table.spec(),
        () -> table.planned(all),
        streams,
        () -> takesFrames = true,
        table.recorded(),
        functions,
        keptOrder,
        to);
  }

  /**
   * Those of a stream to a path; of other writes, the catalog or the save has what the log says.
   * Spark has put the session's defaults among the options that the table was opened with, where
   * they would win over the log. All others of these are given with the write again.
   */
  private CaseInsensitiveStringMap withSettingsOfLog(
      CaseInsensitiveStringMap asked, CaseInsensitiveStringMap given) {
    String path = asked.get(PlacedOptions.PATH);
    Snapshot there = path == null ? null : table.planned(asked).snapshot();
    Map<String, String> ofLog = there == null ? Map.of() : PlacedOptions.ofLog(there.properties());
    return PlacedOptions.layered(
        List.of(
            Session.active().defaults(),
            ofLog,
            path == null ? Map.of() : Map.of(PlacedOptions.PATH, path),
            given.asCaseSensitiveMap()));
  }

  private GivenOptions given(CaseInsensitiveStringMap call) {
    return table.calls().given(call, () -> table.written().snapshot());
  }

  /**
   * Refuses writes of tables and snapshots that are only read.
   *
   * @param all the options of the write, those of the table included
   */
  void requireWritable(CaseInsensitiveStringMap all) {
    if (refusal != null) {
      throw Errors.analysis(refusal, null);
    }
    table.requireWritablePartitions(all);
    if (!SourceOptions.moment(all).isNow()) {
      throw new IllegalArgumentException(
          "options "
              + PlacedOptions.SNAPSHOT
              + " and "
              + PlacedOptions.AS_OF
              + " are supported only for reads; a write creates a new snapshot");
    }
  }
}
