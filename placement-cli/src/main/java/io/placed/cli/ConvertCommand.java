package io.placed.cli;

import io.placed.advise.columns.SearchSettings;
import io.placed.cli.input.ColumnList;
import io.placed.cli.input.Copy;
import io.placed.cli.input.Format;
import io.placed.cli.input.InputOptions;
import io.placed.cli.input.Inputs;
import io.placed.cli.input.SearchOptions;
import io.placed.cli.input.WhereOption;
import io.placed.cli.store.PlacedSink;
import io.placed.cli.store.ReplacedOutput;
import io.placed.formats.BatchSink;
import io.placed.formats.container.Container;
import io.placed.formats.container.ReorderedSink;
import io.placed.formats.csv.CsvSink;
import io.placed.formats.json.JsonLinesSink;
import io.placed.formats.orc.OrcCompression;
import io.placed.formats.orc.OrcSink;
import io.placed.formats.parquet.ParquetCompression;
import io.placed.formats.parquet.ParquetSink;
import io.placed.io.FileStore;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.text.Amounts;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed convert}. */
@Command(
    name = "convert",
    header = "Convert files or tables between Placed, Parquet, ORC, CSV and JSON lines.",
    description = {
      "Reads and writes Placed, Parquet, ORC, CSV and JSON lines (also gzip-compressed). The input format is"
          + " detected from the files' magic bytes and names; several inputs, or the files of a"
          + " directory, form one table. An OUTPUT that ends in .placed, .parquet, .orc, .csv,"
          + " .jsonl, .ndjson or .json (of these four also .gz) is a single file, anything else a"
          + " data set. OUTPUT is written atomically."
          + " Parquet and ORC support part of a placement: row order, row groups, column groups as"
          + " structs, row groups that do not straddle blocks.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed convert flights.csv.gz flights.placed",
      "  placed convert flights.csv.gz flights --placement parquet --reorder 'sort(carrier)'",
      "  placed convert day-*.parquet warehouse/days --overwrite",
      "  placed convert day-*.parquet warehouse/days --partition-by 'days(ts), bucket(16, id)'",
      "  placed convert flights.placed flights.parquet --compression 'zstd(6)'",
      "  placed convert flights.placed flights.orc --reorder 'sort(carrier)' --row-group 4MiB",
      "  placed convert events.jsonl.gz events.placed --where \"kind = 'click'\"",
      "  placed convert codes.csv codes.placed --schema 'code: string, amount: decimal(12,2)'",
    })
