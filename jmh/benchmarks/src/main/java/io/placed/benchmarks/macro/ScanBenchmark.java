package io.placed.benchmarks.macro;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.benchmarks.engine.Totals;
import io.placed.datasets.TableSpec;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Reads a file, which the launcher has written, and sums columns. A fork runs one engine; its sums
 * are compared with the generator's before the first and after every iteration.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public abstract class ScanBenchmark {
  @Param("placed")
  public String engine;

  @Param("simple")
  public String loop;

  @Param("store_sales")
  public String table;

  @Param("1")
  public double scale;

  /** Directory of the tables. */
  @Param("")
  public String data;

  private Scan scan;
  private Totals expected;
  private Totals found;

  /** The table that is read unless another is named. */
  public String defaultTable() {
    return "store_sales";
  }

  /** The columns that are read. */
  List<String> columns(List<String> all) {
    return all;
  }

  /** Which rows are read; null: all. */
  Filter filter(TableFiles files) throws IOException {
    return null;
  }

  /** What is read of a table. */
  public final Query query(TableFiles files, Loop loop) throws IOException {
    Schema schema = files.schema();
    List<String> all = schema.fields().stream().map(Field::name).toList();
    return new Query(schema, columns(all), loop, filter(files));
  }

  /** The expected sums. */
  public final Totals expected(TableFiles files, Query query) throws IOException {
    return query.filters().isEmpty()
        ? files.totals().select(query.columns())
        : files.filtered(query);
  }

  @Setup
  public void prepare() throws IOException {
    TableFiles files = new TableFiles(Path.of(data), TableSpec.parse(table, scale));
    Engine e = Engines.named(engine);
    Query query = query(files, Loop.valueOf(loop.toUpperCase(Locale.ROOT)));
    expected = expected(files, query);
    scan = e.prepare(files.file(e.format()), query);
    found = scan.run();
    check();
  }

  @TearDown(Level.Iteration)
  public void check() {
    expected.requireSame(found, engine);
  }

  @Benchmark
  public Totals scan() throws IOException {
    found = scan.run();
    return found;
  }
}
