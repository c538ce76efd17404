package io.placed.cli;

import io.placed.table.DataSet;
import io.placed.table.commit.AddFilesResult;
import io.placed.text.Amounts;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed add-files}. */
@Command(
    name = "add-files",
    header = "Add Placed files that are in the directory of a data set to it.",
    description = {
      "The next snapshot lists the files as if they had been written by a commit. Nothing is"
          + " copied, and the files keep their names. Columns are found by name; values of"
          + " partition columns come from directory names. If a file cannot be added, none is."
          + " Files of other formats become Placed files by 'placed convert'.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed add-files warehouse/flights warehouse/flights/day=2024-05-01/put.placed",
      "  placed add-files warehouse/flights warehouse/flights",
    })
final class AddFilesCommand extends BaseCommand {
  @Parameters(index = "0", paramLabel = "TABLE", description = "A data set.")
  private String path;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files in its directory, or directories of which all files are added.")
  private List<String> sources;

  @Option(names = "--json", description = "Print JSON, with the path of every added file.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    AddFilesResult result = argument(() -> DataSet.at(environment, path).addFiles(sources));
    if (json) {
      out()
          .json(
              new Document(
                  path,
                  result.snapshot(),
                  result.rows(),
                  result.bytes(),
                  result.added(),
                  result.listed()));
      return 0;
    }
    out()
        .println(
            "%s: %s added with %s, %s; snapshot %s"
                .formatted(
                    path,
                    Amounts.count(result.added().size(), "file"),
                    Amounts.count(result.rows(), "row"),
                    Amounts.bytes(result.bytes()),
                    result.snapshot()));
    if (!result.listed().isEmpty()) {
      out().println(Amounts.count(result.listed().size(), "file") + " listed before");
    }
    return 0;
  }

  private record Document(
      String path,
      long snapshot,
      long rows,
      long bytes,
      List<String> filesAdded,
      List<String> filesListedBefore) {}
}
