package io.placed.hive;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random queries in HiveQL on a random table. */
final class CombinationQueries {
  /** Table for joins; has a few numbers and words, some of them twice, and nulls. */
  static final String SMALL = "combination_small";

  private static final List<String> SETTINGS =
      List.of(
          "hive.vectorized.execution.enabled=false",
          "hive.vectorized.execution.enabled=false",
          "hive.fetch.task.conversion=none",
          "hive.fetch.task.conversion=more",
          "hive.optimize.ppd=false",
          "hive.optimize.ppd.storage=false",
          "hive.optimize.index.filter=false",
          "hive.optimize.index.filter=true",
          "hive.compute.query.using.stats=false",
          "hive.compute.query.using.stats=true",
          "hive.auto.convert.join=false",
          "hive.cbo.enable=false",
          "hive.limit.pushdown.memory.usage=0",
          "hive.vectorized.execution.reduce.enabled=false",
          "hive.optimize.shared.work=false",
          "hive.vectorized.input.format.supports.enabled=none",
          "hive.vectorized.use.vectorized.input.format=false",
          "hive.vectorized.use.row.serde.deserialize=true",
          "hive.vectorized.adaptor.usage.mode=none",
          "hive.vectorized.testing.reducer.batch.size=3",
          "hive.optimize.point.lookup=false",
          "hive.optimize.cte.materialize.threshold=1",
          "hive.vectorized.complex.types.enabled=false",
          "hive.tez.bigtable.minsize.semijoin.reduction=1",
          "hive.tez.dynamic.partition.pruning=false",
          "hive.stats.fetch.column.stats=true",
          "hive.execution.engine=mr",
          "tez.grouping.split-count=3",
          "mapreduce.input.fileinputformat.split.maxsize=4000",
          "mapreduce.input.fileinputformat.split.maxsize=20000");

  private final List<CombinationColumn> columns;
  private final boolean hasOther;
  private final Random random;

  /**
   * @param hasOther whether there is a second table for joins
   */
  CombinationQueries(List<CombinationColumn> columns, boolean hasOther, Random random) {
    this.columns = columns;
    this.hasOther = hasOther;
    this.random = random;
  }

  CombinationQuery next() {
    return switch (random.nextInt(14)) {
      case 0, 1, 2 -> query("select {items} from {t} x{where}{tail}", items(), "", false);
      case 3, 4 -> ordered();
      case 5 -> limited();
      case 6, 7 -> grouped();
      case 8 -> query("select {items} from {t} x{where}", aggregates(), "", false);
      case 9, 10 -> joined();
      case 11 ->
          query(
              "select {items} from {t} x{where} union all select {items} from {t} x where "
                  + condition(1),
              items(),
              "",
              false);
      case 12 -> windows();
      default ->
          query(
              "select {items} from {t} tablesample(bucket "
                  + (1 + random.nextInt(3))
                  + " out of 3 on id) x{where}",
              items(),
              "",
              false);
    };
  }

  private CombinationQuery query(String shape, List<String> items, String tail, boolean ordered) {
    return new CombinationQuery(shape, items, conditions(), tail, -1, settings(), ordered);
  }

  private CombinationQuery ordered() {
    String first = random.nextBoolean() ? "" : plain().name() + pick(" desc, ", ", ");
    String key = first.isEmpty() ? "" : "x." + first;
    String limit = pick("", "limit 5", "limit 1000", "limit 3, 7", "limit 900, 300", "limit 0");
    return query(
        "select {items} from {t} x{where}{tail}",
        withId(items()),
        " order by " + key + "x.id" + pick("", " desc") + " " + limit,
        true);
  }

  private CombinationQuery limited() {
    int limit = random.nextInt(3) == 0 ? 2000 : random.nextInt(30);
    return new CombinationQuery(
        "select {items} from {t} x{where}", items(), conditions(), "", limit, settings(), false);
  }

  private CombinationQuery grouped() {
    String key = "x." + plain().name();
    String keys = random.nextInt(3) == 0 ? key + ", x." + plain().name() : key;
    String having = random.nextInt(4) == 0 ? " having count(*) > 1" : "";
    List<String> items = new ArrayList<>(aggregates());
    items.add(0, keys);
    return query(
        "select {items} from {t} x{where}{tail}", items, " group by " + keys + having, false);
  }

  private CombinationQuery joined() {
    List<CombinationColumn> words = columns.stream().filter(CombinationColumn::isText).toList();
    String on =
        words.isEmpty() || random.nextBoolean()
            ? "x.id = s.k"
            : "x." + words.get(random.nextInt(words.size())).name() + " = s.w";
    String small = SMALL + " s on " + on;
    return switch (random.nextInt(hasOther ? 9 : 6)) {
      case 6 -> query("select {items}, u.id uid from {t} x join {u} u on x.id = u.id{where}");
      case 7 -> query("select {items} from {t} x left semi join {u} u on x.id = u.id{where}");
      case 8 ->
          query(
              "select {items} from (select * from {t} x{where}) x where x.id not in (select id + 5 from {u})");
      case 0 -> query("select {items}, s.w sw from {t} x join " + small + "{where}");
      case 1 -> query("select {items}, s.k sk from {t} x left join " + small + "{where}");
      case 2 -> query("select {items} from {t} x left semi join " + small + "{where}");
      case 3 ->
          query(
              "select {items} from {t} x join (select id yid from {t} y where "
                  + condition(0).replace("x.", "y.")
                  + ") z on x.id = z.yid{where}");
      case 4 ->
          query(
              "select {items} from (select * from {t} x{where}) x where x.id in (select k from "
                  + SMALL
                  + " where w >= 'b')");
      default -> {
        CombinationQuery query =
            query(
                "select {items} from (select * from {t} x{where}) x where not exists (select 1 from"
                    + " "
                    + SMALL
                    + " s where "
                    + on
                    + ")");
        // Hive's own anti join loses null string keys, depending on the batch.
        yield on.startsWith("x.id") ? query : query.with("hive.auto.convert.anti.join=false");
      }
    };
  }

