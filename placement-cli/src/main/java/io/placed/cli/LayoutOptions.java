package io.placed.cli;

import io.placed.compression.Codec;
import io.placed.encoding.Profile;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The placement of the output; Spark's options have the same names. */
final class LayoutOptions {
  /** For the completion of shells. */
  static final class Profiles implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Profile.values()).map(Profile::text).iterator();
    }
  }

  /** For the completion of shells: those that every command takes. */
  static final class Codecs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Codec.values()).map(Codec::text).iterator();
    }
  }

  @Option(
      names = "--placement",
      paramLabel = "PLACEMENT",
      description =
          "A preset (cf, cfile, rcfile, slc-store, trevni, tdl, orc, parquet, albis, arrow,"
              + " default) or clauses such as 'reorder=sort(a); row-group=64MiB'.")
  private String placement;

  @Option(
      names = "--reorder",
      paramLabel = "HOW",
      description = "Row order: none, sort(a, b desc), hilbert(a, b), …")
  private String reorder;

  @Option(
      names = "--row-group",
      paramLabel = "SIZE",
      description =
          "Row group size: 64MiB, '64MiB min 8', '65536 rows', 'efficiency(0.75; column=a)'.")
  private String rowGroup;

  @Option(
      names = "--column-groups",
      paramLabel = "GROUPS",
      description =
          "Columns stored together, and their order: none, all, '(a,b),(c) stride 1', 'none order"
              + " (c, a)'; with --workload hillclimb, autopart, trojan, brute-force, 'none order"
              + " rainbow'.")
  private String columnGroups;

  @Option(
      names = "--workload",
      paramLabel = "FILE",
      description = "Queries to optimize column groups or the column order for.")
  private String workload;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "Cost of reads, for --workload: hdd (default), nvme, object-store, or"
              + " 'seek=10ms; bandwidth=100MiB/s; buffer=8MiB'.")
  private String device;

  @Option(
      names = "--packing",
      paramLabel = "HOW",
      description =
          "Packing of row groups into physical blocks: 'many-row-groups(block=128MiB)',"
              + " one-row-group.")
  private String packing;

  @Option(
      names = "--profile",
      paramLabel = "PROFILE",
      completionCandidates = Profiles.class,
      description =
          "Goal of the choice of encodings: fast (read speed), balanced (default), compact (size).")
  private String profile;

  @Option(
      names = "--compression",
      paramLabel = "CODEC",
      completionCandidates = Codecs.class,
      description =
          "none, lz4, zstd or zstd(LEVEL); for Parquet also snappy and gzip, for ORC"
              + " snappy and zlib.")
  private String compression;

  @Option(
      names = "--page-rows",
      paramLabel = "N",
      description = "Most rows of a page, a multiple of 1024. Default: 16384.")
  private String pageRows;

  /** The settings that were given, without the codec. */
  Map<String, String> placementSettings() {
    Map<String, String> out = new LinkedHashMap<>();
    put(out, "placement", placement);
    put(out, "placement.reorder", reorder);
    put(out, "placement.row-group", rowGroup);
    put(out, "placement.column-groups", columnGroups);
    put(out, "placement.packing", packing);
    put(out, "placement.workload", workload);
    put(out, "placement.device", device);
    put(out, "profile", profile);
    put(out, "page-rows", pageRows);
    return out;
  }

  /** All settings that were given. */
  Map<String, String> settings() {
    Map<String, String> out = placementSettings();
    put(out, "compression", compression);
    return out;
  }

  String compression() {
    return compression;
  }

  private static void put(Map<String, String> out, String name, String value) {
    if (value != null) {
      out.put(name, value);
    }
  }
}
