package io.placed.placement.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.placement.Cut;
import io.placed.placement.Cut.Operator;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueryTreeTest {
  private static Reordering.QdTree tree(String text) {
    return (Reordering.QdTree) Placement.parse("reorder=qd-tree(" + text + ")").reorder();
  }

  @Test
  void leavesFollowTheCutsFromLeftToRight() {
    Schema schema = Schema.parse("a: int32, b: string, d: date, p: decimal(30,2)");
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 1000; i++) {
      rows.appendRow(
          i % 100 == 99 ? null : i % 100,
          i % 2 == 0 ? "x" : "y",
          LocalDate.ofEpochDay(i),
          BigDecimal.valueOf(i, 2));
    }
    QueryTree byNumber = QueryTree.of(tree("a < 50; 100 rows"), schema, rows, 1000);
    assertEquals(2, byNumber.leaves());
    QueryTree downwards = QueryTree.of(tree("a >= 50; 100 rows"), schema, rows, 1000);
    for (int i = 0; i < 100; i++) {
      assertEquals(i < 50 ? 0 : 1, byNumber.leaf(rows, i));
      assertEquals(i < 50 || i == 99 ? 0 : 1, downwards.leaf(rows, i));
    }
    QueryTree both = QueryTree.of(tree("a < 50 and b = 'x'; 100 rows"), schema, rows, 1000);
    assertEquals(3, both.leaves());
    QueryTree typed = QueryTree.of(tree("d < '1970-01-11'; p > 5; 10 rows"), schema, rows, 1000);
    assertEquals(3, typed.leaves());
    assertEquals(0, typed.leaf(rows, 9));
    assertEquals(1, typed.leaf(rows, 10));
    assertEquals(2, typed.leaf(rows, 501));
    // Leaves of at least 1000 rows: no cut is possible.
    assertEquals(1, QueryTree.of(tree("a < 50; 1000 rows"), schema, rows, 1000).leaves());
    // The sample represents a million rows: 10 rows of the sample are 10,486.
    assertEquals(
        1, QueryTree.of(tree("d < '1970-01-11'; 11000 rows"), schema, rows, 1 << 20).leaves());
    assertEquals(
        2, QueryTree.of(tree("d < '1970-01-11'; 9000 rows"), schema, rows, 1 << 20).leaves());
    assertEquals(1, QueryTree.of(tree("a < 50"), schema, Batch.of(schema), 0).leaves());
  }

  @Test
  void rowsAreKeptAndTheOrderDoesNotDependOnMemory() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      RandomRows data = new RandomRows(random);
      Schema schema = data.everyType();
      List<Batch> in = data.batches(schema, random.nextInt(3000));
      List<List<Cut>> queries = new ArrayList<>();
      for (int q = 1 + random.nextInt(6); q > 0; q--) {
        List<Cut> query = new ArrayList<>();
        for (int k = 1 + random.nextInt(3); k > 0; k--) {
          query.add(cut(schema.field(random.nextInt(RandomRows.FLAT.length)), random));
        }
        queries.add(query);
      }
      Reordering tree = new Reordering.QdTree(queries, 1 + random.nextInt(200));
      String message = "seed " + seed + " round " + i + ": " + tree;
      List<String> first = null;
      for (long memory : new long[] {1 << 30, 100_000, 20_000}) {
        MemoryRunStore store = new MemoryRunStore();
        List<String> out = RandomRows.texts(Reordered.of(tree, schema, memory, store, in));
        assertEquals(0, store.live(), message);
        first = first == null ? out : first;
        assertEquals(first, out, message);
      }
      assertEquals(
          RandomRows.texts(in).stream().sorted().toList(), first.stream().sorted().toList());
    }
  }

  /** Compares the choice of a cut with its definition, row by row. */
  @Test
  void theCutIsTheOneThatSkipsMost() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int cuts = 1 + random.nextInt(round % 10 == 0 ? 150 : 6);
      int rows = random.nextInt(60);
      int smallest = 1 + random.nextInt(5);
      int density = 1 + random.nextInt(9);
      boolean[][] holds = new boolean[rows][cuts];
      long[][] bits = new long[rows][TreeCuts.words(cuts)];
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cuts; c++) {
          holds[r][c] = random.nextInt(10) < density;
          bits[r][c / 64] |= holds[r][c] ? 1L << c : 0;
        }
      }
      int[][] queries = new int[1 + random.nextInt(4)][];
      for (int q = 0; q < queries.length; q++) {
        queries[q] = random.ints(1 + random.nextInt(3), 0, cuts).distinct().toArray();
      }
      long least = read(queries, List.of(holds));
      int best = -1;
      for (int c = 0; c < cuts; c++) {
        int cut = c;
        var yes = Arrays.stream(holds).filter(r -> r[cut]).toList();
        var no = Arrays.stream(holds).filter(r -> !r[cut]).toList();
        long cost = read(queries, yes) + read(queries, no);
        if (yes.size() >= smallest && no.size() >= smallest && cost < least) {
          least = cost;
          best = cut;
        }
      }
      TreeCuts tree = new TreeCuts(cuts, bits, queries, smallest);
      assertEquals(best, tree.best(tree.all()), "seed " + seed + " round " + round);
    }
  }

  /** Number of rows of a leaf that the queries read. */
  private static long read(int[][] queries, List<boolean[]> rows) {
    return rows.size()
        * Arrays.stream(queries)
            .filter(q -> Arrays.stream(q).allMatch(cut -> rows.stream().anyMatch(row -> row[cut])))
            .count();
  }

  private static Cut cut(Field field, Random random) {
    Operator operator = Operator.values()[random.nextInt(5)];
    int v = random.nextInt(200) - 100;
    Object value =
        switch (field.type().kind()) {
          case BOOLEAN -> random.nextBoolean();
          case STRING, BINARY -> Integer.toString(v, 3);
          case DATE -> LocalDate.ofEpochDay(v).toString();
          case TIMESTAMP -> Instant.ofEpochSecond(v).toString();
          case TIMESTAMP_NTZ -> LocalDate.ofEpochDay(v).atStartOfDay().toString();
          default -> BigDecimal.valueOf(v);
        };
    return new Cut(field.name(), operator, value);
  }

  /** The purpose: queries find their rows in few leaves. */
  @Test
  void queriesNeedFewLeaves() {
    Schema schema = Schema.parse("a: int32, b: int32");
    Random random = new Random(6);
    Batch rows = Batch.of(schema);
    for (int i = 0; i < 20_000; i++) {
      rows.appendRow(random.nextInt(1000), random.nextInt(1000));
    }
    QueryTree tree =
        QueryTree.of(
            tree("a < 100 and b < 100; a >= 900 and b >= 900; a < 100 and b >= 900; 100 rows"),
            schema,
            rows,
            20_000);
    long[] needed = new long[tree.leaves()];
    long[] size = new long[tree.leaves()];
    for (int i = 0; i < rows.rows(); i++) {
      Object[] row = rows.row(i);
      int leaf = tree.leaf(rows, i);
      size[leaf]++;
      needed[leaf] += (int) row[0] < 100 && (int) row[1] < 100 ? 1 : 0;
    }
    long touched = 0;
    for (int leaf = 0; leaf < size.length; leaf++) {
      touched += needed[leaf] > 0 ? size[leaf] : 0;
    }
    assertTrue(touched < 1000, touched + " rows of " + tree.leaves() + " leaves");
  }
}
