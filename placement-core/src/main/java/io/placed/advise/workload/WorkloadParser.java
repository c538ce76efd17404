package io.placed.advise.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text form of a workload.
 *
 * <pre>
 * line    = [ query | object ] [ "#" comment ]
 * query   = [ label ":" ] ( "read" ( "*" | names ) [ "where" filter ] | "where" filter )
 *           [ "group" "by" names | "join" "by" names [ "with" side { "," side } ] ]
 *           [ "weight" number ] [ "selectivity" number ] [ "millis" number ]
 * names   = name { "," name }
 * side    = name "(" names ")"                    (a table, see {@link Shuffle.Side})
 * filter  = name { range } { "," name { range } }
 * range   = "[" number "to" number "]"                    (ranks, see {@link RankRange})
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
    List<Condition> filter = List.of();
    if (word("where")) {
      filter = conditions();
    } else if (!read) {
      throw fail("'read' or 'where' is missing");
    }
    Optional<Shuffle> shuffle = shuffle();
    double weight = word("weight") ? number() : 1;
    double selectivity = word("selectivity") ? number() : 1;
    double millis = word("millis") ? number() : 0;
    if (!atEnd()) {
      throw fail("the end of the line is expected");
    }
    try {
      return new Query(name, output, all, filter, shuffle, weight, selectivity, millis);
    } catch (IllegalArgumentException e) {
      throw error(where, e.getMessage());
    }
  }

  private Optional<Shuffle> shuffle() {
    for (Shuffle.Kind kind : Shuffle.Kind.values()) {
      if (word(kind.text())) {
        if (!word("by")) {
          throw fail("'by' is missing");
        }
        List<String> columns = names();
        List<Shuffle.Side> with = word("with") ? sides() : List.of();
        try {
          return Optional.of(new Shuffle(kind, columns, with));
        } catch (IllegalArgumentException e) {
          throw error(where, e.getMessage());
        }
      }
    }
    return Optional.empty();
  }

  private List<Shuffle.Side> sides() {
    List<Shuffle.Side> sides = new ArrayList<>();
    do {
      String table = name();
      if (!accept('(')) {
        throw fail("'(' is missing after the name of a table");
      }
      sides.add(new Shuffle.Side(table, names()));
      if (!accept(')')) {
        throw fail("')' is missing after the columns of a table");
      }
    } while (accept(','));
    return sides;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    do {
      names.add(name());
    } while (accept(','));
    return names;
  }

  private List<Condition> conditions() {
    List<Condition> conditions = new ArrayList<>();
    do {
      String column = name();
      List<RankRange> ranges = new ArrayList<>();
      while (accept('[')) {
        ranges.add(range());
      }
      conditions.add(new Condition(column, ranges));
    } while (accept(','));
    return conditions;
  }

  private RankRange range() {
    double from = number();
    if (!word("to")) {
      throw fail("'to' is missing in a range of ranks");
    }
    double to = number();
    if (!accept(']')) {
      throw fail("']' is missing after a range of ranks");
    }
    try {
      return new RankRange(from, to);
    } catch (IllegalArgumentException e) {
      throw error(where, e.getMessage());
    }
  }

  private String name() {
    Matcher quoted = at(QUOTED);
    Matcher plain = quoted == null ? at(WORD) : null;
    if (quoted == null && plain == null) {
      throw fail("a name is missing; write unusual names in `backquotes`");
    }
    return quoted != null ? quoted.group(1).replace("``", "`") : plain.group();
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
