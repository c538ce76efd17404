package io.placed.fuzz;

import io.placed.advise.check.AdviceMemory;
import io.placed.advise.check.PredictedReads;
import io.placed.advise.check.PredictedRun;
import io.placed.advise.check.PredictedTemplate;
import io.placed.advise.check.RememberedAdvice;
import io.placed.advise.check.RememberedCheck;
import io.placed.advise.cost.Predicted;
import io.placed.advise.workload.Condition;
import io.placed.advise.workload.HistoryWriter;
import io.placed.advise.workload.ScanRecord;
import io.placed.io.FileInfo;
import io.placed.io.MemoryStore;
import io.placed.placement.Placement;
import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.commit.CommitClaims;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.vector.Batch;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of {@link FuzzUpkeepTest}. */
final class UpkeepSeeds {
  static final String DIRECTORY = "upkeep";
  static final String HISTORY = "/_history";
  static final String TAG = "first";
  static final RewriteOptions REWRITE =
      RewriteOptions.of(Map.of("placement", "reorder=sort(name)")).withKeepAccess(false);

  /** Of the latest snapshot. */
  static final int ROWS = 9;

  private static final Schema SCHEMA = Schema.parse("id: int64, name: string");
  private static final String SORTED = "reorder=sort(id)";

  private UpkeepSeeds() {}

  /**
   * Two partitions, a tag of an expired snapshot, and a rewrite that ended after its first file.
   */
  static void writeTable() throws IOException {
    MemoryStore store = new MemoryStore();
    DataSet table = DataSet.at(p -> store, LogFiles.ROOT);
    append(store, table, 0);
    table.createTag(TAG, null);
    append(store, table, 1);
    table.deleteRows(Predicate.parse("id = 3"));
    table.vacuum(new VacuumOptions(Duration.ZERO, 1, false));
    advise(store, table);
    Rewrite rewrite = Rewrite.prepare(p -> store, LogFiles.ROOT, REWRITE);
    rewrite.start();
    rewrite.tasks().get(0).run(p -> store, rows -> {});
    String commit =
        store.list(LogFiles.ROOT + "/_placed/rewrites", false).get(0).path().replaceAll(".*/", "");
    new CommitClaims(table.directory()).take(commit);
    for (FileInfo file : store.list(LogFiles.ROOT, true)) {
      String path = file.path().substring(LogFiles.ROOT.length() + 1);
      SeedsTest.put(
          Documented.RESOURCES.resolve(DIRECTORY).resolve(path), store.readAll(file.path()));
    }
  }

  private static void append(MemoryStore store, DataSet table, int number) throws IOException {
    Commit commit =
        table.begin(SCHEMA, PartitionSpec.parse("bucket(2, id)"), Placement.parse(SORTED));
    Map<String, String> partition = Map.of("id_bucket", String.valueOf(number));
    Batch rows = Batch.of(SCHEMA);
    PartitionTransform bucket = PartitionTransform.parse("bucket[2]");
    for (long id = 0; id <= ROWS; id++) {
      if (((Number) bucket.apply(Type.INT64, id)).intValue() == number) {
        rows.appendRow(id, "name " + id % 3);
      }
    }
    String path = commit.dataFilePath(partition, "t");
    WriteOptions options = WriteOptions.defaults().withPlacement(Placement.parse(SORTED));
    try (FileWriter out = FileWriter.create(store, path, SCHEMA, options)) {
      out.write(rows);
      commit.append(List.of(DataFile.of(out.finish(), commit.relative(path), partition)));
    }
  }

  /** Advice that was followed, a scan since, and its check. */
  private static void advise(MemoryStore store, DataSet table) throws IOException {
    PredictedReads reads =
        new PredictedReads(new Predicted(900, 800, 1000), 1200, 2, Predicted.exactly(0.01));
    PredictedRun run = new PredictedRun("read name where id [0.1 to 0.2]", reads, reads);
    AdviceMemory memory = AdviceMemory.of(table);
    String id = AdviceMemory.newId(1_790_000_000_000L);
    memory.remember(
        new RememberedAdvice(
            RememberedAdvice.VERSION,
            id,
            1_790_000_000_000L,
            1,
            10,
            SORTED,
            "default",
            "",
            false,
            "balanced",
            true,
            Map.of("id", 1, "name", 2),
            List.of(new PredictedTemplate("find", 1, 10, List.of(run)))));
    memory.keep(
        new RememberedCheck(
            RememberedAdvice.VERSION,
            id,
            1_790_000_100_000L,
            1,
            List.of(new RememberedCheck.TemplateError("find", 1, 0.1, 0.2))));
    ScanRecord scan =
        new ScanRecord(
            LogFiles.ROOT,
            table.newestId(),
            1_790_000_050_000L,
            "test",
            List.of("id", "name"),
            List.of(Condition.on("id", 0.1, 0.2)),
            Optional.empty(),
            Map.of("id", 1, "name", 2),
            1,
            950,
            1300,
            2,
            12.5);
    try (HistoryWriter out = new HistoryWriter(store, LogFiles.ROOT + HISTORY)) {
      out.append(List.of(scan));
    }
  }
}
