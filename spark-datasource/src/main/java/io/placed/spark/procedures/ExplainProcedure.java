package io.placed.spark.procedures;

import io.placed.explain.ReadWaterfall;
import io.placed.explain.ScanExplainer;
import io.placed.picture.waterfall.Waterfall;
import io.placed.picture.waterfall.WaterfallJson;
import io.placed.picture.waterfall.WaterfallPage;
import io.placed.picture.waterfall.WaterfallText;
import io.placed.placement.Device;
import io.placed.text.JsonDocument;
import java.io.IOException;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code explain}: which bytes a query reads, and why, as text, JSON and an HTML page, as {@code
 * placed explain}.
 */
public final class ExplainProcedure extends ReadingProcedure {
  public ExplainProcedure() {
    super(
        "explain",
        "Explains which bytes of a table a query reads, and why",
        AdviseReportProcedure.RESULT,
        optional("device"));
  }

  @Override
  Object[] row(AskedRead read, Arguments in) throws IOException {
    String device = in.textOrNull("device");
    ScanExplainer explainer =
        new ScanExplainer(
            read.dataSet(),
            read.snapshot(),
            read.columns(),
            read.where(),
            device == null ? null : Device.parse(device));
    ReadWaterfall predicted = explainer.explain();
    String query = Waterfall.query(read.dataSet().path(), read.columns(), read.condition());
    Waterfall waterfall = Waterfall.of(query, predicted, explainer.device(), null);
    return new Object[] {
      UTF8String.fromString(WaterfallText.of(waterfall)),
      UTF8String.fromString(
          JsonDocument.of(WaterfallJson.of(query, predicted, explainer.device(), null))),
      UTF8String.fromString(WaterfallPage.of(waterfall))
    };
  }
}
