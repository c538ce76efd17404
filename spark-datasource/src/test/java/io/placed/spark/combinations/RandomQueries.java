package io.placed.spark.combinations;

import io.placed.spark.SparkTestCase;
import io.placed.spark.combinations.Query.Kind;
import io.placed.spark.combinations.Query.Reading;
import io.placed.spark.combinations.Query.Through;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Row;

/** Random queries of a table in one of its states. */
final class RandomQueries {
  private static final List<String> WINDOWS =
      List.of(
          "row_number() over (partition by $P order by $O)",
          "rank() over (partition by $P order by $O)",
          "count(*) over (partition by $P)",
          "lag(t.$I) over (partition by $P order by $O)",
          "sum(t.$I) over (partition by $P order by $O rows between 2 preceding and current row)");

  private final ModelTable table;
  private final Random random;

  RandomQueries(ModelTable table, Random random) {
    this.table = table;
    this.random = random;
  }

  /** Chooses a state of the table, how to refer to it, and what is between. */
  private Reading reading() throws IOException {
    Reading reading = direct();
    // A view of a DataFrame is what some kinds are read by.
    boolean named = reading.kind().isInSql();
    List<Through> ways = List.of(Through.values());
    return named && random.nextInt(3) == 0
        ? reading.through(ways.get(1 + random.nextInt(ways.size() - 1)))
        : reading;
  }

  private Reading direct() throws IOException {
    if (!table.changes().isEmpty() && random.nextInt(5) == 0) {
      ModelChanges changes = table.changes().get(random.nextInt(table.changes().size()));
      boolean inSql = changes.hasSql() && (table.hasDefaults() || random.nextInt(3) > 0);
      return Reading.of(
          inSql && SparkTestCase.since("4.2") ? Kind.CHANGES : Kind.LOAD_CHANGES, changes);
    }
    List<ModelTable.State> states = table.states();
    ModelTable.State state = states.get(random.nextInt(states.size()));
    if (random.nextInt(4) > 0 || state.snapshot() == 0) {
      // Paths have no defaults.
      return new Reading(
          List.of(Kind.NAME, Kind.NAME, Kind.LOAD, Kind.LOAD_WITH_SCHEMA, Kind.LOAD_MERGED)
              .get(random.nextInt(table.hasDefaults() ? 2 : 5)),
          table.current().snapshot());
    }
    Kind kind =
        List.of(Kind.VERSION_AS_OF, Kind.TIMESTAMP_AS_OF, Kind.LOAD_SNAPSHOT, Kind.TABLE_SNAPSHOT)
            .get(random.nextInt(table.inCatalog ? 4 : 3));
    if (kind == Kind.TIMESTAMP_AS_OF && !table.isAtItsTime(state.snapshot())) {
      kind = Kind.VERSION_AS_OF;
    }
    if (table.tagged().containsKey(state.snapshot()) && random.nextBoolean()) {
      kind = Kind.TAG_AS_OF;
    }
    if (kind == Kind.LOAD_SNAPSHOT && table.hasDefaults()) {
      kind = Kind.VERSION_AS_OF;
    }
    if (kind == Kind.TABLE_SNAPSHOT && !SparkTestCase.since("4.0")) {
      kind = Kind.VERSION_AS_OF; // 3.5 ignores options of a table of the catalog
    }
    return new Reading(kind, state.snapshot());
  }

  Query next() throws IOException {
    Reading reading = reading();
    ModelTable.State state = table.state(reading);
    List<ModelColumn> columns = state.columns();
    List<Row> samples = table.samples(state);
    switch (random.nextInt(8)) {
      case 0:
        return new Pages(table, random).query(reading, columns, state);
      case 1:
        Query top = new FilteredTops(table, random).query(reading, state);
        if (top != null) {
          return top;
        }
        break;
      case 2:
        Query byPartition = new PartitionQueries(table, random).query(reading, state);
        if (byPartition != null) {
          return byPartition;
        }
        break;
      default:
        break;
    }
    RandomConditions conditions = new RandomConditions(columns, samples, random, "t.");
    List<String> where = new ArrayList<>();
    for (int k = random.nextInt(3); k > 0; k--) {
      where.add(conditions.condition(random.nextInt(3)));
    }
    ModelColumn id = columns.stream().filter(c -> c.key() == ModelTable.ID).findFirst().get();
    boolean sampled = random.nextInt(15) == 0 && reading.kind() != Kind.CHANGES;
    String source = "$T" + (sampled ? Query.SAMPLE : "") + " t ";
    boolean joined = !sampled && random.nextInt(3) == 0;
    if (joined) {
      source += join(id);
      if (random.nextInt(3) > 0) {
        where.add("d.flag = " + random.nextInt(4));
      }
    } else if (!sampled && random.nextInt(8) == 0) {
      where.add(subquery(columns, id, conditions));
    }
    Map<String, String> settings = Settings.random(random, reading.kind());
    if (!sampled && random.nextInt(4) == 0) {
      return aggregate(reading, settings, source, where, columns);
    }
    return plain(reading, settings, source, where, columns, id, sampled, conditions);
  }

  private static String join(ModelColumn id) {
    return "join $D d on t." + id.quoted() + " = d.k";
  }

