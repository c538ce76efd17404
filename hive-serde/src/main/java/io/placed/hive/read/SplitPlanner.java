package io.placed.hive.read;

import io.placed.hive.read.TableFiles.TableFile;
import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.io.FileBlocks;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.hadoop.HadoopFileStores;
import io.placed.scan.FileReader;
import io.placed.scan.plan.ReadPlan.PlannedRowGroup;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.split.BlockHosts;
import io.placed.table.split.FileSlice;
import io.placed.table.split.SlicePlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;

/**
 * Divides tables into splits of whole row groups: the row groups that statistics cannot skip, as
 * many per split as Hadoop's settings of the split size allow.
 */
public final class SplitPlanner {
  private static final String MAX_SIZE = "mapreduce.input.fileinputformat.split.maxsize";
  private static final String MIN_SIZE = "mapreduce.input.fileinputformat.split.minsize";
  private static final long DEFAULT_SIZE = 128L << 20;

  private final FileStores stores;
  private final SearchArgument sarg;
  private final Columns table;
  private final List<String> columns;
  private final List<String> read;
  private final BucketedTables bucketed;
  private final long size;

  public SplitPlanner(Configuration job) {
    this.stores = new HadoopFileStores(job);
    this.sarg = ConvertAstToSearchArg.createFromConf(job);
    this.table = sarg == null ? null : Columns.wanted(job);
    this.columns = table == null ? columns(job) : table.names();
    this.read =
        ColumnProjectionUtils.isReadAllColumns(job)
            ? List.of()
            : List.of(ColumnProjectionUtils.getReadColumnNames(job));
    this.bucketed = new BucketedTables(job);
    this.size = Math.max(job.getLong(MIN_SIZE, 1), job.getLong(MAX_SIZE, DEFAULT_SIZE));
  }

  /** All columns of the table; empty if the job does not name them. */
  private static List<String> columns(Configuration job) {
    try {
      return Columns.wanted(job).names();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /** Splits of all files below these paths. */
  public PlacedSplit[] plan(Path... inputs) throws IOException {
    TableFiles files = new TableFiles(stores, read, columns, bucketed);
    List<PlacedSplit> splits = new ArrayList<>();
    // Skipped row groups are counted in the next split.
    long eliminated = 0;
    for (Path input : inputs) {
      for (TableFile f : files.below(input)) {
        eliminated = split(f, eliminated, splits);
      }
    }
    return splits.toArray(new PlacedSplit[0]);
  }

  /** Returns the number of skipped row groups that no split reports yet. */
  private long split(TableFile f, long eliminatedBefore, List<PlacedSplit> out) throws IOException {
    DataFile file = f.source().file();
    Partition partition = Partition.of(file, f.source().schema());
    int groups = file.rowGroups().size();
    int[] kept = kept(f, partition, groups);
    long eliminated = eliminatedBefore + groups - kept.length;
    if (kept.length == 0) {
      return eliminated;
    }
    FileBlocks blocks = stores.forPath(f.source().path()).blocks(f.source().path());
    for (FileSlice slice : SlicePlanner.divide(f.source(), kept, size, 1)) {
      long start = file.rowGroups().get(slice.firstRowGroup()).offset();
      List<String> hosts = BlockHosts.of(blocks, start, slice.bytes());
      out.add(
          new PlacedSplit(
              f.path(),
              slice,
              partition,
              f.columns(),
              start,
              hosts.toArray(new String[0]),
              eliminated));
      eliminated = 0;
    }
    return eliminated;
  }

  /** Numbers of the row groups that may have a matching row. */
  private int[] kept(TableFile f, Partition partition, int groups) throws IOException {
    if (sarg == null || groups == 0) {
      return IntStream.range(0, groups).toArray();
    }
    String path = f.source().path();
    Map<String, String> renamed = f.source().file().names();
    try (FileReader file =
        FileReader.open(
            stores.forPath(path).input(path, f.source().file().length()), new IoCounters())) {
      FileColumns found = new FileColumns(file, table, renamed, partition, f.columns());
      SargTranslator.Condition condition =
          new SargTranslator(table, c -> found.wanted(c, NestedPaths.ALL)).translate(sarg);
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
