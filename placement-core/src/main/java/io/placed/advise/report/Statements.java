package io.placed.advise.report;

import io.placed.advise.Advice;
import io.placed.advise.Statement;
import java.util.List;

/** What to run so that a table gets the advised placement, as text. */
public final class Statements {
  private Statements() {}

  /** A line per statement, whether the advice is to change or not. */
  public static List<String> of(Advice advice) {
    return advice.statements().stream().map(Statement::toString).toList();
  }

  /**
   * The statements in SQL, without semicolons, in the order in which they have to run; the commands
   * of a shell if there are none.
   */
  public static List<String> runnable(Advice advice) {
    List<Statement> all = advice.statements();
    boolean sql = all.stream().anyMatch(Statements::isSql);
    return all.stream().filter(s -> isSql(s) == sql).map(Statement::text).toList();
  }

  private static boolean isSql(Statement s) {
    return s.language() == Statement.Language.SQL;
  }
}
