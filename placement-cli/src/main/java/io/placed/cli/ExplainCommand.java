package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.cli.explain.Waterfall;
import io.placed.cli.explain.WaterfallJson;
import io.placed.cli.explain.WaterfallSvg;
import io.placed.cli.explain.WaterfallText;
import io.placed.cli.text.Amounts;
import io.placed.dataset.DataSet;
import io.placed.dataset.Snapshot;
import io.placed.explain.ReadMeasurement;
import io.placed.explain.ReadWaterfall;
import io.placed.explain.ScanExplainer;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PositionOutput;
import io.placed.placement.Device;
import io.placed.predicate.Predicate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed explain}. */
@Command(
    name = "explain",
    header = "Say what a query reads of a table, and why.",
    description = {
      "From all bytes of the table to those that are requested: what the columns take, what"
          + " statistics rule out, what is read along between pages, and how long the requests"
          + " take on the device. --measure runs the query, in one thread, and puts beside it what"
          + " was needed, requested, and read by the device.",
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
      description = "Columns of the query. Default: all.")
  private List<String> columns;

  @Option(
      names = "--where",
      paramLabel = "PREDICATE",
      description = "Rows of the query, such as 'a > 5 and b = ''x'''. Default: all.")
  private String where;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "What reading costs: hdd, nvme, object-store, or 'seek=10ms; bandwidth=100MiB/s'. Default:"
              + " what was measured for the place ('placed device measure'), else what is common"
              + " there.")
  private String device;

  @Option(names = "--measure", description = "Run the query, too.")
  private boolean measure;

  @Option(
      names = "--cold",
      description = "Empty the page cache of this machine before --measure. Needs root.")
  private boolean cold;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Draw it, too: a name that ends in .svg.")
  private String output;

  @Option(names = "--overwrite", description = "Replace a picture that is there.")
  private boolean overwrite;

  @Override
  public Integer call() throws Exception {
    if (cold && !measure) {
      throw usage("--cold is about --measure");
    }
    if (output != null && !output.toLowerCase(Locale.ROOT).endsWith(".svg")) {
      throw usage("--output must end in .svg, found " + output);
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
    String query =
        path
            + ": SELECT "
            + (columns == null ? "*" : String.join(", ", columns))
            + (where == null ? "" : " WHERE " + where);
    String on = explainer.device();
    Waterfall waterfall = Waterfall.of(query, predicted, on, measured);
    if (output != null) {
      draw(waterfall);
    }
    if (json) {
      out().json(WaterfallJson.of(query, predicted, on, measured));
    } else {
      out().print(WaterfallText.of(waterfall));
    }
    return 0;
  }

  private void draw(Waterfall waterfall) throws IOException {
    FileStore target = environment.forPath(output);
    if (!overwrite && target.exists(output)) {
      throw new CliException(output + " exists; --overwrite replaces it");
    }
    byte[] svg = WaterfallSvg.of(waterfall).getBytes(StandardCharsets.UTF_8);
    PositionOutput file =
        target.create(output, CreateOptions.NEW.withAtomic(true).withOverwrite(overwrite));
    try {
      file.write(svg);
    } catch (IOException e) {
      file.abort();
      throw e;
    }
    file.close();
    if (!json) {
      out().println(output + ": " + Amounts.bytes(svg.length));
    }
  }
}
