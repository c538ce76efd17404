package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.ScanTable;
import io.placed.spark.internal.plan.KeyedScan;
import io.placed.spark.options.JoinKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;

/**
 * Keeps plans of many joins small. For each key that a join passes to a scan, Spark copies the
 * other side of the join, with the copies that it has already: in a chain of joins of large tables
 * the plan doubles with each of them. If that would be too much, only the largest tables take keys
 * of data columns; the others take those of partition columns, as small ones do. If that is still
 * too much, only the largest of these take any.
 */
public final class RuntimeKeysRule extends Rule<LogicalPlan> {
  /**
   * Relations that a plan may have with all copies. A chain of joins reaches it with ten tables
   * that take keys, a star with hundreds.
   */
  private static final double MOST = 1000;

  /** By which a plan of many relations may grow, as one of a UNION of a thousand reads. */
  private static final double GROWTH = 4;

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (!conf().dynamicPartitionPruningEnabled() || !reads(plan)) {
      return plan;
    }
    KeyedPlan keyed = new KeyedPlan(plan);
    Taken taken = new Taken();
    keyed.leaves().forEach(taken::addIfOfSource);
    if (taken.tables.isEmpty()) {
      return plan; // Scalar subqueries have their keys.
    }
    double most = Math.max(MOST, GROWTH * keyed.relations(k -> false));
    if (keyed.relations(k -> taken.tables.containsKey(k.scan())) <= most) {
      return plan;
    }
    taken.setKeys();
    Map<LogicalPlan, JoinKeys> changed = fewerKeys(keyed, taken, most);
    return plan.transformUpWithSubqueries(
        new EachNode(node -> changed.containsKey(node) ? taking(changed.get(node), node) : node));
  }

  /** Whether there is a table of this source: most rules of a session run on other queries. */
  private static boolean reads(LogicalPlan plan) {
    return Taken.table(plan) != null
        || Scala.list(plan.children()).stream().anyMatch(RuntimeKeysRule::reads)
        || Scala.list(plan.subqueries()).stream().anyMatch(RuntimeKeysRule::reads);
  }

  /** Scans that are to take fewer keys. */
  private static Map<LogicalPlan, JoinKeys> fewerKeys(KeyedPlan keyed, Taken taken, double most) {
    Map<LogicalPlan, JoinKeys> changed = new IdentityHashMap<>();
    for (JoinKeys fewer : List.of(JoinKeys.OF_PARTITION_COLUMNS, JoinKeys.NONE)) {
      // Those of a size together, so that equal parts of a plan stay equal and are executed once;
      // the largest one by one, or a table that is joined with itself would take no keys at all.
      TreeMap<Long, List<LogicalPlan>> bySize = taken.bySize(keyed.leaves(), fewer);
      while (!bySize.isEmpty() && keyed.relations(taken::takes) > most) {
        List<LogicalPlan> same = bySize.firstEntry().getValue();
        List<LogicalPlan> next = bySize.size() > 1 ? List.copyOf(same) : List.of(same.get(0));
        next.forEach(scan -> changed.put(scan, fewer));
        next.forEach(scan -> taken.keys.put(scan, fewer));
        same.subList(0, next.size()).clear();
        bySize.values().removeIf(List::isEmpty);
      }
    }
    return changed;
  }

  /** Subqueries of conditions have their scans already. */
  private static LogicalPlan taking(JoinKeys keys, LogicalPlan scan) {
    return scan instanceof DataSourceV2ScanRelation s
        ? PlanNodes.withScan(s, ((KeyedScan) s.scan()).taking(keys))
        : marked((DataSourceV2Relation) scan, keys);
  }

  private static LogicalPlan marked(DataSourceV2Relation r, JoinKeys keys) {
    return PlanNodes.withOptions(r, keys.in(r.options()));
  }

  /** Which keys scans take. Equal ones may be in a plan several times. */
  private static final class Taken {
    private final Map<LogicalPlan, ScanTable> tables = new IdentityHashMap<>();
    private final Map<LogicalPlan, JoinKeys> keys = new IdentityHashMap<>();
    private final Map<LogicalPlan, Set<String>> partitionColumns = new IdentityHashMap<>();

    /** The table of a relation that may take keys, or that a statement changes; null for others. */
    private static ScanTable table(LogicalPlan leaf) {
      if (leaf instanceof DataSourceV2Relation r) {
        return table(r);
      }
      return leaf instanceof DataSourceV2ScanRelation s && s.scan() instanceof KeyedScan
          ? table(s.relation())
          : null;
    }

    private static ScanTable table(DataSourceV2Relation r) {
      Table table =
          r.table() instanceof RowLevelOperationTable changed ? changed.table() : r.table();
      return table instanceof ScanTable t ? t : null;
    }

    void addIfOfSource(LogicalPlan leaf) {
      ScanTable table = table(leaf);
      if (table != null) {
        tables.put(leaf, table);
      }
    }

    void setKeys() {
      tables.forEach(
          (leaf, table) -> {
            Set<String> columns = Set.copyOf(table.columnsOfPartitionKeys());
            partitionColumns.put(leaf, columns);
            keys.put(
                leaf,
                leaf instanceof DataSourceV2ScanRelation s
                    ? ofScan((KeyedScan) s.scan(), columns)
                    : table.joinKeys());
          });
    }

    private static JoinKeys ofScan(KeyedScan scan, Set<String> partitionColumns) {
      NamedReference[] taken = scan.filterAttributes();
      if (taken.length == 0) {
        return JoinKeys.NONE;
      }
      boolean partitionsOnly =
          Arrays.stream(taken).allMatch(c -> partitionColumns.contains(c.fieldNames()[0]));
      return partitionsOnly ? JoinKeys.OF_PARTITION_COLUMNS : JoinKeys.OF_ALL_COLUMNS;
    }

    /** Those that take more keys, by the size of their tables. */
    TreeMap<Long, List<LogicalPlan>> bySize(List<LogicalPlan> leaves, JoinKeys fewer) {
      TreeMap<Long, List<LogicalPlan>> found = new TreeMap<>();
      for (LogicalPlan leaf : leaves) {
        if (keys.containsKey(leaf)
            && keys.get(leaf).compareTo(fewer) < 0
            && (fewer != JoinKeys.NONE || !partitionColumns.get(leaf).isEmpty())) {
          long size = tables.get(leaf).bytes();
          found.computeIfAbsent(size, s -> new ArrayList<>()).add(leaf);
        }
      }
      return found;
    }

    boolean takes(KeyedPlan.Key key) {
      JoinKeys those = keys.getOrDefault(key.scan(), JoinKeys.NONE);
      return those == JoinKeys.OF_ALL_COLUMNS
          || those == JoinKeys.OF_PARTITION_COLUMNS
              && partitionColumns.get(key.scan()).containsAll(key.columns());
    }
  }
}
