package io.placed.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.placed.OneIn;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.table.file.DataFile;
import io.placed.table.source.SourceFile;
import io.placed.table.source.SourceRequest;
import io.placed.table.source.TableSource;
import io.placed.table.split.FileSlice;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.Partition;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark runs tasks on the machines that have their blocks: a driver and two executors, each in a
 * process of its own, and DataNodes under the names of the executors. {@link LocalityTest} has what
 * Spark is told.
 */
@OneIn(3)
class HonouredLocalityTest {
  @TempDir Path directory;

  @Test
  void tasksRunWhereTheirBlocksAre() throws Exception {
    for (String node : Child.NODES) {
      assumeTrue(isOfThisMachine(node), node);
    }
    String placements = String.join("|", SparkTestCase.oneOf(Child.PLACEMENTS));
    ChildJvm.run(Child.class, "640m", directory.resolve("log"), directory.toString(), placements);
  }

  /** Linux has all of 127.0.0.0/8, others only 127.0.0.1. */
  private static boolean isOfThisMachine(String address) {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** The driver; whatever is wrong is thrown. */
  static final class Child {
    /** The last one has no executor. */
    static final List<String> NODES = List.of("127.0.0.2", "127.0.0.3", "127.0.0.4");

    /** With and without siblings. */
    static final List<String> PLACEMENTS = List.of("row-group=64MiB", "packing=files(2)");

    private static final int EXECUTORS = 2;
    private static final int FILES = 12;
    private static final int ROWS = FILES * 500;

    private final Path directory;
    private final MiniDFSCluster cluster;
    private final DistributedFileSystem hdfs;
    private final SparkSession spark;
    private final Events events = new Events();

    private Child(Path directory, MiniDFSCluster cluster) throws IOException {
      this.directory = directory;
      this.cluster = cluster;
      hdfs = cluster.getFileSystem();
      spark =
          SparkSession.builder()
              // A master and a driver, without workers that would start executors.
              .master("local-cluster[0,1,1024]")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.local.dir", directory.resolve("spark").toString())
              // Longer than an executor needs for its first tasks on a busy machine.
              .config("spark.locality.wait", "5min")
              .config("spark.sql.files.maxPartitionBytes", "1")
              .config("spark.sql.files.openCostInBytes", "0")
              .getOrCreate();
      spark.sparkContext().addSparkListener(events);
    }

    public static void main(String[] arguments) {
      int exit = 0;
      Path directory = Path.of(arguments[0]);
      List<Process> executors = new ArrayList<>();
      Configuration conf = new Configuration();
      conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.resolve("dfs").toString());
      // Otherwise it may put a block elsewhere than it is told to.
      conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
      try (MiniDFSCluster cluster =
          new MiniDFSCluster.Builder(conf)
              .numDataNodes(NODES.size())
              .hosts(NODES.toArray(String[]::new))
              .build()) {
        cluster.waitActive();
        Child child = new Child(directory, cluster);
        child.start(executors);
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        child.run(List.of(arguments[1].split("\\|")), new Random(seed));
      } catch (Throwable e) {
        e.printStackTrace();
        print(directory);
        exit = 1;
      }
      executors.forEach(Process::destroyForcibly);
      // The threads of Spark and HDFS may go on.
      Runtime.getRuntime().halt(exit);
    }

    private static void print(Path directory) {
      for (int e = 0; e < EXECUTORS; e++) {
        try {
          String log = Files.readString(log(directory, e));
          System.out.println(log.substring(Math.max(0, log.length() - 2000)));
        } catch (IOException missing) {
          System.out.println("executor " + e + " has printed nothing");
        }
      }
    }

    private static Path log(Path directory, int executor) {
      return directory.resolve("executor-" + executor);
    }

    /** Executors register with the driver as those do that a cluster manager has started. */
    private void start(List<Process> executors) throws Exception {
      String driver =
          "spark://CoarseGrainedScheduler@127.0.0.1:"
              + spark.sparkContext().conf().get("spark.driver.port");
      for (int e = 0; e < EXECUTORS; e++) {
        List<String> command =
            ChildJvm.command("org.apache.spark.executor.CoarseGrainedExecutorBackend", "640m");
        command.addAll(List.of("--driver-url", driver, "--executor-id", Integer.toString(e)));
        command.addAll(List.of("--bind-address", NODES.get(e), "--hostname", NODES.get(e)));
        command.addAll(List.of("--cores", "1", "--resourceProfileId", "0"));
        command.addAll(List.of("--app-id", spark.sparkContext().applicationId()));
        executors.add(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(directory, e).toFile())
                .start());
      }
      require(events.executors.await(2, TimeUnit.MINUTES), "the executors have not registered");
    }

