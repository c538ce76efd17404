package io.placed.table.rewrite;

import io.placed.io.IoCounters;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;

/** Finds the rows of a table for which a predicate is TRUE. */
final class MatchingRows {
  private final TableDirectory table;
  private final Snapshot snapshot;
  private final Predicate predicate;
  private final BoundPredicate bound;

  /**
   * @throws IllegalArgumentException if the predicate does not fit the schema
   */
  MatchingRows(TableDirectory table, Snapshot snapshot, Predicate predicate) {
    this.table = table;
    this.snapshot = snapshot;
    this.predicate = predicate;
    this.bound = predicate.bind(snapshot.schema(), true);
  }

  /** The files that may have some. */
  List<DataFile> files() {
    return DataFilePruning.prune(snapshot, bound);
  }

  /** Their numbers in a file, without those of rows that are deleted already. */
  RowBitmap of(DataFile file) throws IOException {
    RowBitmap found = new RowBitmap();
    if (file.isWhole() && bound.alwaysMatches(DataFilePruning.statistics(snapshot, file))) {
      found.addRange(0, file.rows());
      return found;
    }
    ReadRequest request = ReadRequest.all().withColumns(Schema.of()).withFilter(predicate);
    try (FileReader reader = FileReader.open(table.input(file), new IoCounters());
        BatchReader batches = reader.read(table.request(file, snapshot.schema(), request))) {
      long[] numbers = new long[request.batchRows()];
      while (batches.next()) {
        batches.rowNumbers(numbers);
        for (int i = 0; i < batches.batch().rows(); i++) {
          found.add(numbers[i]);
        }
      }
    }
    return found;
  }
}
