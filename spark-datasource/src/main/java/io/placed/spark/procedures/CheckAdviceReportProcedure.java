package io.placed.spark.procedures;

import io.placed.advise.check.CheckResult;
import io.placed.advise.report.CheckJson;
import io.placed.advise.report.CheckPage;
import io.placed.advise.report.CheckText;
import java.util.List;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code check_advice_report}: the check as text, JSON and an HTML page. */
public final class CheckAdviceReportProcedure extends CheckingProcedure {
  public CheckAdviceReportProcedure() {
    super(
        "check_advice_report",
        "Compares an earlier advice with what scans counted, as text, JSON and an HTML page",
        AdviseReportProcedure.RESULT);
  }

  @Override
  List<Object[]> rows(CheckResult check) {
    return List.<Object[]>of(
        new Object[] {
          UTF8String.fromString(CheckText.of(check)),
          UTF8String.fromString(CheckJson.of(check).text()),
          UTF8String.fromString(CheckPage.of(List.of(check)))
        });
  }
}
