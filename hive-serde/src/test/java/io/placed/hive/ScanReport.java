package io.placed.hive;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.common.type.DataTypePhysicalVariation;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatchCtx;
import org.apache.hadoop.hive.ql.io.orc.OrcInputFormat;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.tez.common.counters.DAGCounter;

/**
 * Scans TPC-H's lineitem through the vectorized input formats of Placed and ORC (zstd), alternating
 * in this process and thread, and prints all times and the medians. Every value is read, and the
 * sums must be equal. Then runs Q6 in Hive on both, with the time of its tasks.
 *
 * <pre>ScanReport PARQUET_DIRECTORY WORK_DIRECTORY [ROUNDS]</pre>
 *
 * Hive creates the tables from the Parquet files, unless they exist in the work directory.
 */
final class ScanReport {
  private static final String NAMES =
      "l_orderkey,l_partkey,l_suppkey,l_linenumber,l_quantity,l_extendedprice,l_discount,l_tax,"
          + "l_returnflag,l_linestatus,l_shipdate,l_commitdate,l_receiptdate,l_shipinstruct,"
          + "l_shipmode,l_comment";
  private static final String TYPES =
      "bigint,bigint,bigint,int,double,double,double,double,string,string,date,date,date,string,"
          + "string,string";
  private static final int[] FOUR = {4, 5, 6, 10};

  private static final String Q6 =
      "select sum(l_extendedprice * l_discount) from %s where l_shipdate >= date '1994-01-01'"
          + " and l_shipdate < date '1995-01-01' and l_discount between 0.05D and 0.07D"
          + " and l_quantity < 24";

  private ScanReport() {}

  /** Checksums, which must be equal for both formats. */
  private record Seen(long rows, double sum) {}