  private String subquery(List<ModelColumn> columns, ModelColumn id, RandomConditions conditions) {
    String i = id.quoted();
    return switch (random.nextInt(4)) {
      case 0 -> "t." + i + " in (select k from $D where flag = 1)";
      case 1 -> "not exists (select 1 from $D d where d.k = t." + i + " and d.flag < 2)";
      case 2 -> "t." + i + " > (select avg(k) from $D)";
      default -> "exists (select 1 from $T u where u." + i + " = t." + i + " + 1)";
    };
  }

  private Query aggregate(
      Reading reading,
      Map<String, String> settings,
      String source,
      List<String> where,
      List<ModelColumn> columns) {
    List<String> select = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    List<ModelColumn> keys = columns.stream().filter(c -> c.isPlain() && !c.isFloating()).toList();
    for (int k = random.nextInt(3); k > 0; k--) {
      String key = "t." + some(keys).quoted();
      groups.add(key);
      select.add(key + " as g" + groups.size());
    }
    int n = 1 + random.nextInt(3);
    for (int k = 0; k < n; k++) {
      select.add(aggregate(columns) + " as a" + k);
    }
    return new Query(
        reading, settings, source, select, where, groups, List.of(), false, -1, 0, false, false,
        null, null);
  }

  private String aggregate(List<ModelColumn> columns) {
    ModelColumn c = some(columns);
    String name = "t." + c.quoted();
    if (!c.fields().isEmpty() && random.nextBoolean()) {
      String function = List.of("min(", "max(", "count(", "count(distinct ").get(random.nextInt(4));
      return function + "t." + c.quoted(some(c.fields())) + ")";
    }
    if (c.isNested() || random.nextInt(4) == 0) {
      return random.nextBoolean() ? "count(*)" : "count(" + name + ")";
    }
    if (c.isExact() && random.nextBoolean()) {
      return "sum(cast(" + name + " as decimal(38, 10)))";
    }
    return switch (random.nextInt(4)) {
      case 0 -> "min(" + name + ")";
      case 1 -> "max(" + name + ")";
      case 2 -> "count(distinct " + name + ")";
      default -> "count(" + name + ")";
    };
  }

  private Query plain(
      Reading reading,
      Map<String, String> settings,
      String source,
      List<String> where,
      List<ModelColumn> columns,
      ModelColumn id,
      boolean sampled,
      RandomConditions conditions) {
    List<String> select = new ArrayList<>();
    select.add("t." + id.quoted() + " as rid");
    List<ModelColumn> shown = new ArrayList<>();
    int n = random.nextInt(5);
    for (int k = 0; k < n; k++) {
      ModelColumn c = some(columns);
      shown.add(c);
      List<List<String>> fields = random.nextBoolean() ? c.fields() : List.of();
      String value = fields.isEmpty() ? c.quoted() : c.quoted(some(fields));
      select.add("t." + value + " as c" + k);
    }
    if (source.contains(" d on ") && random.nextBoolean()) {
      select.add("d.name as dn");
    }
    if (!sampled && !reading.repeatsIds() && random.nextInt(8) == 0) {
      List<ModelColumn> plain = columns.stream().filter(c -> !c.isNested()).toList();
      String over =
          WINDOWS
              .get(random.nextInt(WINDOWS.size()))
              .replace("$P", "t." + some(plain).quoted())
              .replace("$O", "t." + id.quoted())
              .replace("t.$I", "t." + id.quoted());
      select.add(over + " as w");
    }
    boolean isSet =
        !sampled && shown.stream().noneMatch(ModelColumn::isNested) && random.nextInt(10) == 0;
    List<String> second = null;
    String operation = null;
    if (isSet) {
      second = List.of(conditions.condition(1));
      operation = List.of("union all", "intersect", "except").get(random.nextInt(3));
    }
    List<String> order = new ArrayList<>();
    boolean total = false;
    ModelColumn sorted =
        columns.stream().filter(c -> c.key() == table.sortKey()).findFirst().orElse(null);
    if (sorted != null && !sampled && !isSet && random.nextInt(3) == 0) {
      // Ordered like the table: the scan may report that, so that Spark omits the sort.
      select.add("t." + sorted.quoted() + " as sk");
      order.add("sk" + (table.sortsDescending() ? " desc" : ""));
      total = sorted.key() == ModelTable.ID && !reading.repeatsIds();
    } else if (random.nextInt(3) == 0 && !sampled) {
      for (int k = 0; k < shown.size() && order.size() < 2; k++) {
        if (!shown.get(k).isNested() && random.nextBoolean()) {
          order.add("c" + k + (random.nextInt(3) == 0 ? " desc" : ""));
        }
      }
      if (order.isEmpty() || random.nextBoolean()) {
        order.add("rid" + (random.nextInt(4) == 0 ? " desc" : ""));
        total = !reading.repeatsIds() && (operation == null || !operation.equals("union all"));
      }
    }
    long limit = -1;
    long offset = 0;
    if (random.nextInt(3) == 0 && !sampled) {
      limit = List.of(0, 1, 10, 20, 1024, 4096, 9000).get(random.nextInt(7));
    }
    if (random.nextInt(5) == 0 && !sampled) {
      offset = List.of(1, 10, 500, 4090, 4096, 8190, 100_000).get(random.nextInt(7));
    }
    boolean metadata = !isSet && reading.hasMetadata() && random.nextInt(4) == 0;
    return new Query(
        reading, settings, source, select, where, List.of(), order, total, limit, offset, metadata,
        sampled, second, operation);
  }

  private <T> T some(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
