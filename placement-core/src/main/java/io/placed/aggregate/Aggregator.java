package io.placed.aggregate;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * Aggregates batches. The result has a row per group: the values of the columns grouped by, then
 * the aggregates. Without columns to group by there is one group, which is there without any row
 * too. For one thread.
 *
 * <p>An aggregator is <em>partial</em> if somebody adds up its results with those of others: a
 * group may then have several rows, no sum of decimals has more digits than the type of what is
 * summed (Spark casts partial sums to that type), and groups may be taken before the last row has
 * come.
 */
public final class Aggregator {
  private final Schema result;
  private final int[] positions;
  private final Accumulator[] accumulators;
  private final boolean partial;
  private final GroupKeys keys;
  private Batch done;
  private int capacity = 1;

  /**
   * @param input of the batches that will come
   * @param groupBy names of columns
   * @throws IllegalArgumentException if a column is missing or of another type, or something is not
   *     computed: groups by floating point numbers or nested values
   */
  public Aggregator(
      Schema input, List<String> groupBy, List<Aggregate> aggregates, boolean partial) {
    this.partial = partial;
    positions = new int[groupBy.size()];
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int k = 0; k < positions.length; k++) {
      input.require(groupBy.get(k));
      positions[k] = input.indexOf(groupBy.get(k));
      Field field = input.field(positions[k]);
      fields.add(Field.of("key" + k, field.type()));
      columns.add(Column.of(field.type()));
    }
    accumulators = new Accumulator[aggregates.size()];
    for (int a = 0; a < accumulators.length; a++) {
      accumulators[a] = Accumulator.of(aggregates.get(a), input, partial);
      fields.add(Field.of("aggregate" + a, aggregates.get(a).type()));
    }
    keys = positions.length == 0 ? null : new GroupKeys(columns, positions);
    result = Schema.of(fields);
    done = Batch.of(result);
  }

  /** Of the result; the names are made up. */
  public Schema schema() {
    return result;
  }

  /**
   * Adds rows.
   *
   * @throws ArithmeticException if a number does not fit its type, or is divided by zero
   */
  public void add(Batch batch) {
    if (batch.rows() == 0) {
      return;
    }
    int[] groups = keys == null ? null : keys.groupsOf(batch);
    if (keys != null && keys.count() > capacity) {
      capacity = Math.max(keys.count(), 2 * capacity);
      for (Accumulator a : accumulators) {
        a.grow(capacity);
      }
    }
    for (Accumulator a : accumulators) {
      a.add(batch, groups, this::putOut);
    }
  }

  /** A sum has no room for another value. */
  private void putOut(int group) {
    if (!partial) {
      throw new ArithmeticException("a sum does not fit its type");
    }
    append(group);
    for (Accumulator a : accumulators) {
      a.reset(group);
    }
  }

  private void append(int group) {
    for (int k = 0; k < positions.length; k++) {
      done.column(k).appendRange(keys.key(k), group, 1);
    }
    for (int a = 0; a < accumulators.length; a++) {
      accumulators[a].append(group, done.column(positions.length + a));
    }
    done.setRows(done.rows() + 1);
  }

  /** Heap that the groups take, about. */
  public long memoryBytes() {
    long bytes = done.memoryBytes();
    for (Accumulator a : accumulators) {
      bytes += a.memoryBytes();
    }
    return keys == null
        ? bytes
        : bytes + keys.memoryBytes() + 32L * keys.count() * accumulators.length;
  }

  /** The groups so far, which are forgotten. */
  public Batch take() {
    int groups = keys == null ? 1 : keys.count();
    for (int g = 0; g < groups; g++) {
      append(g);
      for (Accumulator a : accumulators) {
        a.reset(g);
      }
    }
    if (keys != null) {
      keys.clear();
    }
    Batch taken = done;
    done = Batch.of(result);
    return taken;
  }
}
