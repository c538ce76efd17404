package io.placed.experiments.placement;

import io.placed.datasets.RandomTable;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Hdfs;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 4: row group × buffer × readahead on HDFS. */
public final class RowGroupSizeHdfs extends RowGroupSize {
  private static final String SHORT_CIRCUIT = "hdfs-short-circuit";

  @Override
  public Title title() {
    return new Title(
        2,
        "Row group size, HDFS with and without short-circuit reads",
        Paper.PLACEMENT,
        "figure 4",
        "T2: 16 columns of 40 random characters, neither compressed nor encoded, one file, on"
            + " HDFS. Four columns that do not touch are read from a cold cache: each column of"
            + " a row group after the other through one buffer, or (io = 0) by the format's own"
            + " reader.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        ROW_GROUPS.quick("1 16"),
        Knob.words(STORE, "how blocks are read", "hdfs", SHORT_CIRCUIT),
        IOS.quick("0 256"),
        READAHEADS.quick("512"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    StoredTable stored = stored(cell, SourceTable.random("T2", lab.scale()), lab);
    Hdfs hdfs = lab.hdfs();
    if (!stored.isOn(hdfs)) {
      stored.copyTo(hdfs);
    }
    Place place = Place.of(hdfs, cell.is(STORE, SHORT_CIRCUIT));
    return read(cell, lab, stored, RandomTable.columns(4), place, hdfs.blockFiles())
        .note("HDFS: " + hdfs.text())
        .build();
  }

  @Override
  public List<Finding> findings() {
    return findings(STORE, "hdfs");
  }

  @Override
  public List<Chart> charts() {
    return charts(FORMAT, READAHEAD, STORE);
  }
}
