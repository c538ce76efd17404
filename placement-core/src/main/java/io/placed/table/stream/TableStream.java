package io.placed.table.stream;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.AddedFiles;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as a stream: first all rows that it has, then those that each snapshot adds. The order is
 * that of the log and, within a snapshot, of paths, so that a batch that is repeated is the same.
 */
public final class TableStream {
  private final TableDirectory table;
  private final boolean skipsChanges;

  /**
   * @param skipsChanges whether snapshots that removed or changed rows are passed over; otherwise
   *     they are errors
   */
  public TableStream(TableDirectory table, boolean skipsChanges) {
    this.table = table;
    this.skipsChanges = skipsChanges;
  }

  /** Id of the newest snapshot; 0 = none. */
  public long newest() throws IOException {
    return table.newestId();
  }

  /**
   * Where a stream begins.
   *
   * @param startingSnapshot the first one whose added rows are read; 0 = all rows of the newest
   *     snapshot, then those added
   */
  public StreamPosition initial(long startingSnapshot) throws IOException {
    if (startingSnapshot > 0) {
      return StreamPosition.after(startingSnapshot - 1);
    }
    long newest = newest();
    return new StreamPosition(newest, 0, newest > 0);
  }

  /**
   * How far a batch reads.
   *
   * @param newest the last snapshot that is read
   */
  public StreamPosition latest(StreamPosition from, BatchLimit limit, long newest)
      throws IOException {
    Room room = new Room(limit);
    if (from.initial()) {
      List<DataFile> all = filesOf(from);
      int taken = room.take(all, from.files());
      if (taken > from.files() || taken < all.size()) {
        // A batch ends with the snapshot that the stream began with: so the end of the first one
        // tells, after a crash, where it began.
        return new StreamPosition(from.snapshot(), taken, true);
      }
    }
    StreamPosition end = from;
    if (!from.initial() && from.snapshot() > 0 && from.files() < Integer.MAX_VALUE) {
      List<DataFile> rest = filesOf(from);
      int taken = room.take(rest, from.files());
      end = new StreamPosition(from.snapshot(), taken, false);
      if (taken < rest.size()) {
        return end;
      }
    }
    for (long id = from.snapshot() + 1; id <= newest && !room.isFull(); id++) {
      List<DataFile> files = filesOf(new StreamPosition(id, 0, false));
      int taken = room.take(files, 0);
      end = new StreamPosition(id, taken, false);
      if (taken < files.size()) {
        return end;
      }
    }
    return end;
  }

  /** What a batch may still read. At least one file, or the stream would stand still. */
  private static final class Room {
    private long files;
    private long bytes;
    private boolean some;

    Room(BatchLimit limit) {
      files = limit.files();
      bytes = limit.bytes();
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

  /** The files that count positions of this position's snapshot. */
  private List<DataFile> filesOf(StreamPosition position) throws IOException {
    long id = position.snapshot();
    if (id == 0) {
      return List.of();
    }
    try {
      if (position.initial()) {
        return table.logged(id).files();
      }
      AddedFiles added = table.added(id);
      if (!added.changes()) {
        return added.files();
      }
    } catch (FileNotFoundException e) {
      throw new IOException(
          table.path()
              + ": snapshot "
              + id
              + " expired before the stream came to it; begin again with another checkpoint, and"
              + " let vacuum keep snapshots for longer",
          e);
    }
    if (skipsChanges) {
      return List.of();
    }
    throw new ChangedRowsException(table.path(), id);
  }

  /**
   * The files between two positions.
   *
   * @param columns names that the engine has for the table's columns
   */
  public List<SourceFile> files(
      StreamPosition start, StreamPosition to, List<String> columns, boolean caseSensitive)
      throws IOException {
    StreamPosition from = begin(start, to);
    List<DataFile> files = new ArrayList<>();
    for (long id = from.snapshot(); id <= to.snapshot(); id++) {
      boolean first = id == from.snapshot();
      int begin = first ? from.files() : 0;
      if (begin == Integer.MAX_VALUE) {
        continue;
      }
      List<DataFile> all = filesOf(new StreamPosition(id, 0, first && from.initial()));
      int stop = id == to.snapshot() ? Math.min(all.size(), to.files()) : all.size();
      if (begin < stop) {
        files.addAll(all.subList(begin, stop));
      }
    }
    return sources(files, to.snapshot(), columns, caseSensitive);
  }

  /**
   * Where a batch begins. The first one begins at {@link #initial}, which after a crash may be
   * another snapshot than before it; the end of the batch, which the engine keeps, tells.
   */
  private static StreamPosition begin(StreamPosition start, StreamPosition end) {
    if (start.initial() && end.initial() && start.snapshot() != end.snapshot()) {
      return new StreamPosition(end.snapshot(), 0, true);
    }
    if (start.initial() && !end.initial() && start.snapshot() >= end.snapshot()) {
      return new StreamPosition(0, 0, false); // There was no snapshot when the stream began.
    }
    return start;
  }

  private List<SourceFile> sources(
      List<DataFile> files, long id, List<String> columns, boolean caseSensitive)
      throws IOException {
    if (files.isEmpty()) {
      return List.of();
    }
    Snapshot snapshot = table.logged(id);
    TableNames names = TableNames.of(snapshot.schema(), columns, caseSensitive);
    List<SourceFile> sources = new ArrayList<>();
    for (DataFile f : files) {
      sources.add(
          names.inEngine(
              SourceFile.of(table.pathOf(f), f, snapshot.schema(), snapshot.partitionColumns())));
    }
    return sources;
  }
}
