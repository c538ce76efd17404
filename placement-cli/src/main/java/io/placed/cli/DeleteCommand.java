package io.placed.cli;

import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.rewrite.DeleteResult;
import io.placed.text.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed delete}. */
@Command(
    name = "delete",
    header = "Delete rows of a data set.",
    description = {
      "The next snapshot has the rows for which the condition is not true. Of files with few"
          + " matching rows only the numbers of these rows are written, as a deletion vector;"
          + " files with many are written again. The table property placed.deletes.max-share says"
          + " up to which share of deleted rows a file stays (0.2; 0: files are always written"
          + " again). Older snapshots keep the rows until a vacuum removes them.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed delete warehouse/flights --where \"carrier = 'XX' and day < date '2024-01-01'\"",
    })
final class DeleteCommand extends BaseCommand {
  @Parameters(paramLabel = "TABLE", description = "A data set.")
  private String path;

  @Option(
      names = "--where",
      required = true,
      paramLabel = "CONDITION",
      description = "Which rows: a condition on columns of the table.")
  private String where;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    DeleteResult result =
        argument(() -> DataSet.at(environment, path).deleteRows(Predicate.parse(where)));
    if (json) {
      out()
          .json(
              new Document(
                  path,
                  result.snapshot(),
                  result.rows(),
                  result.filesMarked(),
                  result.filesRewritten(),
                  result.filesRemoved()));
      return 0;
    }
    out()
        .println(
            "%s: %s deleted, %s marked, %s rewritten, %s removed; snapshot %s"
                .formatted(
                    path,
                    Amounts.count(result.rows(), "row"),
                    Amounts.count(result.filesMarked(), "file"),
                    Amounts.count(result.filesRewritten()),
                    Amounts.count(result.filesRemoved()),
                    result.snapshot()));
    return 0;
  }

  private record Document(
      String path,
      long snapshot,
      long rows,
      int filesMarked,
      int filesRewritten,
      int filesRemoved) {}
}
