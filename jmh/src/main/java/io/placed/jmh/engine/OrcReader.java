package io.placed.jmh.engine;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
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
    TypeDescription type = OrcColumns.type(query.schema());
    return () -> {
      Totals totals = new Totals(query.columns());
      try (org.apache.orc.Reader orc = OrcFile.createReader(path, OrcFile.readerOptions(hadoop));
          RecordReader rows = orc.rows(orc.options().schema(type))) {
        VectorizedRowBatch batch =
            type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
        while (rows.nextBatch(batch)) {
          totals.addRows(batch.size);
          for (int c = 0; c < batch.numCols; c++) {
            OrcColumns.add(batch.cols[c], batch.size, c, totals, query.loop());
          }
        }
      }
      return totals;
    };
  }
}
