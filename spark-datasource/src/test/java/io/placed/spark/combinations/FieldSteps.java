package io.placed.spark.combinations;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Random changes of fields of structs, also of those in arrays and other structs. */
final class FieldSteps extends TableSteps {
  private static final List<String> NAMES = List.of("a", "B", "c", "x", "Y", "z");

  private static final List<String> TYPES = List.of("int", "string", "double", "date", "bigint");

  FieldSteps(ModelTable table, Random random) {
    super(table, random);
  }

  /** How Spark calls the elements of an array. */
  private static final String ELEMENT = "element";

  /**
   * A change of one struct.
   *
   * @param field the name of one that is widened; null = a new one
   * @param to the field afterwards
   */
  private record Change(String field, StructField to) {
    StructType of(StructType struct) {
      StructType out = new StructType();
      for (StructField f : struct.fields()) {
        out = out.add(f.name().equals(field) ? to : f);
      }
      return field == null ? out.add(to) : out;
    }

    String of(String value, StructType struct) {
      List<String> parts = new ArrayList<>();
      for (StructField f : struct.fields()) {
        DataType type = f.name().equals(field) ? to.dataType() : f.dataType();
        parts.add(named(f.name(), "cast(" + of(value, f) + " as " + type.sql() + ")"));
      }
      if (field == null) {
        parts.add(named(to.name(), "cast(null as " + to.dataType().sql() + ")"));
      }
      return struct(value, parts);
    }

    static String of(String value, StructField f) {
      return value + ".`" + f.name() + "`";
    }

    static String named(String name, String value) {
      return "'" + name + "', " + value;
    }

    static String struct(String value, List<String> parts) {
      return "if(" + value + " is null, null, named_struct(" + String.join(", ", parts) + "))";
    }
  }

  String change() throws IOException {
    List<ModelColumn> structs =
        t.stored().stream().filter(c -> !paths(c.type()).isEmpty() && !t.hasDefault(c)).toList();
    ModelColumn c = some(structs);
    if (c == null) {
      return null;
    }
    List<List<String>> paths = paths(c.type());
    List<String> path = paths.get(random.nextInt(paths.size()));
    StructType struct = (StructType) at(c.type(), path);
    StructField field = struct.fields()[random.nextInt(struct.length())];
    String column =
        c.quoted() + path.stream().map(p -> ".`" + p + "`").collect(Collectors.joining());
    String alter = "alter table " + t.name;
    Change change;
    String sql;
    DataType wider = new ModelColumn(0, "", field.dataType()).wider();
    if (wider != null && random.nextBoolean()) {
      StructField to = new StructField(field.name(), wider, true, field.metadata());
      change = new Change(field.name(), to);
      sql = " alter column " + column + ".`" + field.name() + "` type " + wider.sql();
    } else {
      String name = free(struct);
      DataType type = DataType.fromDDL(TYPES.get(random.nextInt(TYPES.size())));
      change = new Change(null, new StructField(name, type, true, field.metadata()));
      sql = " add column " + column + ".`" + name + "` " + type.sql();
    }
    Dataset<Row> before = t.rows();
    String done = run(alter + sql);
    String value = converted(c.quoted(), c.type(), path, change, 0);
    t.replace(c, c.widened(changed(c.type(), path, change)));
    t.changeFields();
    t.becomes(before.withColumn(c.name(), functions.expr(value)));
    return done;
  }

  private String free(StructType struct) {
    List<String> taken =
        Arrays.stream(struct.fieldNames()).map(n -> n.toLowerCase(Locale.ROOT)).toList();
    List<String> free =
        NAMES.stream().filter(n -> !taken.contains(n.toLowerCase(Locale.ROOT))).toList();
    return free.isEmpty() ? "other" + random.nextInt(1000) : free.get(random.nextInt(free.size()));
  }

  /** Of all structs in a type. */
  private static List<List<String>> paths(DataType type) {
    List<List<String>> out = new ArrayList<>();
    if (type instanceof StructType s) {
      out.add(List.of());
      for (StructField f : s.fields()) {
        paths(f.dataType()).forEach(p -> out.add(joined(f.name(), p)));
      }
    } else if (type instanceof ArrayType a) {
      paths(a.elementType()).forEach(p -> out.add(joined(ELEMENT, p)));
    }
    return out;
  }

  private static List<String> joined(String first, List<String> others) {
    List<String> out = new ArrayList<>(List.of(first));
    out.addAll(others);
    return out;
  }

  private static DataType at(DataType type, List<String> path) {
    DataType out = type;
    for (String p : path) {
      out = out instanceof ArrayType a ? a.elementType() : ((StructType) out).apply(p).dataType();
    }
    return out;
  }

  private static DataType changed(DataType type, List<String> path, Change change) {
    if (path.isEmpty()) {
      return change.of((StructType) type);
    }
    List<String> rest = path.subList(1, path.size());
    if (type instanceof ArrayType a) {
      return new ArrayType(changed(a.elementType(), rest, change), a.containsNull());
    }
    StructType out = new StructType();
    for (StructField f : ((StructType) type).fields()) {
      boolean here = f.name().equals(path.get(0));
      out = out.add(f.name(), here ? changed(f.dataType(), rest, change) : f.dataType());
    }
    return out;
  }

  private static String converted(
      String value, DataType type, List<String> path, Change change, int depth) {
    if (path.isEmpty()) {
      return change.of(value, (StructType) type);
    }
    List<String> rest = path.subList(1, path.size());
    if (type instanceof ArrayType a) {
      String element = "e" + depth;
      String each = converted(element, a.elementType(), rest, change, depth + 1);
      return "transform(" + value + ", " + element + " -> " + each + ")";
    }
    List<String> parts = new ArrayList<>();
    for (StructField f : ((StructType) type).fields()) {
      String field = Change.of(value, f);
      boolean here = f.name().equals(path.get(0));
      String now = here ? converted(field, f.dataType(), rest, change, depth + 1) : field;
      parts.add(Change.named(f.name(), now));
    }
    return Change.struct(value, parts);
  }
}
