package io.placed.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.advise.PlacementDescent.Tried;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the next best value of a setting costs. */
class AdviceWritingTest {
  private static Advice.Choice choice(double objective, Tried second) {
    return AdviceWriting.choice("placement.packing", "a", "why", objective, second, t -> "b");
  }

  @Test
  void theRunnerUpCostsMore() {
    Advice.Choice found = choice(4, new Tried(null, 5));
    assertEquals(Optional.of("b"), found.runnerUp());
    assertEquals(0.25, found.loss());
  }

  @Test
  void nothingCostsNothingMoreThanNothing() {
    Advice.Choice found = choice(0, new Tried(null, 0));
    assertEquals(Optional.of("b"), found.runnerUp());
    assertEquals(0, found.loss());
  }

  @Test
  void whatCostsSomethingIsNoRunnerUpOfNothing() {
    Advice.Choice found = choice(0, new Tried(null, 5));
    assertEquals(Optional.empty(), found.runnerUp());
    assertEquals(0, found.loss());
  }

  @Test
  void nothingElseWasCompared() {
    assertEquals(Optional.empty(), choice(4, null).runnerUp());
    assertEquals(0, choice(4, null).loss());
  }
}
