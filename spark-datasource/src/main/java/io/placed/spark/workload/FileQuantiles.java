package io.placed.spark.workload;

import io.placed.advise.workload.ColumnQuantiles;
import io.placed.advise.workload.QuantileSource;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.PlannedScan;
import io.placed.spark.read.translate.ColumnTypes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributions of the columns of Parquet and ORC tables: from a sample of some files, which a
 * query of Spark reads when a column is filtered for the first time. They are read again once the
 * table has half as many bytes more, or less.
 */
final class FileQuantiles {
  private static final Logger LOG = LoggerFactory.getLogger(FileQuantiles.class);

  private static final int MOST_COLUMNS = 64;
  private static final int MOST_FILES = 16;
  private static final int SAMPLE = 100_000;
  private static final double GROWTH = 1.5;
  private static final long SEED = 1;

  private record Key(List<String> paths, String column) {}

  private static final Duration PAUSE = Duration.ofMinutes(10);

  /**
   * @param failed when, by {@link System#nanoTime}; null if it was read
   */
  private record Made(long bytes, Optional<ColumnQuantiles> quantiles, Long failed) {
    boolean isOf(long now, Duration pause) {
      boolean due = failed != null && System.nanoTime() - failed >= pause.toNanos();
      return !due && now <= bytes * GROWTH && now * GROWTH >= bytes;
    }
  }

  private final Map<Key, Made> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Made> eldest) {
          return size() > MOST_COLUMNS;
        }
      };

  private final Duration pause;

  FileQuantiles() {
    this(PAUSE);
  }

  /**
   * @param pause how long a column is not read again after a failure
   */
  FileQuantiles(Duration pause) {
    this.pause = pause;
  }

  QuantileSource of(Session session, PlannedScan scan) {
    return scan.paths().isEmpty() ? QuantileSource.NONE : column -> find(session, scan, column);
  }

  private Optional<ColumnQuantiles> find(Session session, PlannedScan scan, String column) {
    Key key = new Key(scan.paths(), column);
    Made made = cache.get(key);
    long bytes = scan.bytes();
    if (made == null || !made.isOf(bytes, pause)) {
      try {
        made = new Made(bytes, read(session, scan, column), null);
      } catch (Exception e) { // Scala does not declare the exceptions of Spark.
        // A record without ranks is better than none, and later queries may be luckier.
        LOG.warn(
            "{}: column {} has no ranks for {} minutes",
            scan.paths(),
            column,
            pause.toMinutes(),
            e);
        made = new Made(bytes, Optional.empty(), System.nanoTime());
      }
      cache.put(key, made);
    }
    return made.quantiles();
  }

  private static Optional<ColumnQuantiles> read(Session session, PlannedScan scan, String column) {
    var at = scan.schema().getFieldIndex(column);
    if (at.isEmpty()
        || !ColumnTypes.comparable(scan.schema().fields()[(Integer) at.get()].dataType())) {
      return Optional.empty();
    }
    SparkSession own = session.unrecorded();
    String[] all =
        own.read().format(scan.format()).load(scan.paths().toArray(String[]::new)).inputFiles();
    Arrays.sort(all);
    int step = (all.length + MOST_FILES - 1) / MOST_FILES;
    List<String> some = new ArrayList<>();
    for (int i = step / 2; i < all.length; i += step) {
      some.add(new Path(URI.create(all[i])).toString());
    }
    if (some.isEmpty()) {
      return Optional.empty();
    }
    Dataset<Row> files =
        own.read()
            .format(scan.format())
            .schema(scan.schema())
            .option("basePath", scan.paths().get(0))
            .load(some.toArray(String[]::new))
            .select(functions.col("`" + column.replace("`", "``") + "`"));
    long rows = files.count();
    Dataset<Row> sample =
        rows <= SAMPLE ? files : files.sample(false, (double) SAMPLE / rows, SEED);
    List<Object> values = new ArrayList<>();
    sample.collectAsList().forEach(r -> values.add(r.get(0)));
    return Optional.of(ColumnQuantiles.of(values));
  }
}
