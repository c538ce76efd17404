package io.placed.cli;

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

  @Override
  public Integer call() throws Exception {
    Moment moment = of.moment();
    argument(() -> Tag.requireName(name));
    if (delete && (replace || !moment.isNow())) {
      throw usage("--delete takes a name only: --replace, --snapshot and --as-of are for new tags");
    }
    DataSet dataSet = DataSet.at(environment, path);
    if (delete) {
      dataSet.deleteTag(name);
      out().println(path + ": tag " + name + " is removed");
      return 0;
    }
    Long id = moment.isNow() ? null : Long.valueOf(moment.idIn(environment, dataSet));
    Tag tag = replace ? dataSet.replaceTag(name, id) : dataSet.createTag(name, id);
    out().println(path + ": tag " + tag.name() + " names snapshot " + tag.snapshot());
    return 0;
  }
}
