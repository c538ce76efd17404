package io.placed.hive.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Which machines have the most of a range of a file. */
final class BlockHosts {
  /** More would not make a task more likely to run beside its data. */
  private static final int MAX_HOSTS = 3;

  private final BlockLocation[] blocks;

  private BlockHosts(BlockLocation[] blocks) {
    this.blocks = blocks;
  }

  static BlockHosts of(Configuration job, Path file, long length) throws IOException {
    FileSystem fs = file.getFileSystem(job);
    BlockLocation[] blocks = fs.getFileBlockLocations(file, 0, length);
    return new BlockHosts(blocks == null ? new BlockLocation[0] : blocks);
  }

  /** At most three, the one with most bytes first. */
  String[] of(long start, long length) throws IOException {
    Map<String, Long> bytes = new HashMap<>();
    for (BlockLocation b : blocks) {
      long from = Math.max(start, b.getOffset());
      long end = Math.min(start + length, b.getOffset() + b.getLength());
      if (end > from) {
        for (String host : b.getHosts()) {
          bytes.merge(host, end - from, Long::sum);
        }
      }
    }
    List<String> hosts = new ArrayList<>(bytes.keySet());
    hosts.sort(Comparator.comparingLong((String h) -> -bytes.get(h)).thenComparing(h -> h));
    return hosts.stream().limit(MAX_HOSTS).toArray(String[]::new);
  }
}
