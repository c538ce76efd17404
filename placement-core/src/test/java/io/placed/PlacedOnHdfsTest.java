package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.hadoop.HadoopFileStores;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables on HDFS: writing, reading, and physical blocks. */
class PlacedOnHdfsTest {
  @TempDir Path dir;

  @Test
  void tablesAndBlocks() throws IOException {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(dir.toFile(), "dfs").toString());
    // Retry delay of a client if the last block is not reported yet. The default of 400 ms would be
    // most of the test.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(2).build()) {
      cluster.waitActive();
      String root = cluster.getFileSystem().getUri().toString();
      Schema schema = Schema.parse("id: int64 not null, payload: binary");
      long seed = new Random().nextLong();
      for (String placement :
          List.of(
              "row-group=1MiB; packing=one-row-group",
              "row-group=300KiB; packing=many-row-groups(block=1MiB)")) {
        String path = root + "/tables/t" + placement.hashCode();
        write(cluster, path, schema, placement, seed);
        write(cluster, path + "/single.placed", schema, placement, seed);
        DataSet.at(new HadoopFileStores(cluster.getConfiguration(0)), path)
            .addFiles(List.of(path + "/single.placed"));
        try (TableScan scan =
            Placed.read(path)
                .hadoop(cluster.getConfiguration(0))
                .where(Predicate.ge("id", 29_990L))
                .open()) {
          assertEquals(20, scan.rows().count(), "seed " + seed);
        }
        requireBlocks(cluster, path + "/single.placed");
      }
    }
  }

  private static void write(
      MiniDFSCluster cluster, String path, Schema schema, String placement, long seed)
      throws IOException {
    Random random = new Random(seed);
    try (TableWriter out =
        Placed.write(path, schema)
            .hadoop(cluster.getConfiguration(0))
            .placement(placement)
            .open()) {
      for (long i = 0; i < 30_000; i++) {
        byte[] payload = new byte[100];
        random.nextBytes(payload);
        out.write(i, payload);
      }
      out.commit();
    }
  }

  /** The blocks that the NameNode reports are those of the placement, without padding. */
  private static void requireBlocks(MiniDFSCluster cluster, String path) throws IOException {
    var fs = cluster.getFileSystem();
    var hadoopPath = new org.apache.hadoop.fs.Path(path);
    FileStatus status = fs.getFileStatus(hadoopPath);
    List<Long> found = new ArrayList<>();
    for (BlockLocation b : fs.getFileBlockLocations(status, 0, status.getLen())) {
      found.add(b.getOffset());
    }
    var stores = new io.placed.io.hadoop.HadoopFileStores(cluster.getConfiguration(0));
    try (var file =
        io.placed.scan.FileReader.open(
            stores.forPath(path).input(path), new io.placed.io.IoCounters())) {
      List<Long> expected = file.layout().blocks().stream().map(b -> b.offset()).toList();
      assertTrue(expected.size() > 2, expected.toString());
      assertEquals(expected, found);
    }
  }
}
