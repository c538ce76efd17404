package io.placed.cli;

import io.placed.cli.input.ColumnList;
import io.placed.cli.input.SnapshotOptions;
import io.placed.explain.ReadMeasurement;
import io.placed.explain.ReadWaterfall;
import io.placed.explain.ScanExplainer;
import io.placed.picture.waterfall.Waterfall;
import io.placed.picture.waterfall.WaterfallJson;
import io.placed.picture.waterfall.WaterfallSvg;
import io.placed.picture.waterfall.WaterfallText;
import io.placed.placement.Device;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed explain}. */
@Command(
    name = "explain",
    header = "Explain which bytes of a table a query reads, and why.",
    description = {
      "Breaks the bytes of the table down to those requested: projected columns, data skipping by"
          + " statistics, gaps read between pages, and the predicted time of the requests."
          + " --measure also runs the query in one thread and reports the bytes that it needed and"
          + " requested and that the device read.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed explain flights -c carrier,dep_delay --where \"distance > 2000\"",
      "  placed explain hdfs://cluster/warehouse/flights --device hdd --json",
      "  sudo placed explain flights.placed -c distance --measure --cold",
    })
final class ExplainCommand extends BaseCommand {
  @Parameters(arity = "1", paramLabel = "PATH", description = "A Placed file or data set.")
  private String path;

  @Mixin private SnapshotOptions moment;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "COLUMN",
      split = ",",
      parameterConsumer = ColumnList.class,
      description = "Columns that the query selects. Default: all.")
  private List<String> columns;

  @Option(
      names = "--where",
      paramLabel = "PREDICATE",
      description = "Filter of the query, such as 'a > 5 and b = ''x'''. Default: none.")
  private String where;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "Cost of reads: hdd, nvme, object-store, or 'seek=10ms; bandwidth=100MiB/s'. Default: as"
              + " measured for the path ('placed device measure'), else the usual values of its"
              + " file system.")
  private String device;

  @Option(names = "--measure", description = "Also run the query.")
  private boolean measure;

  @Option(
      names = "--cold",
      description = "Drop the page cache of this machine before --measure. Needs root.")
  private boolean cold;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Also draw a chart into this file, whose name ends in .svg.")
  private String output;

  @Option(names = "--overwrite", description = "Replace an existing chart.")
  private boolean overwrite;

  @Override
  public Integer call() throws Exception {
    if (cold && !measure) {
      throw usage("--cold requires --measure");
    }
    if (output != null && !output.toLowerCase(Locale.ROOT).endsWith(".svg")) {
      throw usage("--output must end in .svg, found " + output);
    }
    PageFile chart = new PageFile(environment, output, overwrite);
    if (output != null) {
      chart.requireAbsent();
    }
    DataSet dataSet = DataSet.at(environment, path);
    Snapshot snapshot = moment.moment().of(environment, dataSet);
    Device assumed = device == null ? null : argument(() -> Device.parse(device));
    ScanExplainer explainer =
        argument(
            () ->
                new ScanExplainer(
                    dataSet,
                    snapshot,
                    columns,
                    where == null ? null : Predicate.parse(where),
                    assumed));
    ReadWaterfall predicted = explainer.explain();
    ReadMeasurement measured = measure ? explainer.measure(cold) : null;
    String query = Waterfall.query(path, columns, where);
    String on = explainer.device();
    Waterfall waterfall = Waterfall.of(query, predicted, on, measured);
    if (output != null) {
      String written = chart.write(WaterfallSvg.of(waterfall));
      if (!json) {
        out().println(written);
      }
    }
    if (json) {
      out().json(WaterfallJson.of(query, predicted, on, measured));
    } else {
      out().print(WaterfallText.of(waterfall));
    }
    return 0;
  }
}
