package io.placed.advise.report;

import io.placed.advise.Advice;
import io.placed.advise.Statement;
import java.util.List;
import java.util.stream.Collectors;

/** What to run so that a table gets the advised placement, as text. */
public final class Statements {
  private Statements() {}

  /** A line per statement, whether the advice is to change or not. */
  public static List<String> of(Advice advice) {
    return advice.statements().stream().map(Statement::toString).toList();
  }

  /**
   * The statements in SQL, with semicolons between them; the commands of a shell if there are none.
   */
  public static String call(Advice advice) {
    List<Statement> all = advice.statements();
    boolean sql = all.stream().anyMatch(Statements::isSql);
    return all.stream()
        .filter(s -> isSql(s) == sql)
        .map(Statement::text)
        .collect(Collectors.joining(sql ? ";\n" : "\n"));
  }

  private static boolean isSql(Statement s) {
    return s.language() == Statement.Language.SQL;
  }
}
