package io.placed.table.commit;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.table.DataSet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits on HDFS. */
class HdfsFaultTest extends FaultContract {
  @TempDir static Path directory;
  private static MiniDFSCluster cluster;
  private int tables;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(directory.toFile(), "dfs").toString());
    // Retry delay of a client if the last block is not reported yet. The default of 400 ms would be
    // most of the test.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Override
  FileStore healthy() throws IOException {
    return stores().forPath(newRoot());
  }

  private static FileStores stores() throws IOException {
    return new HadoopFileStores(cluster.getConfiguration(0));
  }

  @Override
  String newRoot() throws IOException {
    return child(cluster.getFileSystem().getUri() + "/faults", tables++);
  }

  @Tag("long")
  @Test
  void append() throws Exception {
    TableOperation append =
        (stores, root) -> {
          if (!hasRow(stores(), root, 3)) {
            append(stores, root, 3);
          }
        };
    failEverywhere((stores, root) -> append(stores, root, 1), append, List.of(row(1), row(3)));
  }

  @Tag("long")
  @Test
  void overwrite() throws Exception {
    TableOperation over =
        (stores, root) -> {
          Commit commit = DataSet.at(stores, root).begin(SCHEMA, List.of(), null);
          try {
            commit.overwrite(List.of(write(stores, commit, "t", 7)));
          } catch (IOException | RuntimeException | Error e) {
            abort(commit, e);
            throw e;
          }
        };
    failEverywhere((stores, root) -> append(stores, root, 1), over, List.of(row(7)));
  }
}
