package io.placed.spark.read.stream;

import io.placed.spark.internal.Errors;
import io.placed.spark.internal.Session;
import io.placed.spark.options.OptionUse;
import io.placed.spark.options.PlacedOptions;
import io.placed.spark.read.ScanPlan;
import io.placed.spark.read.source.SourceOptions;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.vector.PlacedReaderFactory;
import io.placed.spark.version.ByteLimit;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import io.placed.table.split.TaskHosts;
import io.placed.table.stream.BatchLimit;
import io.placed.table.stream.ChangedRowsException;
import io.placed.table.stream.StreamPosition;
import io.placed.table.stream.StreamedRows;
import io.placed.table.stream.TableStream;
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
import org.apache.spark.sql.connector.read.streaming.ReadMaxFiles;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table as a stream: first all existing rows, then those that each snapshot adds. */
public final class PlacedStream implements MicroBatchStream, SupportsTriggerAvailableNow {
  private final ScanPlan plan;
  private final TableStream stream;
  private final int maxFiles;
  private final long maxBytes;
  private final long startingSnapshot;

  /** With Trigger.AvailableNow, the last snapshot to read; otherwise null. */
  private Long last;

  /** The files of the batch that was planned last. */
  private volatile List<SourceFile> planned = List.of();

  private PlacedStream(ScanPlan plan, TableDirectory table) {
    CaseInsensitiveStringMap options = plan.options();
    this.plan = plan;
    this.stream = new TableStream(table, rows(options), plan.source().snapshot());
    this.maxFiles = (int) positive(options, PlacedOptions.MAX_FILES, Integer.MAX_VALUE);
    this.maxBytes = positive(options, PlacedOptions.MAX_BYTES, Long.MAX_VALUE);
    this.startingSnapshot = positive(options, PlacedOptions.STARTING_SNAPSHOT, 0);
  }

  private static StreamedRows rows(CaseInsensitiveStringMap options) {
    boolean skips = options.getBoolean(PlacedOptions.SKIP_CHANGES, false);
    if (PlacedOptions.readsChanges(options)) {
      if (skips) {
        throw new IllegalArgumentException(
            "options "
                + PlacedOptions.READ_CHANGES
                + " and "
                + PlacedOptions.SKIP_CHANGES
                + " contradict each other; one of them is allowed");
      }
      return StreamedRows.CHANGES;
    }
    return skips ? StreamedRows.ADDED_SKIPPING_CHANGES : StreamedRows.ADDED;
  }

  public static PlacedStream of(ScanPlan plan) {
    CaseInsensitiveStringMap options = plan.options();
    OptionUse.STREAM_READ.require(
        plan.source().describe(),
        PlacedOptions.OF_BATCH_READS.stream().filter(options::containsKey).toList());
    if (options.containsKey(PlacedOptions.ENDING_SNAPSHOT)) {
      throw Errors.analysis(
          plan.source().describe()
              + ": a stream has no end, so "
              + PlacedOptions.ENDING_SNAPSHOT
              + ", endingVersion and endingTimestamp are supported only in batches",
          null);
    }
    if (!SourceOptions.moment(options).isNow()) {
      throw new IllegalArgumentException(
          "a stream reads a table from its newest snapshot or from "
              + PlacedOptions.STARTING_SNAPSHOT
              + ", not from "
              + PlacedOptions.SNAPSHOT
              + " or "
              + PlacedOptions.AS_OF);
    }
    try {
      return new PlacedStream(plan, table(plan));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static TableDirectory table(ScanPlan plan) throws IOException {
    TableSource table = plan.source().ofTable();
    if (!table.isEmpty()) {
      return table.streamed();
    }
    // A table of a catalog that nobody has written to; its path is no pattern.
    CaseInsensitiveStringMap options = plan.options();
    return TableDirectory.at(
        Session.active().stores(options.asCaseSensitiveMap()), options.get(PlacedOptions.PATH));
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
      // One message for all invalid numbers.
    }
    throw new IllegalArgumentException(
        "option " + name + " must be a positive number, found '" + text + "'");
  }

  @Override
  public Offset initialOffset() {
    return offset(() -> stream.initial(startingSnapshot));
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  private static <T> T unchecked(Step<T> step) {
    try {
      return step.run();
    } catch (ChangedRowsException e) {
      throw new UncheckedIOException(
          e.getMessage()
              + "; with the option "
              + PlacedOptions.READ_CHANGES
              + "=true a stream of the path of the table reads removed rows, too, with "
              + PlacedOptions.SKIP_CHANGES
              + "=true it skips such snapshots",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static Offset offset(Step<StreamPosition> step) {
    return new StreamOffset(unchecked(step));
  }

  private long newest() {
    return unchecked(stream::newest);
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
      limits.add(ByteLimit.of(maxBytes));
    }
    return limits.isEmpty()
        ? ReadLimit.allAvailable()
        : ReadLimit.compositeLimit(limits.toArray(ReadLimit[]::new));
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("latestOffset(Offset, ReadLimit) is called instead");
  }

  @Override
  public Offset latestOffset(Offset start, ReadLimit limit) {
    long newest = last == null ? newest() : last;
    BatchLimit most = limit(BatchLimit.NONE, limit);
    return offset(() -> stream.latest(StreamOffset.position(start), most, newest));
  }

  private static BatchLimit limit(BatchLimit all, ReadLimit limit) {
    if (limit instanceof CompositeReadLimit c) {
      BatchLimit out = all;
      for (ReadLimit part : c.getReadLimits()) {
        out = limit(out, part);
      }
      return out;
    } else if (limit instanceof ReadMaxFiles f) {
      return all.withFiles(f.maxFiles());
    } else if (limit instanceof ReadAllAvailable) {
      return all;
    } else if (ByteLimit.bytes(limit) != null) {
      return all.withBytes(ByteLimit.bytes(limit));
    }
    throw new IllegalArgumentException("a placed stream does not support the limit " + limit);
  }

  @Override
  public InputPartition[] planInputPartitions(Offset start, Offset end) {
    List<String> columns = List.of(plan.tableSchema().fieldNames());
    List<SourceFile> files =
        unchecked(
            () ->
                stream.files(
                    StreamOffset.position(start),
                    StreamOffset.position(end),
                    columns,
                    plan.caseSensitive()));
    planned = files;
    // The source may have been opened before the table was there.
    TaskHosts hosts =
        TaskHosts.of(Session.active().stores(plan.options().asCaseSensitiveMap()), files);
    return PlacedInputPartition.of(plan.planner(files).planBalanced(files), hosts);
  }

  /** The files of the batch that was planned last, for its metrics. */
  public List<SourceFile> planned() {
    return planned;
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new PlacedReaderFactory(plan.context());
  }

  @Override
  public Offset reportLatestOffset() {
    long newest = newest();
    return newest == 0 ? null : new StreamOffset(new StreamPosition(newest, 0, false, null));
  }

  @Override
  public Offset deserializeOffset(String json) {
    return new StreamOffset(StreamPosition.parse(json));
  }

  @Override
  public void commit(Offset end) {}

  @Override
  public void stop() {}
}
