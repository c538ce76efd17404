package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Query;
import io.placed.experiments.Cell;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Figure 11: loading catalog_sales from memory. */
public final class LoadFromMemory extends SerialLoad {
  @Override
  public Title title() {
    return new Title(
        17,
        "Loading catalog_sales from memory",
        Paper.FORMATS,
        "figure 11",
        "The same with the file on tmpfs.");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    Query all = all(lab);
    if (!Files.isWritable(WriteSales.TMPFS)) {
      throw new NotMeasuredException(WriteSales.TMPFS + " is no tmpfs that can be written to");
    }
    Path from = lab.file(TABLE, engine.format());
    Path copy =
        WriteSales.TMPFS.resolve(
            "placed-" + ProcessHandle.current().pid() + "-" + from.getFileName());
    try {
      Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
      return TableScan.run(lab, TABLE, engine, all, copy, false).build();
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
