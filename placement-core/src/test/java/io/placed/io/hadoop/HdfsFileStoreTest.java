package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.io.CreateOptions;
import io.placed.io.FileBlocks;
import io.placed.io.FileStore;
import io.placed.io.FileStoreContract;
import io.placed.io.LocalFileStore;
import io.placed.io.PositionOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HdfsFileStoreTest extends FileStoreContract {
  private static MiniDFSCluster cluster;
  private static HadoopFileStores stores;

  private String root;

  @BeforeAll
  static void startCluster(@TempDir Path directory) throws IOException {
    Configuration configuration = new Configuration();
    configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    // Retry delay of a client if the last block is not reported yet. The default of 400 ms would be
    // most of the test.
    configuration.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    configuration.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    cluster =
        new MiniDFSCluster.Builder(configuration, directory.resolve("dfs").toFile())
            .numDataNodes(1)
            .build();
    cluster.waitActive();
    stores = new HadoopFileStores(cluster.getConfiguration(0));
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
  }

  @BeforeEach
  void newRoot() {
    root = "/" + UUID.randomUUID();
  }

  @Override
  protected FileStore store() throws IOException {
    return stores.forPath(root);
  }

  @Override
  protected String root() {
    return root;
  }

  @Test
  void endsBlocksWhereTold() throws Exception {
    long[] lengths = {3_145_735, 5_242_880, 1, 1_572_864};
    byte[] content = random(1, (int) Arrays.stream(lengths).sum());
    String path = path("blocks");
    // Not a multiple of the 512 bytes per checksum, which HDFS would refuse.
    CreateOptions options = CreateOptions.NEW.withBlockSize((64 << 20) + 1).withAtomic(true);
    try (PositionOutput out = store().create(path, options)) {
      out.endBlock();
      for (long length : lengths) {
        out.write(content, (int) out.position(), (int) length);
        out.endBlock();
        out.endBlock();
      }
    }
    var fileSystem = cluster.getFileSystem();
    var status = fileSystem.getFileStatus(new org.apache.hadoop.fs.Path(path));
    BlockLocation[] blocks = fileSystem.getFileBlockLocations(status, 0, status.getLen());
    assertArrayEquals(lengths, Arrays.stream(blocks).mapToLong(BlockLocation::getLength).toArray());
    assertEquals((64 << 20) + 512, status.getBlockSize());
    FileBlocks found = store().blocks(path);
    assertEquals(status.getBlockSize(), found.blockBytes());
    assertArrayEquals(
        lengths, found.blocks().stream().mapToLong(FileBlocks.Block::length).toArray());
    assertEquals(1, found.blocks().get(0).nodes().size());
    assertEquals(2, found.overlapping(lengths[0] - 1, 2).size());
    assertEquals(List.of(found.blocks().get(1)), found.overlapping(lengths[0], 1));
    assertArrayEquals(content, store().readAll(path));
  }

  @Test
  void picksTheStoreByScheme() throws Exception {
    assertTrue(path("x").startsWith("hdfs://"), path("x"));
    assertInstanceOf(HadoopFileStore.class, stores.forPath("/a"));
    assertInstanceOf(LocalFileStore.class, stores.forPath("file:/a"));
    Configuration local = new Configuration(false);
    assertInstanceOf(LocalFileStore.class, new HadoopFileStores(local).forPath("/a"));
    IOException unknown =
        assertThrows(IOException.class, () -> stores.forPath("nosuch://host/dir"));
    assertTrue(unknown.getMessage().contains("nosuch://host/dir"), unknown.getMessage());
  }
}
