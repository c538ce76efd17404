package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.io.hadoop.Replicas;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.scan.FileVerifier;
import io.placed.scan.SiblingInfo;
import io.placed.schema.Schema;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The blocks that the NameNode reports are the physical blocks of the placement. */
@OneIn(2)
class PackingOnHdfsTest {
  private static final int ROWS = 12_000;

  @TempDir static Path dir;
  private static MiniDFSCluster cluster;
  private static Configuration conf;

  @BeforeAll
  static void start() throws IOException {
    conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(dir.toFile(), "dfs").toString());
    conf.setInt("dfs.replication", 2);
    // Otherwise blocks are not where they are asked for once a DataNode has said that it is busy.
    conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    // Retry delay of a client if the last block is not reported yet. The default of 400 ms would be
    // most of the test.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(5).build();
    cluster.waitActive();
    conf = cluster.getConfiguration(0);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /**
   * The presets with row groups of about 96 KiB and blocks of corresponding size, and packings of
   * no preset.
   */
  static List<String> placements() {
    Stream<String> scaled =
        Placement.presetNames().stream()
            .map(
                name -> {
                  Placement p = Placement.preset(name);
                  boolean rows = p.rowGroups() instanceof RowGroups.OfRows;
                  String text = name + "; row-group=" + (rows ? "1024 rows" : "96KiB");
                  if (p.packing() instanceof Packing.ManyRowGroups) {
                    text += "; packing=many-row-groups(block=300KiB)";
                  } else if (p.packing() instanceof Packing.ColumnGroupRuns) {
                    text += "; packing=column-group-runs(block=90KiB)";
                  }
                  return text;
                });
    Stream<String> others =
        Stream.of(
            "row-group=96KiB; packing=files(3; block=100KiB); column-groups=(b,c)",
            "row-group=96KiB; packing=files(4)",
            "row-group=96KiB; packing=copies(one-row-group; (id,b); all stride 1)");
    return Chosen.any(Stream.concat(scaled, others).toList(), 5);
  }

  @ParameterizedTest
  @MethodSource("placements")
  void blocksAreThoseOfThePlacement(String text) throws IOException {
    long seed = new Random().nextLong();
    Placement placement = Placement.parse(text);
    String path = cluster.getFileSystem().getUri() + "/t" + text.hashCode() + "/t.placed";
    write(path, text, seed);
    try (FileReader file = open(path)) {
      assertEquals(ROWS, file.rows());
      List<FileMap.Block> blocks = file.map(false).blocks();
      List<Set<String>> hosts = requireBlocks(path, file.siblings(), blocks);
      requireNoStraddling(file, placement, blocks);
      if (!(placement.packing() instanceof Packing.Copies)) {
        requireTogether(file, hosts);
      }
    }
    // Every byte of every file belongs to a part; there is no padding.
    var input = new HadoopFileStores(conf).forPath(path).input(path);
    assertEquals(List.of(), FileVerifier.verify(input, new IoCounters()), "seed " + seed);
    try (TableScan scan = Placed.read(path).hadoop(conf).select("id", "d").open()) {
      assertEquals(ROWS, scan.rows().count(), "seed " + seed);
    }
  }

  private static void write(String path, String placement, long seed) throws IOException {
    Schema schema =
        Schema.parse("id: int64 not null, b: binary, c: binary, d: int32 not null, e: double");
    Random random = new Random(seed);
    try (TableWriter out = Placed.write(path, schema).hadoop(conf).placement(placement).open()) {
      for (long i = 0; i < ROWS; i++) {
        byte[] b = new byte[60];
        byte[] c = new byte[25];
        random.nextBytes(b);
        random.nextBytes(c);
        out.write(i, b, c, random.nextInt(), random.nextDouble());
      }
      out.commit();
    }
    Replicas.await(cluster.getFileSystem(), PathNames.parent(path), 2);
  }

  private static FileReader open(String path) throws IOException {
    return FileReader.open(new HadoopFileStores(conf).forPath(path).input(path), new IoCounters());
  }

  /**
   * @return the hosts of each block
   */
  private static List<Set<String>> requireBlocks(
      String path, List<SiblingInfo> siblings, List<FileMap.Block> blocks) throws IOException {
    List<String> expected = new ArrayList<>();
    blocks.forEach(b -> expected.add(b.file() + ": " + b.offset() + " + " + b.length()));
    List<String> found = new ArrayList<>();
    List<Set<String>> hosts = new ArrayList<>();
    for (int f = 0; f <= siblings.size(); f++) {
      String name =
          f == 0 ? path : PathNames.join(PathNames.parent(path), siblings.get(f - 1).name());
      var fs = cluster.getFileSystem();
      FileStatus status = fs.getFileStatus(new org.apache.hadoop.fs.Path(name));
      for (BlockLocation b : fs.getFileBlockLocations(status, 0, status.getLen())) {
        found.add(f + ": " + b.getOffset() + " + " + b.getLength());
        hosts.add(Set.of(b.getNames()));
      }
    }
    assertEquals(expected, found);
    return hosts;
  }

  private static List<FileMap.Extent> data(FileReader file) throws IOException {
    return file.map(false).extents().stream().filter(FileMap.Extent::data).toList();
  }

  /** Each unit of the packing is in one block. */
  private static void requireNoStraddling(
      FileReader file, Placement placement, List<FileMap.Block> blocks) throws IOException {
    boolean whole =
        placement.packing() instanceof Packing.ManyRowGroups
            || placement.packing() instanceof Packing.OneRowGroup;
    whole &= file.siblings().isEmpty();
    TreeMap<String, Set<Integer>> blocksOf = new TreeMap<>();
    for (FileMap.Extent e : data(file)) {
      FileMap.Block b = blocks.get(e.block());
      assertTrue(e.offset() >= b.offset() && e.end() <= b.end());
      String unit = whole ? "" + e.rowGroup() : e.rowGroup() + " " + e.file();
      blocksOf.computeIfAbsent(unit, u -> new HashSet<>()).add(e.block());
    }
    blocksOf.forEach((unit, in) -> assertEquals(1, in.size(), unit));
  }

  /** For at least 95 % of the row groups, one host has all blocks. */
  private static void requireTogether(FileReader file, List<Set<String>> hosts) throws IOException {
    TreeMap<Integer, Set<String>> common = new TreeMap<>();
    for (FileMap.Extent e : data(file)) {
      common.computeIfAbsent(e.rowGroup(), g -> new HashSet<>(hosts.get(e.block())));
      common.get(e.rowGroup()).retainAll(hosts.get(e.block()));
    }
    long together = common.values().stream().filter(s -> !s.isEmpty()).count();
    assertTrue(together >= 0.95 * common.size(), together + " of " + common.size());
  }
}
