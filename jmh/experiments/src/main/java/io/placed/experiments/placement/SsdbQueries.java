package io.placed.experiments.placement;

import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 9: Q1 of SS-DB in three sizes. */
public final class SsdbQueries extends StarQueries {
  @Override
  public Title title() {
    return new Title(
        9,
        "SS-DB Q1, easy, medium and hard",
        Paper.PLACEMENT,
        "figure 9",
        "One cycle of images, sorted by tile; the size is one image at scales below 0.1, tiny below"
            + " 1, small at 1; the best group is {x, y, v1}. The regular values of v1 encode very"
            + " well: files are looked at without encodings too, where the format can."
            + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return knobs("4 64", "on", "off");
  }

  private static String size(Lab lab) {
    return lab.scale() < 0.1 ? "image" : lab.scale() < 1 ? "tiny" : "small";
  }

  @Override
  String table(Lab lab) {
    return "ssdb." + size(lab);
  }

  @Override
  List<String> best() {
    return List.of("x", "y", "v1");
  }

  @Override
  List<String> queries() {
    return List.of("easy", "medium", "hard");
  }

  @Override
  StarQuery query(String name, Lab lab) {
    return StarQuery.ssdb(name, size(lab));
  }
}
