package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.advise.workload.Query;
import io.placed.advise.workload.Shuffle;
import io.placed.placement.ColumnNames;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Advice on tables of one workload. An engine joins without moving rows only if all tables of the
 * join are in equally many buckets of its key, and a table has buckets of one key: so these are
 * chosen for all tables together, by the time in which rows need not be moved, before each of them
 * is advised.
 */
public final class JoinedTables {
  /** Keys of a table that are tried, those of the most time. */
  private static final int KEYS = 3;

  /** More choices are not compared; the keys of least time are left out. */
  private static final int MOST_CHOICES = 1 << 18;

  private static final String NONE = "";

  private final List<QueriedTable> tables;
  private final AdvisorSettings settings;
  private final List<Schema> schemas = new ArrayList<>();

  /** By table how it is divided now. */
  private final List<PartitionSpec> now = new ArrayList<>();

  /** By table the keys that may divide it, and none, which is the last. */
  private final List<List<String>> keys = new ArrayList<>();

  private final List<Moved> moved = new ArrayList<>();

  /** Advises on a table; {@link QueriedTable#advise}, perhaps with a display of progress. */
  public interface Adviser {
    Advice advise(QueriedTable table, AdvisorSettings settings) throws IOException;
  }

  /**
   * A query whose rows are moved.
   *
   * @param seconds of all its runs, in which they are
   */
  private record Moved(int table, Shuffle by, double seconds) {}

