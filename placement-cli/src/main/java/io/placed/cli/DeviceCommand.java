package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.Progress;
import io.placed.cli.text.Table;
import io.placed.explain.DeviceMeasurement;
import io.placed.explain.DeviceMeasurement.Sample;
import io.placed.explain.DeviceMeter;
import io.placed.scan.fetch.Devices;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed device}. */
@Command(
    name = "device",
    header = "What reading costs at a place.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DeviceCommand.Measure.class})
final class DeviceCommand extends BaseCommand {
  @Override
  public Integer call() {
    throw usage("device needs a command: measure");
  }

  /** {@code placed device measure}. */
  @Command(
      name = "measure",
      header = "Measure it with a file that is written there and removed again.",
      description = {
        "Reads pieces of several sizes at random places, past the page cache where that can be had,"
            + " and puts a line through the medians: time = seek + bytes / bandwidth. Scans read"
            + " gaps along that are shorter than seek x bandwidth.",
        "With --output the device is put into a file, one line for each place. Scans take it when"
            + " the environment variable PLACED_DEVICES, the system property placed.devices or the"
            + " Hadoop setting of that name (in Spark spark.hadoop.placed.devices) names the file.",
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  placed device measure /data",
        "  placed device measure hdfs://cluster/tmp -o /etc/placed/devices",
      })
  static final class Measure extends BaseCommand {
    @Parameters(arity = "1", paramLabel = "PATH", description = "A directory that can be written.")
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
        description = "Put the device into this local file, in the place of an older one for PATH.")
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

    /** A relative path would mean another place to another process. */
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
              : ", the kernel reads ahead " + Amounts.bytes(m.readaheadBytes()))
          + "\nbreak-even gap "
          + Amounts.bytes(Math.round(m.device().seekBytes()))
          + "\n"
          + Devices.line(qualified(), m.device())
          + "\n"
          + (output == null ? "" : "put into " + output + "\n");
    }

    private JsonObject json(DeviceMeasurement m) {
      JsonObject o = new JsonObject();
      o.addProperty("path", path);
      o.addProperty("seekNanos", m.device().seekNanos());
      o.addProperty("bytesPerSecond", m.device().bytesPerSecond());
      o.addProperty("breakEvenBytes", Math.round(m.device().seekBytes()));
      o.addProperty("cache", m.cache());
      o.addProperty("readaheadBytes", m.readaheadBytes() < 0 ? null : m.readaheadBytes());
      JsonArray samples = new JsonArray();
      for (Sample s : m.samples()) {
        JsonObject one = new JsonObject();
        one.addProperty("bytes", s.bytes());
        one.addProperty("reads", s.reads());
        one.addProperty("medianNanos", s.medianNanos());
        samples.add(one);
      }
      o.add("samples", samples);
      return o;
    }
  }
}
