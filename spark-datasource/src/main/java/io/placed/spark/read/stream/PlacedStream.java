package io.placed.spark.read.stream;

import io.placed.spark.OptionUse;
import io.placed.spark.PlacedOptions;
import io.placed.spark.internal.Session;
import io.placed.spark.read.plan.ScanPlan;
import io.placed.spark.read.source.SourceFile;
import io.placed.spark.read.source.TableNames;
import io.placed.spark.read.source.TableSource;
import io.placed.spark.read.vector.PlacedReaderFactory;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.AddedFiles;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.CompositeReadLimit;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadAllAvailable;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReadMaxBytes;
import org.apache.spark.sql.connector.read.streaming.ReadMaxFiles;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table as a stream: first all rows that it has, then those that each snapshot adds. The order is
 * that of the log and, within a snapshot, of paths, so that a batch that is repeated is the same.
 */
public final class PlacedStream implements MicroBatchStream, SupportsTriggerAvailableNow {
  private final ScanPlan plan;
  private final DataSet dataSet;
  private final int maxFiles;
  private final long maxBytes;
  private final long startingSnapshot;
  private final boolean skipChanges;

  /** With Trigger.AvailableNow, the last snapshot that is read; else none. */
  private Long last;

  private PlacedStream(ScanPlan plan, DataSet dataSet) {
    CaseInsensitiveStringMap options = plan.options();
    this.plan = plan;
    this.dataSet = dataSet;
    this.maxFiles = (int) positive(options, PlacedOptions.MAX_FILES, Integer.MAX_VALUE);
    this.maxBytes = positive(options, PlacedOptions.MAX_BYTES, Long.MAX_VALUE);
    this.startingSnapshot = positive(options, PlacedOptions.STARTING_SNAPSHOT, 0);
    this.skipChanges = options.getBoolean(PlacedOptions.SKIP_CHANGES, false);
  }