  private JoinedTables(List<QueriedTable> tables, AdvisorSettings settings) throws IOException {
    this.tables = tables;
    this.settings = QueriedTable.withSameBuckets(tables, settings);
    for (int t = 0; t < tables.size(); t++) {
      try (AdvisedTable table = tables.get(t).source().open()) {
        schemas.add(table.schema());
        now.add(table.partitioning());
        keys.add(keys(t, table));
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
        q.query().shuffle().ifPresent(s -> moved.add(new Moved(t, s, shuffles.seconds(q))));
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

  private List<Advice> advise(Adviser adviser) throws IOException {
    Advice[] advices = new Advice[tables.size()];
    List<List<Query>> asked = new ArrayList<>();
    tables.forEach(t -> asked.add(null));
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
        if (!key.equals(NONE) && !isDividedBy(advices[t], t, key)) {
          again |= keys.get(t).remove(key);
        }
      }
    } while (again);
    List<Advice> out = new ArrayList<>();
    for (int t = 0; t < advices.length; t++) {
      Optional<String> note = note(t, chosen);
      out.add(note.isEmpty() ? advices[t] : advices[t].withNote(note.get()));
    }
    return out;
  }

  private boolean isDividedBy(Advice advice, int table, String key) {
    return !advice.decision().change()
        ? now.get(table).terms().stream().anyMatch(t -> t.column().equals(key))
        : PartitionSpec.parse(advice.then().partitioning()).terms().stream()
            .anyMatch(t -> t.column().equals(key));
  }

  /** By table the key that divides it, with which rows of the most time are not moved. */
  private List<String> choice() {
    List<List<String>> tried = new ArrayList<>();
    keys.forEach(k -> tried.add(new ArrayList<>(k)));
    for (int most = KEYS + 1; choices(tried) > MOST_CHOICES; most--) {
      for (List<String> of : tried) {
        if (of.size() > most) {
          of.remove(of.size() - 2);
        }
      }
    }
    List<String> choice = new ArrayList<>();
    List<String> best = new ArrayList<>();
    tried.forEach(k -> best.add(NONE));
    best(tried, choice, best, new double[1]);
    return best;
  }

  private static double choices(List<List<String>> keys) {
    return keys.stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
  }

  private void best(
      List<List<String>> tried, List<String> choice, List<String> best, double[] most) {
    if (choice.size() < tried.size()) {
      for (String key : tried.get(choice.size())) {
        choice.add(key);
        best(tried, choice, best, most);
        choice.remove(choice.size() - 1);
      }
      return;
    }
    double seconds = 0;
    for (Moved m : moved) {
      seconds += stays(m.table, m.by, choice) ? m.seconds : 0;
    }
    if (seconds > most[0]) {
      most[0] = seconds;
      for (int t = 0; t < best.size(); t++) {
        best.set(t, choice.get(t));
      }
    }
  }

  /** Whether rows of a table stay where they are. Tables without advice are taken to suit. */
  private boolean stays(int table, Shuffle by, List<String> chosen) {
    String key = chosen.get(table);
    if (by.kind() == Shuffle.Kind.GROUP) {
      return by.columns().stream().anyMatch(c -> isKey(table, c, key));
    }
    if (by.columns().size() > 1 || !isKey(table, by.columns().get(0), key)) {
      return false;
    }
    for (Shuffle.Side s : by.with()) {
      Optional<Integer> other = table(s);
      boolean suits =
          s.columns().size() == 1
              && (other.isEmpty()
                  || isKey(other.get(), s.columns().get(0), chosen.get(other.get())));
      if (!suits) {
        return false;
      }
    }
    return true;
  }

  private Optional<Integer> table(Shuffle.Side side) {
    for (int t = 0; t < tables.size(); t++) {
      if (tables.get(t).table().isOf(side.table())) {
        return Optional.of(t);
      }
    }
    return Optional.empty();
  }

  private boolean isKey(int table, String column, String key) {
    Schema schema = schemas.get(table);
    return !key.equals(NONE) && ColumnNames.isAt(column, schema, schema.indexOf(key));
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
    return stays(table, by, chosen)
        ? Optional.of(new Shuffle(by.kind(), by.columns(), by.with(), others(table, by, chosen)))
        : Optional.empty();
  }

  /** Seconds of a run of a join in which rows of its other tables are moved. */
  private double others(int table, Shuffle by, List<String> chosen) {
    double weight =
        tables.get(table).queries().queries().stream()
            .filter(q -> q.shuffle().equals(Optional.of(by)))
            .mapToDouble(Query::weight)
            .sum();
    double seconds = 0;
    for (Moved m : moved) {
      boolean joined =
          m.table != table
              && m.by.kind() == Shuffle.Kind.JOIN
              && stays(m.table, m.by, chosen)
              && hasSide(by, m.table, m.by.columns())
              && hasSide(m.by, table, by.columns());
      seconds += joined ? m.seconds : 0;
    }
    return weight == 0 ? 0 : seconds / weight;
  }

  private boolean hasSide(Shuffle by, int table, List<String> columns) {
    return by.with().stream()
        .anyMatch(s -> table(s).equals(Optional.of(table)) && isSame(table, s.columns(), columns));
  }

  private boolean isSame(int table, List<String> one, List<String> other) {
    Schema schema = schemas.get(table);
    return one.size() == 1
        && other.size() == 1
        && IntStream.range(0, schema.size())
            .anyMatch(
                c ->
                    ColumnNames.isAt(one.get(0), schema, c)
                        && ColumnNames.isAt(other.get(0), schema, c));
  }

  /** What other tables need for the joins to be without moves. */
  private Optional<String> note(int table, List<String> chosen) {
    if (chosen.get(table).equals(NONE)) {
      return Optional.empty();
    }
    Set<String> advised = new LinkedHashSet<>();
    Set<String> others = new LinkedHashSet<>();
    for (Moved m : moved) {
      if (m.table == table && stays(table, m.by, chosen)) {
        for (Shuffle.Side s : m.by.with()) {
          Optional<Integer> other = table(s);
          if (other.isEmpty()) {
            others.add(s.toString());
          } else if (other.get() != table) {
            advised.add(
                new Shuffle.Side(tables.get(other.get()).table().name(), s.columns()).toString());
          }
        }
      }
    }
    if (advised.isEmpty() && others.isEmpty()) {
      return Optional.empty();
    }
    String and =
        advised.isEmpty() ? "" : "follow the advice on " + String.join(", ", advised) + ", too";
    return Optional.of(
        "rows of joins stay where they are only if the other tables have as many buckets of the key: "
            + and
            + (and.isEmpty() || others.isEmpty() ? "" : "; ")
            + (others.isEmpty()
                ? ""
                : "there is no advice on "
                    + String.join(", ", others)
                    + " here, which is taken to have them"));
  }
}
