package io.placed.cli;

import io.placed.cli.text.Progress;
import io.placed.explain.DeviceMeasurement;
import io.placed.explain.DeviceMeasurement.Sample;
import io.placed.explain.DeviceMeter;
import io.placed.scan.fetch.Devices;
import io.placed.text.Amounts;
import io.placed.text.Table;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed device}. */
@Command(
    name = "device",
    header = "Measure the cost of reads from a storage device.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DeviceCommand.Measure.class})
final class DeviceCommand extends BaseCommand {
  @Override
  public Integer call() {
    throw usage("missing subcommand: measure");
  }

  /** {@code placed device measure}. */
  @Command(
      name = "measure",
      header = "Measure seek time and bandwidth with a temporary file.",
      description = {
        "Reads ranges of several sizes at random offsets, with direct I/O where it is supported,"
            + " and fits a line through the medians: time = seek + bytes / bandwidth. Scans"
            + " coalesce ranges whose gap is shorter than seek x bandwidth.",
        "With --output the device is stored in a file, one line per path. Scans use it if the"
            + " environment variable PLACED_DEVICES, the system property placed.devices or the"
            + " Hadoop property of that name (in Spark spark.hadoop.placed.devices) names the"
            + " file.",
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  placed device measure /data",
        "  placed device measure hdfs://cluster/tmp -o /etc/placed/devices",
      })
  static final class Measure extends BaseCommand {
    @Parameters(arity = "1", paramLabel = "PATH", description = "A writable directory.")
    private String path;

    @Option(
        names = "--size",
        paramLabel = "MIB",
        defaultValue = "512",
        description = "Size of the file in MiB, at least 64. Default: ${DEFAULT-VALUE}.")
    private int mebibytes;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "Store the device in this local file; replaces an entry for PATH.")
    private String output;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
      if (mebibytes < 64) {
        throw usage("--size must be at least 64, found " + mebibytes);
      }
      DeviceMeasurement found;
      try (Progress progress = Progress.start("measuring", !json && showsProgress())) {
        DeviceMeter meter = new DeviceMeter(environment, path);
        found = meter.measure((long) mebibytes << 20, p -> progress.set(p, path));
      }
      if (output != null) {
        Devices.put(output, qualified(), found.device());
      }
      if (json) {
        out().json(json(found));
      } else {
        out().print(text(found));
      }
      return 0;
    }

    /** Another process may resolve a relative path differently. */
    private String qualified() throws IOException {
      return environment.forPath(path).qualify(path);
    }

    private String text(DeviceMeasurement m) throws IOException {
      Table table = Table.of(">read", ">median", ">bandwidth", ">reads");
      for (Sample s : m.samples()) {
        table.add(
            Amounts.bytes(s.bytes()),
            String.format(Locale.ROOT, "%.3f ms", s.medianNanos() / 1e6),
            Amounts.bytes(Math.round(s.bytesPerSecond())) + "/s",
            Amounts.count(s.reads()));
      }
      return table.toString()
          + "page cache "
          + m.cache()
          + (m.readaheadBytes() < 0
              ? ""
              : ", kernel readahead " + Amounts.bytes(m.readaheadBytes()))
          + "\nbreak-even gap "
          + Amounts.bytes(Math.round(m.device().seekBytes()))
          + "\n"
          + Devices.line(qualified(), m.device())
          + "\n"
          + (output == null ? "" : "stored in " + output + "\n");
    }

    private Document json(DeviceMeasurement m) {
      return new Document(
          path,
          m.device().seekNanos(),
          m.device().bytesPerSecond(),
          Math.round(m.device().seekBytes()),
          m.cache(),
          m.readaheadBytes() < 0 ? null : m.readaheadBytes(),
          m.samples().stream()
              .map(s -> new SampleJson(s.bytes(), s.reads(), s.medianNanos()))
              .toList());
    }

    private record Document(
        String path,
        long seekNanos,
        long bytesPerSecond,
        long breakEvenBytes,
        String cache,
        Long readaheadBytes,
        List<SampleJson> samples) {}

    private record SampleJson(int bytes, int reads, long medianNanos) {}
  }
}
