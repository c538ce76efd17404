package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Shuffle;
import io.placed.placement.ColumnNames;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Advice on tables of one workload. An engine joins without moving rows only if all tables of the
 * join are in equally many buckets of its key, and a table has buckets of one key: so these are
 * chosen for all tables together, by the time in which rows need not be moved, before each of them
 * is advised.
 */
public final class JoinedTables {
  /** Keys of a table that are tried, those of the most time. */
  private static final int KEYS = 3;

  /** More combinations are not compared: keys of the least time are left out. */
  private static final int MOST_CHOICES = 1 << 16;

  private static final String NONE = "";

  private final List<QueriedTable> tables;
  private final AdvisorSettings settings;
  private final List<Schema> schemas = new ArrayList<>();

  /** By table how it is divided now. */
  private final List<PartitionSpec> now = new ArrayList<>();

  /**
   * By table the keys that may divide it, the most important first, and none, which is the last.
   */
  private final List<List<String>> keys = new ArrayList<>();

  private final List<Moved> moved = new ArrayList<>();

  /** Advises on a table; {@link QueriedTable#advise}, perhaps with a display of progress. */
  public interface Adviser {
    Advice advise(QueriedTable table, AdvisorSettings settings) throws IOException;
  }

  /**
   * That a table is divided by one of some keys.
   *
   * @param keys names as the table has them; none if no key will do
   */
  private record Need(int table, Set<String> keys) {}

  /**
   * A query whose rows are moved.
   *
   * @param needs all of which have to hold for them to stay where they are
   * @param seconds of all its runs, in which they are moved
   */
  private record Moved(int table, Shuffle by, Set<Need> needs, double seconds) {}

  private JoinedTables(List<QueriedTable> tables, AdvisorSettings settings) throws IOException {
    this.tables = tables;
    List<AdvisedTable> open = new ArrayList<>();
    try {
      for (QueriedTable t : tables) {
        AdvisedTable table = t.source().open();
        open.add(table);
        schemas.add(table.schema());
        now.add(table.partitioning());
      }
      this.settings = withBuckets(settings, open);
      for (int t = 0; t < open.size(); t++) {
        keys.add(keys(t, open.get(t)));
      }
    } finally {
      for (AdvisedTable table : open) {
        table.close();
      }
    }
  }

  /**
   * Advises on all tables, on some of them again if a key that was chosen for several turns out to
   * be of no use for one.
   *
   * @param adviser gets each table with the queries that count under the choice
   * @return in the order of the tables
   * @throws IllegalArgumentException if no query of a table can be used, or it is empty
   */
  public static List<Advice> advise(
      List<QueriedTable> tables, AdvisorSettings settings, Adviser adviser) throws IOException {
    if (settings.objective() != Objective.TIME) {
      List<Advice> out = new ArrayList<>();
      for (QueriedTable t : tables) {
        out.add(adviser.advise(t, settings));
      }
      return out;
    }
    return new JoinedTables(tables, settings).advise(adviser);
  }

  /** As many buckets as a joined table has already, else by the size of the largest one. */
  private AdvisorSettings withBuckets(AdvisorSettings given, List<AdvisedTable> open) {
    if (given.buckets() > 0) {
      return given;
    }
    long most = 0;
    long ofDivided = 0;
    int buckets = 0;
    for (int t = 0; t < open.size(); t++) {
      if (tables.get(t).queries().queries().stream().anyMatch(JoinedTables::joinsByOne)) {
        long bytes = open.get(t).bytes();
        most = Math.max(most, open.get(t).canBePartitioned() ? bytes : 0);
        for (PartitionTerm term : now.get(t).terms()) {
          if (term.transform().kind() == PartitionTransform.Kind.BUCKET && bytes >= ofDivided) {
            ofDivided = bytes;
            buckets = term.transform().parameter();
          }
        }
      }
    }
    if (buckets == 0 && most > 0) {
      buckets = BucketCount.of(most);
    }
    return buckets == 0 ? given : given.withBuckets(buckets);
  }

  private static boolean joinsByOne(Query q) {
    return q.shuffle()
        .filter(s -> s.kind() == Shuffle.Kind.JOIN && s.columns().size() == 1)
        .isPresent();
  }

