package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Engine;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 2: formats on HDFS. */
public final class GoodputOnHdfs extends Goodput {
  @Override
  public Title title() {
    return new Title(
        36,
        "Formats on HDFS",
        Paper.ALBIS,
        "figure 2",
        "One thread; HDFS is a data node of the same process unless --hdfs names one." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(USUAL);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = engine(cell.get(FORMAT));
    return rates(read(engine, onHdfs(engine, lab), lab), 1, engine, lab);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Order of the formats",
            "JSON < Avro < Parquet < ORC < Arrow",
            t -> {
              double[] g = {
                at(t, GOODPUT, "json").orElse(9e9),
                at(t, GOODPUT, "avro").orElse(0),
                at(t, GOODPUT, "parquet").orElse(0),
                at(t, GOODPUT, "orc").orElse(0),
                at(t, GOODPUT, "arrow").orElse(0)
              };
              boolean ascending = true;
              for (int i = 1; i < g.length; i++) {
                ascending &= g[i] > g[i - 1];
              }
              return Finding.judged(
                  "JSON %.2f, Avro %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f, Placed %.2f, its"
                      + " albis %.2f Gbit/s",
                  Finding.verdict(ascending),
                  at(t, GOODPUT, "json"),
                  at(t, GOODPUT, "avro"),
                  at(t, GOODPUT, "parquet"),
                  at(t, GOODPUT, "orc"),
                  at(t, GOODPUT, "arrow"),
                  at(t, GOODPUT, "placed"),
                  at(t, GOODPUT, "placed-albis"));
            }));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Goodput", GOODPUT, "Gbit/s", FORMAT));
  }
}
