package io.placed.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.placed.placement.Placement;
import java.nio.charset.StandardCharsets;

/** The text of a Placement: refused in words, or printed as a text that means the same. */
class FuzzPlacementTest {
  @FuzzTest(maxDuration = "")
  void placement(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    Placement placement = Documented.parsed(() -> Placement.parse(text));
    if (placement != null) {
      assertEquals(placement, Placement.parse(placement.toString()), placement.toString());
    }
  }
}
