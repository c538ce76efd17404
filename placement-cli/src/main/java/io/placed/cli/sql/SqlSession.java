package io.placed.cli.sql;

import io.placed.cli.spark.LocalSpark;
import io.placed.cli.spark.Scratch;
import io.placed.cli.text.Progress;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Tables and statements of one command, in an embedded Spark. */
public final class SqlSession implements AutoCloseable {
  private static final int BATCH_ROWS = 4096;

  private final Scratch scratch;
  private final SparkSession spark;
  private final Progress progress;

  private SqlSession(Scratch scratch, SparkSession spark, Progress progress) {
    this.scratch = scratch;
    this.spark = spark;
    this.progress = progress;
  }

  public static SqlSession open(boolean showsProgress) throws IOException {
    Scratch scratch = Scratch.create("placed-sql");
    Progress progress = Progress.start("sql", showsProgress);
    progress.set(0, "starting");
    SparkSession spark =
        LocalSpark.session("placed sql", scratch)
            .config("spark.sql.datetime.java8API.enabled", "true")
            .getOrCreate();
    spark.sparkContext().addSparkListener(new TaskProgress(progress));
    return new SqlSession(scratch, spark, progress);
  }

  /** For copies of files that Spark would read with other types. */
  public Scratch scratch() {
    return scratch;
  }

  /** A table of Placed under a name, which SQL may follow with VERSION AS OF. */
  public void placedTable(String name, String path) {
    run(
        () ->
            spark.sql(
                "CREATE TABLE %s USING placed LOCATION '%s'"
                    .formatted(
                        SqlText.quoted(name), path.replace("\\", "\\\\").replace("'", "\\'"))));
  }

  /**
   * Files that Spark itself reads, under a name.
   *
   * @param format of Spark
   */
  public void view(String name, String format, String path) {
    run(
        () -> {
          spark.read().format(format).load(path).createOrReplaceTempView(SqlText.quoted(name));
          return null;
        });
  }

  /**
   * Refuses a statement that could change something.
   *
   * @throws IllegalArgumentException if it does, or does not parse
   */
  public void requireReadOnly(String statement) {
    String change = run(() -> ReadOnly.change(parsed(statement)));
    if (change != null) {
      throw new IllegalArgumentException(
          "only statements that read are allowed without --write, found: " + change);
    }
  }

  /**
   * Whether a statement surely has no result to print, as inserts and commands without columns.
   *
   * @throws IllegalArgumentException if it does not parse
   */
  public boolean isSilent(String statement) {
    return run(() -> SilentStatement.is(parsed(statement)));
  }

  private LogicalPlan parsed(String statement) throws ParseException {
    return ((org.apache.spark.sql.classic.SparkSession) spark)
        .sessionState()
        .sqlParser()
        .parsePlan(statement);
  }

  /**
   * Starts a statement.
   *
   * @throws IllegalArgumentException if it is wrong
   */
  public ResultRows execute(String statement) {
    return run(() -> ResultRows.of(spark.sql(statement)));
  }

  /**
   * Reads the first rows of a result.
   *
   * @param limit negative: all, which are not kept in memory
   * @return whether there are more
   */
  public boolean read(ResultRows result, long limit, Consumer<Batch> to) {
    return run(
        () -> {
          Dataset<Row> rows = result.dataset();
          Iterator<Row> all =
              limit < 0
                  ? rows.toLocalIterator()
                  : rows.limit((int) Math.min(Integer.MAX_VALUE, limit + 1))
                      .collectAsList()
                      .iterator();
          Batch batch = Batch.of(result.schema());
          long left = limit < 0 ? Long.MAX_VALUE : limit;
          for (; left > 0 && all.hasNext(); left--) {
            result.append(all.next(), batch);
            if (batch.rows() == BATCH_ROWS) {
              to.accept(batch);
              batch.clear();
            }
          }
          to.accept(batch);
          return all.hasNext();
        });
  }

  private interface Action<T> {
    T run() throws Exception;
  }

  private static <T> T run(Action<T> action) {
    try {
      return action.run();
    } catch (Exception e) {
      throw SqlErrors.of(e);
    }
  }

  @Override
  public void close() throws IOException {
    progress.close();
    spark.stop();
    scratch.close();
  }
}