  private List<String> keys(int t, AdvisedTable table) throws IOException {
    List<String> out = new ArrayList<>();
    if (!tables.get(t).queries().queries().isEmpty()) {
      WorkloadUse use;
      try {
        use = WorkloadUse.of(tables.get(t).queries().workload(), table.schema());
      } catch (IllegalArgumentException e) {
        return List.of(NONE); // The adviser of the table says what is wrong.
      }
      Shuffles shuffles = new Shuffles(table, use, settings);
      for (QueryUse q : use.queries()) {
        q.query()
            .shuffle()
            .ifPresent(s -> moved.add(new Moved(t, s, needs(t, s), shuffles.seconds(q))));
      }
      if (table.canBePartitioned() || !table.partitioning().isEmpty()) {
        Arrays.stream(shuffles.columns(use))
            .limit(KEYS)
            .forEach(c -> out.add(table.schema().field(c).name()));
      }
    }
    out.add(NONE);
    return out;
  }

  /** What rows of a table need to stay where they are. Tables without advice are taken to suit. */
  private Set<Need> needs(int table, Shuffle by) {
    Set<Need> out = new HashSet<>();
    if (by.kind() == Shuffle.Kind.GROUP) {
      out.add(need(table, by.columns()));
      return out;
    }
    out.add(need(table, one(by.columns())));
    for (Shuffle.Side s : by.with()) {
      table(s).ifPresent(other -> out.add(need(other, one(s.columns()))));
      if (s.columns().size() > 1) {
        out.add(new Need(table, Set.of()));
      }
    }
    return out;
  }

  /** A join by several columns is served by buckets of none of them. */
  private static List<String> one(List<String> columns) {
    return columns.size() == 1 ? columns : List.of();
  }

  /** Names as the schema has them; those that it lacks are left out. */
  private Need need(int table, List<String> columns) {
    Schema schema = schemas.get(table);
    return new Need(
        table,
        schema.fields().stream()
            .map(Field::name)
            .filter(
                name ->
                    columns.stream()
                        .anyMatch(c -> ColumnNames.isAt(c, schema, schema.indexOf(name))))
            .collect(Collectors.toSet()));
  }

  private Optional<Integer> table(Shuffle.Side side) {
    for (int t = 0; t < tables.size(); t++) {
      if (tables.get(t).table().isOf(side.table())) {
        return Optional.of(t);
      }
    }
    return Optional.empty();
  }

  private List<Advice> advise(Adviser adviser) throws IOException {
    Advice[] advices = new Advice[tables.size()];
    List<List<Query>> asked = new ArrayList<>(Collections.nCopies(tables.size(), null));
    List<String> chosen;
    boolean again;
    do {
      chosen = choice();
      again = false;
      for (int t = 0; t < advices.length; t++) {
        List<Query> queries = queries(t, chosen);
        if (!queries.equals(asked.get(t))) {
          advices[t] = adviser.advise(tables.get(t).withQueries(queries), settings);
          asked.set(t, queries);
        }
      }
      for (int t = 0; t < advices.length; t++) {
        String key = chosen.get(t);
        if (!key.equals(NONE) && !isDividedBy(key, partitioning(advices[t], t))) {
          again |= keys.get(t).remove(key);
        }
      }
    } while (again);
    List<Advice> out = new ArrayList<>();
    for (int t = 0; t < advices.length; t++) {
      Optional<String> note = note(t, chosen, advices[t].decision().change());
      out.add(note.isEmpty() ? advices[t] : advices[t].withNote(note.get()));
    }
    return out;
  }

  private PartitionSpec partitioning(Advice advice, int table) {
    return advice.decision().change()
        ? PartitionSpec.parse(advice.then().partitioning())
        : now.get(table);
  }

  private static boolean isDividedBy(String key, PartitionSpec partitioning) {
    return partitioning.terms().stream().anyMatch(t -> t.column().equals(key));
  }

