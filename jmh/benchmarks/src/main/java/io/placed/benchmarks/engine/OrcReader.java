package io.placed.benchmarks.engine;

import io.placed.formats.container.Nesting;
import io.placed.formats.orc.OrcBatches;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import java.sql.Date;
import java.time.LocalDate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.orc.OrcFile;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;

/** ORC's own reader into its batches. */
final class OrcReader implements Reader {
  /** Spark's default for {@code spark.sql.orc.columnarReaderBatchSize}. */
  private static final int BATCH_ROWS = 4096;

  @Override
  public Scan prepare(String file, Query query) {
    Configuration hadoop = new Configuration();
    var path = new org.apache.hadoop.fs.Path(file);
    TypeDescription type = OrcBatches.type(query.nesting().nest(query.schemaRead()));
    return () -> {
      Totals totals = query.totals();
      Filtering filtering = new Filtering(query);
      filtering.start();
      boolean whole = !query.byRows() && query.nesting().groups().isEmpty();
      try (org.apache.orc.Reader orc =
              OrcFile.createReader(
                  path,
                  OrcFile.readerOptions(hadoop)
                      .useUTCTimestamp(true)
                      .convertToProlepticGregorian(true));
          RecordReader rows = orc.rows(options(orc, type, query))) {
        VectorizedRowBatch batch =
            type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
        while (rows.nextBatch(batch)) {
          if (!whole) {
            filtering.add(cells(batch, query), batch.size, totals);
            continue;
          }
          totals.addRows(batch.size);
          for (int c = 0; c < batch.numCols; c++) {
            OrcColumns.add(batch.cols[c], batch.size, c, totals, query.loop());
          }
        }
      }
      return totals;
    };
  }

  /** Stripes and groups of 10,000 rows are skipped by their statistics. */
  private static org.apache.orc.Reader.Options options(
      org.apache.orc.Reader orc, TypeDescription type, Query query) {
    org.apache.orc.Reader.Options options = orc.options().schema(type);
    if (query.filters().isEmpty() || !query.nesting().groups().isEmpty()) {
      return options;
    }
    SearchArgument.Builder condition = SearchArgumentFactory.newBuilder().startAnd();
    for (Filter f : query.filters()) {
      add(condition, f);
    }
    String[] columns = query.filters().stream().map(Filter::column).toArray(String[]::new);
    return options.searchArgument(condition.end().build(), columns);
  }

  private static void add(SearchArgument.Builder condition, Filter filter) {
    String column = filter.column();
    if (filter.text() != null) {
      condition.equals(column, PredicateLeaf.Type.STRING, filter.text());
    } else if (filter.isDouble()) {
      double low = Math.max(-Double.MAX_VALUE, filter.lowDouble());
      double high = Math.min(Double.MAX_VALUE, filter.highDouble());
      condition.between(column, PredicateLeaf.Type.FLOAT, low, high);
    } else if (filter.kind() == TypeKind.DATE) {
      condition.between(
          column,
          PredicateLeaf.Type.DATE,
          Date.valueOf(LocalDate.ofEpochDay(filter.low())),
          Date.valueOf(LocalDate.ofEpochDay(filter.high())));
    } else {
      condition.between(column, PredicateLeaf.Type.LONG, filter.low(), filter.high());
    }
  }

  private static Cells[] cells(VectorizedRowBatch batch, Query query) {
    Schema read = query.schemaRead();
    Nesting nesting = query.nesting();
    Schema nested = nesting.nest(read);
    Cells[] cells = new Cells[read.size()];
    for (int c = 0; c < cells.length; c++) {
      String name = read.field(c).name();
      ColumnVector column = batch.cols[nested.indexOf(nesting.top(name))];
      if (nesting.isNested(name)) {
        column = ((StructColumnVector) column).fields[nesting.child(nested, name)];
      }
      column.flatten(false, null, batch.size);
      cells[c] = new OrcCells(column);
    }
    return cells;
  }
}
