package io.placed.benchmarks.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sizes of files as JSON and Markdown. */
public final class SizesReport {
  private static final String NAME = "Sizes";

  private final String baseline;
  private final Map<String, String> setting;
  private final List<TableSizes> tables = new ArrayList<>();

  /**
   * One table.
   *
   * @param bytes by format
   */
  private record TableSizes(String table, long rows, int columns, Map<String, Long> bytes) {}

  /**
   * @param baseline the format that the others are compared with
   */
  public SizesReport(String command, String baseline) {
    this.baseline = baseline;
    this.setting = Setting.of(command, "");
  }

  public void add(String table, long rows, int columns, Map<String, Long> bytes) {
    tables.add(new TableSizes(table, rows, columns, new LinkedHashMap<>(bytes)));
  }

  /** Writes {@code Sizes.json} and {@code Sizes.md}. */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(NAME + ".json"), json());
    Files.writeString(directory.resolve(NAME + ".md"), markdown());
  }

  public String json() {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("benchmark", NAME);
    out.put("environment", setting);
    out.put("baseline", baseline);
    out.put("tables", tables);
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(out) + "\n";
  }

  public String markdown() {
    List<String> formats =
        tables.stream()
            .flatMap(t -> t.bytes().keySet().stream())
            .distinct()
            .filter(f -> !f.equals(baseline))
            .toList();
    StringBuilder out =
        new StringBuilder("# " + NAME + "\n\n" + "Sizes relative to " + baseline + ".\n\n");
    out.append("| table | rows | columns | ").append(baseline).append(", MB | ");
    out.append(String.join(" | ", formats)).append(" |\n|---|---:|---:|---:|");
    out.append("---:|".repeat(formats.size())).append('\n');
    for (TableSizes t : tables) {
      long base = t.bytes().get(baseline);
      out.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %d | %.2f |",
              t.table(),
              t.rows(),
              t.columns(),
              base / 1e6));
      for (String f : formats) {
        out.append(String.format(Locale.ROOT, " %.3f |", t.bytes().get(f) / (double) base));
      }
      out.append('\n');
    }
    out.append('\n');
    setting.forEach((k, v) -> out.append("- ").append(k).append(": ").append(v).append('\n'));
    return out.toString();
  }
}
