package io.placed.jmh.paper;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.placed.jmh.paper.Setting.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was measured, as JSON and as Markdown with a conclusion for each finding. */
public final class PaperReport {
  /** Name of the benchmark and of its files. */
  public static final String NAME = "PaperFindings";

  private static final double MIB = 1 << 20;

  private final PaperRun run;
  private final Findings findings;
  private final Map<String, String> environment;
  private final StringBuilder out = new StringBuilder();

  public PaperReport(PaperRun run, String command) {
    this.run = run;
    this.findings = new Findings(run);
    this.environment = io.placed.jmh.report.Setting.of(command, "");
  }

  /** Writes {@code PaperFindings.json} and {@code PaperFindings.md}. */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(NAME + ".json"), json());
    Files.writeString(directory.resolve(NAME + ".md"), markdown());
  }

  public String json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("benchmark", NAME);
    all.put("environment", environment);
    all.put("knobs", run.knobs());
    all.put("repetitions", run.repetitions());
    all.put("tables", run.tables());
    Map<String, String> conclusions = new LinkedHashMap<>();
    conclusions.put("row group size", findings.rowGroupSize());
    conclusions.put("grouping columns", findings.grouping());
    conclusions.put("packing column groups", findings.packing());
    all.put("conclusions", conclusions);
    String head = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all);
    // One line for each of hundreds of results.
    Gson gson = new Gson();
    String results = String.join(",\n    ", run.results().stream().map(gson::toJson).toList());
    return head.substring(0, head.lastIndexOf('\n'))
        + ",\n  \"results\": [\n    "
        + results
        + "\n  ]\n}\n";
  }

  public String markdown() {
    out.setLength(0);
    out.append("# ").append(NAME).append("\n\n");
    out.append(
        "Bytes that the device delivered, in MiB, and how many times as much as was needed; median of %d repetitions (one without readahead) with a cold page cache. rg: size of a row group, io: buffer of the reader, RA: readahead of the operating system.%n%n"
            .formatted(run.repetitions()));
    for (PaperTable t : run.tables()) {
      out.append(
          "- %s: %,d rows, %d columns of type %s, %.1f MiB of values%n"
              .formatted(
                  t.name(),
                  t.rows(),
                  PaperTable.COLUMNS,
                  t.kind().name().toLowerCase(Locale.ROOT),
                  t.valueBytes() / MIB));
    }
    out.append("\n## 1. Size of row groups\n\nFinding ").append(findings.rowGroupSize());
    out.append("\n\n4 of 16 columns of T1, each by itself, one file (figure 3).\n");
    for (int ra : run.sweep().readaheads()) {
      rowGroupSize(ra);
    }
    out.append("\n## 2. Grouping columns\n\nFinding ").append(findings.grouping());
    out.append(
        "\n\n2 of 16 columns of T1, by themselves or in one group stored row by row (figures 5 and 6): MiB of the device, seeks, seconds on the paper's disk.\n");
    for (int ra : List.of(0, Sweep.READAHEAD)) {
      grouping(ra);
    }
    out.append("\n## 3. Packing a row group into files\n\nFinding ").append(findings.packing());
    out.append("\n\n4 of 16 columns of T1 in one file or one column per file (figures 7 and 8).\n");
    for (int ra : run.sweep().readaheads()) {
      packing(ra);
    }
    if (run.sweep().whole()) {
      others();
    }
    out.append('\n');
    run.knobs().forEach((k, v) -> out.append("- ").append(k).append(": ").append(v).append('\n'));
    environment.forEach((k, v) -> out.append("- ").append(k).append(": ").append(v).append('\n'));
    return out.toString();
  }

  private int buffer() {
    List<Integer> buffers = run.sweep().buffers();
    return buffers.contains(Sweep.BUFFER) ? Sweep.BUFFER : buffers.get(0);
  }

  private void head(String title, List<String> columns) {
    out.append('\n').append(title).append("\n\n| rg, MiB | ");
    out.append(String.join(" | ", columns)).append(" |\n|---:|");
    out.append("---:|".repeat(columns.size())).append('\n');
  }

  private void row(int rg, List<String> cells) {
    if (cells.stream().anyMatch(c -> !c.isEmpty())) {
      out.append("| ").append(rg).append(" | ").append(String.join(" | ", cells)).append(" |\n");
    }
  }

  private void rowGroupSize(int ra) {
    List<String> columns = new ArrayList<>(List.of("needed"));
    run.sweep().buffers().forEach(io -> columns.add("io " + io + " KiB"));
    columns.addAll(List.of("planned", "planned, asked for", "requests"));
    head("RA " + ra + " KiB", columns);
    for (int rg : run.sweep().rowGroupsOfOne()) {
      List<String> cells = new ArrayList<>();
      for (int io : run.sweep().buffers()) {
        Result r = single(rg, 1, Access.COLUMN_WISE, io, ra);
        if (cells.isEmpty()) {
          cells.add(r == null ? "" : mib(r.needed()));
        }
        cells.add(excess(r));
      }
      Result planned = single(rg, 1, Access.PLANNED, 0, ra);
      cells.add(excess(planned));
      cells.add(planned == null ? "" : mib(planned.read()));
      cells.add(planned == null ? "" : "%,d".formatted(planned.requests()));
      row(rg, cells);
    }
  }

  private void grouping(int ra) {
    int io = buffer();
    head(
        "RA " + ra + " KiB, io " + io + " KiB",
        List.of(
            "single, column-wise",
            "single, row-wise",
            "grouped, column-wise",
            "grouped, row-wise",
            "single, planned",
            "grouped, planned"));
    for (int rg : run.sweep().rowGroups()) {
      List<String> cells = new ArrayList<>();
      for (boolean grouped : new boolean[] {false, true}) {
        for (Access a : List.of(Access.COLUMN_WISE, Access.ROW_WISE)) {
          cells.add(cost(result("T1", rg, grouped, 1, Sweep.TWO, a, io, ra)));
        }
      }
      cells.add(cost(result("T1", rg, false, 1, Sweep.TWO, Access.PLANNED, 0, ra)));
      cells.add(cost(result("T1", rg, true, 1, Sweep.TWO, Access.PLANNED, 0, ra)));
      row(rg, cells);
    }
  }

  private void packing(int ra) {
    int io = buffer();
    if (single(run.sweep().rowGroups().get(0), 1, Access.ROW_WISE, io, ra) == null) {
      return;
    }
    List<String> columns = new ArrayList<>();
    for (Access a : Access.values()) {
      columns.add("1 file, " + a.text());
      columns.add("16 files, " + a.text());
    }
    head("RA " + ra + " KiB, io " + io + " KiB", columns);
    for (int rg : run.sweep().rowGroups()) {
      List<String> cells = new ArrayList<>();
      for (Access a : Access.values()) {
        int buffer = a == Access.PLANNED ? 0 : io;
        cells.add(cost(single(rg, 1, a, buffer, ra)));
        cells.add(cost(single(rg, 16, a, buffer, ra)));
      }
      row(rg, cells);
    }
  }

  private void others() {
    int io = buffer();
    out.append("\n## The other tables\n\n4 of 16 columns, each by itself, one file, io ");
    out.append(io).append(" KiB.\n");
    for (PaperTable t : run.tables().subList(1, run.tables().size())) {
      List<String> columns = new ArrayList<>(List.of("needed"));
      for (int ra : List.of(0, Sweep.READAHEAD)) {
        columns.add("RA " + ra + ", column-wise");
        columns.add("RA " + ra + ", planned");
      }
      head(t.name(), columns);
      for (int rg : run.sweep().rowGroups()) {
        List<String> cells = new ArrayList<>();
        for (int ra : List.of(0, Sweep.READAHEAD)) {
          Result r = result(t.name(), rg, false, 1, Sweep.FOUR, Access.COLUMN_WISE, io, ra);
          if (cells.isEmpty()) {
            cells.add(r == null ? "" : mib(r.needed()));
          }
          cells.add(excess(r));
          cells.add(excess(result(t.name(), rg, false, 1, Sweep.FOUR, Access.PLANNED, 0, ra)));
        }
        row(rg, cells);
      }
    }
  }

  private Result single(int rg, int files, Access access, int io, int ra) {
    return result("T1", rg, false, files, Sweep.FOUR, access, io, ra);
  }

  private Result result(
      String table,
      int rg,
      boolean grouped,
      int files,
      List<Integer> columns,
      Access access,
      int io,
      int ra) {
    return run.result(new Setting(table, rg, grouped, files, columns, access, io, ra));
  }

  private static String mib(long bytes) {
    return String.format(Locale.ROOT, "%.1f", bytes / MIB);
  }

  private static String excess(Result r) {
    return r == null
        ? ""
        : String.format(Locale.ROOT, "%s (%.2f ×)%s", mib(r.bytes()), r.excess(), mark(r));
  }

  private static String cost(Result r) {
    return r == null
        ? ""
        : String.format(
            Locale.ROOT, "%s, %,d, %.2f s%s", mib(r.bytes()), r.seeks(), r.modelSeconds(), mark(r));
  }

  /** Of our own streams where the device does not tell. */
  private static String mark(Result r) {
    return r.device().isEmpty() ? " *" : "";
  }
}
