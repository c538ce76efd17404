package io.placed.picture.map;

import io.placed.io.FileBlocks;
import io.placed.picture.map.Picture.Bar;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.text.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The bars of row groups and blocks at a lane. */
final class LaneBars {
  private LaneBars() {}

  /** Row groups, each from its first to its last byte in a file. */
  static List<Bar> rowGroups(FileMap map, int file, FileReader reader, int most) {
    Map<Integer, long[]> ranges = new LinkedHashMap<>();
    for (FileMap.Extent e : map.extents()) {
      if (e.data() && e.file() == file) {
        ranges.computeIfAbsent(e.rowGroup(), g -> new long[] {e.offset(), 0})[1] = e.end();
      }
    }
    List<Bar> out = new ArrayList<>();
    if (ranges.size() > most) {
      return out;
    }
    ranges.forEach(
        (g, r) -> {
          String text =
              String.format(
                  Locale.ROOT,
                  "row group %d of %d%n%s, %s at %s",
                  g,
                  reader.rowGroups().size(),
                  Amounts.count(reader.rowGroups().get(g).rows(), "row"),
                  Amounts.bytes(r[1] - r[0]),
                  Amounts.count(r[0]));
          out.add(new Bar(r[0], r[1] - r[0], text));
        });
    return out;
  }

  static List<Bar> physical(FileMap map, int file) {
    List<Bar> out = new ArrayList<>();
    for (int b = 0; b < map.blocks().size(); b++) {
      FileMap.Block k = map.blocks().get(b);
      if (k.file() == file) {
        String text =
            String.format(
                Locale.ROOT,
                "physical block %d%n%s at %s",
                b,
                Amounts.bytes(k.length()),
                Amounts.count(k.offset()));
        out.add(new Bar(k.offset(), k.length(), text));
      }
    }
    return out;
  }

  static List<Bar> stored(FileBlocks blocks) {
    List<Bar> out = new ArrayList<>();
    for (FileBlocks.Block b : blocks.blocks()) {
      String text =
          String.format(
              Locale.ROOT,
              "block of the file system%n%s at %s%n%d of %d replicas: %s",
              Amounts.bytes(b.length()),
              Amounts.count(b.offset()),
              b.nodes().size(),
              blocks.replication(),
              String.join(", ", b.hosts()));
      out.add(new Bar(b.offset(), b.length(), text));
    }
    return out;
  }
}
