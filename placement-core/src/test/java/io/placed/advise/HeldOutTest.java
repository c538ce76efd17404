package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Objective;
import io.placed.advise.cost.Predicted;
import io.placed.advise.order.CandidateOrder;
import io.placed.advise.workload.Query;
import io.placed.encoding.Profile;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Layouts are judged by queries by which they were not chosen. */
class HeldOutTest {
  private static final double ALL = 1000;

  private static LayoutCost layout(boolean current, double[] bytes) {
    BitSet stored = new BitSet();
    stored.set(0);
    List<Advice.Reads> reads =
        Arrays.stream(bytes)
            .mapToObj(
                b ->
                    new Advice.Reads(
                        Predicted.of(b, 0), b, 1, Predicted.of(b, 0), b, 0, 0, b / ALL))
            .toList();
    // A layout with an order, whatever it is.
    Finalist rows = new Finalist(CandidateOrder.arrival(), Placement.DEFAULT.reorder(), null, null);
    return new LayoutCost(
        Placement.DEFAULT,
        current ? null : Design.of(rows, Placement.DEFAULT, Profile.BALANCED),
        new ColumnCost[] {new ColumnCost(8, 0, 0)},
        stored,
        8,
        8000,
        0,
        reads);
  }

  private static List<QueryUse> queries(int n, int templates, double weightOfFirst) {
    BitSet column = new BitSet();
    column.set(0);
    List<QueryUse> out = new ArrayList<>();
    for (int q = 0; q < n; q++) {
      Query query = Query.reading("q" + q % templates, "a");
      out.add(new QueryUse(query, column, List.of(), List.of(), q == 0 ? weightOfFirst : 1));
    }
    return out;
  }

  private static double[] bytes(int n, double value) {
    double[] out = new double[n];
    Arrays.fill(out, value);
    return out;
  }

  private static HeldOut of(List<QueryUse> queries, List<double[]> layouts) {
    LayoutCost current = layout(true, bytes(queries.size(), ALL));
    List<LayoutSet> sets = new ArrayList<>();
    sets.add(LayoutSet.of(queries, List.of(current), Objective.BYTES));
    for (double[] l : layouts) {
      sets.add(LayoutSet.of(queries, List.of(layout(false, l)), Objective.BYTES));
    }
    return HeldOut.of(queries, current, sets, Objective.BYTES).orElseThrow();
  }

  @Test
  void fewQueriesAreTheWorkload() {
    assertFalse(HeldOut.isKnown(queries(7, 7, 1)));
    assertTrue(HeldOut.isKnown(queries(8, 8, 1)));
    // One that has nearly all of the weight is asked again and again.
    assertFalse(HeldOut.isKnown(queries(20, 20, 1000)));
  }

  @Test
  void runsOfATemplateAreInBothHalves() {
    List<QueryUse> queries = queries(20, 5, 1);
    boolean[] halves = HeldOut.halves(queries);
    for (int t = 0; t < 5; t++) {
      int first = 0;
      for (int q = t; q < 20; q += 5) {
        first += halves[q] ? 1 : 0;
      }
      assertEquals(2, first, "template " + t);
    }
  }

  @Test
  void aLayoutThatHelpsAllQueriesHolds() {
    HeldOut gain = of(queries(12, 12, 1), List.of(bytes(12, 400)));
    assertEquals(0.6, gain.gain(), 1e-9);
    assertEquals(0.6, gain.low(), 1e-9);
  }

  /** Each of many layouts helps a few queries by chance; the best of them seems to save much. */
  @Test
  void aLayoutThatFitsByChanceDoesNotHold() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int held = 0;
    for (int round = 0; round < 100; round++) {
      List<double[]> layouts = new ArrayList<>();
      double best = 0;
      for (int l = 0; l < 200; l++) {
        double[] of = new double[20];
        double saved = 0;
        for (int q = 0; q < 20; q++) {
          of[q] = random.nextInt(10) == 0 ? 0.3 * ALL : ALL;
          saved += 1 - of[q] / ALL;
        }
        layouts.add(of);
        best = Math.max(best, saved / 20);
      }
      assertTrue(best > 0.1, "seed " + seed);
      held += of(queries(20, 20, 1), layouts).low() >= 0.1 ? 1 : 0;
    }
    assertTrue(held <= 5, held + " of 100, seed " + seed);
  }

  @Test
  void theRuleIsPartOfTheDecision() {
    List<QueryUse> queries = queries(20, 20, 1);
    double[] after = bytes(20, ALL);
    Arrays.fill(after, 0, 8, 0);
    LayoutCost current = layout(true, bytes(20, ALL));
    AdvisorSettings settings =
        AdvisorSettings.defaults()
            .withObjective(Objective.BYTES)
            .withCalibration(new Calibration(0, 0, 0))
            .withHorizon(1e6);
    LayoutSet set = LayoutSet.of(queries, List.of(layout(false, after)), settings.objective());
    RewriteDecision rules = new RewriteDecision(settings, Device.HDD, 1000, queries, current);
    assertEquals(Advice.Rule.CHANGE, rules.decide(set).rule());
    assertEquals(Advice.Rule.CHANGE, rules.with(new HeldOut(0.4, 0.1)).decide(set).rule());
    Advice.Decision no = rules.with(new HeldOut(0.2, 0.1)).decide(set);
    assertEquals(Advice.Rule.ONLY_THESE_QUERIES, no.rule());
    assertTrue(no.reason().contains("saves 20.0 % ± 16.5 % of the other half"), no.reason());
  }
}
