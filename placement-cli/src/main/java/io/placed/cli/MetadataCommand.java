package io.placed.cli;

import io.placed.cli.input.ColumnList;
import io.placed.cli.input.SnapshotOptions;
import io.placed.cli.text.RowTable;
import io.placed.formats.text.JsonRows;
import io.placed.table.DataSet;
import io.placed.table.metadata.MetadataRows;
import io.placed.table.metadata.MetadataTable;
import io.placed.vector.Batch;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed metadata}. */
@Command(
    name = "metadata",
    header = "Show what the log says about a data set: its files, partitions, tags and so on.",
    description = {
      "The tables and columns are those of Spark's db.t.files. Long values are truncated; --json"
          + " prints them in full.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed metadata warehouse/flights files -c file_path,record_count",
      "  placed metadata warehouse/flights partitions --snapshot 17",
      "  placed metadata warehouse/flights tags --json",
    })
final class MetadataCommand extends BaseCommand {
  /** For the help. */
  static final class Tables implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return MetadataTable.names().iterator();
    }
  }

  @Parameters(index = "0", paramLabel = "PATH", description = "A data set.")
  private String path;

  @Parameters(
      index = "1",
      paramLabel = "TABLE",
      completionCandidates = Tables.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private String table;

  @Mixin private SnapshotOptions at;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "COLUMN",
      split = ",",
      parameterConsumer = ColumnList.class,
      description = "Columns to print, in this order. Default: all.")
  private List<String> columns;

  @Option(names = "--json", description = "Print one JSON object per row and line.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    MetadataTable which = argument(() -> MetadataTable.of(table));
    DataSet dataSet = DataSet.at(environment, path);
    MetadataRows rows =
        argument(
            () ->
                which.open(
                    dataSet.directory(), at.moment().checked(environment, dataSet), p -> p, null));
    Batch batch = columns == null ? rows.read() : argument(() -> rows.read(columns));
    if (!json) {
      RowTable text = new RowTable(batch.schema());
      text.add(batch, batch.rows());
      out().print(text.toString());
      return 0;
    }
    StringBuilder lines = new StringBuilder();
    for (int row = 0; row < batch.rows(); row++) {
      JsonRows.appendRow(batch, row, lines);
    }
    out().print(lines);
    return 0;
  }
}
