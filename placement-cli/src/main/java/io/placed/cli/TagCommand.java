package io.placed.cli;

import io.placed.cli.input.SnapshotOptions;
import io.placed.cli.store.Moment;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Tag;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed tag}. */
@Command(
    name = "tag",
    header = "Name a snapshot of a data set, so that vacuums keep it, or remove the name.",
    description = {
      "Tags the newest snapshot, or the one that --snapshot or --as-of names. A name can be given"
          + " to --snapshot wherever a number can. 'placed metadata PATH tags' lists the tags.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed tag warehouse/flights before-import",
      "  placed tag warehouse/flights v1 --snapshot 17 --replace",
      "  placed tag warehouse/flights v1 --delete",
      "  placed head warehouse/flights --snapshot v1",
    })
final class TagCommand extends BaseCommand {
  @Parameters(index = "0", paramLabel = "PATH", description = "A data set.")
  private String path;

  @Parameters(
      index = "1",
      paramLabel = "NAME",
      description = "Letters, digits, '.', '_' and '-'; not a number.")
  private String name;

  @Mixin private SnapshotOptions of;

  @Option(names = "--replace", description = "Let an existing tag name this snapshot instead.")
  private boolean replace;

  @Option(names = "--delete", description = "Remove the tag.")
  private boolean delete;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /**
   * @param snapshot null if the tag was removed
   */
  private record Document(String path, String tag, Long snapshot) {}

  @Override
  public Integer call() throws Exception {
    Moment moment = of.moment();
    argument(() -> Tag.requireName(name));
    if (delete && (replace || !moment.isNow())) {
      throw usage("--delete takes a name only: --replace, --snapshot and --as-of are for new tags");
    }
    DataSet dataSet = environment.withSnapshots(path);
    if (delete) {
      dataSet.deleteTag(name);
      print(null, "tag " + name + " is removed");
      return 0;
    }
    Long id = moment.isNow() ? null : Long.valueOf(moment.idIn(environment, dataSet));
    Tag tag = replace ? dataSet.replaceTag(name, id) : dataSet.createTag(name, id);
    print(tag.snapshot(), "tag " + tag.name() + " names snapshot " + tag.snapshot());
    return 0;
  }

  private void print(Long snapshot, String text) {
    if (json) {
      out().json(new Document(path, name, snapshot));
    } else {
      out().println(path + ": " + text);
    }
  }
}
