package io.placed.table.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.io.FileStores;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.io.hadoop.Replicas;
import io.placed.scan.FileMap;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.table.source.SourceFile;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.hdfs.DFSOpsCountStatistics;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks name the DataNodes that have most of what they read. */
class TaskHostsTest {
  private static final int ROWS = 9_000;
  private static final String SMALL_FILES = "row-group=96KiB; packing=one-row-group";

  @TempDir static Path dir;
  private static MiniDFSCluster cluster;
  private static FileStores stores;

  /** Blocks of the files that were asked for: files never change. */
  private static final Map<String, BlockLocation[]> BLOCKS = new HashMap<>();

  private static final Map<FileSlice, Map<String, Long>> BYTES = new HashMap<>();

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(dir.toFile(), "dfs").toString());
    conf.setInt("dfs.replication", 2);
    // Otherwise blocks are not where they are asked for once a DataNode has said that it is busy.
    conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    // Retry delay of a client if the last block is not reported yet. The default of 400 ms would be
    // most of the test.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    cluster =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(5)
            .hosts(new String[] {"node1", "node2", "node3", "node4", "node5"})
            .build();
    cluster.waitActive();
    stores = new HadoopFileStores(cluster.getConfiguration(0));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static String path(String name) throws IOException {
    return cluster.getFileSystem().getUri() + "/" + name;
  }

  private static void write(String path, String placement, Random random) throws IOException {
    Schema schema =
        Schema.parse("id: int64 not null, b: binary, c: binary, d: int32 not null, e: double");
    try (TableWriter out =
        Placed.write(path, schema)
            .hadoop(cluster.getConfiguration(0))
            .placement(placement)
            .open()) {
      for (long i = 0; i < ROWS; i++) {
        byte[] b = new byte[60];
        byte[] c = new byte[25];
        random.nextBytes(b);
        random.nextBytes(c);
        out.write(i, b, c, random.nextInt(), random.nextDouble());
      }
      out.commit();
    }
    Replicas.await(cluster.getFileSystem(), path, 2);
  }

  private static List<SourceFile> files(String path) throws IOException {
    return TableSource.open(stores, SourceRequest.of(List.of(path))).files();
  }

  /** Tasks of about so many bytes. */
  private static List<ReadTask> tasks(List<SourceFile> files, long bytes) {
    return new SlicePlanner(new SplitSizes(bytes, 1, 1, 0), 1).plan(files);
  }

  /** Bytes of the pages of the slices of a task by host, from the files' own maps. */
  private static Map<String, Long> bytes(ReadTask task) throws IOException {
    Map<String, Long> bytes = new HashMap<>();
    for (FileSlice slice : task.slices()) {
      if (!BYTES.containsKey(slice)) {
        BYTES.put(slice, bytes(slice));
      }
      BYTES.get(slice).forEach((host, part) -> bytes.merge(host, part, Long::sum));
    }
    return bytes;
  }

  private static Map<String, Long> bytes(FileSlice slice) throws IOException {
    Map<String, Long> bytes = new HashMap<>();
    try (FileReader file = slice.open(stores)) {
      for (FileMap.Extent e : file.map(false).extents()) {
        if (e.data()
            && e.rowGroup() >= slice.firstRowGroup()
            && e.rowGroup() < slice.endRowGroup()) {
          String name =
              e.file() == 0
                  ? slice.path()
                  : slice.path().substring(0, slice.path().lastIndexOf('/') + 1)
                      + file.siblings().get(e.file() - 1).name();
          for (BlockLocation b : blocks(name)) {
            long from = Math.max(b.getOffset(), e.offset());
            long part = Math.min(b.getOffset() + b.getLength(), e.end()) - from;
            if (part > 0) {
              for (String host : b.getHosts()) {
                bytes.merge(host, part, Long::sum);
              }
            }
          }
        }
      }
    }
    return bytes;
  }

  private static BlockLocation[] blocks(String file) throws IOException {
    BlockLocation[] blocks = BLOCKS.get(file);
    if (blocks == null) {
      var path = new org.apache.hadoop.fs.Path(file);
      blocks = cluster.getFileSystem().getFileBlockLocations(path, 0, Long.MAX_VALUE);
      BLOCKS.put(file, blocks);
    }
    return blocks;
  }

  /** Hosts with so many bytes that a task may name them first. */
  private static Set<String> good(Map<String, Long> bytes) {
    long most = bytes.values().stream().mapToLong(b -> b).max().orElseThrow();
    return bytes.keySet().stream()
        .filter(h -> bytes.get(h) >= 0.7 * most)
        .collect(Collectors.toSet());
  }

  static List<String> placements() {
    return Chosen.any(
        List.of(
            SMALL_FILES,
            "row-group=96KiB; packing=many-row-groups(block=300KiB)",
            "row-group=96KiB; packing=files(3; block=100KiB); column-groups=(b,c)",
            "row-group=96KiB; packing=files(2)",
            "row-group=96KiB; packing=file-per-subset",
            "row-group=96KiB; packing=column-group-runs(block=90KiB)"),
        2);
  }

  @ParameterizedTest
  @MethodSource("placements")
  void hostsHaveMostOfTheBytes(String placement) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String path = path("t" + placement.hashCode());
    // HDFS chooses machines at random: write on until no machine is a good answer for every task.
    List<SourceFile> files = List.of();
    Set<String> everywhere = new HashSet<>(Set.of("node1", "node2", "node3", "node4", "node5"));
    while (files.size() < 3 || !everywhere.isEmpty()) {
      write(path, placement, random);
      files = files(path);
      for (ReadTask task : tasks(files, 1)) {
        everywhere.retainAll(good(bytes(task)));
      }
    }
    boolean exact = files.stream().allMatch(f -> f.file().siblings().isEmpty());
    TaskHosts hosts = TaskHosts.of(stores, files);
    Set<String> first = new HashSet<>();
    for (long size : new long[] {1, 200 << 10, 1 << 20, 1 << 30}) {
      for (ReadTask task : tasks(files, size)) {
        String context = "seed " + seed + " " + task.slices();
        Map<String, Long> expected = bytes(task);
        List<String> found = hosts.of(task);
        assertEquals(Math.min(3, expected.size()), found.size(), context);
        long most = expected.values().stream().mapToLong(b -> b).max().orElseThrow();
        long own = expected.getOrDefault(found.get(0), 0L);
        assertTrue(own >= (exact ? 0.999 : 0.7) * most, context + ": " + found + " of " + expected);
        first.add(found.get(0));
      }
    }
    assertTrue(first.size() > 1, first.toString());
  }

  private static long calls(String operation) {
    return GlobalStorageStatistics.INSTANCE.get(DFSOpsCountStatistics.NAME).getLong(operation);
  }

  @Test
  void directoriesAreListedOnce() throws IOException {
    Random random = new Random(7);
    String path = path("listed");
    for (int f = 0; f < 6; f++) {
      write(path, "row-group=96KiB; packing=files(3)", random);
    }
    List<SourceFile> files = files(path);
    long lists = calls("op_list_located_status");
    long single = calls("op_get_file_block_locations");
    long stats = calls("op_get_file_status");
    TaskHosts hosts = TaskHosts.of(stores, files);
    assertEquals(1, calls("op_list_located_status") - lists);
    assertEquals(0, calls("op_get_file_block_locations") - single);
    assertEquals(0, calls("op_get_file_status") - stats);
    assertFalse(hosts.of(tasks(files, 1 << 30).get(0)).isEmpty());
  }

  /** Of few files among many, each is asked for; one that is gone has no hosts. */
  @Test
  void fewFilesOfManyAreAskedForThemselves() throws IOException {
    String path = path("many");
    Random random = new Random(8);
    write(path, SMALL_FILES, random);
    var fs = cluster.getFileSystem();
    for (int f = 0; f < 300; f++) {
      fs.create(new org.apache.hadoop.fs.Path(path + "/0-" + f)).close();
    }
    write(path, SMALL_FILES, random);
    List<SourceFile> files = files(path);
    long single = calls("op_get_file_block_locations");
    TaskHosts hosts = TaskHosts.of(stores, files);
    assertEquals(2, calls("op_get_file_block_locations") - single);
    for (ReadTask task : tasks(files, 1)) {
      assertEquals(2, hosts.of(task).size());
    }
    fs.delete(new org.apache.hadoop.fs.Path(files.get(0).path()), false);
    hosts = TaskHosts.of(stores, files);
    for (ReadTask task : tasks(files, 1)) {
      boolean gone = task.slices().get(0).path().equals(files.get(0).path());
      assertEquals(gone ? 0 : 2, hosts.of(task).size());
    }
  }

  @Test
  void localFilesAreNotAskedFor() throws IOException {
    String path = dir.resolve("local").toString();
    Schema schema = Schema.parse("id: int64 not null");
    try (TableWriter out = Placed.write(path, schema).open()) {
      out.write(1L);
      out.commit();
    }
    List<SourceFile> files =
        TableSource.open(FileStores.local(), SourceRequest.of(List.of(path))).files();
    TaskHosts hosts = TaskHosts.of(new HadoopFileStores(new Configuration()), files);
    assertEquals(List.of(), hosts.of(tasks(files, 1).get(0)));
  }
}
