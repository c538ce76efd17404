package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Objective;
import io.placed.advise.cost.Predicted;
import io.placed.advise.cost.ShuffleTime;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Shuffle;
import io.placed.encoding.Profile;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of the decision, on both sides of their limits. */
class RewriteDecisionTest {
  private static final long ROWS = 1000;
  private static final double ROW_BYTES = 8;
  private static final double TABLE_BYTES = ROWS * ROW_BYTES;

  private static AdvisorSettings settings() {
    return AdvisorSettings.defaults()
        .withObjective(Objective.BYTES)
        .withCalibration(new Calibration(0, 0, 1))
        .withHorizon(1e6);
  }

  /** Bytes of a query without an error, 1 s of which half is the device's for 1,000 bytes. */
  private static Advice.Reads reads(double bytes, double error) {
    return new Advice.Reads(
        Predicted.of(bytes, error),
        bytes,
        1,
        Predicted.of(bytes / 1000, error),
        bytes / 2000,
        0,
        0,
        0.5);
  }

  /** Seconds that are known, and seconds to move rows. */
  private static Advice.Reads moving(double read, double moved) {
    double all = read + moved;
    Predicted seconds = Predicted.of(all, ShuffleTime.ERROR * moved / all);
    return new Advice.Reads(Predicted.of(1, 0), 1, 1, seconds, read, moved, 0, 0.5);
  }

  private static LayoutCost layout(boolean current, double error, double... bytes) {
    return layout(
        current, IntStream.range(0, bytes.length).mapToObj(q -> reads(bytes[q], error)).toList());
  }

  private static LayoutCost layout(boolean current, List<Advice.Reads> queries) {
    BitSet stored = new BitSet();
    stored.set(0);
    Finalist rows = new Finalist(null, Placement.DEFAULT.reorder(), null, null);
    return new LayoutCost(
        Placement.DEFAULT,
        current ? null : Design.of(rows, Placement.DEFAULT, Profile.BALANCED),
        new ColumnCost[] {new ColumnCost(ROW_BYTES, 0, 0)},
        stored,
        ROW_BYTES,
        TABLE_BYTES,
        0,
        queries);
  }

  private static List<QueryUse> queries(double... weights) {
    BitSet column = new BitSet();
    column.set(0);
    return IntStream.range(0, weights.length)
        .mapToObj(
            q ->
                new QueryUse(Query.reading("q" + q, "a"), column, List.of(), List.of(), weights[q]))
        .toList();
  }

  private static Advice.Decision decide(
      AdvisorSettings settings, List<QueryUse> queries, double[] before, double... after) {
    return decide(settings, queries, 0, before, after);
  }

  private static Advice.Decision decide(
      AdvisorSettings settings,
      List<QueryUse> queries,
      double error,
      double[] before,
      double... after) {
    LayoutCost current = layout(true, error, before);
    RewriteDecision rules = new RewriteDecision(settings, Device.HDD, ROWS, queries, current);
    return rules.decide(
        LayoutSet.of(queries, List.of(layout(false, error, after)), settings.objective()));
  }

  private static double[] bytes(double... of) {
    return of;
  }

  @Test
  void theCurrentLayoutAndWorseOnesAreNothingBetter() {
    LayoutCost current = layout(true, 0, 1000);
    RewriteDecision rules = new RewriteDecision(settings(), Device.HDD, ROWS, queries(1), current);
    LayoutSet same = LayoutSet.of(queries(1), List.of(current), Objective.BYTES);
    assertEquals(Advice.Rule.NOTHING_BETTER, rules.decide(same).rule());
    assertEquals(0, rules.decide(same).rewriteUnits());
    assertEquals(
        Advice.Rule.NOTHING_BETTER, decide(settings(), queries(1), bytes(1000), 1000).rule());
    assertEquals(
        Advice.Rule.NOTHING_BETTER, decide(settings(), queries(1), bytes(1000), 1001).rule());
  }

  @Test
  void theGainIsAtLeastTenPercent() {
    assertEquals(
        Advice.Rule.GAIN_TOO_SMALL, decide(settings(), queries(1), bytes(1000), 901).rule());
    assertEquals(Advice.Rule.CHANGE, decide(settings(), queries(1), bytes(1000), 899).rule());
  }

  @Test
  void theGainIsAtLeastTwiceTheErrorOfEarlierPredictions() {
    AdvisorSettings wrong = settings().withCalibration(new Calibration(0.2, 0.2, 1));
    Advice.Decision small = decide(wrong, queries(1), bytes(1000), 601);
    assertEquals(Advice.Rule.GAIN_TOO_SMALL, small.rule());
    assertTrue(
        small.reason().contains("39.9 %") && small.reason().contains("40 %"), small.reason());
    assertEquals(Advice.Rule.CHANGE, decide(wrong, queries(1), bytes(1000), 599).rule());
  }

