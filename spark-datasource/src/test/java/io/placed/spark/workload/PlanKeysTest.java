package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.advise.workload.Shuffle;
import io.placed.spark.internal.plan.RowMoves;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Texts of plans; {@link EventLogSourceTest} has those that Spark writes. */
class PlanKeysTest {
  private static final String SCAN = "BatchScan placed /t[Kündn#12L, v#13, b#1] placed /t";
  private static final String OTHER = "FileScan parquet [id#4L,w#5] Batched: true";

  private static final RowMoves.Sides NAMED =
      (scan, columns) -> Optional.of(new Shuffle.Side("other", columns));

  private static Optional<Shuffle> group(String node) {
    return PlanKeys.ofScan(SCAN, PlanKeys.below(node, null).apply(0)).shuffle(NAMED);
  }

  /** Of a join with the other scan. */
  private static Optional<Shuffle> join(String node, int child) {
    IntFunction<RowMoves.Required> required = PlanKeys.below(node, null);
    RowMoves moves = PlanKeys.ofScan(SCAN, required.apply(child));
    PlanKeys.ofScan(OTHER, required.apply(1 - child));
    return moves.shuffle(NAMED);
  }

  @Test
  void namesAreThoseOfTheScanInAnyCase() {
    Optional<Shuffle> join =
        Optional.of(
            new Shuffle(
                Shuffle.Kind.JOIN,
                List.of("Kündn"),
                List.of(new Shuffle.Side("other", List.of("id")))));
    assertEquals(join, join("SortMergeJoin [KÜNDN#12L], [id#4L], Inner", 0));
    assertEquals(join, join("SortMergeJoin(skew=true) [id#4L], [kündn#12L], LeftOuter", 1));
    Optional<Shuffle> group = Optional.of(new Shuffle(Shuffle.Kind.GROUP, List.of("v", "Kündn")));
    assertEquals(
        group,
        group("Exchange hashpartitioning(V#13, KÜNDN#12L, 4), ENSURE_REQUIREMENTS, [plan_id=1]"));
    assertEquals(
        group, group("HashAggregate(keys=[V#13, KÜNDN#12L], functions=[sum(v#13)], output=[])"));
    assertEquals(group, group("SortAggregate(key=[V#13, KÜNDN#12L], functions=[max(v#13)])"));
  }

  @Test
  void otherColumnsAndOtherExchangesAreNone() {
    // The id of one column begins with that of another.
    assertEquals(Optional.empty(), join("SortMergeJoin [kündn#2], [id#4L], Inner", 0));
    assertEquals(Optional.empty(), join("SortMergeJoin [(v#13 + 1)], [id#4], Inner", 0));
    assertEquals(Optional.empty(), join("SortMergeJoin [v#13], [cast(w#5 as int)], Inner", 0));
    assertEquals(Optional.empty(), group("HashAggregate(keys=[], functions=[count(1)])"));
    assertEquals(Optional.empty(), group("Exchange hashpartitioning(v#13, 4), REPARTITION_BY_NUM"));
    assertEquals(Optional.empty(), group("BroadcastHashJoin [v#13], [id#4], Inner, BuildRight"));
  }

  /** A join has the rows of joins below it by the same columns, and of groups, but of no others. */
  @Test
  void joinsOfJoins() {
    String join = "SortMergeJoin [v#13], [k#7], Inner";
    String window = "Window [row_number() AS r#9], [v#13], [b#1 ASC NULLS FIRST]";
    String exchange = "Exchange hashpartitioning(v#13, 4), ENSURE_REQUIREMENTS, [plan_id=1]";
    assertEquals(1, sides(join, "Project [Kündn#12L AS a#6L, v#13]"));
    assertEquals(1, sides(join, "HashAggregate(keys=[v#13, b#1], functions=[count(1)])"));
    assertEquals(1, sides(join, "ShuffledHashJoin [v#13], [w#5], Inner, BuildRight"));
    // Rows that have one key in common have it in common with another one, too.
    String both = "SortMergeJoin [v#13, b#1], [k#7, m#8], Inner";
    assertEquals(1, sides(both, exchange));
    assertEquals(1, sides(both, exchange.replace("v#13", "b#1, v#13")));
    assertEquals(1, sides(join, window, "Sort [v#13 ASC NULLS FIRST]", exchange));
    assertEquals(0, sides(join, "HashAggregate(keys=[b#1], functions=[count(1)])"));
    assertEquals(0, sides(join, "SortMergeJoin [Kündn#12L], [id#4L], Inner"));
    assertEquals(0, sides(join, exchange.replace("v#13", "b#1")));
    assertEquals(0, sides(join, "Union"));
  }

  /** Tables that the right side of a join meets, if the scan is at the end of the nodes. */
  private static int sides(String join, String... nodes) {
    IntFunction<RowMoves.Required> required = PlanKeys.below(join, null);
    RowMoves right = PlanKeys.ofScan("FileScan orc [k#7,m#8]", required.apply(1));
    RowMoves.Required below = required.apply(0);
    for (String node : nodes) {
      IntFunction<RowMoves.Required> children = PlanKeys.below(node, below);
      PlanKeys.ofScan(OTHER, children.apply(1));
      below = children.apply(0);
    }
    PlanKeys.ofScan(SCAN, below);
    Optional<Shuffle> found =
        right.shuffle(
            (scan, columns) ->
                Optional.of(new Shuffle.Side(columns.equals(List.of("w")) ? "w" : "v", columns)));
    return found
        .map(s -> s.with().stream().filter(w -> w.table().equals("v")).count())
        .orElse(0L)
        .intValue();
  }
}