  public static PlacedStream of(ScanPlan plan) {
    CaseInsensitiveStringMap options = plan.options();
    String path = options.get(PlacedOptions.PATH);
    OptionUse.STREAM_READ.require(
        plan.source().describe(),
        PlacedOptions.OF_BATCH_READS.stream().filter(options::containsKey).toList());
    if (path == null || !TableSource.moment(options).isNow()) {
      throw new IllegalArgumentException(
          "a stream reads one path, from its newest snapshot or from "
              + PlacedOptions.STARTING_SNAPSHOT);
    }
    try {
      return new PlacedStream(
          plan, DataSet.at(Session.active().stores(options.asCaseSensitiveMap()), path));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static long positive(CaseInsensitiveStringMap options, String name, long otherwise) {
    String text = options.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      long value = Long.parseLong(text.strip());
      if (value > 0 && (!name.equals(PlacedOptions.MAX_FILES) || value <= Integer.MAX_VALUE)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // One message for everything that is no such number.
    }
    throw new IllegalArgumentException(
        "option " + name + " must be a positive number, found '" + text + "'");
  }

  @Override
  public Offset initialOffset() {
    if (startingSnapshot > 0) {
      return new StreamOffset(startingSnapshot - 1, Integer.MAX_VALUE, false);
    }
    long newest = newest();
    return new StreamOffset(newest, 0, newest > 0);
  }

  private long newest() {
    try {
      return dataSet.newestId();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  @Override
  public void prepareForTriggerAvailableNow() {
    last = newest();
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    List<ReadLimit> limits = new ArrayList<>();
    if (maxFiles < Integer.MAX_VALUE) {
      limits.add(ReadLimit.maxFiles(maxFiles));
    }
    if (maxBytes < Long.MAX_VALUE) {
      limits.add(ReadLimit.maxBytes(maxBytes));
    }
    return limits.isEmpty()
        ? ReadLimit.allAvailable()
        : ReadLimit.compositeLimit(limits.toArray(ReadLimit[]::new));
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("latestOffset(Offset, ReadLimit) is asked instead");
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    StreamOffset from = (StreamOffset) start;
    Room room = new Room(limit);
    try {
      if (from.initial()) {
        List<DataFile> all = filesOf(from);
        int taken = room.take(all, from.files());
        if (taken > from.files() || taken < all.size()) {
          // A batch ends with the snapshot that the stream began with: so the end of the first
          // one tells, after a crash, where it began.
          return new StreamOffset(from.snapshot(), taken, true);
        }
      }
      return afterwards(from, room);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private StreamOffset afterwards(StreamOffset from, Room room) throws IOException {
    StreamOffset end = from;
    long newest = last == null ? newest() : last;
    if (!from.initial() && from.snapshot() > 0 && from.files() < Integer.MAX_VALUE) {
      List<DataFile> rest = filesOf(from);
      int taken = room.take(rest, from.files());
      end = new StreamOffset(from.snapshot(), taken, false);
      if (taken < rest.size()) {
        return end;
      }
    }
    for (long id = from.snapshot() + 1; id <= newest && !room.isFull(); id++) {
      StreamOffset begin = new StreamOffset(id, 0, false);
      List<DataFile> files = filesOf(begin);
      int taken = room.take(files, 0);
      end = new StreamOffset(id, taken, false);
      if (taken < files.size()) {
        return end;
      }
    }
    return end;
  }

  /** What a trigger may still read. At least one file, or the stream would stand still. */
  private static final class Room {
    private long files = Long.MAX_VALUE;
    private long bytes = Long.MAX_VALUE;
    private boolean some;

    Room(ReadLimit limit) {
      restrict(limit);
    }

    private void restrict(ReadLimit limit) {
      if (limit instanceof CompositeReadLimit c) {
        for (ReadLimit part : c.getReadLimits()) {
          restrict(part);
        }
      } else if (limit instanceof ReadMaxFiles f) {
        files = f.maxFiles();
      } else if (limit instanceof ReadMaxBytes b) {
        bytes = b.maxBytes();
      } else if (!(limit instanceof ReadAllAvailable)) {
        throw new IllegalArgumentException("a placed stream knows no limit " + limit);
      }
    }

    boolean isFull() {
      return some && (files <= 0 || bytes <= 0);
    }

    /** How many of the files have been taken then. */
    int take(List<DataFile> all, int taken) {
      int n = Math.min(taken, all.size());
      while (n < all.size()) {
        long length = all.get(n).totalLength();
        if (some && (files < 1 || bytes < length)) {
          return n;
        }
        files--;
        bytes -= length;
        some = true;
        n++;
      }
      return n;
    }
  }

  /** The files that count positions of this offset's snapshot. */
  private List<DataFile> filesOf(StreamOffset offset) throws IOException {
    if (offset.snapshot() == 0) {
      return List.of();
    }
    try {
      if (offset.initial()) {
        return dataSet.snapshot(offset.snapshot()).files().stream()
            .filter(f -> !f.foreign())
            .toList();
      }
      AddedFiles added = dataSet.added(offset.snapshot());
      if (!added.changes()) {
        return added.files();
      }
    } catch (FileNotFoundException e) {
      throw new IOException(
          dataSet.path()
              + ": snapshot "
              + offset.snapshot()
              + " has expired before the stream came to it; begin anew with another checkpoint, and"
              + " let a vacuum keep snapshots for longer",
          e);
    }
    if (skipChanges) {
      return List.of();
    }
    throw new IOException(
        dataSet.path()
            + ": snapshot "
            + offset.snapshot()
            + " took rows out or changed them, and a stream reads rows that were added; with the"
            + " option "
            + PlacedOptions.SKIP_CHANGES
            + "=true it goes on behind such snapshots");
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    StreamOffset to = (StreamOffset) end;
    StreamOffset from = begin((StreamOffset) start, to);
    try {
      List<DataFile> files = new ArrayList<>();
      for (long id = from.snapshot(); id <= to.snapshot(); id++) {
        boolean initial = id == from.snapshot() ? from.initial() : false;
        int first = id == from.snapshot() ? from.files() : 0;
        if (first == Integer.MAX_VALUE) {
          continue;
        }
        List<DataFile> all = filesOf(new StreamOffset(id, 0, initial));
        int stop = id == to.snapshot() ? Math.min(all.size(), to.files()) : all.size();
        if (first < stop) {
          files.addAll(all.subList(first, stop));
        }
      }
      List<SourceFile> sources = sources(files, to.snapshot());
      return plan.planner(sources).plan(sources).toArray(InputPartition[]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /**
   * Where a batch begins. The first one begins at {@link #initialOffset}, which after a crash may
   * be another snapshot than before it; the end of the batch, which Spark keeps, tells.
   */
  private StreamOffset begin(StreamOffset start, StreamOffset end) {
    if (start.initial() && end.initial() && start.snapshot() != end.snapshot()) {
      return new StreamOffset(end.snapshot(), 0, true);
    }
    if (start.initial() && !end.initial() && start.snapshot() >= end.snapshot()) {
      return new StreamOffset(0, 0, false); // There was no snapshot when the stream began.
    }
    return start;
  }

  private List<SourceFile> sources(List<DataFile> files, long id) throws IOException {
    if (files.isEmpty()) {
      return List.of();
    }
    Snapshot snapshot = dataSet.snapshot(id);
    TableNames names = TableNames.of(snapshot.schema(), plan.tableSchema(), plan.caseSensitive());
    List<SourceFile> sources = new ArrayList<>();
    for (DataFile f : files) {
      sources.add(
          names.inSpark(
              TableNames.source(
                  dataSet.pathOf(f), f, snapshot.schema(), snapshot.partitionColumns())));
    }
    return sources;
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new PlacedReaderFactory(plan.context());
  }

  @Override
  public Offset reportLatestOffset() {
    long newest = newest();
    return newest == 0 ? null : new StreamOffset(newest, 0, false);
  }

  @Override
  public Offset deserializeOffset(String json) {
    return StreamOffset.parse(json);
  }

  @Override
  public void commit(Offset end) {}

  @Override
  public void stop() {}
}
