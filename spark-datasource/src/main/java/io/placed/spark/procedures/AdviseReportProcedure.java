package io.placed.spark.procedures;

import io.placed.advise.Advice;
import io.placed.advise.report.AdviceJson;
import io.placed.advise.report.AdvicePage;
import io.placed.advise.report.AdviceText;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code advise_report}: the advice as text, JSON and an HTML page, as {@code placed advise}. */
public final class AdviseReportProcedure extends AdvisingProcedure {
  static final StructType RESULT =
      new StructType()
          .add("text", DataTypes.StringType, false)
          .add("json", DataTypes.StringType, false)
          .add("html", DataTypes.StringType, false);

  public AdviseReportProcedure() {
    super(
        "advise_report",
        "Recommends a placement for a workload, as text, JSON and an HTML page",
        RESULT);
  }

  @Override
  List<Object[]> rows(Advice advice, List<String> source) {
    return List.<Object[]>of(
        new Object[] {
          UTF8String.fromString(AdviceText.of(advice, source)),
          UTF8String.fromString(AdviceJson.of(advice, source).text()),
          UTF8String.fromString(AdvicePage.of(List.of(advice)))
        });
  }
}
