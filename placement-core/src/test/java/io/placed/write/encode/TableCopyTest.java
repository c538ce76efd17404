package io.placed.write.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.placement.Placement;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a table accepts as its placement is what its writers can write. */
class TableCopyTest {
  private static final Schema SCHEMA =
      Schema.parse("a: int32, b: struct<x: string>, c: list<int32>, d: double");

  @Test
  void whatFitsATableIsWritten() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int accepted = 0;
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder("column-groups=").append(groups(random));
      if (random.nextBoolean()) {
        text.append("; packing=copies(one-row-group");
        for (int k = random.nextInt(2); k >= 0; k--) {
          text.append("; ").append(groups(random));
        }
        text.append(')');
      }
      Placement placement;
      try {
        placement = Placement.parse(text.toString());
      } catch (IllegalArgumentException e) {
        continue; // The same name twice.
      }
      boolean fits = isAllowed(() -> placement.requireWritable().requireFits(SCHEMA));
      boolean written = fits || isAllowed(() -> write(placement));
      assertEquals(fits, written, "seed " + seed + ": " + text);
      accepted += fits ? 1 : 0;
      if (fits) {
        write(placement);
      }
    }
    assertEquals(true, accepted > 200 && accepted < 1800, "seed " + seed + ": " + accepted);
  }

  private static void write(Placement placement) {
    placement.pageRows();
    TableCopy.of(placement, SCHEMA);
  }

  private static boolean isAllowed(Runnable check) {
    try {
      check.run();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String groups(Random random) {
    String text =
        switch (random.nextInt(3)) {
          case 0 -> "none";
          case 1 -> "all";
          default -> "(" + names(random) + "),(" + names(random) + ")";
        };
    text += List.of("", " stride 1", " stride 1024", " stride 4096").get(random.nextInt(4));
    return random.nextInt(3) == 0 ? text + " order (" + names(random) + ")" : text;
  }

  /** Names of columns in any case, seldom the same column twice. */
  private static String names(Random random) {
    List<String> names = new ArrayList<>();
    for (int k = random.nextInt(2); k >= 0; k--) {
      String name = SCHEMA.field(random.nextInt(SCHEMA.size())).name();
      names.add(random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT));
    }
    return String.join(", ", names);
  }
}
