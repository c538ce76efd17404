package io.placed.benchmarks.macro;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Sink;
import io.placed.benchmarks.engine.SourceFile;
import io.placed.datasets.TableSpec;
import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * Writes a table that lies in memory in the form in which the engine takes rows (Spark's columns,
 * ORC's row batches, our batches). The last file of a fork is read, and its sums compared.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class WriteTable {
  @Param("placed")
  public String engine;

  @Param("store_sales")
  public String table;

  @Param("1")
  public double scale;

  /** Directory of the tables. */
  @Param("")
  public String data;

  private TableFiles files;
  private Engine writer;
  private Schema schema;
  private Path file;
  private List<Object> rows;

  @Setup
  public void load() throws IOException {
    files = new TableFiles(Path.of(data), TableSpec.parse(table, scale));
    writer = Engines.named(engine);
    schema = files.schema();
    file = files.file(writer.format()).resolveSibling("written-" + writer.format().fileName());
    rows = new ArrayList<>();
    Files.deleteIfExists(file);
    try (BatchSource in = new SourceFile(files.file(Engines.SOURCE), schema);
        Sink<?> sink = writer.format().create(schema, file, 0)) {
      while (in.next()) {
        rows.add(sink.form(in.batch()));
      }
    }
  }

  @Benchmark
  public long write() throws IOException {
    Files.deleteIfExists(file);
    return write(writer.format());
  }

  private long write(Format format) throws IOException {
    try (Sink<?> sink = format.create(schema, file, 0)) {
      writeAll(sink);
    }
    return Files.size(file);
  }

  /** The rows were made by a sink of the same kind. */
  @SuppressWarnings("unchecked")
  private <F> void writeAll(Sink<F> sink) throws IOException {
    for (Object batch : rows) {
      sink.write((F) batch);
    }
    sink.finish();
  }

  @TearDown(Level.Trial)
  public void check() throws IOException {
    List<String> columns = files.totals().columns();
    Query all = new Query(schema, columns, Loop.SIMPLE, null);
    files.totals().requireSame(writer.prepare(file, all).run(), engine);
    Files.deleteIfExists(file);
  }
}
