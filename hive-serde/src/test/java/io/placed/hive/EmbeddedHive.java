package io.placed.hive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.HiveMetaStoreClient;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.session.SessionState;

/**
 * A complete Hive in this process, with the metastore in an in-memory Derby and Tez or MapReduce in
 * local mode. The first one of a JVM takes about ten seconds.
 */
final class EmbeddedHive implements AutoCloseable {
  private static HiveConf shared;
  private static Path sharedDirectory;

  private final HiveConf conf;
  private final SessionState session;

  private EmbeddedHive(HiveConf conf) {
    this.conf = conf;
    this.session = SessionState.start(new SessionState(conf));
  }

  /** The execution engine. */
  enum Engine {
    TEZ,
    MR
  }

  /** Starts a session. All sessions of the JVM share a metastore. */
  static EmbeddedHive start(Engine engine) throws Exception {
    return start(engine, Map.of());
  }

  /**
   * @param settings which the session has from its start
   */
  static synchronized EmbeddedHive start(Engine engine, Map<String, String> settings)
      throws Exception {
    if (shared == null) {
      sharedDirectory = Files.createTempDirectory("placed-hive");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAll(sharedDirectory)));
      HiveConf base = configuration(sharedDirectory);
      makeMetastore(base);
      shared = base;
    }
    HiveConf conf = new HiveConf(shared);
    if (engine == Engine.TEZ) {
      conf.set("hive.execution.engine", "tez");
    } else {
      conf.set("hive.execution.engine", "mr");
    }
    settings.forEach(conf::set);
    return new EmbeddedHive(conf);
  }

  /** Synchronized, because several threads would create the metastore's tables concurrently. */
  static void makeMetastore(HiveConf conf) throws Exception {
    HiveMetaStoreClient client = new HiveMetaStoreClient(conf);
    client.getAllDatabases();
    client.close();
  }

  /**
   * @param dir directory for all files of this Hive
   */
  static HiveConf configuration(Path dir) throws IOException {
    HiveConf conf = new HiveConf();
    conf.set("fs.defaultFS", "file:///");
    conf.set(
        "javax.jdo.option.ConnectionURL",
        "jdbc:derby:memory:ms" + UUID.randomUUID() + ";create=true");
    conf.set("metastore.schema.verification", "false");
    conf.set("hive.metastore.schema.verification", "false");
    conf.set("datanucleus.schema.autoCreateAll", "true");
    for (String name :
        List.of(
            "hive.metastore.warehouse.dir",
            "hive.metastore.warehouse.external.dir",
            "hive.exec.scratchdir",
            "hive.exec.local.scratchdir",
            "hive.downloaded.resources.dir",
            "hive.querylog.location",
            "hive.user.install.directory",
            "hadoop.tmp.dir",
            "mapreduce.cluster.local.dir",
            "tez.staging-dir")) {
      conf.set(name, Files.createDirectories(dir.resolve(name)).toString());
    }
    conf.set("metastore.warehouse.dir", conf.get("hive.metastore.warehouse.dir"));
    conf.set("hive.support.concurrency", "false");
    conf.set("hive.txn.manager", "org.apache.hadoop.hive.ql.lockmgr.DummyTxnManager");
    conf.set(
        "hive.security.authorization.manager",
        "org.apache.hadoop.hive.ql.security.authorization.plugin.sqlstd.SQLStdConfOnlyAuthorizerFactory");
    conf.set("hive.metastore.event.db.notification.api.auth", "false");
    conf.set("hive.notification.event.poll.interval", "0s");
    conf.set("hive.query.reexecution.stats.persist.scope", "query");
    conf.set("hive.stats.column.autogather", "false");
    // Do not convert plain tables.
    conf.set("metastore.metadata.transformer.class", "");
    conf.set("mapreduce.framework.name", "local");
    // Queries with many stages have more counters than MapReduce's limit of 120, which Hive passes
    // to Tez.
    conf.set("mapreduce.job.counters.max", "2000");
    conf.set("tez.counters.max", "2000");
    // By default, one filter of a join can take a heap of 2 GB, and one sort 100 MB of it.
    conf.set("hive.tez.max.bloom.filter.entries", "10000");
    conf.set("mapreduce.task.io.sort.mb", "10");
    conf.set("hive.exec.submit.local.task.via.child", "false");
    conf.set("tez.local.mode", "true");
    conf.set("tez.local.mode.without.network", "true");
    conf.set("tez.ignore.lib.uris", "true");
    conf.set("tez.am.launch.cmd-opts", "");
    // By default, the first poll comes only after a small query is finished.
    conf.set("tez.am.am-rm.heartbeat.interval-ms.max", "20");
    conf.set("tez.task.get-task.sleep.interval-ms.max", "20");
    conf.set("tez.dag.status.pollinterval-ms", "20");
    conf.set("hive.tez.dag.status.check.interval", "20ms");
    conf.set("tez.am.task.max.failed.attempts", "1");
    conf.set("hive.tez.container.size", "256");
    conf.set("hive.exec.dynamic.partition.mode", "nonstrict");
    // Otherwise MSCK refuses values with a slash, which INSERT accepts.
    conf.set("hive.msck.path.validation", "ignore");
    conf.set("hive.session.silent", "true");
    conf.set("hive.exec.post.hooks", TaskCounters.class.getName());
    return conf;
  }

  /** Configuration of this session; changes take effect with the next statement. */
  HiveConf conf() {
    return session.getConf();
  }

  /** Runs a statement and returns its output, one line per row with columns separated by tabs. */
  List<String> run(String sql) {
    SessionState.setCurrentSessionState(session);
    try (IDriver driver = DriverFactory.newDriver(session.getConf())) {
      driver.run(sql);
      List<String> out = new ArrayList<>();
      List<String> some = new ArrayList<>();
      driver.setMaxRows(10_000);
      while (driver.getResults(some)) {
        out.addAll(some);
        some.clear();
      }
      return out;
    } catch (Exception | StackOverflowError e) { // an error of Hive's optimizer for some queries
      throw new IllegalStateException(sql + ": " + deepest(e), e);
    }
  }

  /**
   * Runs a statement with other settings.
   *
   * @param settings {@code name=value}
   */
  List<String> runWith(List<String> settings, String sql) {
    Map<String, String> before = new LinkedHashMap<>();
    for (String setting : settings) {
      String[] pair = setting.split("=");
      before.putIfAbsent(pair[0], conf().get(pair[0], ""));
      conf().set(pair[0], pair[1]);
    }
    try {
      return run(sql);
    } finally {
      // Not unset, which would take away the defaults of Hive, too.
      before.forEach(
          (name, value) -> {
            if (value.isEmpty()) {
              conf().unset(name);
            } else {
              conf().set(name, value);
            }
          });
    }
  }

  /** Runs a statement that must fail, and returns all messages. */
  String failure(String sql) {
    try {
      run(sql);
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
    throw new AssertionError("did not fail: " + sql);
  }

  /** Tez reports failures of tasks as text, with the cause at the end of a long chain. */
  private static String deepest(Throwable e) {
    String text = String.valueOf(e.getMessage());
    int at = text.lastIndexOf("Caused by: ");
    return at < 0 ? text : text.substring(at, Math.min(text.length(), at + 1000));
  }

  /** Runs statements and ignores their output. */
  void runAll(String... statements) {
    for (String s : statements) {
      run(s);
    }
  }

  @Override
  public void close() throws IOException {
    session.close();
  }

  private static void deleteAll(Path directory) {
    try (var paths = Files.walk(directory)) {
      paths.sorted(java.util.Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
    } catch (IOException e) {
      // These would remain in the system's directory for temporary files.
    }
  }
}
