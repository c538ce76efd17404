package io.placed.cli.store;

import io.placed.io.FileBlocks;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The physical blocks of a table compared with the blocks of the file system. */
public final class TableBlocks {
  /**
   * A physical block.
   *
   * @param number of the block among those of its data file
   * @param rowGroups numbers of the row groups that have bytes in it
   * @param groups numbers of the column groups that have bytes in it
   * @param stored the blocks of the file system that hold it; if the file system reports none,
   *     those expected with blocks of the configured size
   * @param exact whether it is exactly one block of the file system
   * @param straddling row groups whose bytes in it are in more than one block of the file system
   * @param padding unused bytes
   */
  public record Physical(
      String file,
      int number,
      long offset,
      long length,
      TreeSet<Integer> rowGroups,
      TreeSet<Integer> groups,
      List<FileBlocks.Block> stored,
      boolean exact,
      int straddling,
      long padding,
      int replication) {

    /** The lowest number of replicas of the blocks that hold it. */
    public int replicas() {
      return stored.stream().mapToInt(b -> b.nodes().size()).min().orElse(0);
    }

    public Set<String> hosts() {
      Set<String> hosts = new TreeSet<>();
      stored.forEach(b -> hosts.addAll(b.hosts()));
      return hosts;
    }
  }

  private final Set<String> placements = new LinkedHashSet<>();
  private final Set<Long> blockSizes = new TreeSet<>();
  private final Set<Long> configured = new TreeSet<>();
  private final List<Physical> blocks = new ArrayList<>();
  private long rows;
  private long bytes;
  private int files;
  private int storedBlocks;
  private int rowGroups;
  private int straddlingRowGroups;
  private long padding;
  private int columnGroups;

  private int together;
  private int sameNodes;
  private boolean known = true;

  private TableBlocks() {}

  /** Opens every file of the table and asks the file system about it. */
  public static TableBlocks of(FileStores stores, String path) throws IOException {
    TableBlocks table = new TableBlocks();
    TableFiles files = new TableFiles(stores, path);
    table.rows = files.snapshot().rows();
    for (DataFile f : files.files()) {
      try (FileReader reader = files.open(f)) {
        table.add(files, f, reader);
      }
    }
    return table;
  }

