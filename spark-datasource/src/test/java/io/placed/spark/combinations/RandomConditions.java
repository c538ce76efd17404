package io.placed.spark.combinations;

import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Row;

/** Random conditions on the columns of a table, with values from its rows. */
final class RandomConditions {
  private static final List<String> OPERATORS =
      List.of("=", "=", "<>", "<", "<=", ">", ">=", "<=>");

  private final List<ModelColumn> columns;
  private final List<Row> samples;
  private final Random random;
  private final String prefix;

  /**
   * @param prefix of each column, such as {@code t.}
   */
  RandomConditions(List<ModelColumn> columns, List<Row> samples, Random random, String prefix) {
    this.columns = columns;
    this.samples = samples;
    this.random = random;
    this.prefix = prefix;
  }

  String condition(int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String a = condition(depth - 1);
      String b = condition(depth - 1);
      return switch (random.nextInt(5)) {
        case 0, 1 -> "(" + a + " and " + b + ")";
        case 2, 3 -> "(" + a + " or " + b + ")";
        default -> "not (" + a + ")";
      };
    }
    return leaf();
  }

  /** On a field of a struct. */
  private String ofField(ModelColumn c, List<String> field) {
    String name = prefix + c.quoted(field);
    String value = ModelTable.literal(samples, c, field, random);
    return switch (random.nextInt(6)) {
      case 0 -> name + (random.nextBoolean() ? " is null" : " is not null");
      case 1 -> name + " in (" + value + ", " + ModelTable.literal(samples, c, field, random) + ")";
      default -> name + " " + OPERATORS.get(random.nextInt(OPERATORS.size())) + " " + value;
    };
  }

  private String leaf() {
    ModelColumn c = columns.get(random.nextInt(columns.size()));
    String name = prefix + c.quoted();
    List<List<String>> fields = c.fields();
    if (!fields.isEmpty() && random.nextInt(3) > 0) {
      return ofField(c, fields.get(random.nextInt(fields.size())));
    }
    if (c.isNested() || random.nextInt(8) == 0) {
      return name + (random.nextBoolean() ? " is null" : " is not null");
    }
    String value = ModelTable.literal(samples, c, random);
    String sql = c.type().sql();
    return switch (random.nextInt(8)) {
      case 0 ->
          name
              + (random.nextInt(4) > 0 ? "" : " not")
              + " in ("
              + value
              + ", "
              + ModelTable.literal(samples, c, random)
              + ")";
      case 1 -> name + " between " + value + " and " + ModelTable.literal(samples, c, random);
      case 2 ->
          switch (sql) {
            case "STRING" -> name + " like 'cat%'";
            case "BOOLEAN" -> random.nextBoolean() ? name : "not " + name;
            case "TINYINT", "SMALLINT" -> name + " % 3 = 1";
            case "DATE" -> "year(" + name + ") > 2023";
            case "DOUBLE", "FLOAT" -> "isnan(" + name + ")";
            default -> name + " > " + value;
          };
      default -> name + " " + OPERATORS.get(random.nextInt(OPERATORS.size())) + " " + value;
    };
  }
}
