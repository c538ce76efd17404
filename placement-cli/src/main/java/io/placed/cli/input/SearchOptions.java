package io.placed.cli.input;

import io.placed.advise.columns.MeasuredSizes;
import io.placed.advise.columns.SearchSettings;
import io.placed.cli.store.DataSetSink;
import io.placed.cli.store.Environment;
import io.placed.cli.store.TableFiles;
import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Resolves the parts of a placement that are searched for with a workload. */
public final class SearchOptions {
  private SearchOptions() {}

  /** Validates settings as far as possible before anything is opened. */
  public static void check(Map<String, String> settings) {
    boolean search = SearchSettings.ask(settings);
    WriteOptions options = WriteOptions.of(SearchSettings.without(settings));
    if (!search) {
      options.placement().requireWritable();
    }
  }

  /** For a Placed table: column sizes are those on disk. */
  public static SearchSettings ofTable(
      Environment environment, String path, Map<String, String> settings) throws IOException {
    if (!SearchSettings.ask(settings)) {
      return SearchSettings.resolve(settings, environment, null, List.of());
    }
    TableFiles table = new TableFiles(environment, path);
    return SearchSettings.resolve(
        settings, environment, table::sizes, table.snapshot().partitionColumns());
  }

  /**
   * For files of any format: column sizes are measured on the first rows.
   *
   * @param partitioning of the output, which does not store partition columns
   */
  public static SearchSettings ofInputs(
      Environment environment,
      Inputs inputs,
      PartitionSpec partitioning,
      Map<String, String> settings)
      throws IOException {
    return SearchSettings.resolve(
        settings,
        environment,
        () -> {
          Schema stored = DataSetSink.stored(inputs.schema(), partitioning);
          try (BatchSource source = inputs.open(stored)) {
            return MeasuredSizes.ofSample(
                stored,
                rows(source),
                WriteOptions.of(SearchSettings.without(settings)),
                inputs.rows());
          }
        },
        partitioning.columns());
  }

  private static MeasuredSizes.Rows rows(BatchSource source) {
    return new MeasuredSizes.Rows() {
      @Override
      public boolean next() throws IOException {
        return source.next();
      }

      @Override
      public Batch batch() {
        return source.batch();
      }
    };
  }
}
