package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Engine;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Figure 4: a store faster than HDFS. */
public final class GoodputByStore extends Goodput {
  private static final String STORE = "store";
  private static final String PLAIN = "bytes";
  private static final Path TMPFS = Path.of("/dev/shm");

  private final Map<String, Path> copies = new HashMap<>();

  @Override
  public Title title() {
    return new Title(
        39,
        "A store faster than HDFS",
        Paper.ALBIS,
        "figure 4",
        "Crail is retired: the same on HDFS, a local disk and tmpfs; 'bytes' only reads the"
            + " file of the placement albis."
            + HOW);
  }

  @Override
  public List<Knob> knobs() {
    String[] all = Arrays.copyOf(FORMATS, FORMATS.length + 1);
    all[FORMATS.length] = PLAIN;
    return List.of(
        Knob.words(FORMAT, "format, uncompressed; bytes: nothing is decoded", all)
            .quick("placed", "placed-albis", "arrow", PLAIN),
        Knob.words(STORE, "where the file is", "hdfs", "disk", "tmpfs"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    boolean plain = cell.is(FORMAT, PLAIN);
    Engine engine = engine(plain ? "placed-albis" : cell.get(FORMAT));
    Path file = lab.file(TABLE, engine.format());
    String address =
        switch (cell.get(STORE)) {
          case "hdfs" -> onHdfs(engine, lab);
          case "tmpfs" -> onTmpfs(file);
          default -> file.toString();
        };
    if (!plain) {
      return rates(read(engine, address, lab), 1, engine, lab);
    }
    Outcome.Builder out =
        lab.warm("bytes of the file", () -> String.valueOf(PlainRead.all(address)));
    return out.with(GOODPUT, "Gbit/s", gigabits(Files.size(file), out.median("time")))
        .note("goodput of 'bytes' is that of the file's own bytes")
        .build();
  }

  private String onTmpfs(Path file) throws Exception {
    if (!Files.isWritable(TMPFS)) {
      throw new NotMeasuredException(TMPFS + " is no tmpfs that can be written to");
    }
    String key = file.getFileName().toString();
    if (!copies.containsKey(key)) {
      Path copy =
          TMPFS.resolve("placed-" + ProcessHandle.current().pid() + "-" + file.getFileName());
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      copies.put(key, copy);
    }
    return copies.get(key).toString();
  }

  @Override
  public void close() throws IOException {
    super.close();
    for (Path copy : copies.values()) {
      Files.deleteIfExists(copy);
    }
    copies.clear();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "On a store faster than HDFS, Albis comes near the hardware",
            "59.9 Gbit/s on HDFS, 85.5 on Crail of 91.8 possible",
            t ->
                Finding.shown(
                    "Placed: HDFS %.2f, disk %.2f, tmpfs %.2f Gbit/s; bytes alone on tmpfs"
                        + " %.1f",
                    at(t, GOODPUT, "placed", STORE, "hdfs"),
                    at(t, GOODPUT, "placed", STORE, "disk"),
                    at(t, GOODPUT, "placed", STORE, "tmpfs"),
                    at(t, GOODPUT, PLAIN, STORE, "tmpfs"))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Goodput", GOODPUT, "Gbit/s", FORMAT));
  }
}
