package io.placed.datasets;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/**
 * One cycle of SS-DB's images as a table of pixels, sorted by tile, y and x. A part is a run of
 * tiles, so that the parts in order are sorted as a whole.
 *
 * <p>The benchmark takes pix, var, valid and sat from a file of ten tiles that is not public; here
 * they come from numbers of the same generator, and v0 is pix. Query 1 reads none of them.
 */
final class SsdbCycle implements Generator {
  private static final long serialVersionUID = 1;

  private static final String[] COLUMNS = {
    "tile", "x", "y", "pix", "var", "valid", "sat", "v0", "v1", "v2", "v3", "v4", "v5", "v6"
  };

  /** Pixels of a side of a tile. */
  private static final int TILE = 100;

  private static final int SEEDS = 65_359;
  private static final int BASE_TILES = 10;

  private final SsdbSize size;

  SsdbCycle(SsdbSize size) {
    this.size = size;
  }

  @Override
  public Schema schema() {
    return Schema.of(Stream.of(COLUMNS).map(c -> Field.required(c, Type.INT32)).toList());
  }

  /** The seed of a pixel of the world, on which all its values depend. */
  static int seed(int image, int worldX, int worldY) {
    return (int) ((3141L * image + 592L * worldX + worldY) % SEEDS);
  }

  /** v1 to v6 for a seed. */
  static int value(int v, int seed) {
    double n = Lcg.normal(6L * seed + v);
    return (int)
        switch (v) {
          case 1 -> 65535 * n;
          case 2 -> 32768 + 32768 * n;
          case 3 -> -5e8 + 1e6 * n;
          case 4 -> 10 * n;
          case 5 -> 1000 + 100 * n;
          default -> 1 + .5 * n;
        };
  }

  @Override
  public Iterator<Object[]> rows(int part, int parts) {
    int perSide = (size.side() + TILE - 1) / TILE;
    int tiles = perSide * perSide;
    return new Pixels(
        perSide, (int) ((long) tiles * part / parts), (int) ((long) tiles * (part + 1) / parts));
  }

  /** Tile by tile, in each by y and x, and each pixel in all images. */
  private final class Pixels implements Iterator<Object[]> {
    private final int[][] values = new int[7][SEEDS];
    private final int[][] corners = new int[size.cycle()][];
    private final int perSide;
    private final int end;
    private int tile;
    private int x;
    private int y;
    private int image;

    Pixels(int perSide, int first, int end) {
      this.perSide = perSide;
      this.end = end;
      for (int v = 1; v <= 6; v++) {
        for (int seed = 0; seed < SEEDS; seed++) {
          values[v][seed] = value(v, seed);
        }
      }
      for (int i = 0; i < corners.length; i++) {
        corners[i] = size.corner(i);
      }
      begin(first);
    }

    private void begin(int next) {
      tile = next;
      x = next % perSide * TILE;
      y = next / perSide * TILE;
    }

    @Override
    public boolean hasNext() {
      return tile < end;
    }

    @Override
    public Object[] next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int s = seed(image, corners[image][0] + x, corners[image][1] + y);
      int base =
          (int)
              (1000
                  * Lcg.uniform(((tile + image) % BASE_TILES * TILE + y % TILE) * TILE + x % TILE));
      Object[] row =
          Generator.row(
              y / TILE * 1000 + x / TILE,
              x,
              y,
              base,
              base % 50,
              base % 97 == 0 ? 0 : 1,
              base > 990 ? 1 : 0,
              base,
              values[1][s],
              values[2][s],
              values[3][s],
              values[4][s],
              values[5][s],
              values[6][s]);
      advance();
      return row;
    }

    private void advance() {
      if (++image < corners.length) {
        return;
      }
      image = 0;
      if (++x < Math.min(size.side(), tile % perSide * TILE + TILE)) {
        return;
      }
      x = tile % perSide * TILE;
      if (++y < Math.min(size.side(), tile / perSide * TILE + TILE)) {
        return;
      }
      begin(tile + 1);
    }
  }
}
