package io.placed.cli.store;

import io.placed.formats.BatchSink;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.salvage.Loss;
import io.placed.table.salvage.Salvage;
import io.placed.table.salvage.Salvage.PartialRows;
import io.placed.table.snapshot.Snapshot;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/** Copies what is whole of a table with damaged files. */
public final class TableRepair {
  /**
   * What was copied.
   *
   * @param lostRows rows of the table that were not copied
   * @param columns those that have lost values in rows that were copied, or would have been
   */
  public record Result(long rows, long lostRows, List<String> columns, List<Loss> losses) {}

  private final FileStores stores;
  private final DataSet source;
  private final Snapshot snapshot;
  private final PartialRows partial;

  /**
   * @throws io.placed.error.CorruptFileException if the state of the table cannot be read; an
   *     earlier one may
   */
  public TableRepair(FileStores stores, String path, Moment moment, PartialRows partial)
      throws IOException {
    this.stores = stores;
    this.source = DataSet.at(stores, path);
    this.snapshot = moment.of(stores, source);
    this.partial = partial;
  }

  /**
   * Writes a table with the columns, the partitioning and the placement of the damaged one.
   *
   * @param progress gets the fraction done, from 0 to 1
   */
  public Result into(String path, DoubleConsumer progress) throws IOException {
    Salvage salvage =
        Salvage.survey(source.directory(), snapshot, partial, done -> progress.accept(done / 2));
    WriteOptions options = WriteOptions.of(Map.of("placement", snapshot.placement().toString()));
    long[] copied = {0};
    try (BatchSink sink =
        PlacedSink.create(
            stores,
            path,
            salvage.schema(),
            snapshot.partitioning().spec(snapshot.schema()),
            options,
            salvage.rows(),
            ReplacedOutput.MUST_BE_NEW)) {
      salvage.copy(
          batch -> {
            sink.write(batch);
            copied[0] += batch.rows();
            progress.accept(0.5 + copied[0] / (2.0 * Math.max(1, salvage.rows())));
          });
      sink.finish();
    }
    List<String> columns =
        salvage.losses().stream()
            .map(Loss::column)
            .filter(column -> column != null)
            .distinct()
            .toList();
    return new Result(copied[0], salvage.lostRows(), columns, salvage.losses());
  }
}