    private void run(List<String> placements, Random random) throws Exception {
      for (String placement : placements) {
        Path local = directory.resolve("table" + Math.abs(placement.hashCode()));
        spark
            .range(0, ROWS, 1, FILES)
            .selectExpr("id", "xxhash64(id) as k", "sha2(cast(id as string), 512) as s")
            .write()
            .format("placed")
            .option("placement", placement)
            .save(local.toString());
        // One file for each executor at least, the others by chance.
        Map<Integer, Integer> nodes = new HashMap<>();
        for (int f = 0; f < FILES; f++) {
          nodes.put(f, f < EXECUTORS ? f : random.nextInt(EXECUTORS));
        }
        String table = local.getFileName().toString();
        Copied near = copy(local, "/" + table, nodes);
        boolean siblings = near.nodes().size() > FILES;
        require(siblings == placement.contains("files("), near.nodes().size() + " files");
        Set<String> used = check(placement, near, "NODE_LOCAL");
        require(used.size() == EXECUTORS, placement + ": only " + used + " had tasks");
        // The same where no executor is: tasks are told, and run anywhere.
        nodes.replaceAll((f, node) -> EXECUTORS);
        check(placement, copy(local, "/" + table + "-far", nodes), "ANY");
      }
    }

    /** A table on HDFS. */
    private record Copied(String path, Map<String, String> nodes) {}

    /**
     * @param nodes numbers of the DataNodes that have the files, by the numbers of the files; their
     *     siblings are beside them
     */
    private Copied copy(Path local, String to, Map<Integer, Integer> nodes) throws IOException {
      List<SourceFile> files =
          TableSource.open(FileStores.local(), SourceRequest.of(List.of(local.toString()))).files();
      require(files.size() == FILES, files.size() + " files");
      Map<String, Integer> byName = new HashMap<>();
      for (int f = 0; f < FILES; f++) {
        DataFile file = files.get(f).file();
        byName.put(name(files.get(f).path()), nodes.get(f));
        for (var sibling : file.siblings()) {
          byName.put(sibling.name(), nodes.get(f));
        }
      }
      Map<String, String> hosts = new HashMap<>();
      try (var all = Files.walk(local)) {
        for (Path from : all.filter(Files::isRegularFile).toList()) {
          var target = new org.apache.hadoop.fs.Path(to + "/" + local.relativize(from));
          String name = from.getFileName().toString();
          copy(from, target, byName.getOrDefault(name, 0));
          if (byName.containsKey(name)) {
            String[] found = hdfs.getFileBlockLocations(target, 0, 1)[0].getHosts();
            String expected = NODES.get(byName.get(name));
            require(List.of(found).equals(List.of(expected)), name + " is on " + List.of(found));
            hosts.put(name, expected);
          }
        }
      }
      return new Copied(hdfs.getUri() + to, hosts);
    }

    private void copy(Path from, org.apache.hadoop.fs.Path to, int node) throws IOException {
      InetSocketAddress[] favoured = {cluster.getDataNodes().get(node).getXferAddress()};
      long block = hdfs.getDefaultBlockSize(to);
      try (OutputStream out =
          hdfs.create(
              to, FsPermission.getFileDefault(), true, 4096, (short) 1, block, null, favoured)) {
        Files.copy(from, out);
      }
    }

    private static String name(String path) {
      return path.substring(PathNames.parent(path).length() + 1);
    }

    /**
     * @param locality of all tasks
     * @return hosts that had tasks
     */
    private Set<String> check(String what, Copied table, String locality) throws Exception {
      Dataset<Row> data = spark.read().format("placed").load(table.path());
      drain();
      events.ended.clear();
      List<Row> rows = data.collectAsList();
      long sum = rows.stream().mapToLong(r -> r.getLong(0)).sum();
      require(rows.size() == ROWS && sum == (long) ROWS * (ROWS - 1) / 2, what + ": other rows");
      drain();
      RDD<?> scan = LocalityTest.source(data.queryExecution().toRdd());
      Set<String> used = new HashSet<>();
      require(scan.partitions().length >= FILES, what + ": " + scan.partitions().length + " tasks");
      require(events.ended.size() == scan.partitions().length, what + ": " + events.ended.size());
      for (Partition p : scan.partitions()) {
        Set<String> nodes = new HashSet<>();
        PlacedInputPartition input = LocalityTest.input(p);
        for (FileSlice slice : input.slices()) {
          nodes.add(table.nodes().get(name(slice.path())));
        }
        List<String> told = ScalaCollections.list(scan.preferredLocations(p));
        TaskInfo task = events.ended.get(p.index());
        String context =
            "%s: blocks of %s on %s, told %s, ran %s on %s"
                .formatted(what, input.slices(), nodes, told, task.taskLocality(), task.host());
        require(Set.copyOf(told).equals(nodes), context);
        require(task.taskLocality().toString().equals(locality), context);
        require(!locality.equals("NODE_LOCAL") || nodes.contains(task.host()), context);
        used.add(task.host());
      }
      return used;
    }

    private void drain() throws Exception {
      spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(5));
    }

    private static void require(boolean right, String what) {
      if (!right) {
        throw new AssertionError(what);
      }
    }

    private static final class Events extends SparkListener {
      private final CountDownLatch executors = new CountDownLatch(EXECUTORS);

      /** By the number of their partition. */
      private final Map<Integer, TaskInfo> ended = new ConcurrentHashMap<>();

      @Override
      public void onExecutorAdded(SparkListenerExecutorAdded added) {
        if (NODES.contains(added.executorInfo().executorHost())) {
          executors.countDown();
        }
      }

      @Override
      public void onTaskEnd(SparkListenerTaskEnd end) {
        ended.put(end.taskInfo().partitionId(), end.taskInfo());
      }
    }
  }
}
