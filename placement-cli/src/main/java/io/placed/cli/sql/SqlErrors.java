package io.placed.cli.sql;

import io.placed.cli.error.CliException;
import io.placed.cli.text.Output;
import io.placed.error.CorruptFileException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;

/** What Spark throws, as the errors of this command line. */
final class SqlErrors {
  private SqlErrors() {}

  /**
   * Damaged data as it is, wrong SQL as IllegalArgumentException, everything else as CliException.
   */
  static RuntimeException of(Exception e) {
    SparkThrowable named = null;
    Throwable last = e;
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof CorruptFileException c) {
        return sneaky(c);
      }
      if (t instanceof CliException || t instanceof Output.ClosedException) {
        return (RuntimeException) t;
      }
      if (t instanceof SparkThrowable s && s.getCondition() != null) {
        named = s;
      }
      last = t;
    }
    Throwable shown = named instanceof Throwable t ? t : last;
    String message =
        shown instanceof AnalysisException a ? a.getSimpleMessage() : shown.getMessage();
    if (message == null || message.isBlank()) {
      return new CliException(
          shown.getClass().getSimpleName() + " (use --stacktrace for details)", e);
    }
    return shown instanceof AnalysisException
        ? new IllegalArgumentException(sentence(message), e)
        : new CliException(sentence(message), e);
  }

  /** Without the name of the condition, the code of the SQL standard and the text of the query. */
  static String sentence(String message) {
    String text = message;
    int query = text.indexOf("\n== SQL");
    if (query >= 0) {
      text = text.substring(0, query);
    }
    return text.replaceFirst("^\\[[A-Z0-9_.]+\\]\\s*", "")
        .replaceAll("\\.?\\s*SQLSTATE: \\w{5}", "")
        .replaceAll("\\s+", " ")
        .strip();
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
    throw (E) e;
  }
}
