package io.placed.advise.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.advise.workload.Condition;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;
import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementSearchTest {
  private static final double EPSILON = 1 + 1e-9;

  /** A random schema with random sizes and queries. */
  private record Case(ColumnSizes sizes, Workload workload, Placement placement) {
    static Case random(Random r, int columns) {
      List<Field> fields = new ArrayList<>();
      double[] bytes = new double[columns];
      for (int c = 0; c < columns; c++) {
        fields.add(Field.of("c" + c, Type.INT32));
        bytes[c] = Math.exp(r.nextDouble() * 5 - 1);
      }
      List<Query> queries = new ArrayList<>();
      for (int q = r.nextInt(12); q >= 0; q--) {
        List<String> names = new ArrayList<>(fields.stream().map(Field::name).toList());
        Collections.shuffle(names, r);
        int n = 1 + r.nextInt(Math.min(columns, 6));
        int filters = r.nextInt(n + 1);
        queries.add(
            new Query(
                "q" + q,
                names.subList(filters, n),
                false,
                names.subList(0, filters).stream().map(Condition::on).toList(),
                Math.exp(r.nextGaussian()),
                r.nextBoolean() ? 1 : r.nextDouble(),
                0));
      }
      long rows = 1 + r.nextInt(200_000_000);
      String rowGroup = List.of("1MiB", "16MiB", "64MiB", "50000 rows").get(r.nextInt(4));
      return new Case(
          new ColumnSizes(Schema.of(fields), bytes, rows, "random"),
          new Workload(queries),
          Placement.parse("row-group=" + rowGroup));
    }

    SearchResult search(String columnGroups) {
      return PlacementSearch.search(
          placement.with(ColumnGroups.SETTING, columnGroups),
          workload,
          sizes,
          Device.HDD,
          List.of());
    }

    CostModel model() {
      return new CostModel(
          Device.HDD,
          sizes,
          PlacementSearch.rowGroupRows(placement, sizes),
          Usage.of(workload, sizes.schema(), List.of()));
    }
  }

  @Test
  void everyMethodPartsTheColumnsAndNeverCostsMoreThanNone() {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    double climbs = 0;
    double parts = 0;
    int rounds = 400;
    for (int i = 0; i < rounds; i++) {
      // Brute force tries 115,975 groupings of ten columns, 4,140 of eight.
      Case c = Case.random(r, 1 + r.nextInt(i % 50 == 0 ? 10 : 8));
      CostModel model = c.model();
      String what = "seed " + seed + ", round " + i + ": " + c.workload;
      double none = model.seconds(model.usage().columns());
      double oracle = 0;
      for (String method : List.of("brute-force", "hillclimb", "autopart", "trojan")) {
        SearchResult found = c.search(method);
        ColumnGroups groups = found.placement().columnGroups();
        List<int[]> all = ColumnGrouping.resolve(groups, c.sizes.schema());
        int[] seen = all.stream().flatMapToInt(Arrays::stream).sorted().toArray();
        assertEquals(
            Arrays.toString(IntStream.range(0, seen.length).toArray()), Arrays.toString(seen));
        assertEquals(c.sizes.schema().size(), seen.length, what);
        double cost = model.seconds(all);
        assertEquals(found.after().groupSeconds(), cost, 1e-9 * none, what);
        assertEquals(none, found.before().groupSeconds(), 1e-9 * none, what);
        assertTrue(cost <= none * EPSILON, what);
        boolean worth = groups.kind() == ColumnGroups.Kind.LISTED;
        assertTrue(!worth || cost <= none * (1 - PlacementSearch.WORTH) * EPSILON, what);
        // The result before the check whether it is worthwhile: only Trojan may be worse.
        double raw = found.found().groupSeconds();
        if (method.equals("brute-force")) {
          oracle = raw;
        }
        assertTrue(oracle <= raw * EPSILON, what + " " + method);
        assertTrue(method.equals("trojan") || raw <= none * EPSILON, what + " " + method);
        climbs += method.equals("hillclimb") ? raw / oracle : 0;
        parts += method.equals("autopart") ? raw / oracle : 0;
        assertEquals(found.placement(), c.search(method).placement(), what);
        assertTrue(!found.placement().isSearch());
      }
    }
    assertTrue(climbs / rounds < 1.02, "hillclimb costs " + climbs / rounds + " of the least");
    assertTrue(parts / rounds < 1.02, "autopart costs " + parts / rounds + " of the least");
  }

  /** Groupings that brute force skips are never better. */
  @Test
  void partingColumnsThatAreUsedAlikeNeverPays() {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    for (int i = 0; i < 300; i++) {
      Case c = Case.random(r, 1 + r.nextInt(5));
      CostModel model = c.model();
      double least = model.seconds(BruteForce.search(model));
      int[] groupOf = new int[c.sizes.schema().size()];
      assertTrue(
          least <= leastOfAll(model, groupOf, 0, 0) * EPSILON, "seed " + seed + ", round " + i);
    }
  }

  private static double leastOfAll(CostModel model, int[] groupOf, int column, int groups) {
    if (column == groupOf.length) {
      List<int[]> all = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        int group = g;
        all.add(IntStream.range(0, column).filter(c -> groupOf[c] == group).toArray());
      }
      return model.seconds(all);
    }
    double least = Double.POSITIVE_INFINITY;
    for (int g = 0; g <= groups; g++) {
      groupOf[column] = g;
      least = Math.min(least, leastOfAll(model, groupOf, column + 1, Math.max(groups, g + 1)));
    }
    return least;
  }

  @Test
  void costsAreThoseOfTheFormula() {
    Schema schema = Schema.parse("a: int64, b: int64, c: int64");
    // 1 GiB of rows with 8 B per column, row groups of 48 MiB: 2 Mi rows.
    ColumnSizes sizes = new ColumnSizes(schema, new double[] {8, 8, 8}, 1 << 27, "given");
    Usage usage =
        Usage.of(Workload.parse("read a where b weight 2 selectivity 0.5"), schema, List.of());
    CostModel model = new CostModel(Device.HDD, sizes, 1 << 21, usage);
    // 64 row groups, in each of which a and b have 32 MiB, with four buffers of 8 MiB: 256 seeks
    // for b, 128 for a.
    double pure = (256 + 128) * 0.01 + (1024 + 512) / 100.0;
    assertEquals(2 * pure, model.seconds(usage.columns()), 1e-9);
    // As one group, both are read completely.
    double together = 256 * 0.01 + 2048 / 100.0;
    assertEquals(2 * together, model.seconds(List.of(new int[] {0, 1})), 1e-9);
    // With c: 48 MiB, six buffers.
    double all = 64 * 6 * 0.01 + 3072 / 100.0;
    assertEquals(2 * all, model.seconds(List.of(new int[] {0, 1, 2})), 1e-9);
  }

  @Test
  void smallRowGroupsGroupAndLargeOnesDoNot() {
    Schema schema = Schema.parse("a: int64, b: int64, c: int64, d: string");
    ColumnSizes sizes = new ColumnSizes(schema, new double[] {8, 8, 8, 40}, 100_000_000, "given");
    Workload w = Workload.parse("read a, b weight 5\nread b, c\nread d");
    for (String method : List.of("hillclimb", "autopart", "brute-force")) {
      assertEquals("(a, b)", groups(sizes, w, "row-group=16MiB; column-groups=" + method));
      assertEquals("none", groups(sizes, w, "row-group=1GiB; column-groups=" + method));
    }
    // No gain if each query reads one column.
    assertEquals(
        "none",
        groups(
            sizes,
            Workload.parse("read a\nread b\nread c where c"),
            "row-group=1MiB; column-groups=trojan stride 1"));
    assertEquals(
        "(a, b) stride 1", groups(sizes, w, "row-group=16MiB; column-groups=hillclimb stride 1"));
  }

  private static String groups(ColumnSizes sizes, Workload w, String placement) {
    return PlacementSearch.search(Placement.parse(placement), w, sizes, Device.HDD, List.of())
        .placement()
        .columnGroups()
        .toString()
        .replace(" stride row-group", "");
  }

  @Test
  void bruteForceSaysWhatItCannotDo() {
    Random r = new Random(5);
    Case c = Case.random(r, 11);
    List<Query> queries = new ArrayList<>();
    for (int k = 0; k < 11; k++) {
      queries.add(Query.reading("q", "c" + k));
    }
    Case wide = new Case(c.sizes, new Workload(queries), c.placement);
    var e = assertThrows(IllegalArgumentException.class, () -> wide.search("brute-force"));
    assertTrue(
        e.getMessage().startsWith("placement.column-groups: brute-force tries all groupings of at")
            && e.getMessage().contains("10 columns")
            && e.getMessage().contains("found 11. Allowed here: hillclimb"),
        e.getMessage());
    // Eleven columns with two patterns of use are treated as two.
    String names = String.join(", ", c.sizes.schema().fields().stream().map(Field::name).toList());
    new Case(c.sizes, Workload.parse("read c1, c2\nread " + names), c.placement)
        .search("brute-force");
  }

  @Test
  void unknownColumnsAreNamed() {
    Case c = Case.random(new Random(1), 3);
    Workload w = Workload.parse("ok: read C1\nq7: read c1 where dayy");
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Case(c.sizes, w, c.placement).search("hillclimb"));
    assertEquals(
        "placement.workload, query q7: column dayy does not exist. Allowed: c0, c1, c2",
        e.getMessage());
    // A partition column is not stored in the file.
    PlacementSearch.search(
        c.placement.with(ColumnGroups.SETTING, "hillclimb"),
        w,
        c.sizes,
        Device.HDD,
        List.of("DAYY"));
  }

  /**
   * With 1,187 columns, every query needs a few columns that are far apart, as in the introduction
   * of the Rainbow paper.
   */
  @Test
  void rainbowBringsColumnsTogetherThatAreReadTogether() {
    int columns = 1187;
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      fields.add(Field.of("c" + c, Type.INT64));
    }
    double[] bytes = new double[columns];
    Arrays.fill(bytes, 8);
    ColumnSizes sizes = new ColumnSizes(Schema.of(fields), bytes, 1_000_000_000, "given");
    Random r = new Random(11);
    List<Query> queries = new ArrayList<>();
    for (int q = 0; q < 20; q++) {
      queries.add(
          Query.reading(
              "q" + q,
              r.ints(0, columns)
                  .distinct()
                  .limit(8)
                  .mapToObj(c -> "c" + c)
                  .toArray(String[]::new)));
    }
    Placement asked =
        Placement.parse(
            "row-group=512MiB; packing=one-row-group; column-groups=none order rainbow");
    SearchResult found =
        PlacementSearch.search(asked, new Workload(queries), sizes, Device.HDD, List.of());
    // At best one of eight seeks remains.
    double gain = SearchResult.gain(found.before().jumpSeconds(), found.after().jumpSeconds());
    assertTrue(gain > 0.7, "" + gain);
    ColumnOrder.Listed order = (ColumnOrder.Listed) found.placement().columnGroups().order();
    assertTrue(order.columns().size() <= 160, "only what queries need is listed");
    assertEquals(
        found.placement(),
        PlacementSearch.search(asked, new Workload(queries), sizes, Device.HDD, List.of())
            .placement());
    assertEquals(found.placement(), Placement.parse(found.placement().toString()));
  }

  @Test
  void anOrderIsFoundForGroupsToo() {
    long seed = System.nanoTime();
    Random r = new Random(seed);
    for (int i = 0; i < 40; i++) {
      Case c = Case.random(r, 1 + r.nextInt(30));
      String groups =
          List.of("hillclimb", "autopart stride 1", "(c0)", "all", "all stride 1")
              .get(r.nextInt(5));
      SearchResult found = c.search(groups + " order rainbow seed " + i);
      String what = "seed " + seed + ", round " + i + ", " + groups + ": " + c.workload;
      assertTrue(found.after().jumpSeconds() <= found.before().jumpSeconds() * EPSILON, what);
      ColumnGroups answer = found.placement().columnGroups();
      assertEquals(
          c.sizes.schema().size(),
          ColumnGrouping.resolve(answer, c.sizes.schema()).stream().mapToInt(g -> g.length).sum(),
          what);
      assertEquals(found.placement(), Placement.parse(found.placement().toString()), what);
    }
    // Two columns that are read together, with a wide one between them.
    Schema schema = Schema.parse("a: int64, wide: string, b: int64");
    ColumnSizes sizes = new ColumnSizes(schema, new double[] {8, 900, 8}, 10_000_000, "given");
    Workload w = Workload.parse("read a, b");
    assertEquals("none order (a, b)", groups(sizes, w, "column-groups=none order rainbow"));
    assertEquals(
        "none", groups(sizes, Workload.parse("read *"), "column-groups=none order rainbow"));
  }
}
