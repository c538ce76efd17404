package io.placed.spark.workload;

import io.placed.spark.internal.plan.RowMoves;
import io.placed.spark.internal.plan.RowMoves.Required;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which columns the rows of a plan's nodes are brought together, as their texts say: joins and
 * aggregates name their keys, for windows there is only the exchange below them. Ids of columns are
 * those of the texts, such as 12 of {@code l_orderkey#12L}.
 */
final class PlanKeys {
  private static final Pattern JOIN =
      Pattern.compile("(?s)(?:SortMergeJoin|ShuffledHashJoin)\\S* \\[(.*?)\\], \\[(.*?)\\], \\S.*");
  private static final Pattern AGGREGATE =
      Pattern.compile("(?s)(?:\\w*Aggregate)\\(keys?=\\[(.*?)\\], functions=.*");
  private static final Pattern EXCHANGE =
      Pattern.compile("(?s)Exchange hashpartitioning\\((.*), \\d+\\), ENSURE_REQUIREMENTS.*");
  private static final Pattern ATTRIBUTE = Pattern.compile("(?s)[^()]+#(\\d+)L?");

  private PlanKeys() {}

  /**
   * What a node requires of its children, by their numbers; null of those of which it requires
   * nothing.
   *
   * @param node its text
   * @param above what is required of the node, or null
   */
  static IntFunction<Required> below(String node, Required above) {
    Matcher join = JOIN.matcher(node);
    if (join.matches()) {
      return new RowMoves.Join(ids(join.group(1)), ids(join.group(2)), above)::required;
    }
    Required below = belowOther(node, above);
    return child -> below;
  }

  private static Required belowOther(String node, Required above) {
    Matcher aggregate = AGGREGATE.matcher(node);
    if (aggregate.matches()) {
      return Required.ofGroup(ids(aggregate.group(1)), above);
    }
    Matcher exchange = EXCHANGE.matcher(node);
    if (exchange.matches()) {
      List<Long> columns = ids(exchange.group(1));
      boolean known = above != null && columns != null && above.isBy(columns);
      return known ? above : Required.ofGroup(columns, above);
    }
    if (node.startsWith("Exchange ")
        || node.startsWith("BroadcastExchange")
        || node.startsWith("Union")) {
      return null;
    }
    if (node.startsWith("Window")) {
      return Required.ofGroupBelow(above);
    }
    if (node.startsWith("Project ") && above != null) {
      return above.renamed(c -> before(node, c));
    }
    return above;
  }

  /** The id of a column before a projection. */
  private static long before(String project, long column) {
    Matcher alias =
        Pattern.compile("[\\[\\s][^\\[\\](),\\s]+#(\\d+)L? AS [^,]+?#" + column + "(?!\\d)")
            .matcher(project);
    return alias.find() ? Long.parseLong(alias.group(1)) : column;
  }

  /** Null if one is no column, or comes twice. */
  private static List<Long> ids(String list) {
    List<Long> columns = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    for (String text : list.split(", ")) {
      Matcher attribute = ATTRIBUTE.matcher(text);
      if (!attribute.matches() || !seen.add(Long.parseLong(attribute.group(1)))) {
        return null;
      }
      columns.add(Long.parseLong(attribute.group(1)));
    }
    return columns;
  }

  /** How the rows of a scan are moved. */
  static RowMoves ofScan(String scan, Required above) {
    int open = scan.indexOf('[');
    int close = scan.indexOf(']', open);
    return above == null || close < 0
        ? RowMoves.NONE
        : above.ofScan(id -> name(scan.substring(open, close), id));
  }

  /** The name as the scan has it: a query may write it in another case. Null if it is not there. */
  private static String name(String output, long id) {
    Matcher found = Pattern.compile("[\\[,]([^,]+)#" + id + "(?!\\d)").matcher(output);
    return found.find() ? found.group(1).strip() : null;
  }
}
