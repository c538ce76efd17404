package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A uniform sample of the rows that one task of an engine reads. {@link TaskRanges} joins the
 * samples of all tasks to one of the whole table. Depends only on the rows, their order, and the
 * number of the task.
 */
public final class TaskSample {
  /**
   * Factor by which each task's sample exceeds its share, because tasks read different numbers of
   * rows.
   */
  private static final int MORE_THAN_SHARE = 4;

  private static final int MIN_TASK_ROWS = 1024;

  /** Bits of the row number within a task; higher bits have the number of the task. */
  private static final int ROW_BITS = 40;

  private final Sample sample;
  private long bytes;

  /**
   * @param schema of the rows, all of whose columns are sampled; none may be nested
   * @param task number of the task, from 0
   * @param tasks number of tasks
   */
  public TaskSample(Schema schema, int task, int tasks) {
    int limit = Sample.limit(schema.size());
    long share = MORE_THAN_SHARE * (long) limit / tasks;
    int own = (int) Math.max(Math.min(limit, MIN_TASK_ROWS), Math.min(limit, share));
    int[] all = IntStream.range(0, schema.size()).toArray();
    sample = new Sample(schema, all, own, (long) task << ROW_BITS);
  }

  /**
   * @param wholeBytes bytes of the complete rows, including columns that are not sampled
   */
  public void add(Batch rows, long wholeBytes) {
    sample.add(rows);
    bytes += wholeBytes;
  }

  /** The part that is sent to the driver. */
  public Part part() {
    Batch rows = sample.rows();
    return new Part(
        sample.seen(), bytes, sample.below(), sample.hashes(), RowValues.of(rows, rows.rows()));
  }

  /**
   * The sample of one task.
   *
   * @param seen number of rows of the task
   * @param bytes their size
   * @param below all rows with a smaller hash are in the sample
   */
  public record Part(long seen, long bytes, long below, long[] hashes, RowValues rows)
      implements Serializable {
    @Serial private static final long serialVersionUID = 1;
  }

  /**
   * Joins the samples of all tasks.
   *
   * @param parts in the order of the tasks
   */
  static Batch joined(Schema schema, List<Part> parts) {
    // Below the smallest of these hashes, every task's sample is complete.
    long below = parts.stream().mapToLong(Part::below).min().orElse(Long.MAX_VALUE);
    long[] hashes = parts.stream().flatMapToLong(p -> Arrays.stream(p.hashes())).sorted().toArray();
    int limit = Sample.limit(schema.size());
    if (hashes.length > limit) {
      below = Math.min(below, hashes[limit]);
    }
    Batch out = Batch.of(schema);
    for (Part part : parts) {
      Batch rows = part.rows().batch(schema);
      long bound = below;
      int[] kept = IntStream.range(0, rows.rows()).filter(i -> part.hashes[i] < bound).toArray();
      out.appendSelected(rows, kept, kept.length);
    }
    return out;
  }
}
