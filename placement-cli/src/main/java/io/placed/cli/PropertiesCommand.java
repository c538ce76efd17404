package io.placed.cli;

import io.placed.advise.columns.SearchSettings;
import io.placed.table.DataSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed properties}. */
@Command(
    name = "properties",
    header = "Show or change the properties of a data set.",
    description = {
      "Properties are settings of later writes, and placed.foreign-files: whether Placed files that"
          + " no snapshot lists are visible (true or false); advise=watch lets optimize say when the"
          + " workload of advise.history has moved away from the placement. All changes are made in"
          + " one snapshot.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed properties warehouse/flights",
      "  placed properties warehouse/flights --set placed.foreign-files=true",
      "  placed properties warehouse/flights --unset placement.reorder",
    })
final class PropertiesCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A data set.")
  private String path;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Set a property. Can be given several times.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--unset",
      paramLabel = "NAME",
      description = "Remove a property. Can be given several times.")
  private List<String> unset = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    DataSet dataSet = environment.withSnapshots(path);
    Map<String, String> changes = new LinkedHashMap<>(set);
    for (String name : unset) {
      if (changes.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
        throw usage("property " + name + ": is both set and removed");
      }
      changes.put(name, null);
    }
    if (!changes.isEmpty()) {
      argument(
          () -> {
            SearchSettings.requireProperties(
                dataSet.directory().newestLogged().properties(), changes);
            return dataSet.alter(List.of(), changes);
          });
    }
    Map<String, String> all = new TreeMap<>(dataSet.directory().newestLogged().properties());
    if (json) {
      out().json(all);
    } else {
      all.forEach((name, value) -> out().println(name + "=" + value));
    }
    return 0;
  }
}
