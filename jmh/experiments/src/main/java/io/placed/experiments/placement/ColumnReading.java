package io.placed.experiments.placement;

import io.placed.benchmarks.engine.Totals;
import io.placed.experiments.Cell;
import io.placed.experiments.Experiment;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.placement.StoredTable.Access;
import io.placed.experiments.placement.StoredTable.Reading;
import io.placed.explain.ProcessIo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Experiments that read some columns of a random table and count bytes (§4): the table is written
 * in a layout, and read from a cold cache again and again.
 */
abstract class ColumnReading implements Experiment {
  static final String FORMAT = "format";
  static final String COLUMNS = "columns";
  static final String ROW_GROUP = "row-group";
  static final String IO = "io";
  static final String READAHEAD = "readahead";
  static final String STORE = "store";
  static final String EXCESS = "device/needed";
  static final String MODEL = "disk time";

  static final Knob FORMATS =
      Knob.words(
          FORMAT, "file format, as a container of the placement", "placed", "parquet", "orc");
  static final Knob ROW_GROUPS =
      Knob.numbers(ROW_GROUP, "size of a row group, MiB", "1 4 5 16 64 128 256 512");
  static final Knob IOS =
      Knob.numbers(
          IO,
          "buffer of the reader, KiB; 0: the format's own reader without the paper's buffer",
          "0 64 128 256 512");
  static final Knob READAHEADS =
      Knob.numbers(READAHEAD, "readahead of the device, KiB", "0 256 512 1024");

  /** Value of the knob for no buffer. */
  static final String READER = "reader";

  static final Knob READERS =
      Knob.words(READER, "pages in order as in the paper, or the format's own", "paper", "own");

  /** Seconds of a seek and bytes per second of the paper's disk (§6), whatever the disk here. */
  private static final double SEEK = 0.010;

  private static final double BANDWIDTH = 100.0 * (1 << 20);

  private StoredTable stored;
  private SourceTable table;
  private Totals totals;

  @Override
  public double scale(boolean quick) {
    return quick ? 0.03 : 1;
  }

  /** The table in a layout; the previous layout is removed. */
  final StoredTable stored(Layout layout, Lab lab) throws IOException {
    if (stored != null && stored.layout().equals(layout)) {
      return stored;
    }
    close();
    if (!layout.table().equals(table)) {
      totals = layout.table().totals();
      table = layout.table();
    }
    stored = StoredTable.write(lab.data().resolve("placement"), layout, totals);
    return stored;
  }

  @Override
  public void close() throws IOException {
    if (stored != null) {
      stored.close();
      stored = null;
    }
  }

  /** One reading. */
  interface Reader {
    Reading read() throws IOException;
  }

  /** Reads through the buffer that the cell names, or as the format's own library does. */
  static Reading read(Cell cell, StoredTable table, List<String> columns, Access access, Place p)
      throws IOException {
    int io = cell.integer(IO);
    return io == 0 ? table.own(columns, p) : table.buffered(columns, access, io, p);
  }

  /** Reads page by page without a buffer, or as the format's own library does. */
  static Reading direct(Cell cell, StoredTable table, List<String> columns, Access access)
      throws IOException {
    return cell.is(READER, "own")
        ? table.own(columns, Place.local())
        : table.buffered(columns, access, 0, Place.local());
  }

  /**
   * Counts a reading from a cold cache.
   *
   * @param readahead KiB
   * @param files what is dropped from the page cache before each repetition
   */
  static Outcome.Builder measure(
      StoredTable table, int readahead, List<Path> files, Lab lab, Reader reader)
      throws IOException, NotMeasuredException {
    Reading reading = reader.read();
    Outcome.Builder out =
        Outcome.ofNothing()
            .with("file", "B", table.length())
            .with("row groups", "", table.rowGroups())
            .with("needed", "B", reading.needed())
            .with("asked", "B", reading.read())
            .with("requests", "", reading.requests())
            .with("seeks", "", reading.seeks());
    double bytes = reading.read();
    if (lab.device().measures()) {
      bytes = cold(reading, readahead, files, lab, reader, out);
    } else {
      out.note("bytes of the device and times not measured: the page cache cannot be kept out");
    }
    return out.with(MODEL, "s", reading.seeks() * SEEK + bytes / BANDWIDTH);
  }

  private static double cold(
      Reading first, int readahead, List<Path> files, Lab lab, Reader reader, Outcome.Builder out)
      throws IOException, NotMeasuredException {
    List<Double> device = new ArrayList<>();
    List<Double> excess = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    List<Double> throughput = new ArrayList<>();
    try {
      for (int r = 0; r < lab.runs(); r++) {
        lab.device().drop(files);
        lab.device().readahead(readahead);
        long before = ProcessIo.deviceBytes();
        long start = System.nanoTime();
        Reading again = reader.read();
        double seconds = (System.nanoTime() - start) / 1e9;
        double bytes = ProcessIo.deviceBytes() - before;
        if (again.needed() != first.needed()) {
          throw new IllegalStateException("needed " + first + ", then " + again);
        }
        device.add(bytes);
        excess.add(bytes / first.needed());
        millis.add(seconds * 1e3);
        throughput.add(first.needed() / seconds / (1 << 20));
      }
    } finally {
      lab.device().readahead(-1);
    }
    out.with("device", "B", device)
        .with(EXCESS, "", excess)
        .with("time", "ms", millis)
        .with("throughput", "MiB/s", throughput);
    return out.median("device");
  }
}
