package io.placed.placement.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnGroupingTest {
  private static final Schema ABCD = Schema.parse("a: int32, b: int32, c: string, d: int64");

  @Test
  void groupsComeInTheOrderOfTheirFirstColumn() {
    assertEquals("[[0], [1], [2], [3]]", resolve("none", ABCD));
    assertEquals("[[0, 1, 2, 3]]", resolve("all stride 1", ABCD));
    assertEquals("[[0], [3, 1], [2]]", resolve("(d,b)", ABCD));
    assertEquals("[[2, 0], [1, 3]]", resolve("(b,d),(c,a)", ABCD));
    assertEquals("[]", resolve("all", Schema.of()));
  }

  @Test
  void anOrderPutsItsColumnsFirst() {
    assertEquals("[[2], [0], [1], [3]]", resolve("none order (c)", ABCD));
    assertEquals("[[3], [2], [1], [0]]", resolve("none order (D, c, b, a)", ABCD));
    assertEquals("[[3, 1, 0, 2]]", resolve("all stride 1 order (d, b)", ABCD));
    assertEquals("[[2], [3, 1], [0]]", resolve("(d,b) order (c, b)", ABCD));
    assertEquals("[[1, 3], [2, 0]]", resolve("(c,a),(b,d) order (d)", ABCD));
  }

  @Test
  void unknownAndDoubledColumnsAreRefused() {
    assertError("(a,e)", "placement.column-groups: column e does not exist. Allowed: a, b, c, d");
    assertError("none order (a,B,b)", "placement.column-groups: B and b are the same column");
    assertError(
        "none order (f)", "placement.column-groups: column f does not exist. Allowed: a, b, c, d");
    assertError("trojan", "placement.column-groups: trojan must be resolved from a workload first");
    assertError("(a,b),(A)", "placement.column-groups: a and A are the same column");
  }

  @Test
  void everyColumnIsInExactlyOneGroup() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      int columns = 1 + random.nextInt(40);
      List<Field> fields = new ArrayList<>();
      List<String> names = new ArrayList<>();
      for (int c = 0; c < columns; c++) {
        fields.add(Field.of("c" + c, Type.INT32));
        names.add("c" + c);
      }
      Collections.shuffle(names, random);
      List<List<String>> groups = new ArrayList<>();
      for (int at = 0; at < columns && (at == 0 || random.nextInt(5) != 0); ) {
        int n = Math.min(columns - at, 1 + random.nextInt(6));
        groups.add(List.copyOf(names.subList(at, at + n)));
        at += n;
      }
      int[] seen = new int[columns];
      Collections.shuffle(names, random);
      ColumnOrder order = new ColumnOrder.Listed(names.subList(0, random.nextInt(columns + 1)));
      ColumnGroups value = ColumnGroups.of(groups, 1).withOrder(order);
      for (int[] group : ColumnGrouping.resolve(value, Schema.of(fields))) {
        for (int c : group) {
          seen[c]++;
        }
      }
      assertTrue(Arrays.stream(seen).allMatch(n -> n == 1), "seed " + seed);
    }
  }

  private static String resolve(String text, Schema schema) {
    ColumnGroups groups = Placement.DEFAULT.with("placement.column-groups", text).columnGroups();
    return Arrays.deepToString(ColumnGrouping.resolve(groups, schema).toArray());
  }

  private static void assertError(String text, String expected) {
    var e = assertThrows(IllegalArgumentException.class, () -> resolve(text, ABCD));
    assertEquals(expected, e.getMessage());
  }
}