  /** By table the key that divides it, with which rows of the most time are not moved. */
  private List<String> choice() {
    Map<Set<Need>, Double> seconds = new LinkedHashMap<>();
    moved.forEach(m -> seconds.merge(m.needs, m.seconds, Double::sum));
    List<List<String>> tried = new ArrayList<>();
    keys.forEach(k -> tried.add(new ArrayList<>(k)));
    double choices = tried.stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
    while (choices > MOST_CHOICES) {
      List<String> of = tried.stream().max(Comparator.comparingInt(List::size)).orElseThrow();
      choices = choices / of.size() * (of.size() - 1);
      of.remove(of.size() - 2);
    }
    List<String> best = new ArrayList<>(Collections.nCopies(tried.size(), NONE));
    search(seconds, tried, new ArrayList<>(), best, new double[1]);
    return best;
  }

  private static void search(
      Map<Set<Need>, Double> seconds,
      List<List<String>> tried,
      List<String> choice,
      List<String> best,
      double[] most) {
    if (choice.size() < tried.size()) {
      for (String key : tried.get(choice.size())) {
        choice.add(key);
        search(seconds, tried, choice, best, most);
        choice.remove(choice.size() - 1);
      }
      return;
    }
    double sum = 0;
    for (Map.Entry<Set<Need>, Double> e : seconds.entrySet()) {
      sum += hold(e.getKey(), choice) ? e.getValue() : 0;
    }
    if (sum > most[0]) {
      most[0] = sum;
      Collections.copy(best, choice);
    }
  }

  private static boolean hold(Set<Need> needs, List<String> chosen) {
    return needs.stream().allMatch(n -> n.keys.contains(chosen.get(n.table)));
  }

  /**
   * The queries of a table under a choice. Joins that move rows under all layouts say nothing about
   * them; the others take the time of all their tables, since each of them has to change for it.
   */
  private List<Query> queries(int table, List<String> chosen) {
    return tables.get(table).queries().queries().stream()
        .map(q -> q.withShuffle(q.shuffle().flatMap(s -> under(table, s, chosen))))
        .toList();
  }

  private Optional<Shuffle> under(int table, Shuffle by, List<String> chosen) {
    if (by.kind() == Shuffle.Kind.GROUP) {
      return Optional.of(by);
    }
    Set<Need> needs = needs(table, by);
    return hold(needs, chosen)
        ? Optional.of(new Shuffle(by.kind(), by.columns(), by.with(), others(table, needs)))
        : Optional.empty();
  }

  /** Seconds of a run of a join in which rows of its other tables are moved. */
  private double others(int table, Set<Need> needs) {
    double weight =
        tables.get(table).queries().queries().stream()
            .filter(q -> q.shuffle().filter(s -> needs(table, s).equals(needs)).isPresent())
            .mapToDouble(Query::weight)
            .sum();
    double seconds =
        moved.stream()
            .filter(m -> m.table != table && m.needs.equals(needs))
            .mapToDouble(Moved::seconds)
            .sum();
    return weight == 0 ? 0 : seconds / weight;
  }

  /**
   * What other tables need for the joins to be without moves.
   *
   * @param changes whether the table is rewritten
   */
  private Optional<String> note(int table, List<String> chosen, boolean changes) {
    Set<String> advised = new LinkedHashSet<>();
    Set<String> others = new LinkedHashSet<>();
    for (Moved m : moved) {
      if (m.table == table && hold(m.needs, chosen)) {
        for (Shuffle.Side s : m.by.with()) {
          Optional<Integer> other = table(s);
          if (other.isEmpty()) {
            others.add(s.toString());
          } else if (!isDividedBy(chosen.get(other.get()), now.get(other.get()))) {
            advised.add(
                new Shuffle.Side(tables.get(other.get()).table().name(), s.columns()).toString());
          }
        }
      }
    }
    List<String> parts = new ArrayList<>();
    if (!advised.isEmpty()) {
      parts.add("follow the advice on " + String.join(", ", advised) + ", too");
    }
    if (changes && !others.isEmpty()) {
      parts.add(
          "there is no advice on "
              + String.join(", ", others)
              + " here, which is taken to have them");
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "rows of joins stay where they are only if the other tables have as many buckets of"
                + " the key: "
                + String.join("; ", parts));
  }
}