  @Test
  void aTemplateThatCostsNothingNowLosesSomethingFinite() {
    Advice.Decision d = decide(settings(), queries(1, 1), bytes(0, 10 << 20), 1 << 20, 1 << 20);
    assertEquals(Advice.Rule.TEMPLATE_LOSES, d.rule());
    assertEquals(
        "query q0, 50 % of the weight, would cost 1.00 MiB instead of nothing", d.reason());
  }

  /** Whatever it reads then is infinitely more: it must not cost what the mean query does. */
  @Test
  void aTemplateThatReadsNothingNowMayReadALittle() {
    double[] now = bytes(0, 10 << 20);
    assertEquals(
        Advice.Rule.CHANGE, decide(settings(), queries(1, 1), now, 100 << 10, 1 << 20).rule());
    assertEquals(
        Advice.Rule.TEMPLATE_LOSES,
        decide(settings(), queries(1, 1), now, 600 << 10, 1 << 20).rule());
    // What reads something is compared with that.
    assertEquals(
        Advice.Rule.TEMPLATE_LOSES,
        decide(settings(), queries(1, 1), bytes(50 << 10, 10 << 20), 100 << 10, 1 << 20).rule());
  }

  /** What is saved exceeds the cost, though not by a fifth: the reason says so. */
  @Test
  void theReasonSaysWhatIsMissing() {
    AdvisorSettings few = settings().withHorizon(35);
    Advice.Decision d = decide(few, queries(1), bytes(1000), 500);
    assertEquals(Advice.Rule.REWRITE_DOES_NOT_PAY, d.rule());
    assertTrue(d.reason().contains("which is not a fifth more than the rewrite costs"), d.reason());
    d = decide(settings().withHorizon(20), queries(1), bytes(1000), 500);
    assertTrue(d.reason().contains(", and the rewrite costs "), d.reason());
    d = decide(settings().withHorizon(1e7), queries(1), bytes(1000), 500);
    assertTrue(d.reason().contains("at least 4,768 MiB in 10000000 runs"), d.reason());
  }

  /** Half of the time was measured, and does not change: it has no error. */
  @Test
  void measuredTimeBeyondThePredictionsHasNoError() {
    AdvisorSettings wrong =
        settings().withObjective(Objective.TIME).withCalibration(new Calibration(0.1, 0.1, 1));
    for (double rest : new double[] {0, 5}) {
      LayoutCost before = layout(true, List.of(timed(10 - rest, rest)));
      LayoutCost after = layout(false, List.of(timed(8.5 - rest, rest)));
      RewriteDecision rules = new RewriteDecision(wrong, Device.HDD, ROWS, queries(1), before);
      assertEquals(
          rest == 0 ? Advice.Rule.GAIN_TOO_SMALL : Advice.Rule.CHANGE,
          rules.decide(LayoutSet.of(queries(1), List.of(after), Objective.TIME)).rule());
    }
  }

  private static Advice.Reads timed(double read, double rest) {
    return new Advice.Reads(
        Predicted.of(1, 0), 1, 1, Predicted.of(read + rest, 0), read, 0, rest, 0.5);
  }

  @Test
  void noTemplateOfFivePercentLosesMoreThanTen() {
    double[] before = bytes(1000, 1000);
    // The second query has 5 % of the weight, then a little less.
    List<QueryUse> heavy = queries(95, 5);
    Advice.Decision loses = decide(settings(), heavy, before, 100, 1101);
    assertEquals(Advice.Rule.TEMPLATE_LOSES, loses.rule());
    assertTrue(loses.reason().startsWith("query q1, 5 % of the weight"), loses.reason());
    assertEquals(Advice.Rule.CHANGE, decide(settings(), heavy, before, 100, 1099).rule());
    assertEquals(
        Advice.Rule.CHANGE, decide(settings(), queries(95.1, 4.9), before, 100, 5000).rule());
  }

  @Test
  void theLowerBoundOfTheGainExceedsTheCostByAFifth() {
    // Reading and writing the table costs 16,000 bytes, of which 19,200 are a fifth more.
    double saved = 500;
    double runs = 1.2 * 2 * TABLE_BYTES / saved;
    Advice.Decision no = decide(settings().withHorizon(runs), queries(1), bytes(1000), 500);
    assertEquals(Advice.Rule.REWRITE_DOES_NOT_PAY, no.rule());
    assertEquals(2 * TABLE_BYTES, no.rewriteUnits());
    assertEquals(saved, no.gainPerRun(), 1e-9);
    Advice.Decision yes =
        decide(settings().withHorizon(1.001 * runs), queries(1), bytes(1000), 500);
    assertEquals(Advice.Rule.CHANGE, yes.rule());
    assertTrue(yes.change());
    // With an error of 10 % the lower bound is smaller: 500 - 1.645 * hypot(100, 50) = 316.
    Advice.Decision unsure =
        decide(settings().withHorizon(1.001 * runs), queries(1), 0.1, bytes(1000), 500);
    assertEquals(Advice.Rule.REWRITE_DOES_NOT_PAY, unsure.rule());
    assertEquals(316, unsure.gainPerRun(), 1);
    assertTrue(
        decide(settings().withHorizon(1.6 * runs), queries(1), 0.1, bytes(1000), 500).change());
  }

