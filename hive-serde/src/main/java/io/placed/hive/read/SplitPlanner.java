package io.placed.hive.read;

import io.placed.hive.read.TableFiles.TableFile;
import io.placed.hive.type.Columns;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.scan.FileReader;
import io.placed.scan.plan.ReadPlan.PlannedRowGroup;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.write.RowGroupSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;

/**
 * Divides tables at row groups: those that statistics do not rule out, as many in a split as
 * Hadoop's settings for the size of splits allow.
 */
public final class SplitPlanner {
  private static final String MAX_SIZE = "mapreduce.input.fileinputformat.split.maxsize";
  private static final String MIN_SIZE = "mapreduce.input.fileinputformat.split.minsize";
  private static final long DEFAULT_SIZE = 128L << 20;

  private final Configuration job;
  private final FileStores stores;
  private final SearchArgument sarg;
  private final Columns table;
  private final long size;

  public SplitPlanner(Configuration job) {
    this.job = job;
    this.stores = new HadoopFileStores(job);
    this.sarg = ConvertAstToSearchArg.createFromConf(job);
    this.table = sarg == null ? null : Columns.wanted(job);
    this.size = Math.max(job.getLong(MIN_SIZE, 1), job.getLong(MAX_SIZE, DEFAULT_SIZE));
  }

  /** Splits of all files below these paths. */
  public PlacedSplit[] plan(Path... inputs) throws IOException {
    TableFiles files = new TableFiles(stores);
    List<PlacedSplit> splits = new ArrayList<>();
    // Row groups that no split has are reported by the next one.
    long eliminated = 0;
    for (Path input : inputs) {
      for (TableFile f : files.below(input)) {
        eliminated = split(f, eliminated, splits);
      }
    }
    return splits.toArray(new PlacedSplit[0]);
  }

  /** Returns how many row groups were ruled out that no split reports yet. */
  private long split(TableFile f, long eliminatedBefore, List<PlacedSplit> out) throws IOException {
    List<RowGroupSummary> groups = f.file().rowGroups();
    Partition partition = Partition.of(f.file(), f.schema());
    int[] kept = kept(f, partition, groups.size());
    long eliminated = eliminatedBefore + groups.size() - kept.length;
    BlockHosts hosts = kept.length == 0 ? null : BlockHosts.of(job, f.path(), f.file().length());
    int first = 0;
    while (first < kept.length) {
      int end = first + 1;
      long bytes = groups.get(kept[first]).length();
      // A row group that is left out in between ends the split.
      while (end < kept.length
          && kept[end] == kept[end - 1] + 1
          && bytes + groups.get(kept[end]).length() <= size) {
        bytes += groups.get(kept[end]).length();
        end++;
      }
      long start = groups.get(kept[first]).offset();
      out.add(
          new PlacedSplit(
              f.path(),
              f.file().length(),
              f.file().names(),
              partition.values(),
              partition.columns().toString(),
              start,
              bytes,
              bytes,
              hosts.of(start, bytes),
              kept[first],
              kept[end - 1] + 1,
              eliminated));
      eliminated = 0;
      first = end;
    }
    return eliminated;
  }

  /** Numbers of the row groups that may hold a row that is wanted. */
  private int[] kept(TableFile f, Partition partition, int groups) throws IOException {
    if (sarg == null || groups == 0) {
      return IntStream.range(0, groups).toArray();
    }
    String path = f.path().toString();
    try (FileReader file =
        FileReader.open(stores.forPath(path).input(path, f.file().length()), new IoCounters())) {
      FileColumns found = new FileColumns(file, table, f.file().names(), partition);
      SargTranslator.Condition condition = new SargTranslator(table, found).translate(sarg);
      if (condition == null) {
        return IntStream.range(0, groups).toArray();
      }
      ReadRequest nothingButRows =
          ReadRequest.all()
              .withColumns(Schema.of(List.of()))
              .withTableSchema(condition.columns())
              .withNames(found.names())
              .withConstants(partition.constants(condition.columns().fields()))
              .withCaseSensitive(false)
              .withPruning(condition.predicate());
      return file.plan(nothingButRows).rowGroups().stream()
          .filter(g -> !g.pages().isEmpty())
          .mapToInt(PlannedRowGroup::number)
          .toArray();
    } catch (IllegalArgumentException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }
}
