package io.placed.cli.combos;

import io.placed.cli.Cli;
import io.placed.table.snapshot.TableProperties;
import java.io.IOException;
import java.util.List;

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
}
