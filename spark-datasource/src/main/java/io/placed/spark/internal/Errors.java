package io.placed.spark.internal;

import org.apache.hadoop.fs.Path;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import scala.Option;

/** Errors in the form in which Spark and PySpark users know them. */
public final class Errors {
  private Errors() {}

  public static RuntimeException pathNotFound(String path) {
    return sneaky(QueryCompilationErrors.dataPathNotExistError(path));
  }

  public static RuntimeException pathExists(String path) {
    return sneaky(QueryCompilationErrors.outputPathAlreadyExistsError(new Path(path)));
  }

  /** An AnalysisException with one sentence of our own. */
  public static RuntimeException analysis(String message, Throwable cause) {
    return sneaky(
        new AnalysisException(
            message,
            Option.empty(),
            Option.empty(),
            Option.apply(cause),
            Option.empty(),
            scala.collection.immutable.Map$.MODULE$.<String, String>empty(),
            new QueryContext[0]));
  }

  /** Scala does not declare what it throws; Java has to be talked into it. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException sneaky(Throwable error) throws T {
    throw (T) error;
  }
}
