package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.net.unix.DomainSocket;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of Spark tasks take blocks of HDFS from the local disk if the client may do that. */
class ShortCircuitTest extends SparkTestCase {
  private static final String MODE = "dfs.client.read.shortcircuit";
  private static final String SOCKET = "dfs.domain.socket.path";

  @TempDir static Path dfs;

  /** Of sockets, whose paths have at most 107 bytes. */
  private static Path sockets;

  private static MiniDFSCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    sockets = Files.createTempDirectory("dn");
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(dfs.toFile(), "dfs").toString());
    conf.set(
        "dfs.block.local-path-access.user",
        UserGroupInformation.getCurrentUser().getShortUserName());
    if (DomainSocket.getLoadingFailureReason() == null) {
      DomainSocket.disableBindPathValidation();
      conf.setBoolean(MODE, true);
      conf.set(SOCKET, sockets.resolve("_PORT").toString());
    }
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(1).build();
    cluster.waitActive();
    spark.conf().set("dfs.replication", "1");
    spark
        .range(0, 20_000, 1, 2)
        .selectExpr("id", "id % 7 as k", "sha2(cast(id as string), 512) as s")
        .write()
        .format("placed")
        .option("placement", "row-group=256KiB")
        .save(address());
  }

  @AfterAll
  static void stop() throws IOException {
    spark.conf().unset("dfs.replication");
    cluster.close();
    try (var all = Files.list(sockets)) {
      for (Path socket : all.toList()) {
        Files.delete(socket);
      }
    }
    Files.delete(sockets);
  }

  private static String address() {
    return cluster.getURI() + "/t";
  }

  /** HDFS, with the streams that were opened of data files. */
  public static final class Recorded extends DistributedFileSystem {
    private static final Queue<HdfsDataInputStream> STREAMS = new ConcurrentLinkedQueue<>();

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      FSDataInputStream stream = super.open(path, bufferSize);
      if (path.getName().endsWith(".placed")) {
        STREAMS.add((HdfsDataInputStream) stream);
      }
      return stream;
    }
  }

  private static long sum(ToLongFunction<ReadStatistics> part) {
    return Recorded.STREAMS.stream().mapToLong(s -> part.applyAsLong(s.getReadStatistics())).sum();
  }

  /**
   * Reads all rows, then few columns of some rows.
   *
   * @param settings of the client, given as options of the read
   */
  private static void read(String client, Map<String, String> settings, boolean shortCircuit) {
    Map<String, String> options = new HashMap<>(settings);
    options.put("fs.hdfs.impl", Recorded.class.getName());
    // A client and its context are otherwise those that were made first, with their settings.
    options.put("fs.hdfs.impl.disable.cache", "true");
    options.put("dfs.client.context", client);
    var table = spark.read().format("placed").options(options).load(address());
    for (String query : List.of("id >= 0", "k = 3 and id > 15000")) {
      Recorded.STREAMS.clear();
      List<Row> rows = table.where(query).selectExpr("id", "k", "s").collectAsList();
      long expected = spark.range(20_000).selectExpr("id", "id % 7 as k").where(query).count();
      assertEquals(expected, rows.size(), query);
      long all = sum(ReadStatistics::getTotalBytesRead);
      assertTrue(all > 10_000, client + ", " + query + ": " + all + " bytes");
      long shorter = sum(ReadStatistics::getTotalShortCircuitBytesRead);
      assertEquals(shortCircuit ? all : 0, shorter, client + ", " + query);
      assertEquals(all, sum(ReadStatistics::getTotalLocalBytesRead), client + ", " + query);
    }
  }

  @Test
  void blocksComeFromTheDataNode() {
    read("data node", Map.of(MODE, "false"), false);
  }

  /** The client asks for the path of a block's file. That needs no native code. */
  @Test
  void blocksAreReadByTheirPaths() {
    read("paths", Map.of(MODE, "true", "dfs.client.use.legacy.blockreader.local", "true"), true);
  }

  /** The client gets the open file of a block through a socket. */
  @Test
  void blocksAreReadByDescriptors() {
    String missing = DomainSocket.getLoadingFailureReason();
    assumeTrue(missing == null, () -> "Hadoop's native library: " + missing);
    String socket = sockets.resolve("_PORT").toString();
    read("descriptors", Map.of(MODE, "true", SOCKET, socket), true);
  }
}
