package io.placed.cli.combos;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.placed.cli.combos.Model.Col;
import io.placed.cli.combos.Model.State;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Random changes of columns. */
abstract class ColumnSteps extends TestedTable {
  ColumnSteps(String path, Model model) {
    super(path, model);
  }

  String add() throws IOException {
    State now = model.now();
    Col c = newColumn(now.columns(), RandomValues.TYPES);
    alter(new ColumnChange.Add(List.of(c.name()), c.type(), ColumnChange.LAST));
    List<Col> columns = new ArrayList<>(now.columns());
    columns.add(c);
    committed(List.copyOf(columns), now.rows());
    return "add column " + c.name() + ": " + c.type();
  }

  void alter(ColumnChange... changes) throws IOException {
    DataSet.at(stores, path).alter(List.of(changes), Map.of());
  }

  /** Whether foreign files forbid a change; checks that it is refused then. */
  boolean refused(ColumnChange change) {
    if (model.visible().isEmpty()) {
      return false;
    }
    assertThrows(IllegalArgumentException.class, () -> alter(change), change::toString);
    return true;
  }

  String drop() throws IOException {
    State now = model.now();
    if (now.stored().size() < 2) {
      return add();
    }
    Col c = now.stored().get(random.nextInt(now.stored().size()));
    ColumnChange change = new ColumnChange.Drop(c.name());
    Snapshot s = DataSet.at(stores, path).current();
    boolean named = s.placement().settingThatNames(c.name()::equals) != null;
    if (named || PartitionChoice.isSource(s, c.name()) || refused(change)) {
      return "drop " + c.name() + ": refused";
    }
    alter(change);
    committed(now.columns().stream().filter(o -> !o.equals(c)).toList(), now.rows());
    return "drop column " + c.name();
  }

  String rename() throws IOException {
    State now = model.now();
    Col c = now.stored().get(random.nextInt(now.stored().size()));
    String name = newColumn(now.columns(), RandomValues.TYPES).name();
    ColumnChange change = new ColumnChange.Rename(c.name(), name);
    if (refused(change)) {
      return "rename " + c.name() + ": refused";
    }
    alter(change);
    Col renamed = new Col(c.key(), name, c.type());
    committed(now.columns().stream().map(o -> o.equals(c) ? renamed : o).toList(), now.rows());
    return "rename column " + c.name() + " to " + name;
  }

  String widen() throws IOException {
    State now = model.now();
    for (Col c : now.stored()) {
      Type wider = RandomValues.wider(c.type(), random);
      if (wider != null && isAllowed(c, wider)) {
        alter(new ColumnChange.Widen(List.of(c.name()), wider));
        Col widened = new Col(c.key(), c.name(), wider);
        committed(now.columns().stream().map(o -> o.equals(c) ? widened : o).toList(), now.rows());
        return "widen column " + c.name() + " from " + c.type() + " to " + wider;
      }
    }
    return move();
  }

  /** Whether files keep their partition values if a column gets another type. */
  private boolean isAllowed(Col c, Type wider) throws IOException {
    Snapshot s = DataSet.at(stores, path).current();
    int id = s.schema().require(c.name()).id();
    return s.partitioning().all().stream()
        .allMatch(f -> f.source() != id || f.transform().survives(c.type(), wider));
  }

  String move() throws IOException {
    State now = model.now();
    Col c = now.columns().get(random.nextInt(now.columns().size()));
    alter(new ColumnChange.Move(c.name(), null));
    List<Col> columns = new ArrayList<>(now.columns());
    columns.remove(c);
    columns.add(0, c);
    committed(List.copyOf(columns), now.rows());
    return "move column " + c.name() + " to the front";
  }
}
