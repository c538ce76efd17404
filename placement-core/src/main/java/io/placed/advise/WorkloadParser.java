package io.placed.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of a workload.
 *
 * <pre>
 * line    = [ query | object ] [ "#" comment ]
 * query   = [ label ":" ] ( "read" ( "*" | names ) [ "where" names ] | "where" names )
 *           [ "weight" number ] [ "selectivity" number ]
 * names   = name { "," name }
 * label   = letters, digits, "_", "-", "."
 * object  = a JSON object, see {@link WorkloadJson}
 * </pre>
 */
final class WorkloadParser {
  static final String ALLOWED =
      "lines such as 'q6: read price, discount where shipdate weight 3 selectivity 0.02', 'read *',"
          + " or JSON objects such as"
          + " {\"name\": \"q6\", \"output\": [\"price\", \"discount\"], \"filter\": [\"shipdate\"],"
          + " \"weight\": 3, \"selectivity\": 0.02}";

  private static final Pattern LABEL = Pattern.compile("([\\p{L}\\p{N}_.-]+)\\s*:");
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+");
  private static final Pattern QUOTED = Pattern.compile("`((?:[^`]++|``)++)`");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9]{1,60}(?:\\.[0-9]{0,400})?(?:[eE][-+]?[0-9]{1,3})?");

  private final String where;
  private final String line;
  private int pos;

  private WorkloadParser(String where, String line) {
    this.where = where;
    this.line = line;
  }

  /**
   * @param source prefix of error messages
   */
  static Workload parse(String source, String text) {
    List<Query> queries = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      number++;
      String where = source + ", line " + number;
      String name = "query-" + (queries.size() + 1);
      if (line.strip().startsWith("{")) {
        queries.add(WorkloadJson.read(line.strip(), name, where));
      } else {
        WorkloadParser parser = new WorkloadParser(where, line);
        if (!parser.atEnd()) {
          queries.add(parser.query(name));
        }
      }
    }
    if (queries.isEmpty()) {
      throw new IllegalArgumentException(
          source + ": the workload has no queries. Allowed: " + ALLOWED);
    }
    return new Workload(queries);
  }

  private Query query(String otherwise) {
    Matcher label = at(LABEL);
    String name = label == null ? otherwise : label.group(1);
    boolean read = word("read");
    boolean all = read && accept('*');
    List<String> output = read && !all ? names() : List.of();
    List<String> filter = List.of();
    if (word("where")) {
      filter = names();
    } else if (!read) {
      throw fail("'read' or 'where' is missing");
    }
    double weight = word("weight") ? number() : 1;
    double selectivity = word("selectivity") ? number() : 1;
    if (!atEnd()) {
      throw fail("the end of the line is expected");
    }
    try {
      return new Query(name, output, all, filter, weight, selectivity);
    } catch (IllegalArgumentException e) {
      throw error(where, e.getMessage());
    }
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    do {
      Matcher quoted = at(QUOTED);
      Matcher plain = quoted == null ? at(WORD) : null;
      if (quoted == null && plain == null) {
        throw fail("a column name is missing; write unusual names in `backquotes`");
      }
      names.add(quoted != null ? quoted.group(1).replace("``", "`") : plain.group());
    } while (accept(','));
    return names;
  }

  private double number() {
    Matcher number = at(NUMBER);
    if (number == null) {
      throw fail("a number is missing");
    }
    return Double.parseDouble(number.group());
  }

  private boolean word(String wanted) {
    int start = pos;
    Matcher word = at(WORD);
    if (word != null && word.group().equalsIgnoreCase(wanted)) {
      return true;
    }
    pos = start;
    return false;
  }

  private boolean accept(char c) {
    skipSpace();
    if (pos < line.length() && line.charAt(pos) == c) {
      pos++;
      return true;
    }
    return false;
  }

  /** Consumes and returns the next text if it matches the pattern. */
  private Matcher at(Pattern pattern) {
    skipSpace();
    Matcher m = pattern.matcher(line).region(pos, line.length());
    if (!m.lookingAt()) {
      return null;
    }
    pos = m.end();
    return m;
  }

  private boolean atEnd() {
    skipSpace();
    return pos == line.length() || line.charAt(pos) == '#';
  }

  private void skipSpace() {
    while (pos < line.length() && Character.isWhitespace(line.charAt(pos))) {
      pos++;
    }
  }

  private IllegalArgumentException fail(String what) {
    String found =
        pos == line.length()
            ? "the end"
            : "'" + line.substring(pos, Math.min(line.length(), pos + 20)) + "'";
    return error(where + ", character " + (pos + 1), "found " + found + ": " + what);
  }

  /** An error in a line. */
  static IllegalArgumentException error(String where, String what) {
    return new IllegalArgumentException(where + ": " + what + ". Allowed: " + ALLOWED);
  }
}
