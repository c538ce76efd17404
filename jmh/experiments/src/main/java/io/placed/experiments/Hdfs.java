package io.placed.experiments;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.net.unix.DomainSocket;

/** HDFS for experiments: an existing one, or a NameNode and DataNodes in this process. */
public final class Hdfs implements AutoCloseable {
  /** Block size that holds a row group, as in the papers. */
  private static final long BLOCK_BYTES = 256L << 20;

  private static final int DATA_NODES = 3;

  private final MiniDFSCluster cluster;
  private final Path blocks;
  private final URI root;

  private Hdfs(MiniDFSCluster cluster, Path blocks, URI root) {
    this.cluster = cluster;
    this.blocks = blocks;
    this.root = root;
  }

  /**
   * @param address of a directory on HDFS; null = start a cluster
   * @param directory where a cluster keeps its blocks; emptied
   */
  static Hdfs start(String address, Path directory) throws IOException, NotMeasuredException {
    if (address != null) {
      return new Hdfs(null, null, URI.create(address));
    }
    Configuration hadoop = new Configuration();
    hadoop.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
    hadoop.set("dfs.block.local-path-access.user", System.getProperty("user.name"));
    try {
      MiniDFSCluster cluster =
          new MiniDFSCluster.Builder(hadoop).numDataNodes(DATA_NODES).format(true).build();
      cluster.waitActive();
      return new Hdfs(cluster, directory, cluster.getURI());
    } catch (IOException | LinkageError e) {
      throw new NotMeasuredException("HDFS cannot be started in this process: " + e);
    }
  }

  /** Printed form. */
  public String text() {
    return cluster == null ? root.toString() : DATA_NODES + " data nodes in the same process";
  }

  /** The address of a file. */
  public String path(String name) {
    String base = root.toString();
    return (base.endsWith("/") ? base : base + "/") + name;
  }

  /** A client's configuration. */
  public Configuration configuration() {
    Configuration out = new Configuration();
    out.set("fs.defaultFS", root.toString());
    if (cluster != null) {
      out.setLong("dfs.blocksize", BLOCK_BYTES);
      // Further replicas would be on the same disk.
      out.setInt("dfs.replication", 1);
    }
    return out;
  }

  /**
   * The same with short-circuit reads.
   *
   * @throws NotMeasuredException if the client lacks what this needs
   */
  public Configuration shortCircuit() throws NotMeasuredException {
    Configuration out = configuration();
    String refused = DomainSocket.getLoadingFailureReason();
    out.setBoolean("dfs.client.read.shortcircuit", true);
    if (refused != null) {
      if (cluster == null) {
        throw new NotMeasuredException("short-circuit reads need Hadoop's native code: " + refused);
      }
      // The older method, where the client gets the path of the block's file.
      out.setBoolean("dfs.client.use.legacy.blockreader.local", true);
    }
    return out;
  }

  /**
   * Limits the bandwidth of each DataNode, as a disk or a network would.
   *
   * @param bytesPerSecond 0: no limit
   * @throws NotMeasuredException if the DataNodes are not ours or do not support the setting
   */
  public void limit(long bytesPerSecond) throws NotMeasuredException {
    if (cluster == null) {
      throw new NotMeasuredException("the bandwidth of the data nodes of " + root + " is theirs");
    }
    try {
      for (DataNode node : cluster.getDataNodes()) {
        node.reconfigureProperty(
            DFSConfigKeys.DFS_DATANODE_DATA_READ_BANDWIDTHPERSEC_KEY,
            Long.toString(bytesPerSecond));
      }
    } catch (ReconfigurationException e) {
      throw new NotMeasuredException("data nodes take no limit: " + e.getMessage());
    }
  }

  public void copyFrom(Path local, String name) throws IOException {
    FileSystem system = FileSystem.get(root, configuration());
    system.copyFromLocalFile(
        false,
        true,
        new org.apache.hadoop.fs.Path(local.toUri()),
        new org.apache.hadoop.fs.Path(path(name)));
  }

  public void delete(String name) throws IOException {
    FileSystem.get(root, configuration()).delete(new org.apache.hadoop.fs.Path(path(name)), true);
  }

  /**
   * The files of its blocks.
   *
   * @throws NotMeasuredException if they are on other machines
   */
  public List<Path> blockFiles() throws IOException, NotMeasuredException {
    if (blocks == null) {
      throw new NotMeasuredException("the page caches of data nodes cannot be emptied from here");
    }
    try (var all = Files.walk(blocks)) {
      return all.filter(f -> f.getFileName().toString().startsWith("blk_")).toList();
    }
  }

  @Override
  public void close() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
  }
}