final class ConvertCommand extends BaseCommand {
  /** That encode columns; reading the input takes most of the time of another one. */
  private static final int MOST_THREADS = 8;

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT… OUTPUT",
      hideParamSyntax = true,
      description = "Files, directories or data sets to read, and the path to write.")
  private List<String> paths;

  @Mixin private InputOptions input;

  @Mixin private WhereOption where;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "NAME",
      split = ",",
      parameterConsumer = ColumnList.class,
      description = "Columns to copy, in this order. Default: all.")
  private List<String> columns;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "Output format: placed, parquet, orc, csv, json. Default: from its name.")
  private Format to;

  @Mixin private LayoutOptions layout;

  @Option(
      names = "--partition-by",
      paramLabel = "LIST",
      description =
          "Partition a data set by columns, and by bucket(N, COLUMN), truncate(W, COLUMN),"
              + " years(COLUMN), months(COLUMN), days(COLUMN) and hours(COLUMN).")
  private String partitionBy;

  @Option(names = "--overwrite", description = "Replace an existing OUTPUT.")
  private boolean overwrite;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  private PartitionSpec partitioning = PartitionSpec.NONE;
  private SearchSettings found;
  private Schema schema;

  /** The JSON document. */
  private record Result(
      String output,
      String format,
      long rows,
      long inputBytes,
      long outputBytes,
      double seconds,
      Optional<String> search) {}

  @Override
  public Integer call() throws Exception {
    List<String> from = paths.subList(0, paths.size() - 1);
    String output = paths.get(paths.size() - 1);
    Format format = to != null ? to : Format.ofOutput(output);
    checkArguments(format);
    if (partitionBy != null) {
      partitioning = partitioning(format, output);
    }
    boolean dataSet = format == Format.PLACED && !PlacedSink.isSingleFile(output);
    if (!overwrite && dataSet) {
      environment.requireVacant(output);
    } else if (!overwrite) {
      environment.requireAbsent(output);
    }
    long start = System.nanoTime();
    ReplacedOutput replaced =
        overwrite && format == Format.PLACED
            ? ReplacedOutput.at(environment, output, from)
            : ReplacedOutput.MUST_BE_NEW;
    Inputs inputs = Inputs.of(environment, from, input);
    argument(() -> filtered(inputs, format == Format.CSV));
    schema = columns == null ? inputs.schema() : argument(() -> inputs.select(columns));
    found =
        argument(() -> SearchOptions.ofInputs(environment, inputs, partitioning, settings(format)));
    long rows;
    try (BatchSink sink = sink(format, output, inputs, replaced)) {
      rows = new Copy(showsProgress()).run(inputs, schema, sink);
    }
    report(inputs, format, output, rows, System.nanoTime() - start);
    return 0;
  }

  private Inputs filtered(Inputs inputs, boolean toCsv) {
    inputs.requireUsed(toCsv);
    where.applyTo(inputs);
    return inputs;
  }

  /** The codec of Placed is a setting of the writer; other formats have their own. */
  private Map<String, String> settings(Format format) {
    return format == Format.PLACED ? layout.settings() : layout.placementSettings();
  }

  private PartitionSpec partitioning(Format format, String output) throws Exception {
    if (format != Format.PLACED || PlacedSink.isSingleFile(output)) {
      throw usage(
          "--partition-by is supported for data sets only; "
              + output
              + " is a single "
              + format.text()
              + " file");
    }
    return argument(() -> PartitionSpec.parse(partitionBy));
  }

  private void checkArguments(Format format) throws Exception {
    if (format == Format.CSV || format == Format.JSON) {
      if (!layout.placementSettings().isEmpty()) {
        String setting = layout.placementSettings().keySet().iterator().next();
        throw usage(
            "%s is not supported for %s output, which keeps the order of the input"
                .formatted(setting, format.name()));
      }
      if (layout.compression() != null) {
        throw usage(
            "--compression is not supported for %s; use a name that ends in .gz"
                .formatted(format.name()));
      }
      return;
    }
    if (format == Format.PLACED) {
      argument(() -> checked(layout.settings()));
      return;
    }
    for (String setting : List.of(WriteOptions.PROFILE, WriteOptions.PAGE_ROWS)) {
      if (layout.placementSettings().containsKey(setting)) {
        throw usage(
            "%s is supported for output in the placed format only; the output format is %s"
                .formatted(setting, format.text()));
      }
    }
    argument(() -> checked(layout.placementSettings()));
    argument(() -> format == Format.PARQUET ? parquetCompression() : orcCompression());
  }

  private static Map<String, String> checked(Map<String, String> settings) {
    SearchOptions.check(settings);
    return settings;
  }

  private ParquetCompression parquetCompression() {
    return ParquetCompression.parse(layout.compression() == null ? "zstd" : layout.compression());
  }

  private OrcCompression orcCompression() {
    return OrcCompression.parse(layout.compression() == null ? "zstd" : layout.compression());
  }

  private BatchSink sink(Format format, String output, Inputs inputs, ReplacedOutput replaced)
      throws Exception {
    FileStore store = environment.forPath(output);
    // Whether the columns that the placement names exist is known only now.
    return argument(
        () ->
            switch (format) {
              case CSV -> new CsvSink(store, output, schema, input.formats.csv(), overwrite);
              case JSON -> new JsonLinesSink(store, output, overwrite);
              case PLACED ->
                  PlacedSink.create(
                      environment,
                      output,
                      schema,
                      partitioning,
                      writeOptions(),
                      inputs.rows(),
                      replaced);
              case PARQUET, ORC -> containerSink(format, store, output, inputs);
            });
  }

  /** Many open files would have as many threads each, and buffers for them. */
  private WriteOptions writeOptions() {
    WriteOptions options = WriteOptions.of(found.settings());
    int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    return partitioning.isEmpty() ? options.withWriteThreads(threads) : options;
  }

  private BatchSink containerSink(Format format, FileStore store, String output, Inputs inputs)
      throws IOException {
    Container container =
        found.settings().isEmpty()
            ? Container.USUAL
            : Container.of(
                format == Format.ORC ? "ORC" : "Parquet",
                WriteOptions.of(found.settings()).placement(),
                schema,
                inputs.rows());
    BatchSink file =
        format == Format.ORC
            ? new OrcSink(store, output, schema, orcCompression(), container, overwrite)
            : new ParquetSink(store, output, schema, parquetCompression(), container, overwrite);
    return container.placement() == null
        ? file
        : ReorderedSink.of(container.placement().reorder(), schema, file);
  }

  private void report(Inputs inputs, Format format, String output, long rows, long nanos)
      throws IOException {
    long bytes = size(format, output);
    if (json) {
      out()
          .json(
              new Result(
                  output,
                  format.text(),
                  rows,
                  inputs.bytes(),
                  bytes,
                  Amounts.seconds(nanos),
                  found.result().map(Object::toString)));
    } else {
      found.result().ifPresent(r -> out().println(r.toString()));
      out()
          .println(
              "%s: %s, %s (from %s of %s) in %s"
                  .formatted(
                      output,
                      Amounts.count(rows, "row"),
                      Amounts.bytes(bytes),
                      Amounts.bytes(inputs.bytes()),
                      inputs.format().text(),
                      Amounts.duration(nanos)));
    }
  }

  private long size(Format format, String path) throws IOException {
    return format == Format.PLACED
        ? DataSet.at(environment, path).current().bytes()
        : environment.forPath(path).stat(path).length();
  }
}
