package io.placed.spark.combinations;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A column of the model of a table.
 *
 * @param key remains the same if the column is renamed; a column that is dropped and added again
 *     has another key
 */
record ModelColumn(int key, String name, DataType type) {

  ModelColumn renamed(String to) {
    return new ModelColumn(key, to, type);
  }

  ModelColumn widened(DataType to) {
    return new ModelColumn(key, name, to);
  }

  /** The same column among others; null if it is none of them. */
  ModelColumn in(List<ModelColumn> columns) {
    return columns.stream().filter(c -> c.key() == key).findFirst().orElse(null);
  }

  String quoted() {
    return "`" + name + "`";
  }

  /** One of {@link #fields}. */
  String quoted(List<String> field) {
    return quoted() + field.stream().map(f -> ".`" + f + "`").collect(Collectors.joining());
  }

  /** The paths to all fields of structs that are not nested themselves. */
  List<List<String>> fields() {
    return fields(type);
  }

  private static List<List<String>> fields(DataType type) {
    List<List<String>> out = new ArrayList<>();
    if (type instanceof StructType s) {
      for (StructField f : s.fields()) {
        if (f.dataType() instanceof StructType) {
          for (List<String> inner : fields(f.dataType())) {
            List<String> path = new ArrayList<>(List.of(f.name()));
            path.addAll(inner);
            out.add(path);
          }
        } else if (!new ModelColumn(0, "", f.dataType()).isNested()) {
          out.add(List.of(f.name()));
        }
      }
    }
    return out;
  }

  /** Whether values can be compared, grouped by and joined on. */
  boolean isPlain() {
    return !isNested();
  }

  boolean isNested() {
    String sql = type.sql();
    return sql.startsWith("STRUCT") || sql.startsWith("ARRAY") || sql.startsWith("MAP");
  }

  boolean isWhole() {
    return switch (type.sql()) {
      case "TINYINT", "SMALLINT", "INT", "BIGINT" -> true;
      default -> false;
    };
  }

  /** Whether sums do not depend on the order of the rows. */
  boolean isExact() {
    return isWhole() || type instanceof DecimalType;
  }

  boolean isFloating() {
    return type.sql().equals("FLOAT") || type.sql().equals("DOUBLE");
  }

  /** A wider type that ALTER COLUMN allows; null = none. */
  DataType wider() {
    return switch (type.sql()) {
      case "TINYINT" -> DataType.fromDDL("smallint");
      case "SMALLINT" -> DataType.fromDDL("int");
      case "INT" -> DataType.fromDDL("bigint");
      case "FLOAT" -> DataType.fromDDL("double");
      case "DECIMAL(9,2)" -> DataType.fromDDL("decimal(14,2)");
      default -> null;
    };
  }

  /** A type all of whose values are some of this one; null = none. */
  DataType narrower() {
    return switch (type.sql()) {
      case "SMALLINT" -> DataType.fromDDL("tinyint");
      case "INT" -> DataType.fromDDL("smallint");
      case "BIGINT" -> DataType.fromDDL("int");
      case "DOUBLE" -> DataType.fromDDL("float");
      case "DECIMAL(18,6)" -> DataType.fromDDL("decimal(9,6)");
      case "DECIMAL(14,2)" -> DataType.fromDDL("decimal(9,2)");
      default -> null;
    };
  }
}
