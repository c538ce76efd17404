package io.placed.table;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.evolution.ColumnChange;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A table of {@link RelatedTableRows}, and its rows in memory. */
final class RelatedTable {
  /** Values of columns that are added later come after those of the first schema. */
  private static final int KEYS = RelatedTableRows.SCHEMA.size() + 20;

  /** Pages of several batches, of one, and of a part of one, in which maps are not worth it. */
  private static final List<String> PAGE_ROWS = List.of("16384", "2048", "1024");

  /**
   * A column of the current schema.
   *
   * @param key position of its values in the rows in memory
   */
  record Col(int key, String name, Type type) {}

  final String path;
  final List<Col> columns = new ArrayList<>();

  /** By id. */
  final Map<Long, Object[]> rows = new LinkedHashMap<>();

  private final Random random;
  private final boolean partitioned;
  private int nextKey = RelatedTableRows.SCHEMA.size();
  private long nextId;

  RelatedTable(String path, Random random, boolean partitioned) {
    this.path = path;
    this.random = random;
    this.partitioned = partitioned;
    List<Field> fields = new ArrayList<>(RelatedTableRows.SCHEMA.fields());
    for (int c = 0; c < fields.size(); c++) {
      columns.add(new Col(c, fields.get(c).name(), fields.get(c).type()));
    }
  }

  DataSet dataSet() throws IOException {
    return DataSet.at(FileStores.local(), path);
  }

  private Schema schema() {
    return Schema.of(columns.stream().map(c -> Field.of(c.name, c.type)).toList());
  }

  Col any() {
    return columns.get(random.nextInt(columns.size()));
  }

  /** A column that may be dropped or changed. */
  private Col anyChangeable() {
    return columns.get(2 + random.nextInt(columns.size() - 2));
  }

  /**
   * Appends rows.
   *
   * @param exact whether all rows have the relations, and no value is null
   */
  String append(String placement, String profile, boolean exact) throws IOException {
    int count = 5000 + random.nextInt(2000);
    int nulls = exact || random.nextBoolean() ? 0 : 15 + random.nextInt(30);
    int odd = exact || random.nextBoolean() ? 0 : 40 + random.nextInt(100);
    RelatedTableRows source = new RelatedTableRows(random, nulls, odd);
    WriteBuilder to =
        Placed.write(path, schema())
            .placement(placement)
            .option("profile", profile)
            .option("page-rows", PAGE_ROWS.get(random.nextInt(exact ? 2 : 3)));
    if (!placement.contains("row-group")) {
      to.option("placement.row-group", 2500 + random.nextInt(4000) + " rows");
    }
    if (partitioned) {
      to.partitionBy("part");
    }
    try (TableWriter out = to.open()) {
      for (int i = 0; i < count; i++) {
        Object[] row = new Object[KEYS];
        Object[] values = source.row(nextId, i > count / 2);
        System.arraycopy(values, 0, row, 0, values.length);
        for (Col c : columns) {
          row[c.key] = c.key < values.length ? widened(row[c.key], c.type) : (Long) (nextId * 3);
        }
        out.write(columns.stream().map(c -> row[c.key]).toArray());
        rows.put(nextId++, row);
      }
      out.commit();
    }
    return "append " + count + " rows, " + placement + ", " + profile;
  }

  /** Adds the functions of derived columns of the current files, and counts the columns. */
  int functions(Set<Function> out) throws IOException {
    int count = 0;
    DataSet set = dataSet();
    for (DataFile f : set.current().files()) {
      try (FileReader file = FileReader.open(set.input(f), new IoCounters())) {
        for (Field field : file.schema().fields()) {
          Derivation d = file.derivation(field.name());
          boolean derived = false;
          for (int g = 0; g < file.rowGroups().size() && !derived && d != null; g++) {
            derived = file.encoding(g, 0, field.name()).startsWith("derived(");
          }
          if (derived) {
            out.add(d.function());
            count++;
          }
        }
      }
    }
    return count;
  }

  private void alter(ColumnChange... changes) throws IOException {
    dataSet().alter(List.of(changes), Map.of());
  }

  /** Renames a column; often another one gets its old name. */
  String rename() throws IOException {
    Col c = anyChangeable();
    String to = "r" + nextKey + "_" + random.nextInt(1000);
    columns.set(columns.indexOf(c), new Col(c.key, to, c.type));
    alter(new ColumnChange.Rename(c.name, to));
    String more = random.nextBoolean() ? "; " + add(c.name) : "";
    if (more.isEmpty() && random.nextBoolean()) {
      Col other = anyChangeable();
      alter(new ColumnChange.Rename(other.name, c.name));
      columns.set(columns.indexOf(other), new Col(other.key, c.name, other.type));
      more = "; rename " + other.name + " to " + c.name;
    }
    return "rename " + c.name + " to " + to + more;
  }

  String drop() throws IOException {
    Col c = anyChangeable();
    alter(new ColumnChange.Drop(c.name));
    columns.remove(c);
    return "drop " + c.name + (random.nextBoolean() ? "; " + add(c.name) : "");
  }

  String add() throws IOException {
    return add("added" + nextKey);
  }

  private String add(String name) throws IOException {
    if (nextKey == KEYS) {
      return "nothing";
    }
    alter(new ColumnChange.Add(List.of(name), Type.INT64, ColumnChange.LAST));
    columns.add(new Col(nextKey++, name, Type.INT64));
    return "add " + name;
  }

  String widen() throws IOException {
    Col c = anyChangeable();
    Type wide =
        switch (c.type.kind()) {
          case INT8 -> Type.INT32;
          case INT32 -> random.nextBoolean() ? Type.INT64 : Type.DOUBLE;
          case FLOAT -> Type.DOUBLE;
          case DATE -> Type.TIMESTAMP_NTZ;
          case DECIMAL -> c.type.equals(Type.decimal(9, 2)) ? Type.decimal(14, 4) : null;
          default -> null;
        };
    if (wide == null) {
      return "nothing";
    }
    alter(new ColumnChange.Widen(List.of(c.name), wide));
    columns.set(columns.indexOf(c), new Col(c.key, c.name, wide));
    rows.values().forEach(r -> r[c.key] = widened(r[c.key], wide));
    return "widen " + c.name + " to " + wide;
  }

  private static Object widened(Object value, Type type) {
    return switch (type.kind()) {
      case INT32 -> value instanceof Byte b ? (Object) b.intValue() : value;
      case INT64 -> value instanceof Number n ? (Object) n.longValue() : value;
      case DOUBLE -> value instanceof Number n ? (Object) n.doubleValue() : value;
      case TIMESTAMP_NTZ -> value instanceof LocalDate d ? d.atStartOfDay() : value;
      case DECIMAL ->
          value instanceof BigDecimal d ? d.setScale(((DecimalType) type).scale()) : value;
      default -> value;
    };
  }
}
