package io.placed.spark.workload;

import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.WorkloadSource;
import io.placed.advise.workload.WorkloadTable;
import io.placed.io.FileInfo;
import io.placed.io.FileStores;
import io.placed.spark.internal.Catalyst;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** Event logs of Spark: files, directories of rolling files, and directories of these. */
public final class EventLogSource implements WorkloadSource {
  private static final String FIRST = "{\"Event\":\"SparkListener";

  @Override
  public String kind() {
    return "event logs of Spark";
  }

  @Override
  public boolean reads(FileStores stores, String path, String head) throws IOException {
    return head.startsWith(FIRST) || !logs(stores, path).isEmpty();
  }

  /** The path, or the logs in its directory. */
  private static List<String> logs(FileStores stores, String path) throws IOException {
    Configuration configuration = configuration();
    List<String> out = new ArrayList<>();
    if (Catalyst.get().isEventLog(configuration, path)) {
      out.add(path);
    } else if (stores.forPath(path).stat(path).directory()) {
      for (FileInfo f : stores.forPath(path).list(path, false)) {
        if (Catalyst.get().isEventLog(configuration, f.path()) || beginsAsLog(stores, f)) {
          out.add(f.path());
        }
      }
    }
    return out;
  }

  private static boolean beginsAsLog(FileStores stores, FileInfo f) throws IOException {
    byte[] head = new byte[FIRST.length()];
    if (f.directory() || f.length() < head.length) {
      return false;
    }
    try (var in = stores.forPath(f.path()).input(f.path(), f.length()).open()) {
      in.readFully(0, head, 0, head.length);
    }
    return new String(head, java.nio.charset.StandardCharsets.UTF_8).equals(FIRST);
  }

  private static Configuration configuration() {
    return SparkSession.getDefaultSession().isDefined()
        ? SparkSession.getDefaultSession().get().sparkContext().hadoopConfiguration()
        : new Configuration();
  }

  @Override
  public List<LoadedWorkload> load(FileStores stores, String path, List<WorkloadTable> tables)
      throws IOException {
    List<String> logs = logs(stores, path);
    EventLogScans scans = new EventLogScans(tables);
    String cut = null;
    for (String log : logs.isEmpty() ? List.of(path) : logs) {
      try {
        Catalyst.get().readEventLog(configuration(), log, scans::line);
      } catch (java.io.FileNotFoundException e) {
        throw e;
      } catch (IOException e) {
        cut = log + " (" + e.getMessage() + ")";
      }
      scans.endOfLog();
    }
    return scans.build(cut);
  }
}
