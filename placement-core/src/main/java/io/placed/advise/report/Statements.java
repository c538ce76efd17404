package io.placed.advise.report;

import io.placed.advise.Advice;
import java.util.List;

/** What to run so that a table gets the advised placement. */
public final class Statements {
  private Statements() {}

  /** A command of the shell and a call in SQL, whether the advice is to change or not. */
  public static List<String> of(Advice advice) {
    return List.of(
        "placed rewrite "
            + shell(advice.table())
            + " --placement "
            + shell(advice.best().toString()),
        call(advice) + ";");
  }

  /** The call in SQL, without a semicolon. */
  public static String call(Advice advice) {
    return "CALL placed.system.rewrite(table => "
        + sql(advice.table())
        + ", placement => "
        + sql(advice.best().toString())
        + ")";
  }

  /** A word of a shell. */
  private static String shell(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /** A literal of Spark SQL. */
  private static String sql(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
