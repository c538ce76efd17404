package io.placed.hive.history;

import io.placed.hive.PlacedInputFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hive.ql.QueryPlan;
import org.apache.hadoop.hive.ql.exec.FetchTask;
import org.apache.hadoop.hive.ql.exec.Operator;
import org.apache.hadoop.hive.ql.exec.OperatorUtils;
import org.apache.hadoop.hive.ql.exec.TableScanOperator;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.mr.ExecDriver;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.ExprNodeGenericFuncDesc;

/**
 * A scan of a Placed table in the plan of a query.
 *
 * @param columns that are read, in Hive's spelling
 * @param filter null if there is none
 */
record PlanScan(Table table, List<String> columns, ExprNodeGenericFuncDesc filter) {
  /** The scans of a plan, in no order. */
  static List<PlanScan> of(QueryPlan plan) {
    List<PlanScan> out = new ArrayList<>();
    for (TezTask task : Utilities.getTezTasks(plan.getRootTasks())) {
      for (BaseWork work : task.getWork().getAllWork()) {
        add(work.getAllRootOperators(), out);
      }
    }
    for (ExecDriver task : Utilities.getMRTasks(plan.getRootTasks())) {
      add(task.getWork().getMapWork().getAllRootOperators(), out);
    }
    FetchTask fetch = plan.getFetchTask();
    if (fetch != null && fetch.getWork().getSource() != null) {
      add(List.of(fetch.getWork().getSource()), out);
    }
    return out;
  }

  private static void add(Collection<Operator<?>> roots, List<PlanScan> out) {
    for (TableScanOperator scan :
        OperatorUtils.findOperators(new ArrayList<>(roots), TableScanOperator.class)) {
      Table table = scan.getConf().getTableMetadata();
      if (table != null && table.getInputFormatClass() == PlacedInputFormat.class) {
        List<String> columns = scan.getNeededColumns();
        out.add(
            new PlanScan(
                table, columns == null ? List.of() : columns, scan.getConf().getFilterExpr()));
      }
    }
  }
}