  @Test
  void everyObjectiveHasUnitsOfItsOwn() {
    AdvisorSettings time = settings().withObjective(Objective.TIME);
    AdvisorSettings cost = settings().withObjective(Objective.COST);
    double moved = 2 * TABLE_BYTES / Device.HDD.bytesPerSecond();
    assertEquals(moved, decide(cost, queries(1), bytes(1000), 500).rewriteUnits(), 1e-9);
    assertEquals(moved, decide(time, queries(1), bytes(1000), 500).rewriteUnits(), 1e-9);
    assertEquals(0.5, decide(time, queries(1), bytes(1000), 500).gainPerRun(), 1e-9);
    assertEquals(0.25, decide(cost, queries(1), bytes(1000), 500).gainPerRun(), 1e-9);
  }

  /**
   * A copy beside the table as it is: only the copy is written, and each query reads the better.
   */
  @Test
  void copiesAreJudgedWithWhatTheyCost() {
    List<QueryUse> both = queries(1, 1);
    LayoutCost current = layout(true, 0, 1000, 1000);
    LayoutCost copy = layout(false, 0, 2000, 100);
    RewriteDecision rules = new RewriteDecision(settings(), Device.HDD, ROWS, both, current);
    LayoutSet set = LayoutSet.of(both, List.of(current, copy), Objective.BYTES);
    assertEquals(List.of(0, 1), IntStream.of(set.choice()).boxed().toList());
    Advice.Decision decision = rules.decide(set);
    assertTrue(decision.change(), decision.reason());
    assertEquals(2 * TABLE_BYTES, decision.rewriteUnits());
    assertEquals(900, decision.gainPerRun(), 1e-9);
    Advice.RewriteCost cost = rules.cost(set);
    assertEquals(2 * TABLE_BYTES / 900, cost.breakEvenRuns(), 1e-9);
    LayoutSet without = LayoutSet.of(both, List.of(current), Objective.BYTES);
    assertEquals(2 * TABLE_BYTES / 900, rules.costOfCopy(set, copy, without).breakEvenRuns(), 1e-9);
    LayoutCost lacking =
        new LayoutCost(
            copy.placement(),
            copy.design(),
            copy.columns(),
            new BitSet(),
            copy.rowBytes(),
            copy.readBytes(),
            0,
            copy.queries());
    assertFalse(
        IntStream.of(LayoutSet.of(both, List.of(current, lacking), Objective.BYTES).choice())
            .anyMatch(k -> k == 1));
  }

  private static Advice.Decision decideOnTime(List<Advice.Reads> before, Advice.Reads... after) {
    List<QueryUse> queries = new ArrayList<>();
    for (int q = 0; q < before.size(); q++) {
      Shuffle shuffle = new Shuffle(Shuffle.Kind.JOIN, List.of("a"));
      Query of =
          new Query(
              "q" + q,
              List.of("a"),
              false,
              List.of(),
              before.get(q).shuffleSeconds() == 0 ? Optional.empty() : Optional.of(shuffle),
              1,
              1,
              0);
      BitSet column = new BitSet();
      column.set(0);
      List<Integer> shuffled = of.shuffle().isPresent() ? List.of(0) : List.of();
      queries.add(new QueryUse(of, column, shuffled, List.of(), 1));
    }
    AdvisorSettings settings = settings().withObjective(Objective.TIME);
    RewriteDecision rules =
        new RewriteDecision(settings, Device.HDD, ROWS, queries, layout(true, before));
    return rules.decide(
        LayoutSet.of(queries, List.of(layout(false, List.of(after))), Objective.TIME));
  }

  /** How long moving rows takes is not well known, but the same before and after. */
  @Test
  void theErrorOfMovingRowsCountsAsFarAsRowsAreNotMovedAnyMore() {
    Advice.Decision same = decideOnTime(List.of(moving(5, 5)), moving(2.5, 5));
    assertEquals(2.5, same.gainPerRun(), 1e-9);
    assertEquals(Advice.Rule.CHANGE, same.rule());
    Advice.Decision half = decideOnTime(List.of(moving(5, 5)), moving(2.5, 3));
    assertEquals(4.5 - Predicted.Z90 * ShuffleTime.ERROR * 2, half.gainPerRun(), 1e-9);
  }

  /** An engine that moves rows does not notice a few milliseconds; others may. */
  @Test
  void ofQueriesOfAnEngineMillisecondsAreNoLoss() {
    List<Advice.Reads> before = List.of(moving(0, 1), moving(0.004, 0));
    assertEquals(
        Advice.Rule.CHANGE, decideOnTime(before, moving(0, 0.1), moving(0.0139, 0)).rule());
    assertEquals(
        Advice.Rule.TEMPLATE_LOSES, decideOnTime(before, moving(0, 0.1), moving(0.0141, 0)).rule());
    assertEquals(
        Advice.Rule.TEMPLATE_LOSES,
        decideOnTime(List.of(moving(1, 0), moving(0.004, 0)), moving(0.1, 0), moving(0.0139, 0))
            .rule());
  }
}
