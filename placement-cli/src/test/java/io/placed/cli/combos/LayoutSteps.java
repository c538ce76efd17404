package io.placed.cli.combos;

import io.placed.cli.Cli;
import io.placed.table.DataSet;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Random steps that change no rows, but how they are stored. */
abstract class LayoutSteps extends ColumnSteps {
  LayoutSteps(String path, Model model) {
    super(path, model);
  }

  /** Merges files; foreign ones would become files of the table, or not, by their sizes. */
  String optimize() throws IOException {
    String size = random.nextInt(1, 100) + "KiB";
    long before = newest();
    Cli.run("optimize", path, "--file-size", size, "--overlap", random.nextInt(6) / 10.0).ok();
    if (newest() > before) {
      committed(model.now().columns(), model.now().rows());
    }
    return "optimize to " + size;
  }

  String maxDeletedShare() throws IOException {
    String share = List.of("0", "0.1", "0.5", "1").get(random.nextInt(4));
    Cli.run("properties", path, "--set", TableProperties.DELETES_MAX_SHARE + "=" + share).ok();
    committed(model.now().columns(), model.now().rows());
    return "deletion vectors up to " + share;
  }

  /** Expires the older snapshots but one that has a tag. */
  String vacuum() throws IOException {
    List<Long> ids = new ArrayList<>(model.snapshots.keySet());
    long tagged = ids.get(random.nextInt(ids.size()));
    DataSet table = DataSet.at(stores, path);
    if (random.nextInt(3) == 0) {
      table.replaceTag("kept", tagged);
      committed(model.now().columns(), model.now().rows());
    }
    int keep = 1 + random.nextInt(8);
    Cli.run("vacuum", path, "--older-than", "0s", "--keep", keep).ok();
    committed(model.now().columns(), model.now().rows());
    Set<Long> left = table.history().stream().map(SnapshotInfo::id).collect(Collectors.toSet());
    model.snapshots.keySet().retainAll(left);
    model.oldest = table.directory().log().newest().retention().from();
    return "vacuum to " + left;
  }
}
