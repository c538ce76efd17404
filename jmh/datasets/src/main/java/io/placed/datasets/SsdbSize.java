package io.placed.datasets;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * A size of SS-DB.
 *
 * @param total images in all cycles
 * @param side of an image, in pixels
 * @param range in which the images lie densely, in pixels of the world
 */
record SsdbSize(int total, int side, int range) implements Serializable {
  /** Pixels of a side of the world. */
  private static final int WORLD = 1_000_000;

  static SsdbSize of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      // One image of the smallest size, for quick looks: no size of the benchmark.
      case "image" -> new SsdbSize(1, 1000, 1200);
      case "tiny" -> new SsdbSize(10, 1000, 1200);
      case "very-small" -> new SsdbSize(40, 1600, 3162);
      case "small" -> new SsdbSize(160, 3750, 10_000);
      case "normal" -> new SsdbSize(400, 7500, 31_623);
      case "large" -> new SsdbSize(1000, 15_000, 100_000);
      default ->
          throw new IllegalArgumentException(
              "no size '"
                  + name
                  + "' of SS-DB: there are "
                  + List.of("tiny", "very-small", "small", "normal", "large"));
    };
  }

  /** Images of a cycle; queries look at one cycle. */
  int cycle() {
    return Math.min(total, 20);
  }

  /** The lower left corner of an image: x, y. */
  int[] corner(int image) {
    int t = image >= total / 2 ? image - total / 2 : image;
    boolean dense = Lcg.uniform(3L * t) < .8;
    int x = place(dense, Lcg.uniform(3L * t + 1)) + image % 3 - 1;
    int y = place(dense, Lcg.uniform(3L * t + 2)) + image / 3 % 3 - 1;
    return new int[] {Math.max(0, x), Math.max(0, y)};
  }

  private int place(boolean dense, double u) {
    return (int) (dense ? (WORLD - range) / 2 + u * (range - side) : u * (WORLD - side));
  }
}
