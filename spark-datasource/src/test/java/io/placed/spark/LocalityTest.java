package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.table.split.FileSlice;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDD;
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;

/** Spark is told on which DataNodes the blocks of each task are. */
class LocalityTest extends SparkTestCase {
  private static final List<String> NODES = List.of("node1", "node2", "node3", "node4");

  @TempDir static Path dfs;
  private static MiniDFSCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, new File(dfs.toFile(), "dfs").toString());
    cluster =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(NODES.size())
            .hosts(NODES.toArray(String[]::new))
            .build();
    cluster.waitActive();
    spark.conf().set("dfs.replication", "1");
  }

  @AfterAll
  static void stop() {
    spark.conf().unset("dfs.replication");
    cluster.close();
  }

  /** The RDD of the scan, below those that only compute. */
  static RDD<?> source(RDD<?> rdd) {
    if (rdd instanceof DataSourceRDD) {
      return rdd;
    }
    List<Dependency<?>> below = new ArrayList<>();
    ScalaCollections.list(rdd.dependencies()).forEach(below::add);
    return source(below.get(0).rdd());
  }

  private static Set<String> hosts(FileSlice slice) throws IOException {
    Set<String> hosts = new TreeSet<>();
    var fs = cluster.getFileSystem();
    var path = new org.apache.hadoop.fs.Path(slice.path());
    for (BlockLocation b : fs.getFileBlockLocations(path, 0, slice.length())) {
      hosts.addAll(List.of(b.getHosts()));
    }
    return hosts;
  }

  /** The only one; before Spark 4.2 it is in a list. */
  static PlacedInputPartition input(Partition p) throws ReflectiveOperationException {
    String name = since("4.2") ? "inputPartition" : "inputPartitions";
    Object found = DataSourceRDDPartition.class.getMethod(name).invoke(p);
    Object input =
        found instanceof Option<?> option
            ? option.get()
            : ScalaCollections.list((scala.collection.Seq<?>) found).get(0);
    return (PlacedInputPartition) input;
  }

  private static Set<String> check(Dataset<Row> data) throws Exception {
    RDD<?> scan = source(data.queryExecution().toRdd());
    Set<String> all = new TreeSet<>();
    for (Partition p : scan.partitions()) {
      List<String> told =
          ScalaCollections.list(scan.preferredLocations(p)).stream().sorted().toList();
      Set<String> expected = new TreeSet<>();
      for (FileSlice slice : input(p).slices()) {
        expected.addAll(hosts(slice));
      }
      assertEquals(List.copyOf(expected), told);
      all.addAll(told);
    }
    return all;
  }

  @Test
  void tasksPreferTheNodesOfTheirBlocks() throws Exception {
    String t = cluster.getFileSystem().getUri() + "/t";
    for (int f = 0; f < 12; f++) {
      spark
          .range(f * 1000, f * 1000 + 1000)
          .selectExpr("id", "id % 3 as p", "id % 7 as k")
          .coalesce(1)
          .write()
          .format("placed")
          .mode("append")
          .save(t);
    }
    spark.conf().set("spark.sql.files.openCostInBytes", "0");
    spark.conf().set("spark.sql.files.maxPartitionBytes", "1");
    try {
      Set<String> all = check(read(t));
      assertTrue(all.size() > 1 && NODES.containsAll(all), all.toString());
      check(read(t).where("k = 3"));
      assertEquals(12_000, read(t).count());
    } finally {
      spark.conf().unset("spark.sql.files.openCostInBytes");
      spark.conf().unset("spark.sql.files.maxPartitionBytes");
    }
  }
}