  private CombinationQuery query(String shape) {
    return query(shape, items(), "", false);
  }

  private CombinationQuery windows() {
    String key = "x." + plain().name();
    List<String> items = new ArrayList<>(List.of("x.id"));
    items.add("row_number() over (partition by " + key + " order by x.id) rn");
    items.add("count(*) over (partition by " + key + ") n");
    items.add("lag(" + key + ") over (order by x.id) before");
    return query("select {items} from {t} x{where}", items, "", false);
  }

  private List<String> items() {
    if (random.nextInt(6) == 0) {
      return List.of("x.*");
    }
    List<String> items = new ArrayList<>();
    for (int k = 1 + random.nextInt(4); k > 0; k--) {
      items.add(item(columns.get(random.nextInt(columns.size()))));
    }
    // Hive refuses duplicate column names in a subquery.
    return items.stream().distinct().toList();
  }

  private String item(CombinationColumn c) {
    String name = "x." + c.name();
    if (c.type().startsWith("struct") && random.nextBoolean()) {
      return name + pick(".x", ".y") + " part_of_" + c.name();
    } else if (c.type().startsWith("map") && random.nextBoolean()) {
      return pick("size(" + name + ")", name + "['a']") + " part_of_" + c.name();
    } else if (c.type().startsWith("array") && random.nextBoolean()) {
      return pick("size(" + name + ")", name + "[1]") + " part_of_" + c.name();
    }
    return name;
  }

  private static List<String> withId(List<String> items) {
    List<String> all = new ArrayList<>(items);
    if (!items.contains("x.id") && !items.contains("x.*")) {
      all.add("x.id");
    }
    return all;
  }

  private List<String> aggregates() {
    List<String> all = new ArrayList<>(List.of("count(*) n"));
    for (int k = random.nextInt(4); k > 0; k--) {
      CombinationColumn c = plain();
      String of = "(x." + c.name() + ") a" + k;
      // Hive's own MIN and MAX of booleans depend on the plan.
      all.add(
          c.type().equals("boolean")
              ? "count" + of
              : c.isNumber() ? pick("sum", "min", "max", "count") + of : pick("min", "max") + of);
    }
    if (random.nextInt(5) == 0) {
      all.add("count(distinct x." + plain().name() + ") d");
    }
    return all;
  }

  private List<String> conditions() {
    List<String> all = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      all.add(condition(1));
    }
    return all;
  }

  private String condition(int depth) {
    int kind = depth == 0 ? 9 : random.nextInt(10);
    return switch (kind) {
      case 0 -> "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
      case 1, 2 -> "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
      case 3 -> "not (" + condition(depth - 1) + ")";
      default -> leaf();
    };
  }

  private String leaf() {
    if (random.nextInt(5) == 0) {
      return "x.id " + pick("<", ">=", "=") + " " + random.nextInt(2500);
    }
    CombinationColumn c = columns.get(random.nextInt(columns.size()));
    String name = "x." + c.name();
    if (c.type().startsWith("struct")) {
      return name + pick(".x is null", ".x > 3", ".y = 'a'", " is null", ".y like 'a%'");
    } else if (c.type().startsWith("map")) {
      return pick(name + " is null", "size(" + name + ") > 1", name + "['a'] > 3");
    } else if (c.type().startsWith("array<struct")) {
      return pick(name + " is not null", name + "[0].x = 3", name + "[0].y > 'b'");
    } else if (c.isNested()) {
      return pick(name + " is not null", "size(" + name + ") > 1", name + "[0] = 3");
    }
    return switch (random.nextInt(8)) {
      case 0 -> name + " is null";
      case 1 -> name + " is not null";
      case 2 -> name + pick(" in (", " not in (") + literal(c) + ", " + literal(c) + ")";
      case 3 ->
          c.type().equals("boolean")
              ? name
              : name + pick(" between ", " not between ") + literal(c) + " and " + literal(c);
      case 4 -> c.isText() ? name + " like '" + pick("a%", "%b", "%a%", "a_") + "'" : compare(c);
      default -> compare(c);
    };
  }

  private String compare(CombinationColumn c) {
    String how =
        c.type().equals("boolean") ? pick("=", "<>") : pick("=", "<", "<=", ">", ">=", "<>", "<=>");
    return "x." + c.name() + " " + how + " " + literal(c);
  }

  private String literal(CombinationColumn c) {
    return c.literal(random);
  }

  private CombinationColumn plain() {
    List<CombinationColumn> all = columns.stream().filter(c -> !c.isNested()).toList();
    return all.get(random.nextInt(all.size()));
  }

  private List<String> settings() {
    List<String> some = new ArrayList<>();
    for (int k = random.nextInt(4); k > 0; k--) {
      some.add(SETTINGS.get(random.nextInt(SETTINGS.size())));
    }
    return some;
  }

  private String pick(String... some) {
    return some[random.nextInt(some.length)];
  }
}
