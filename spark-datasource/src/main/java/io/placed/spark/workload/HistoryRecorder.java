package io.placed.spark.workload;

import io.placed.advise.workload.HistoryWriter;
import io.placed.advise.workload.QuantileSource;
import io.placed.advise.workload.ScanRecord;
import io.placed.advise.workload.TableQuantiles;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.plan.FinishedQuery;
import io.placed.spark.internal.plan.PlannedScan;
import io.placed.spark.read.PlannedRead;
import io.placed.spark.read.ScanPlan;
import io.placed.table.DataSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns scans into records of a history. Used by one thread. */
final class HistoryRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryRecorder.class);

  private static final String ENGINE = "spark " + org.apache.spark.package$.MODULE$.SPARK_VERSION();

  private final Map<String, HistoryWriter> writers = new HashMap<>();
  private final FileQuantiles fileQuantiles = new FileQuantiles();

  /** Records the scans of a query. */
  void record(Session session, String directory, FinishedQuery query, List<PlannedScan> scans)
      throws IOException {
    List<ScanContent.Known> known = ScanContent.of(scans, session.caseSensitive());
    Map<String, Integer> scansOfTable = new HashMap<>();
    known.forEach(k -> scansOfTable.merge(k.content().path(), 1, Integer::sum));
    List<ScanRecord> records = new ArrayList<>();
    for (ScanContent.Known k : known) {
      double millis = query.millis() / scansOfTable.get(k.content().path());
      records.add(record(session, query, k.scan(), k.content(), millis));
    }
    HistoryWriter writer = writers.get(directory);
    if (writer == null) {
      writer = new HistoryWriter(session.stores(Map.of()).forPath(directory), directory);
      writers.put(directory, writer);
    }
    writer.append(records);
  }

  private ScanRecord record(
      Session session, FinishedQuery query, PlannedScan scan, ScanContent content, double millis)
      throws IOException {
    return new ScanRecord(
        ScanRecord.path(content.path()),
        content.snapshot(),
        query.at(),
        ENGINE,
        content.columns(),
        content.conditions(quantiles(session, scan)),
        content.shuffle(),
        content.ids(),
        scan.metric("numOutputRows"),
        scan.metric("bytesNeeded"),
        scan.metric("bytesFetched"),
        scan.metric("requests"),
        millis);
  }

  private QuantileSource quantiles(Session session, PlannedScan scan) throws IOException {
    if (!(scan.source() instanceof PlannedRead placed)) {
      return fileQuantiles.of(session, scan);
    }
    ScanPlan plan = placed.plan();
    FileStores stores = session.stores(plan.options().asCaseSensitiveMap());
    DataSet table = DataSet.at(stores, plan.source().paths().get(0));
    TableQuantiles ofTable = new TableQuantiles(table, plan.source().snapshot());
    Schema engine = plan.source().namedSchema();
    Schema own = plan.source().schema();
    return column -> {
      int at = engine.indexOf(column);
      return at < 0 ? Optional.empty() : ofTable.quantiles(own.field(at).name());
    };
  }

  /** Closes all files. */
  void close() {
    for (HistoryWriter writer : writers.values()) {
      try {
        writer.close();
      } catch (IOException e) {
        LOG.warn("a file of the history is not closed", e);
      }
    }
    writers.clear();
  }
}
