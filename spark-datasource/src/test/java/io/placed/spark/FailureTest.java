package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.options.PlacedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

class FailureTest extends SparkTestCase {
  /** What raise_error says. */
  private static final String RAISED =
      since("4.0") ? "[USER_RAISED_EXCEPTION] no" : "RuntimeException: no";

  private static final StructType SCHEMA = StructType.fromDDL("id bigint");

  private BatchWrite job(String path) {
    return job(Map.of("path", path, PlacedOptions.CHECKED_SAVE, "true"));
  }

  private BatchWrite job(Map<String, String> options) {
    SupportsWrite table =
        (SupportsWrite) new PlacedDataSource().getTable(SCHEMA, new Transform[0], options);
    LogicalWriteInfo info =
        new LogicalWriteInfo() {
          @Override
          public CaseInsensitiveStringMap options() {
            return new CaseInsensitiveStringMap(options);
          }

          @Override
          public String queryId() {
            return "query";
          }

          @Override
          public StructType schema() {
            return SCHEMA;
          }
        };
    return table.newWriteBuilder(info).build().toBatch();
  }

  private static DataWriterFactory start(BatchWrite job) {
    PhysicalWriteInfo info = () -> 2;
    return job.createBatchWriterFactory(info);
  }

  private static InternalRow row(long value) {
    return new GenericInternalRow(new Object[] {value});
  }

  /** Tasks beside one that fails go on until they notice, and then remove their files. */
  private static void awaitTasks() {
    long begun = System.nanoTime();
    while (Arrays.stream(spark.sparkContext().statusTracker().getExecutorInfos())
        .anyMatch(e -> e.numRunningTasks() > 0)) {
      assertTrue(System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(2), "tasks go on");
      Thread.onSpinWait();
    }
  }

  @Test
  void aJobThatFailsLeavesNothing() throws Exception {
    String path = path("t");
    Dataset<Row> bad =
        spark
            .range(0, 20_000, 1, 4)
            .selectExpr("if(id = 19999, cast(raise_error('no') as bigint), id) as id");
    assertFails(
        "unknown option 'x'",
        () -> bad.write().format("placed").option("x", "y").save(path("none")));
    assertFails(RAISED, () -> bad.write().format("placed").save(path));
    awaitTasks();
    assertEquals(0, dataFiles(path));
    assertFails(path, () -> read(path).count());
    spark.range(5).write().format("placed").mode("overwrite").save(path);
    long files = dataFiles(path);
    for (String mode : List.of("append", "overwrite")) {
      assertFails(RAISED, () -> bad.write().format("placed").mode(mode).save(path));
      awaitTasks();
      assertEquals(5, read(path).count());
      assertEquals(files, dataFiles(path));
    }
  }

  @Test
  void attemptsOfOneTask() throws Exception {
    String path = path("t");
    BatchWrite job = job(path);
    DataWriterFactory factory = start(job);
    DataWriter<InternalRow> lost = factory.createWriter(0, 7);
    DataWriter<InternalRow> slow = factory.createWriter(0, 8);
    DataWriter<InternalRow> fast = factory.createWriter(0, 9);
    DataWriter<InternalRow> other = factory.createWriter(1, 10);
    for (long i = 0; i < 10; i++) {
      lost.write(row(i));
      slow.write(row(i));
      fast.write(row(i));
      other.write(row(100 + i));
    }
    // An executor is lost after it has written its file, and before the driver gets its message.
    lost.commit();
    WriterCommitMessage first = fast.commit();
    slow.abort();
    slow.close();
    WriterCommitMessage second = other.commit();
    assertThrows(Exception.class, () -> read(path).count());
    job.commit(new WriterCommitMessage[] {first, second});
    assertEquals(20, read(path).count());
    assertEquals(20, read(path).distinct().count());
    assertEquals(3, dataFiles(path));
  }

  @Test
  void anAbortedJobRemovesFilesOfLostTasks() throws Exception {
    String path = path("t");
    spark.range(3).write().format("placed").save(path);
    long before = dataFiles(path);
    BatchWrite job = job(path);
    DataWriter<InternalRow> writer = start(job).createWriter(0, 1);
    writer.write(row(1));
    writer.commit();
    assertEquals(before + 1, dataFiles(path));
    assertEquals(3, read(path).count());
    job.abort(new WriterCommitMessage[] {null});
    assertEquals(before, dataFiles(path));
    assertEquals(3, read(path).count());
  }

  @Test
  void anAbortedTaskRemovesWhatItCan() throws Exception {
    String path = path("t");
    String checked = PlacedOptions.CHECKED_SAVE;
    String most = PlacedOptions.MAX_RECORDS;
    BatchWrite job = job(Map.of("path", path, checked, "true", most, "2"));
    DataWriter<InternalRow> writer = start(job).createWriter(0, 1);
    for (long i = 0; i < 7; i++) {
      writer.write(row(i));
    }
    assertEquals(3, dataFiles(path));
    Path first;
    try (Stream<Path> files = Files.walk(Path.of(path))) {
      first = files.filter(f -> f.toString().endsWith("-0.placed")).findFirst().orElseThrow();
    }
    // It cannot be deleted as a file any more.
    Files.delete(first);
    Files.createFile(Files.createDirectory(first).resolve("kept"));
    assertThrows(IOException.class, writer::abort);
    assertEquals(1, dataFiles(path));
  }

  @Test
  void concurrentAppendsAllSurvive() throws Exception {
    String path = path("t");
    int writers = 6;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    CountDownLatch ready = new CountDownLatch(writers);
    List<Future<?>> results = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      long from = w * 100L;
      results.add(
          threads.submit(
              () -> {
                ready.countDown();
                ready.await();
                spark.range(from, from + 100).write().format("placed").mode("append").save(path);
                return null;
              }));
    }
    for (Future<?> r : results) {
      r.get();
    }
    threads.shutdown();
    assertEquals(rows(spark.range(0, 600).toDF()), rows(read(path)));
  }

  @Test
  void readersKeepTheirSnapshot() {
    String path = path("t");
    spark.range(10).write().format("placed").save(path);
    Dataset<Row> before = read(path);
    assertEquals(10, before.count());
    spark.range(100, 103).write().format("placed").mode("overwrite").save(path);
    assertEquals(rows(spark.range(10).toDF()), rows(before));
    assertEquals(10, before.count());
    assertEquals(3, read(path).count());
    spark.range(1).write().format("placed").mode("append").save(path);
    assertEquals(rows(spark.range(10).toDF()), rows(before.where("id >= 0")));
    assertEquals(4, read(path).count());
  }
}
