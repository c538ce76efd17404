package io.placed.spark.workload;

import io.placed.predicate.Predicate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what plan nodes say about scans: those of this source, of Iceberg, and of Spark's own file
 * formats as sources of version 2.
 */
public final class PlanText {
  private static final Pattern PLACED =
      Pattern.compile(
          "(?s).*[\\s\\]]placed (?<path>\\S.*?)(?: at snapshot (?<snapshot>\\d+))?(?:, .*?)?"
              + " (?:Files: \\d+ of \\d+|Stream), .*");
  private static final Pattern ICEBERG =
      Pattern.compile(
          "(?s).*?\\[[^\\]]*\\]\\s*(?:IcebergScan\\(table=)?(?<path>[^\\s\\[\\](),=]+),?"
              + " \\(?(?:branch=[^),]*\\)? ?\\[?,?)? ?filters=(?<filters>.*?),"
              + " (?:runtimeFilters=.*?, )?groupedBy=.*");
  private static final Pattern ATTRIBUTE = Pattern.compile("(?<name>[^,\\[\\]]+?)#\\d+L?");
  private static final Pattern NEXT_KEY = Pattern.compile(",? (?:[A-Z][A-Za-z]+: )(?=[\\[\\w])");
  private static final Pattern CUT = Pattern.compile("\\.\\.\\. \\d+ more fields");

  private PlanText() {}

  /**
   * What the description of a scan of this source says.
   *
   * @param snapshot id, 0 if the table has none
   * @param columns that the scan returns, or aggregates
   * @param partitionFilters conditions that select files
   * @param filters conditions on rows
   * @param chosen whether the scan returns only some of the rows that match: a limit, a sample
   */
  public record Placed(
      String path,
      long snapshot,
      List<String> columns,
      List<String> partitionFilters,
      List<String> filters,
      boolean chosen) {

    /** The columns of the filters on rows, without those of conditions that cannot be parsed. */
    public Set<String> filterColumns() {
      Set<String> columns = new LinkedHashSet<>();
      PlanText.parsed(filters).forEach(p -> columns.addAll(p.columns()));
      return columns;
    }
  }

  /** Empty if the text is of another source, or was cut. */
  public static Optional<Placed> placed(String text) {
    Matcher placed = PLACED.matcher(text);
    if (!placed.matches()) {
      return Optional.empty();
    }
    String id = placed.group("snapshot");
    String read = text.contains("ReadSchema: ") ? "ReadSchema: " : "Columns: ";
    return Optional.of(
        new Placed(
            placed.group("path"),
            id == null ? 0 : Long.parseLong(id),
            schema(text, read),
            conjuncts(bracketed(text, "PartitionFilters: ")),
            conjuncts(bracketed(text, "PushedFilters: ")),
            text.contains(", Limit: ") || text.contains(", Choice: ")));
  }

  /**
   * Reads the description of a scan of version 2.
   *
   * @param runtime columns of runtime filters, as far as they are known
   * @return empty if it is of another source, or was cut
   */
  static Optional<ScanContent> v2(String text, List<String> runtime) {
    Optional<Placed> placed = placed(text);
    if (placed.isPresent()) {
      Placed p = placed.get();
      List<String> filters = new ArrayList<>(p.partitionFilters());
      filters.addAll(p.filters());
      return Optional.of(content(p.path(), p.snapshot(), p.columns(), filters, runtime));
    }
    Matcher iceberg = ICEBERG.matcher(text);
    List<String> columns = output(text);
    if (!iceberg.matches() || columns == null) {
      return Optional.empty();
    }
    List<String> filters = conjuncts(iceberg.group("filters"));
    return Optional.of(content(iceberg.group("path"), 0, columns, filters, runtime));
  }

  /** The columns that a node returns; null if the text leaves some out. */
  static List<String> output(String node) {
    int open = node.indexOf('[');
    int close = node.indexOf(']', open);
    if (open < 0 || close < 0 || CUT.matcher(node.substring(open, close)).find()) {
      return null;
    }
    List<String> columns = new ArrayList<>();
    Matcher attribute = ATTRIBUTE.matcher(node.substring(open + 1, close));
    while (attribute.find()) {
      columns.add(attribute.group("name").strip());
    }
    return columns;
  }

  /** The value of a key of a file scan, up to the next key; Spark cuts long ones. */
  static String value(String text, String key) {
    int at = text.indexOf(key);
    Matcher next = NEXT_KEY.matcher(text);
    return at < 0
        ? ""
        : text.substring(
            at + key.length(), next.find(at + key.length()) ? next.start() : text.length());
  }

  private static ScanContent content(
      String path, long snapshot, List<String> read, List<String> filters, List<String> runtime) {
    Set<String> columns = new LinkedHashSet<>(read);
    List<Predicate> known = parsed(filters);
    known.forEach(p -> columns.addAll(p.columns()));
    columns.addAll(runtime);
    return new ScanContent(
        path,
        snapshot,
        List.copyOf(columns),
        known,
        new LinkedHashSet<>(runtime),
        Optional.empty(),
        Map.of());
  }

  private static List<Predicate> parsed(List<String> filters) {
    List<Predicate> known = new ArrayList<>();
    for (String filter : filters) {
      try {
        known.add(Predicate.parse(filter));
      } catch (IllegalArgumentException e) {
        continue; // The columns of such a condition are among those that are read.
      }
    }
    return known;
  }

  /** The content of the brackets after a key; empty if there is none. */
  static String bracketed(String text, String key) {
    int at = text.indexOf(key + "[");
    if (at < 0) {
      return "";
    }
    int from = at + key.length() + 1;
    char quote = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '`') {
        quote = c;
      } else if (c == ']') {
        return text.substring(from, i);
      }
    }
    return "";
  }

  /** Splits at commas outside of quotes and parentheses. */
  static List<String> conjuncts(String text) {
    List<String> out = new ArrayList<>();
    int depth = 0;
    int from = 0;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '`') {
        quote = c;
      } else if (c == '(' || c == '<') {
        depth++;
      } else if (c == ')' || c == '>') {
        depth--;
      } else if (c == ',' && depth <= 0) {
        out.add(text.substring(from, i).strip());
        from = i + 1;
      }
    }
    out.add(text.substring(from).strip());
    out.removeIf(String::isEmpty);
    return out;
  }

  /** Names of the columns in {@code KEYstruct<a:int,b:…>}. */
  static List<String> schema(String text, String key) {
    int at = text.indexOf(key + "struct<");
    if (at < 0) {
      return List.of();
    }
    int from = at + key.length() + "struct<".length();
    int depth = 1;
    int end = from;
    while (end < text.length() && depth > 0) {
      char c = text.charAt(end++);
      depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    }
    Map<String, String> columns = new LinkedHashMap<>();
    int start = from;
    int level = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      level += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
      if (c == ',' && level == 0 || i == end - 1) {
        String field = text.substring(start, i);
        int colon = field.indexOf(':');
        if (colon > 0) {
          columns.put(field.substring(0, colon), field);
        }
        start = i + 1;
      }
    }
    return List.copyOf(columns.keySet());
  }
}
