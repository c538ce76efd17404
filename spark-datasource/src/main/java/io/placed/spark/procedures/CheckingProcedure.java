package io.placed.spark.procedures;

import io.placed.advise.QueriedTable;
import io.placed.advise.check.CheckResult;
import io.placed.spark.internal.Session;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/** A procedure that checks earlier advice against a history, by default the session's. */
abstract class CheckingProcedure extends TableProcedure {
  CheckingProcedure(String name, String description, StructType result) {
    super(name, description, result, optional(AdvisingProcedure.WORKLOAD));
  }

  abstract List<Object[]> rows(CheckResult check);

  @Override
  final List<Object[]> rows(String path, Arguments in) throws IOException {
    String history = AdvisingProcedure.workload(in);
    return rows(QueriedTable.check(Session.active().stores(Map.of()), history, path));
  }
}
