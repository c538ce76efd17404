package io.placed.hive;

import io.placed.hive.write.RemovedPlaces;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.parse.AbstractSemanticAnalyzerHook;
import org.apache.hadoop.hive.ql.parse.BaseSemanticAnalyzer.TableSpec;
import org.apache.hadoop.hive.ql.parse.HiveSemanticAnalyzerHookContext;
import org.apache.hadoop.hive.ql.parse.SemanticException;
import org.apache.hadoop.hive.ql.plan.ExportWork;

/**
 * A hook for {@code hive.semantic.analyzer.hook}, which refuses every statement that would make
 * Hive remove files of a data set with snapshots, or copy them without the snapshots. The check
 * uses the analyzed statement, so it applies to all tables.
 */
public final class SnapshotHook extends AbstractSemanticAnalyzerHook {
  @Override
  public void postAnalyze(HiveSemanticAnalyzerHookContext context, List<Task<?>> tasks)
      throws SemanticException {
    if (context.getHiveOperation() == null) {
      return;
    }
    String operation = context.getHiveOperation().name();
    try {
      RemovedPlaces places = new RemovedPlaces(operation, context.getConf(), context.getHive());
      places.check(context.getInputs(), context.getOutputs());
      for (Task<?> task : tasks) {
        // Hive does not say which tables an EXPORT reads.
        if (task.getWork() instanceof ExportWork export) {
          TableSpec exported = export.getTableSpec();
          places.checkExport(exported.tableHandle, exported.partitions);
        }
      }
    } catch (IOException | HiveException e) {
      throw new SemanticException(e.getMessage(), e);
    }
  }
}