  public static void main(String[] args) throws Exception {
    Path work = Path.of(args[1]);
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 7;
    // ORC is read as in an installation.
    LightLocalFileSystem.checksums = true;
    try (EmbeddedHive hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ)) {
      make(hive, args[0], work);
      for (int[] columns : List.of(IntStream.range(0, 16).toArray(), FOUR)) {
        compare(hive.conf(), work, columns, rounds);
      }
      queries(hive, rounds);
    }
    System.exit(0);
  }

  private static void make(EmbeddedHive hive, String source, Path work) {
    boolean made = Files.exists(work.resolve("orc"));
    hive.run(table("made_orc", "orc", work + "/orc", "tblproperties ('orc.compress'='ZSTD')"));
    hive.run(table("made_placed", "placed", work + "/placed", ""));
    if (!made) {
      hive.run(table("source", "parquet", source, ""));
      hive.run("insert into made_orc select * from source");
      hive.run("insert into made_placed select * from source");
    }
  }

  /** One map task at a time, so that its time is not affected by others. */
  private static void queries(EmbeddedHive hive, int rounds) {
    System.out.println("Q6, milliseconds of its tasks: maps, and a reducer of one row");
    hive.conf().set("tez.am.inline.task.execution.max-tasks", "1");
    double[] placed = new double[rounds];
    double[] orc = new double[rounds];
    for (int round = -1; round < rounds; round++) {
      List<String> a = hive.run(Q6.formatted("made_placed"));
      long p = TaskCounters.last(DAGCounter.DURATION_SUCCEEDED_TASKS_MILLIS.name());
      List<String> b = hive.run(Q6.formatted("made_orc"));
      long o = TaskCounters.last(DAGCounter.DURATION_SUCCEEDED_TASKS_MILLIS.name());
      // Doubles are added in another order.
      double x = Double.parseDouble(a.get(0));
      if (Math.abs(x - Double.parseDouble(b.get(0))) > 1e-9 * x) {
        throw new AssertionError("Placed gave " + a + ", ORC " + b);
      }
      if (round >= 0) {
        placed[round] = p;
        orc[round] = o;
        System.out.printf(Locale.ROOT, "  placed %d ms, orc %d ms%n", p, o);
      }
    }
    printMedians(placed, orc, "");
  }

  /** Prints medians; sorts both arrays. */
  private static void printMedians(double[] placed, double[] orc, String more) {
    Arrays.sort(placed);
    Arrays.sort(orc);
    double p = placed[placed.length / 2];
    double o = orc[orc.length / 2];
    System.out.printf(
        Locale.ROOT, "  medians: placed %.0f ms, orc %.0f ms: %.2f times%s%n", p, o, o / p, more);
  }

  private static String table(String name, String format, String location, String more) {
    String[] names = NAMES.split(",");
    String[] types = TYPES.split(",");
    List<String> columns = new ArrayList<>();
    for (int c = 0; c < names.length; c++) {
      columns.add(names[c] + " " + types[c]);
    }
    return "create external table %s (%s) stored as %s location '%s' %s"
        .formatted(name, String.join(", ", columns), format, location, more);
  }

  private static void compare(HiveConf conf, Path work, int[] columns, int rounds)
      throws Exception {
    System.out.printf("%d of 16 columns%n", columns.length);
    double[] placed = new double[rounds];
    double[] orc = new double[rounds];
    Seen first = null;
    for (int round = -1; round < rounds; round++) {
      long start = System.nanoTime();
      Seen a = scan(conf, new PlacedInputFormat(), work.resolve("placed"), columns);
      long middle = System.nanoTime();
      Seen b = scan(conf, new OrcInputFormat(), work.resolve("orc"), columns);
      long end = System.nanoTime();
      if (a.rows() != b.rows() || Math.abs(a.sum() - b.sum()) > 1e-9 * Math.abs(a.sum())) {
        throw new AssertionError("Placed gave " + a + ", ORC " + b);
      }
      first = a;
      if (round >= 0) {
        placed[round] = (middle - start) / 1e6;
        orc[round] = (end - middle) / 1e6;
        System.out.printf(
            Locale.ROOT, "  placed %.0f ms, orc %.0f ms%n", placed[round], orc[round]);
      }
    }
    printMedians(
        placed, orc, String.format(Locale.ROOT, "; %d rows, sum %s", first.rows(), first.sum()));
  }

  private static Seen scan(HiveConf conf, InputFormat<?, ?> format, Path directory, int[] columns)
      throws Exception {
    JobConf job = job(conf, directory, columns);
    long rows = 0;
    double sum = 0;
    for (InputSplit split : format.getSplits(job, 1)) {
      @SuppressWarnings("unchecked") // both return batches if the job is vectorized
      RecordReader<NullWritable, VectorizedRowBatch> reader =
          (RecordReader<NullWritable, VectorizedRowBatch>)
              (RecordReader<?, ?>) format.getRecordReader(split, job, Reporter.NULL);
      try (reader) {
        NullWritable key = reader.createKey();
        VectorizedRowBatch batch = reader.createValue();
        while (reader.next(key, batch)) {
          rows += batch.size;
          for (int c : columns) {
            sum += sum(batch.cols[c], batch.size);
          }
        }
      }
    }
    return new Seen(rows, sum);
  }

  private static double sum(ColumnVector vector, int rows) {
    double sum = 0;
    if (vector instanceof LongColumnVector v) {
      long s = 0;
      for (int i = 0; i < rows; i++) {
        s += v.vector[v.isRepeating ? 0 : i];
      }
      sum = s;
    } else if (vector instanceof DoubleColumnVector v) {
      for (int i = 0; i < rows; i++) {
        sum += v.vector[v.isRepeating ? 0 : i];
      }
    } else if (vector instanceof BytesColumnVector v) {
      long s = 0;
      for (int i = 0; i < rows; i++) {
        int k = v.isRepeating ? 0 : i;
        s += v.length[k] + v.vector[k][v.start[k]];
      }
      sum = s;
    }
    return sum;
  }

  private static JobConf job(HiveConf conf, Path directory, int[] columns) {
    JobConf job = new JobConf(conf);
    FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(directory.toUri()));
    job.set("columns", NAMES);
    job.set("columns.types", TYPES);
    job.set("schema.evolution.columns", NAMES);
    job.set("schema.evolution.columns.types", TYPES);
    List<String> names = Arrays.asList(NAMES.split(","));
    ColumnProjectionUtils.appendReadColumns(
        job,
        Arrays.stream(columns).boxed().toList(),
        Arrays.stream(columns).mapToObj(names::get).toList(),
        List.of(),
        false);
    List<TypeInfo> types = TypeInfoUtils.getTypeInfosFromTypeString(TYPES);
    DataTypePhysicalVariation[] plain = new DataTypePhysicalVariation[types.size()];
    Arrays.fill(plain, DataTypePhysicalVariation.NONE);
    MapWork work = new MapWork();
    work.setVectorMode(true);
    work.setUseVectorizedInputFileFormat(true);
    work.setVectorizedRowBatchCtx(
        new VectorizedRowBatchCtx(
            names.toArray(new String[0]),
            types.toArray(new TypeInfo[0]),
            plain,
            columns,
            0,
            0,
            new VirtualColumn[0],
            new String[0],
            new DataTypePhysicalVariation[0]));
    org.apache.hadoop.fs.Path plan =
        new org.apache.hadoop.fs.Path(conf.get("hadoop.tmp.dir"), "plan" + columns.length);
    Utilities.setMapWork(job, work, plan, true);
    return job;
  }
}