  private void add(TableFiles table, DataFile file, FileReader reader) throws IOException {
    FileMap map = reader.map(false);
    Placement placement = reader.placement();
    placements.add(placement.toString());
    long block = configuredBlock(placement);
    configured.add(block);
    List<FileBlocks> stored = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int f = 0; f < map.files().size(); f++) {
      FileMap.MappedFile m = map.files().get(f);
      FileBlocks found = table.blocks(file, f, m.name());
      known &= found.known();
      if (found.known()) {
        blockSizes.add(found.blockBytes());
        storedBlocks += found.blocks().size();
      }
      stored.add(found);
      names.add(f == 0 ? file.path() : m.name());
      bytes += m.length();
      files++;
    }
    rowGroups += reader.rowGroups().size();
    blocks(map, names, stored, block);
    colocation(map, stored, reader.rowGroups().size());
  }

  private void blocks(FileMap map, List<String> names, List<FileBlocks> stored, long block) {
    List<TreeSet<Integer>> inRowGroups = new ArrayList<>();
    List<TreeSet<Integer>> inGroups = new ArrayList<>();
    List<Map<Integer, long[]>> ranges = new ArrayList<>();
    long[] used = new long[map.blocks().size()];
    for (int b = 0; b < used.length; b++) {
      inRowGroups.add(new TreeSet<>());
      inGroups.add(new TreeSet<>());
      ranges.add(new HashMap<>());
    }
    for (FileMap.Extent e : map.extents()) {
      if (e.block() < 0) {
        continue;
      }
      used[e.block()] += e.length();
      if (e.data()) {
        inRowGroups.get(e.block()).add(e.rowGroup());
        inGroups.get(e.block()).add(e.group());
        ranges
            .get(e.block())
            .merge(
                e.rowGroup(),
                new long[] {e.offset(), e.end()},
                (x, y) -> new long[] {Math.min(x[0], y[0]), Math.max(x[1], y[1])});
        columnGroups = Math.max(columnGroups, e.group() + 1);
      }
    }
    Set<Integer> straddling = new HashSet<>();
    for (int b = 0; b < used.length; b++) {
      FileMap.Block p = map.blocks().get(b);
      FileBlocks real = stored.get(p.file());
      List<FileBlocks.Block> in =
          real.known() ? real.overlapping(p.offset(), p.length()) : cut(p, block);
      int over = 0;
      for (Map.Entry<Integer, long[]> g : ranges.get(b).entrySet()) {
        long from = g.getValue()[0];
        long to = g.getValue()[1];
        if (in.stream().filter(s -> s.offset() < to && from < s.end()).count() > 1) {
          over++;
          straddling.add(g.getKey());
        }
      }
      long unused = p.length() - used[b];
      padding += unused;
      boolean exact =
          in.size() == 1 && in.get(0).offset() == p.offset() && in.get(0).length() == p.length();
      blocks.add(
          new Physical(
              names.get(p.file()),
              b,
              p.offset(),
              p.length(),
              inRowGroups.get(b),
              inGroups.get(b),
              in,
              exact,
              over,
              unused,
              real.replication()));
    }
    straddlingRowGroups += straddling.size();
  }

  private void colocation(FileMap map, List<FileBlocks> stored, int count) {
    List<Set<FileBlocks.Block>> needed = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      needed.add(new LinkedHashSet<>());
    }
    for (FileMap.Extent e : map.extents()) {
      if (e.data()) {
        needed.get(e.rowGroup()).addAll(stored.get(e.file()).overlapping(e.offset(), e.length()));
      }
    }
    for (Set<FileBlocks.Block> of : needed) {
      Set<String> every = null;
      Set<String> any = new HashSet<>();
      for (FileBlocks.Block b : of) {
        any.addAll(b.nodes());
        if (every == null) {
          every = new HashSet<>(b.nodes());
        } else {
          every.retainAll(b.nodes());
        }
      }
      together += every == null || every.isEmpty() ? 0 : 1;
      sameNodes += every == null || every.isEmpty() || every.size() < any.size() ? 0 : 1;
    }
  }

  /** The blocks of this size that a physical block would take. */
  private static List<FileBlocks.Block> cut(FileMap.Block p, long block) {
    List<FileBlocks.Block> out = new ArrayList<>();
    long step = block <= 0 ? Math.max(1, p.length()) : block;
    for (long at = p.offset(); at < p.end(); at += Math.min(step, p.end() - at)) {
      long length = Math.min(step, p.end() - at);
      out.add(new FileBlocks.Block(at, length, List.of(), List.of(), false));
    }
    return out;
  }

  /** The block size of a placement in bytes; 0 if the packing sets none. */
  private static long configuredBlock(Placement placement) {
    long block = placement.blockBytes();
    return block == Long.MAX_VALUE ? 0 : block;
  }

  /** Whether the file system reported the blocks of all files. */
  public boolean known() {
    return known && !blocks.isEmpty();
  }

  public Set<String> placements() {
    return placements;
  }

  /** The block sizes of the files. */
  public Set<Long> blockSizes() {
    return blockSizes;
  }

  /** The block sizes of the placements, 0 for one without. */
  public Set<Long> configured() {
    return configured;
  }

  public List<Physical> blocks() {
    return blocks;
  }

  public long rows() {
    return rows;
  }

  public long bytes() {
    return bytes;
  }

  /** Number of files, including siblings. */
  public int files() {
    return files;
  }

  public int storedBlocks() {
    return storedBlocks;
  }

  /** Physical blocks that are exactly one block of the file system. */
  public long exactBlocks() {
    return blocks.stream().filter(Physical::exact).count();
  }

  public int rowGroups() {
    return rowGroups;
  }

  public int columnGroups() {
    return columnGroups;
  }

  public int straddlingRowGroups() {
    return straddlingRowGroups;
  }

  /** Unused bytes in physical blocks. */
  public long padding() {
    return padding;
  }

  /** Row groups with all blocks on one node. */
  public int together() {
    return together;
  }

  /** Row groups whose blocks have all replicas on the same nodes. */
  public int sameNodes() {
    return sameNodes;
  }
}
