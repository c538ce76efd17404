package io.placed.io.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.io.FileStore;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.LongColumn;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClientFaultInjector;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.HedgedRead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slow or failed data nodes: reads are positioned, so that HDFS's client can switch to other
 * replicas.
 */
@OneIn(2)
class SlowReplicaTest {
  private static final int ROWS = 500_000;

  @TempDir Path directory;
  private final long seed = System.nanoTime();

  /** A data node that accepts a request and does not answer. */
  private static final class FirstReadHangs extends DFSClientFaultInjector {
    private final AtomicInteger reads = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    @Override
    public void startFetchFromDatanode() {
      if (reads.incrementAndGet() == 1) {
        try {
          end.await();
        } catch (InterruptedException e) {
          // Its answer is not needed any more.
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  @Test
  @Timeout(120)
  void otherReplicasAreAsked() throws Exception {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
    try (MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(2).build()) {
      cluster.waitActive();
      String path = cluster.getURI() + "/t.placed";
      long sum = write(new HadoopFileStores(conf).forPath(path), path);
      Replicas.await(cluster.getFileSystem(), path, 2);
      FirstReadHangs firstReadHangs = new FirstReadHangs();
      Configuration hedging = new Configuration(conf);
      hedging.setInt(HedgedRead.THREADPOOL_SIZE_KEY, 2);
      hedging.setLong(HedgedRead.THRESHOLD_MILLIS_KEY, 20);
      hedging.setBoolean("fs.hdfs.impl.disable.cache", true);
      try (FileSystem fs = FileSystem.get(cluster.getURI(), hedging)) {
        FileStore store = new HadoopFileStore(fs, hedging);
        DFSClientFaultInjector.set(firstReadHangs);
        try (FileReader file = FileReader.open(store.input(path), new IoCounters());
            BatchReader scan = file.read(ReadRequest.all())) {
          assertEquals(sum, sum(scan), "seed " + seed);
        } finally {
          DFSClientFaultInjector.set(new DFSClientFaultInjector());
          firstReadHangs.end.countDown();
        }
        assertTrue(firstReadHangs.reads.get() > 1, "no read was hedged");
      }

      FileStore store = new HadoopFileStores(conf).forPath(path);
      ReadRequest steps = ReadRequest.all().withStopsEarly(true);
      try (FileReader file = FileReader.open(store.input(path), new IoCounters());
          BatchReader scan = file.read(steps)) {
        assertTrue(scan.next());
        long first = sum(scan.batch());
        cluster.stopDataNode(new Random(seed).nextInt(2));
        assertEquals(sum, first + sum(scan), "seed " + seed);
      }
    }
  }

  /** Writes about 4 MB in eight row groups; returns the sum of the column. */
  private long write(FileStore store, String path) throws IOException {
    Batch rows = Batch.of(Schema.parse("v: int64 not null"));
    Random random = new Random(seed);
    for (int i = 0; i < ROWS; i++) {
      ((LongColumn) rows.column(0)).append(random.nextLong());
    }
    rows.setRows(ROWS);
    WriteOptions options =
        WriteOptions.defaults().withPlacement(Placement.parse("row-group=65536 rows"));
    try (FileWriter out = FileWriter.create(store, path, rows.schema(), options)) {
      out.write(rows);
      out.finish();
    }
    return sum(rows);
  }

  private static long sum(BatchReader scan) throws IOException {
    long sum = 0;
    while (scan.next()) {
      sum += sum(scan.batch());
    }
    return sum;
  }

  private static long sum(Batch batch) {
    long sum = 0;
    LongColumn column = (LongColumn) batch.column(0);
    for (int i = 0; i < batch.rows(); i++) {
      sum += column.get(i);
    }
    return sum;
  }
}
