package io.placed.hive.read;

import io.placed.hive.read.TableFiles.TableFile;
import io.placed.hive.type.Columns;
import io.placed.hive.type.NestedPaths;
import io.placed.io.FileBlocks;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.ParallelReads;
import io.placed.io.PathNames;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    List<TableFile> all = new ArrayList<>();
    for (Path input : inputs) {
      all.addAll(files.below(input));
    }
    List<int[]> kept = kept(all);
    Map<String, List<FileBlocks.Block>> blocks = blocks(all, kept);
    List<PlacedSplit> splits = new ArrayList<>();
    // Skipped row groups are counted in the next split.
    long eliminated = 0;
    for (int i = 0; i < kept.size(); i++) {
      eliminated = split(all.get(i), kept.get(i), blocks, eliminated, splits);
    }
    return splits.toArray(new PlacedSplit[0]);
  }

  /** By file, the numbers of the row groups that may have a matching row. */
  private List<int[]> kept(List<TableFile> files) throws IOException {
    if (sarg != null) {
      return ParallelReads.all(files, this::kept);
    }
    List<int[]> all = new ArrayList<>();
    for (TableFile f : files) {
      all.add(IntStream.range(0, f.source().file().rowGroups().size()).toArray());
    }
    return all;
  }

  /** Where the files are, with as few requests as their stores allow. */
  private Map<String, List<FileBlocks.Block>> blocks(List<TableFile> files, List<int[]> kept)
      throws IOException {
    Map<String, List<String>> directories = new LinkedHashMap<>();
    for (int i = 0; i < kept.size(); i++) {
      String path = files.get(i).source().path();
      if (kept.get(i).length > 0) {
        directories.computeIfAbsent(PathNames.parent(path), d -> new ArrayList<>()).add(path);
      }
    }
    Map<String, List<FileBlocks.Block>> found = new HashMap<>();
    for (List<String> paths : directories.values()) {
      found.putAll(stores.forPath(paths.get(0)).locate(paths));
    }
    return found;
  }

  /** Returns the number of skipped row groups that no split reports yet. */
  private long split(
      TableFile f,
      int[] kept,
      Map<String, List<FileBlocks.Block>> blocks,
      long eliminatedBefore,
      List<PlacedSplit> out) {
    DataFile file = f.source().file();
    Partition partition = Partition.of(file, f.source().schema());
    long eliminated = eliminatedBefore + file.rowGroups().size() - kept.length;
    if (kept.length == 0) {
      return eliminated;
    }
    List<FileBlocks.Block> its = blocks.getOrDefault(f.source().path(), List.of());
    for (FileSlice slice : SlicePlanner.divide(f.source(), kept, size, 1)) {
      long start = file.rowGroups().get(slice.firstRowGroup()).offset();
      List<String> hosts = BlockHosts.of(its, start, slice.bytes());
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
  private int[] kept(TableFile f) throws IOException {
    int groups = f.source().file().rowGroups().size();
    if (groups == 0) {
      return new int[0];
    }
    Partition partition = Partition.of(f.source().file(), f.source().schema());
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
