package io.placed.spark.workload;

import io.placed.advise.workload.HistoryQueue;
import io.placed.spark.internal.Catalyst;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.FinishedQuery;
import io.placed.spark.internal.plan.PlannedScan;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what queries read, if {@code spark.placed.history} names a directory. The thread of
 * Spark's listeners only looks at the plan; a thread of its own computes ranks and writes. Failures
 * are logged, and if queries end faster than they can be recorded, some are left out. So are the
 * batches of streams: they read all columns of what is new, and say nothing about the table.
 */
public final class HistoryListener {
  /** The setting, of the application or of a session. */
  public static final String SETTING = "spark.placed.history";

  private static final Logger LOG = LoggerFactory.getLogger(HistoryListener.class);

  private static final Set<SparkContext> CONTEXTS = Collections.newSetFromMap(new WeakHashMap<>());

  private static final HistoryListener LISTENER = new HistoryListener();

  private final HistoryQueue queue =
      new HistoryQueue(
          (directory, e) -> LOG.warn("{}={}: a query is not recorded", SETTING, directory, e));

  private final HistoryRecorder recorder = new HistoryRecorder();

  private final CachedScans cached = new CachedScans();

  private HistoryListener() {}

  /** Listens to the queries of the session's application, once. */
  public static void install(SparkSession session) {
    if (!Catalyst.get().isLocal(session)) {
      return;
    }
    synchronized (CONTEXTS) {
      if (!CONTEXTS.add(session.sparkContext())) {
        return;
      }
    }
    Catalyst.get().onQueryEnd(session.sparkContext(), LISTENER::ended, LISTENER::close);
  }

  private void ended(FinishedQuery query) {
    String directory = Catalyst.get().settings(query.session()).get(SETTING, "");
    if (directory.isEmpty()) {
      return;
    }
    try {
      List<PlannedScan> scans =
          query.scans().get().stream().filter(s -> !s.streamed() && cached.isNew(s)).toList();
      if (!scans.isEmpty()) {
        Session session = Session.of(query.session());
        queue.add(directory, () -> recorder.record(session, directory, query, scans));
      }
    } catch (RuntimeException | LinkageError e) {
      queue.failed(directory, e);
    }
  }

  private void close() {
    queue.finish(recorder::close);
  }

  /**
   * Waits until the queries whose ends Spark has announced are written, and closes the files, so
   * that readers see them on every store. The next query starts others.
   */
  public static void publish() {
    LISTENER.close();
  }

  /** Waits until all queries whose ends were announced are recorded. */
  static void await() throws Exception {
    LISTENER.queue.await();
  }
}
