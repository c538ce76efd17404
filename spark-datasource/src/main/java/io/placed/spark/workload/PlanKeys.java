package io.placed.spark.workload;

import io.placed.advise.workload.Shuffle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which columns the rows of a node are brought together, as the texts of a plan say: joins name
 * their keys; for groups and windows there is only the exchange below them.
 *
 * @param columns with the ids of the plan, such as {@code l_orderkey#12}
 */
record PlanKeys(Shuffle.Kind kind, List<String> columns) {
  private static final Pattern JOIN =
      Pattern.compile("(?s)(?:SortMergeJoin|ShuffledHashJoin)\\S* \\[(.*?)\\], \\[(.*?)\\], \\S.*");
  private static final Pattern EXCHANGE =
      Pattern.compile("(?s)Exchange hashpartitioning\\((.*), \\d+\\), ENSURE_REQUIREMENTS.*");
  private static final Pattern ATTRIBUTE = Pattern.compile("(?s)([^()]+)#\\d+L?");

  /**
   * What a node requires of a child.
   *
   * @param node its text
   * @param child number
   * @param above what is required of the node, or null
   */
  static PlanKeys below(String node, int child, PlanKeys above) {
    Matcher join = JOIN.matcher(node);
    if (join.matches()) {
      return child > 1 ? null : of(Shuffle.Kind.JOIN, join.group(1 + child));
    }
    Matcher exchange = EXCHANGE.matcher(node);
    if (exchange.matches()) {
      boolean ofJoin = above != null && above.kind == Shuffle.Kind.JOIN;
      return ofJoin ? above : of(Shuffle.Kind.GROUP, exchange.group(1));
    }
    if (node.startsWith("Exchange ")
        || node.startsWith("BroadcastExchange")
        || node.startsWith("Union")) {
      return null;
    }
    if (node.startsWith("Project ")) {
      return above == null ? null : above.before(node);
    }
    // The rows of a join are brought together below this: the exchange is that of the groups.
    boolean groups = node.contains("Aggregate(") || node.startsWith("Window");
    return groups && above != null && above.kind == Shuffle.Kind.JOIN ? null : above;
  }

  /** The columns of before a projection. */
  private PlanKeys before(String project) {
    List<String> out = new ArrayList<>();
    for (String c : columns) {
      Matcher alias =
          Pattern.compile("[\\[\\s]([^\\[\\](),\\s]+#\\d+)L? AS " + Pattern.quote(c) + "(?!\\d)")
              .matcher(project);
      out.add(alias.find() ? alias.group(1) : c);
    }
    return new PlanKeys(kind, out);
  }

  private static PlanKeys of(Shuffle.Kind kind, String list) {
    List<String> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String text : list.split(", ")) {
      Matcher attribute = ATTRIBUTE.matcher(text);
      if (!attribute.matches() || !names.add(attribute.group(1))) {
        return null;
      }
      columns.add(text.endsWith("L") ? text.substring(0, text.length() - 1) : text);
    }
    return new PlanKeys(kind, columns);
  }

  /** The keys of a scan; empty if they are not columns that it returns. */
  static Optional<Shuffle> of(PlanKeys keys, String scan) {
    if (keys == null) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (String c : keys.columns) {
      String name = nameIn(scan, c);
      if (name == null) {
        return Optional.empty();
      }
      names.add(name);
    }
    return Optional.of(new Shuffle(keys.kind, names));
  }

  /** The name as the scan has it: a query may write it in another case. Null if it is not there. */
  private static String nameIn(String scan, String column) {
    Matcher found =
        Pattern.compile("(?iu)(?<=[\\[,\\s])" + Pattern.quote(column) + "(?!\\d)").matcher(scan);
    return found.find() ? found.group().substring(0, column.lastIndexOf('#')) : null;
  }
}
