package io.placed.spark.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.placed.advise.workload.Shuffle;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Texts of plans; {@link EventLogSourceTest} has those that Spark writes. */
class PlanKeysTest {
  private static final String SCAN = "BatchScan placed /t[Kündn#12L, v#13, b#1] placed /t";

  private static Optional<Shuffle> found(String node, int child) {
    return PlanKeys.of(PlanKeys.below(node, child, null), SCAN);
  }

  @Test
  void namesAreThoseOfTheScanInAnyCase() {
    Optional<Shuffle> join = Optional.of(new Shuffle(Shuffle.Kind.JOIN, List.of("Kündn")));
    assertEquals(join, found("SortMergeJoin [KÜNDN#12L], [id#4L], Inner", 0));
    assertEquals(join, found("SortMergeJoin(skew=true) [id#4L], [kündn#12L], LeftOuter", 1));
    assertEquals(
        Optional.of(new Shuffle(Shuffle.Kind.GROUP, List.of("v", "Kündn"))),
        found(
            "Exchange hashpartitioning(V#13, KÜNDN#12L, 4), ENSURE_REQUIREMENTS, [plan_id=1]", 0));
  }

  @Test
  void otherColumnsAndOtherExchangesAreNone() {
    // The id of one column begins with that of another.
    assertEquals(Optional.empty(), found("SortMergeJoin [kündn#1], [id#4L], Inner", 0));
    assertEquals(Optional.empty(), found("SortMergeJoin [(v#13 + 1)], [id#4], Inner", 0));
    assertNull(PlanKeys.below("Exchange hashpartitioning(v#13, 4), REPARTITION_BY_NUM", 0, null));
    assertNull(PlanKeys.below("BroadcastHashJoin [v#13], [id#4], Inner, BuildRight", 0, null));
  }
}
