package io.placed.table.split;

import io.placed.io.FileBlocks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which machines have the most of some ranges of files. */
public final class BlockHosts {
  /** More would not make a task more likely to run beside its data. */
  private static final int MAX_HOSTS = 3;

  private final Map<String, Long> bytes = new HashMap<>();

  /** At most three, the one with most bytes first; none if the file system has no blocks. */
  public static List<String> of(List<FileBlocks.Block> blocks, long start, long length) {
    BlockHosts hosts = new BlockHosts();
    hosts.add(blocks, start, length);
    return hosts.most();
  }

  /** Adds a range of a file that has these blocks. */
  void add(List<FileBlocks.Block> blocks, long start, long length) {
    for (FileBlocks.Block b : blocks) {
      long part = Math.min(start + length, b.end()) - Math.max(start, b.offset());
      if (part > 0) {
        for (String host : b.hosts()) {
          bytes.merge(host, part, Long::sum);
        }
      }
    }
  }

  /** At most three, the one with most bytes first. */
  List<String> most() {
    List<String> hosts = new ArrayList<>(bytes.keySet());
    hosts.sort(Comparator.comparingLong((String h) -> -bytes.get(h)).thenComparing(h -> h));
    return List.copyOf(hosts.subList(0, Math.min(MAX_HOSTS, hosts.size())));
  }
}
