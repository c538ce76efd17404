package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** The table of procedures in {@code docs/spark.md} has exactly what the code has. */
class ProceduresPageTest extends SparkTestCase {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| ([^|]*)\\|([^|]*)\\|$");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private record Described(String arguments, String result) {}

  private static Map<String, Described> described() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "spark.md"));
    int from = page.indexOf("| procedure | arguments | result |");
    assertTrue(from >= 0, "no table of procedures");
    Map<String, Described> rows = new TreeMap<>();
    Matcher row = ROW.matcher(page.substring(from, page.indexOf("\n\n", from) + 1));
    while (row.find()) {
      rows.put(row.group(1), new Described(row.group(2), row.group(3)));
    }
    return rows;
  }

  /** Names in code, without what is said about them in parentheses. */
  private static List<String> names(String cell) {
    List<String> names = new ArrayList<>();
    Matcher m = NAME.matcher(cell.replaceAll("\\([^)]*\\)", "").replaceAll(":.*", ""));
    while (m.find()) {
      names.add(m.group(1));
    }
    return names;
  }

  @Test
  void argumentsAndDefaults() throws Exception {
    PlacedCatalog catalog = new PlacedCatalog();
    Map<String, Described> described = described();
    TreeSet<String> procedures = new TreeSet<>();
    for (Identifier id : catalog.listProcedures(new String[0])) {
      procedures.add(id.name());
      Described row = described.get(id.name());
      assertTrue(row != null, id.name() + " is not in the table");
      String cell = row.arguments();
      if (cell.startsWith("as of ")) {
        cell = described.get(names(cell).get(0)).arguments();
      }
      List<String> arguments = new ArrayList<>();
      for (ProcedureParameter p : catalog.loadProcedure(id).bind(new StructType()).parameters()) {
        arguments.add(p.name());
        String value = p.defaultValue() == null ? "NULL" : p.defaultValue().getSql();
        if (!value.equals("NULL")) {
          Matcher said = Pattern.compile("`" + p.name() + "` \\((\\w+)").matcher(cell);
          assertTrue(said.find(), id.name() + ": no default of " + p.name());
          assertEquals(value, said.group(1), id.name() + ": " + p.name());
        }
      }
      assertEquals(arguments, names(cell), id.name());
    }
    assertEquals(procedures, new TreeSet<>(described.keySet()));
    TreeSet<String> shown = new TreeSet<>();
    sql("SHOW PROCEDURES IN placed.system")
        .collectAsList()
        .forEach(r -> shown.add(r.getString(r.fieldIndex("procedure_name"))));
    assertEquals(procedures, shown);
  }

  @Test
  void results() throws Exception {
    String path = path("t");
    spark.range(1000).selectExpr("id", "id % 3 as part").write().format("placed").save(path);
    Map<String, Described> described = described();
    for (String call :
        new String[] {
          "rewrite|, placement => 'reorder=sort(part)'",
          "create_tag|, tag => 'a'",
          "rollback|, snapshot => 1",
          "set_partitioning|, partitioning => 'part'",
          "inspect|",
          "map|",
          "explain|",
          "vacuum|, dry_run => true",
        }) {
      String[] parts = call.split("\\|", 2);
      String statement = "CALL placed.system." + parts[0] + "(table => '" + path + "'" + parts[1];
      List<String> columns = List.of(sql(statement + ")").columns());
      assertEquals(columns, names(described.get(parts[0]).result()), parts[0]);
    }
  }
}
