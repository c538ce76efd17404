package io.placed.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.schema.Schema;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The text form of reorderings; {@link PlacementTest} tests those of sorts and of random
 * placements.
 */
class ReorderingTest {
  @Test
  void whatATextLeavesOutIsPrinted() {
    assertReorder("hilbert(a, b; 1024 ranges)", "Hilbert( a,b )");
    assertReorder("z-order(a; values)", "z-order(a;values)");
    assertReorder("z-order(`x y`; 5000 ranges)", "z-order(`x y`; 5000 Ranges)");
    assertReorder("multiple-lists(*; 64MiB)", "multiple-lists(*)");
    assertReorder("vortex(a; 1KiB)", "vortex(a; 1024B)");
    assertReorder("rising-cardinality(*)", "rising-cardinality( * )");
    assertReorder(
        "qd-tree(a < -1.50 and b = 'it''s; x'; c >= true; 16384 rows)",
        "qd-tree(a<-1.50 and b = 'it''s; x';c >=TRUE)");
  }

  private static void assertReorder(String expected, String text) {
    Reordering reordering = Placement.parse("reorder=" + text).reorder();
    assertEquals(expected, reordering.toString());
    assertEquals(reordering, Placement.parse("reorder=" + expected).reorder());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reorder=hilbert() | placement.reorder | a column name is missing | hilbert(column, …",
        "reorder=hilbert(*) | placement.reorder | a column name is missing",
        "reorder=z-order(a,b,c,d,e,f,g,h,i,j) | placement.reorder | takes 1 to 9 columns, found 10",
        "reorder=z-order(a,a) | placement.reorder | column a is given twice",
        "reorder=z-order(a; 3 ranges) | placement.reorder | takes 4 to 65536 ranges, found 3",
        "reorder=hilbert(a; 65537 ranges) | placement.reorder | found 65537",
        "reorder=hilbert(a; 0 ranges) | placement.reorder | 0 ranges are not allowed",
        "reorder=hilbert(a; 100) | placement.reorder | 'ranges' is missing",
        "reorder=hilbert(a; 64MiB) | placement.reorder | 'ranges' is missing",
        "reorder=hilbert(a desc) | placement.reorder | found 'desc)'",
        "reorder=rising-cardinality() | placement.reorder | a column name is missing",
        "reorder=vortex(*; 0B) | placement.reorder | the buffer of vortex must hold at least 1B",
        "reorder=multiple-lists(*; 5) | placement.reorder | the unit is missing",
        "reorder=qd-tree() | placement.reorder | a column name is missing",
        "reorder=qd-tree(a) | placement.reorder | <, <=, >, >= or = is missing",
        "reorder=qd-tree(a < b) | placement.reorder | a value is missing: a number, 'text'",
        "reorder=qd-tree(a = 'x) | placement.reorder | a value is missing",
        "reorder=qd-tree(a = 1; 5) | placement.reorder | 'rows' is missing",
        "reorder=qd-tree(a = 1; 0 rows) | placement.reorder | at least 1 row, found 0"
      })
  void errorsNameFindingAndWhatIsAllowed(String row) {
    String[] parts = row.split("\\|", -1);
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> Placement.parse(parts[0].stripTrailing()));
    for (int i = 1; i < parts.length; i++) {
      assertTrue(e.getMessage().contains(parts[i].strip()), e.getMessage());
    }
  }

  @Test
  void columnsAndValuesAreCheckedAgainstASchema() {
    Schema schema = Schema.parse("id: int64, name: string, l: list<int32>");
    PlacementTest.assertFits(schema, "reorder=hilbert(id,l)", "column l of type list has no order");
    PlacementTest.assertFits(schema, "reorder=vortex(id,ID)", "id and ID are the same column");
    PlacementTest.assertFits(
        schema, "reorder=rising-cardinality(no)", "placement.reorder: column no does not exist");
    PlacementTest.assertFits(
        schema, "reorder=qd-tree(id < 5.5)", "id < 5.5 does not fit column id, which is int64");
    PlacementTest.assertFits(
        schema, "reorder=qd-tree(name > 5)", "does not fit column name, which is string");
    PlacementTest.assertFits(
        schema, "reorder=qd-tree(l = 'x')", "column l of type list has no order");
    Placement.parse("reorder=qd-tree(ID < 5 and name = 'x')").requireFits(schema);
    Schema nested = Schema.parse("l: list<int32>");
    PlacementTest.assertFits(
        nested,
        "reorder=multiple-lists(*)",
        "placement.reorder: the schema has no column with an order");
  }

  /** Files store the text of their placement, so only text that can be parsed may be written. */
  @Test
  void numbersOfPredicatesHaveAsManyDigitsAsTheirTextMay() {
    String most = "9".repeat(60);
    for (String digits : List.of(most, "-" + most + "." + most, "1e59", "1e-60")) {
      Cut cut = new Cut("a", Cut.Operator.LESS, new BigDecimal(digits));
      Reordering tree = new Reordering.QdTree(List.of(List.of(cut)), 1);
      Placement placement = Placement.DEFAULT.with(Reordering.SETTING, tree.toString());
      assertEquals(tree, placement.reorder());
    }
    for (String digits : List.of("1e60", "1e-61", "1e1000000000", "1e-1000000000")) {
      BigDecimal value = new BigDecimal(digits);
      var e =
          assertThrows(
              IllegalArgumentException.class, () -> new Cut("a", Cut.Operator.LESS, value));
      assertTrue(e.getMessage().contains("60 digits"), e.getMessage());
    }
  }

  @Test
  void tasksMayOrderTheirRowsThemselves() {
    for (String text :
        List.of(
            "sort(a desc; per-task)",
            "z-order(a, b; per-task)",
            "hilbert(a, b; values; per-task)",
            "rising-cardinality(*; per-task)",
            "qd-tree(a < 5; per-task)",
            "qd-tree(a < 5; 10 rows; per-task)")) {
      Reordering r = Placement.parse("reorder=" + text).reorder();
      assertEquals(ReorderScope.TASK, r.scope(), text);
      assertEquals(
          ReorderScope.TABLE,
          Placement.parse("reorder=" + text.replace("; per-task", "")).reorder().scope());
    }
    assertEquals(ReorderScope.TABLE, Placement.parse("reorder=qd-tree(per < 5)").reorder().scope());
    for (String text : List.of("sort(a; 5)", "hilbert(a; 8 ranges; x)", "vortex(a; per-task)")) {
      assertThrows(IllegalArgumentException.class, () -> Placement.parse("reorder=" + text), text);
    }
  }
}
