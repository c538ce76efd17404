package io.placed.experiments.placement;

import io.placed.benchmarks.engine.BatchSums;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.SourceFile;
import io.placed.benchmarks.engine.Totals;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.datasets.RandomTable;
import io.placed.formats.BatchSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;

/** A table to be stored in layouts. */
interface SourceTable {
  String name();

  Schema schema() throws IOException;

  long rows() throws IOException;

  /** The expected sums. */
  Totals totals() throws IOException;

  BatchSource open() throws IOException;

  /** A table that is kept between runs. */
  record Kept(String name, TableFiles files) implements SourceTable {
    @Override
    public Schema schema() throws IOException {
      return files.schema();
    }

    @Override
    public long rows() throws IOException {
      return files.rows();
    }

    @Override
    public Totals totals() throws IOException {
      return files.totals();
    }

    @Override
    public BatchSource open() throws IOException {
      return new SourceFile(files.file(Engines.SOURCE), files.schema());
    }
  }

  /** A table that is generated again whenever it is read. */
  record Generated(RandomTable table) implements SourceTable {
    @Override
    public String name() {
      return table.name();
    }

    @Override
    public Schema schema() {
      return table.schema();
    }

    @Override
    public long rows() {
      return table.rows();
    }

    @Override
    public Totals totals() throws IOException {
      Totals totals = new Totals(schema().fields().stream().map(Field::name).toList());
      try (BatchSource in = open()) {
        while (in.next()) {
          BatchSums.add(in.batch(), totals, Loop.SIMPLE);
        }
      }
      return totals;
    }

    @Override
    public BatchSource open() {
      return table.open();
    }
  }

  /** One of the paper's random tables. */
  static SourceTable random(String name, double scale) {
    return new Generated(RandomTable.of(name, scale));
  }
}
