package io.placed.jmh.engine;

import io.placed.schema.TypeKind;
import java.nio.file.Path;
import java.sql.Date;
import java.time.LocalDate;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
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
  public Scan prepare(Path file, Query query) {
    Configuration hadoop = new Configuration();
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    TypeDescription type = OrcColumns.type(query.table().select(query.columnsRead()));
    return () -> {
      Totals totals = new Totals(query.columns());
      Filtering filtering = query.filter() == null ? null : new Filtering(query.filter());
      try (org.apache.orc.Reader orc = OrcFile.createReader(path, OrcFile.readerOptions(hadoop));
          RecordReader rows = orc.rows(options(orc, type, query.filter()))) {
        VectorizedRowBatch batch =
            type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
        while (rows.nextBatch(batch)) {
          if (query.filter() != null) {
            add(batch, query, filtering, totals);
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
      org.apache.orc.Reader orc, TypeDescription type, Filter filter) {
    org.apache.orc.Reader.Options options = orc.options().schema(type);
    if (filter == null) {
      return options;
    }
    String column = filter.column();
    SearchArgument.Builder condition = SearchArgumentFactory.newBuilder().startAnd();
    if (filter.text() != null) {
      condition.equals(column, PredicateLeaf.Type.STRING, filter.text());
    } else if (filter.kind() == TypeKind.DATE) {
      condition.between(
          column,
          PredicateLeaf.Type.DATE,
          Date.valueOf(LocalDate.ofEpochDay(filter.low())),
          Date.valueOf(LocalDate.ofEpochDay(filter.high())));
    } else {
      condition.between(column, PredicateLeaf.Type.LONG, filter.low(), filter.high());
    }
    return options.searchArgument(condition.end().build(), new String[] {column});
  }

  private static void add(
      VectorizedRowBatch batch, Query query, Filtering filtering, Totals totals) {
    Cells[] cells = new Cells[batch.numCols];
    for (int c = 0; c < cells.length; c++) {
      batch.cols[c].flatten(false, null, batch.size);
      cells[c] = new OrcCells(batch.cols[c]);
    }
    Cells[] summed = Arrays.copyOf(cells, query.columns().size());
    filtering.add(cells[query.keyPosition()], summed, query.types(), batch.size, totals);
  }
}
