package io.placed.spark.workload;

import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.WorkloadBuilder;
import io.placed.advise.workload.WorkloadSource;
import io.placed.advise.workload.WorkloadTable;
import io.placed.io.FileStores;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.PlannedScan;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.workload.SqlStatements.Statement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.SparkSession;

/**
 * A file of SQL, which Spark parses and plans. Nothing is executed; statements may use the tables
 * that the workload is loaded for, and those of the session's catalog.
 */
public final class SqlSource implements WorkloadSource {
  private static final int MESSAGE_LENGTH = 160;

  private static final Pattern UNKNOWN_TABLE =
      Pattern.compile("TABLE_OR_VIEW_NOT_FOUND\\W+The table or view (\\S+) cannot be found");

  @Override
  public String kind() {
    return "files of SQL";
  }

  @Override
  public boolean reads(FileStores stores, String path, String head) {
    return SqlStatements.isSql(head);
  }

  @Override
  public List<LoadedWorkload> load(FileStores stores, String path, List<WorkloadTable> tables)
      throws IOException {
    String text = new String(stores.forPath(path).readAll(path), StandardCharsets.UTF_8);
    List<Statement> statements;
    try {
      statements = SqlStatements.of(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(path + ", " + e.getMessage(), e);
    }
    return load(session(), statements, tables, 0);
  }

  static SparkSession session() {
    if (SparkSession.getActiveSession().isDefined()) {
      return SparkSession.getActiveSession().get();
    }
    if (SparkSession.getDefaultSession().isDefined()) {
      return SparkSession.getDefaultSession().get();
    }
    return SparkSession.builder()
        .master("local[1]")
        .appName("placed")
        .config("spark.ui.enabled", "false")
        .getOrCreate();
  }

  /**
   * @param damaged lines without a statement
   */
  static List<LoadedWorkload> load(
      SparkSession spark, List<Statement> statements, List<WorkloadTable> tables, long damaged) {
    SparkSession own = Session.of(spark).unrecordedInCatalog();
    // Adaptive plans contain some scans twice before they run.
    own.conf().set("spark.sql.adaptive.enabled", "false");
    List<WorkloadBuilder> builders = new ArrayList<>();
    for (WorkloadTable t : tables) {
      String view = t.name().substring(t.name().lastIndexOf('.') + 1);
      reader(own, t).load(t.path()).createOrReplaceTempView("`" + view.replace("`", "``") + "`");
      builders.add(new WorkloadBuilder(t.schema(), false));
    }
    boolean caseSensitive = Session.of(own).caseSensitive();
    for (Statement s : statements) {
      String missing = add(own, s, tables, builders, caseSensitive);
      if (missing != null) {
        String reason = s.line() == 0 ? missing : where(s) + ": " + missing;
        builders.forEach(b -> b.notUnderstood(reason, s.weight(), s.weight() * s.millis()));
      }
    }
    if (damaged > 0) {
      builders.forEach(b -> b.notUnderstood("lines without a statement", damaged, 0));
    }
    return builders.stream().map(WorkloadBuilder::build).toList();
  }

  /**
   * Nothing is read, so other tables are files with the columns of the table: lists of files are
   * none of Spark's sources, and those of Iceberg and Delta may not be there.
   */
  private static DataFrameReader reader(SparkSession spark, WorkloadTable table) {
    if (table.format().equals("placed")) {
      return spark.read().format(table.format());
    }
    return spark
        .read()
        .format(table.format().equals("orc") ? "orc" : "parquet")
        .schema(SparkTypes.toStruct(table.schema()));
  }

  private static String where(Statement s) {
    return s.name() == null ? "statement in line " + s.line() : s.name();
  }

  /** Null if the statement is understood, else the reason. */
  private static String add(
      SparkSession own,
      Statement s,
      List<WorkloadTable> tables,
      List<WorkloadBuilder> builders,
      boolean caseSensitive) {
    List<PlannedScan> scans;
    try {
      scans = Catalyst.get().scansOf(own, s.text());
    } catch (Exception e) { // Scala does not declare the exceptions of Spark.
      return reason(e);
    }
    boolean found = false;
    for (ScanContent.Known scan : ScanContent.of(scans, caseSensitive)) {
      ScanContent c = scan.content();
      for (int t = 0; t < tables.size(); t++) {
        if (tables.get(t).isOf(c.path())) {
          builders
              .get(t)
              .add(
                  s.name(),
                  c.columns(),
                  c.conditions(tables.get(t).quantiles()),
                  c.shuffle(),
                  c.ids(),
                  s.weight(),
                  s.millis());
          found = true;
        }
      }
    }
    return found ? null : "reads none of the tables";
  }

  /** Why Spark cannot plan a statement, in a line. */
  private static String reason(Exception e) {
    String message = String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("");
    Matcher unknown = UNKNOWN_TABLE.matcher(message);
    if (unknown.find()) {
      return "there is no table "
          + unknown.group(1)
          + ": advise on it, too, or use a session whose catalog has it";
    }
    return message.length() > MESSAGE_LENGTH ? message.substring(0, MESSAGE_LENGTH) + "…" : message;
  }
}
