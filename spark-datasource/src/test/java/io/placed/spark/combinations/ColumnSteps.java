package io.placed.spark.combinations;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.types.DataType;

/** Random changes of columns. */
final class ColumnSteps extends TableSteps {
  private static final Map<String, String> DEFAULTS =
      new TreeMap<>(
          Map.of(
              "tinyint", "5",
              "int", "7",
              "bigint", "3",
              "double", "1.5",
              "float", "2.5",
              "decimal(9,2)", "1.25",
              "string", "'cat1'",
              "date", "date'2024-02-28'",
              "boolean", "true"));

  ColumnSteps(ModelTable table, Random random) {
    super(table, random);
  }

  String rename() throws IOException {
    ModelColumn c = some(t.stored());
    List<String> old = t.droppedNames();
    String to =
        !old.isEmpty() && random.nextInt(3) == 0
            ? RandomNames.inAnyCase(old.get(0), random)
            : RandomNames.fresh(t, random);
    String done =
        run("alter table " + t.name + " rename column " + c.quoted() + " to `" + to + "`");
    t.replace(c, c.renamed(to));
    t.becomes(t.renamedRows());
    return done;
  }

  String drop() throws IOException {
    // What past snapshots show for one with a default is another one's then.
    ModelColumn c =
        some(
            t.stored().stream().filter(x -> x.key() != ModelTable.ID && !t.hasDefault(x)).toList());
    if (c == null || PartitionSteps.isSource(t, c)) {
      return null;
    }
    String done = run("alter table " + t.name + " drop column " + c.quoted());
    t.drop(c);
    t.becomes(t.renamedRows());
    return done;
  }

  String add(String name) throws IOException {
    return add(name, RandomValues.TYPES.get(random.nextInt(RandomValues.TYPES.size())), null);
  }

  /** Only catalogs keep defaults. */
  String addWithDefault() throws IOException {
    if (!t.inCatalog) {
      return null;
    }
    List<String> types = List.copyOf(DEFAULTS.keySet());
    String type = types.get(random.nextInt(types.size()));
    return add(RandomNames.fresh(t, random), type, DEFAULTS.get(type));
  }

  /**
   * @param value its default in SQL, which rows without the column have; null = none
   */
  private String add(String name, String type, String value) throws IOException {
    ModelColumn c = new ModelColumn(t.newKey(), name, DataType.fromDDL(type));
    int position = random.nextBoolean() ? -1 : random.nextInt(t.columns().size() + 1);
    String done =
        run(
            "alter table "
                + t.name
                + " add column "
                + c.quoted()
                + " "
                + c.type().sql()
                + (value == null ? "" : " default " + value)
                + (position < 0 ? "" : " " + at(position, t.columns())));
    if (value != null) {
      t.defaultTo(c, value);
    }
    if (position < 0) {
      t.add(c);
    } else {
      t.add(c, position);
    }
    t.becomes(t.renamedRows());
    return done;
  }

  /** Moves a column, whose values stay. */
  String move() throws IOException {
    ModelColumn c = some(t.columns());
    List<ModelColumn> others = t.columns().stream().filter(x -> !x.equals(c)).toList();
    if (others.isEmpty()) {
      return null;
    }
    int position = random.nextInt(others.size() + 1);
    String done =
        run("alter table " + t.name + " alter column " + c.quoted() + " " + at(position, others));
    t.move(c, position);
    t.stays();
    return done;
  }

  private static String at(int position, List<ModelColumn> columns) {
    return position == 0 ? "first" : "after " + columns.get(position - 1).quoted();
  }

  String addAgain() throws IOException {
    List<String> old = t.droppedNames();
    if (old.isEmpty()) {
      String dropped = drop();
      old = t.droppedNames();
      return dropped == null || old.isEmpty()
          ? dropped
          : dropped + "; " + add(RandomNames.inAnyCase(old.get(0), random));
    }
    return add(RandomNames.inAnyCase(old.get(random.nextInt(old.size())), random));
  }

  String widen() throws IOException {
    ModelColumn c =
        some(
            t.stored().stream()
                .filter(x -> x.key() != ModelTable.ID && x.wider() != null)
                .toList());
    if (c == null || !PartitionSteps.mayWiden(t, c)) {
      return null;
    }
    String done =
        run("alter table " + t.name + " alter column " + c.quoted() + " type " + c.wider().sql());
    t.replace(c, c.widened(c.wider()));
    t.becomes(t.renamedRows());
    return done;
  }

  String swapNames() throws IOException {
    List<ModelColumn> stored = t.stored();
    if (stored.size() < 2) {
      return null;
    }
    ModelColumn a = stored.get(0);
    ModelColumn b = stored.get(1);
    String rename = "alter table " + t.name + " rename column ";
    run(rename + a.quoted() + " to `in between`");
    try {
      run(rename + b.quoted() + " to " + a.quoted());
    } catch (Exception refused) {
      run(rename + "`in between` to " + a.quoted());
      throw refused;
    }
    run(rename + "`in between` to " + b.quoted());
    t.replace(a, a.renamed(b.name()));
    t.replace(b, b.renamed(a.name()));
    t.becomes(t.renamedRows());
    return "swap the names " + a.quoted() + " and " + b.quoted();
  }
}
