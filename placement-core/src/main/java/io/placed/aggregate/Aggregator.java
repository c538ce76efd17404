package io.placed.aggregate;

import io.placed.expression.Evaluator;
import io.placed.expression.Expression;
import io.placed.expression.Expression.Reference;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Aggregates batches. The result has a row per group: the values of what is grouped by, then the
 * aggregates. Without anything to group by there is one group, which is there without any row too.
 * For one thread.
 *
 * <p>An aggregator is <em>partial</em> if somebody adds up its results with those of others: a
 * group may then have several rows, no sum of decimals has more digits than the type of what is
 * summed (Spark casts partial sums to that type), and groups may be taken before the last row has
 * come. One that is not returns each group once; see {@link #addAndTakeClosed} for many groups.
 */
public final class Aggregator {
  private final Schema result;
  private final Map<String, Integer> positions = new HashMap<>();
  private final Accumulator[] accumulators;
  private final ValueCounts counts;
  private final boolean partial;
  private final int keyCount;

  /** Null if there is one group. */
  private final GroupKeys keys;

  private final Evaluator evaluator;
  private final GroupedRows rows;
  private Batch done;
  private int capacity = 1;

  /**
   * @param input of the batches that will come
   * @param groupBy what rows of a group have in common
   * @throws IllegalArgumentException if a column is missing or of another type, or something is not
   *     computed: groups by floating point numbers or nested values
   */
  public Aggregator(
      Schema input, List<Expression> groupBy, List<Aggregate> aggregates, boolean partial) {
    this.partial = partial;
    keyCount = groupBy.size();
    List<Expression> expressions = new ArrayList<>(groupBy);
    List<Field> fields = new ArrayList<>();
    for (Expression key : groupBy) {
      fields.add(Field.of("key" + fields.size(), key.type()));
    }
    int[] arguments = new int[aggregates.size()];
    for (int a = 0; a < arguments.length; a++) {
      Expression argument = aggregates.get(a).argument();
      int known = expressions.subList(keyCount, expressions.size()).indexOf(argument);
      arguments[a] = known < 0 ? expressions.size() : keyCount + known;
      if (argument != null && known < 0) {
        expressions.add(argument);
      }
      fields.add(Field.of("aggregate" + a, aggregates.get(a).type()));
    }
    requireColumns(expressions, input);
    evaluator = new Evaluator(expressions);
    boolean[] counted = new boolean[expressions.size()];
    for (int a = 0; a < arguments.length; a++) {
      switch (aggregates.get(a).function()) {
        case COUNT, SUM -> counted[arguments[a]] = true;
        default -> {}
      }
    }
    counts = new ValueCounts(counted);
    accumulators = new Accumulator[arguments.length];
    for (int a = 0; a < arguments.length; a++) {
      accumulators[a] = Accumulator.of(aggregates.get(a), arguments[a], partial, counts);
    }
    List<Type> types = groupBy.stream().map(Expression::type).toList();
    keys = types.isEmpty() ? null : new GroupKeys(types);
    rows = new GroupedRows(evaluator);
    result = Schema.of(fields);
    done = Batch.of(result);
  }

  private void requireColumns(List<Expression> expressions, Schema input) {
    Set<Reference> references = new LinkedHashSet<>();
    expressions.forEach(e -> e.collectReferences(references));
    for (Reference r : references) {
      if (r.path().size() != 1) {
        throw new IllegalArgumentException(r + " is not a column of its own");
      }
      String name = r.path().get(0);
      input.require(name);
      int c = input.indexOf(name);
      if (!input.field(c).type().equals(r.type())) {
        throw new IllegalArgumentException(
            "column " + r + " is " + input.field(c).type() + ", expected " + r.type());
      }
      positions.put(name, c);
    }
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
    add(batch, null);
  }

  /**
   * Adds some of the rows.
   *
   * @param wanted a bit per row; null = all
   * @throws ArithmeticException if a number does not fit its type, or is divided by zero
   */
  public void add(Batch batch, long[] wanted) {
    int n = batch.rows();
    if (n == 0) {
      return;
    }
    evaluator.start(new BatchColumns(batch, positions), null, n, wanted);
    if (keys == null) {
      rows.set(n, null, wanted);
    } else {
      rows.set(n, keys.groupsOf(rows, n, wanted), wanted);
      if (keys.limit() > capacity) {
        capacity = Math.max(keys.limit(), 2 * capacity);
        counts.grow(capacity);
        for (Accumulator a : accumulators) {
          a.grow(capacity);
        }
      }
    }
    counts.add(rows);
    for (Accumulator a : accumulators) {
      a.add(rows, this::putOut);
    }
  }

  /**
   * Adds some of the rows, and takes all groups but that of the last of them. For rows that come
   * sorted by all that they are grouped by, of which there is something: no later row is of a group
   * that is taken.
   *
   * @param wanted a bit per row; null = all
   * @return null if no group is taken: all rows are of the group of the last row before
   * @throws ArithmeticException if a number does not fit its type, or is divided by zero
   */
  public Batch addAndTakeClosed(Batch batch, long[] wanted) {
    int n = batch.rows();
    if (n == 0) {
      return null;
    }
    int words = Bits.words(n);
    evaluator.start(new BatchColumns(batch, positions), null, n, wanted);
    rows.set(n, null, wanted);
    int[] groups = keys.groupsOf(rows, n, wanted);
    long[] before = new long[words];
    long[] last = new long[words];
    int open = GroupedRows.NONE;
    boolean closes = false;
    for (int i = n - 1; i >= 0; i--) {
      int group = groups[i];
      if (group == GroupedRows.NONE) {
        continue;
      }
      if (open == GroupedRows.NONE) {
        open = group;
        closes = open >= capacity || !counts.isSeen(open);
      }
      long[] part = group == open ? last : before;
      part[i >> 6] |= 1L << i;
    }
    if (!closes) {
      add(batch, wanted);
      return null;
    }
    add(batch, before);
    Batch closed = take();
    add(batch, last);
    return closed;
  }

  private record BatchColumns(Batch batch, Map<String, Integer> positions)
      implements Evaluator.Columns {
    @Override
    public Column values(Reference reference) {
      return batch.column(positions.get(reference.path().get(0)));
    }

    @Override
    public long[] validity(Reference reference) {
      return values(reference).validity();
    }
  }

  /** A sum has no room for another value. */
  private void putOut(int group) {
    if (!partial) {
      throw new ArithmeticException("overflow: a sum does not fit its type");
    }
    append(group);
    reset(group);
  }

  private void append(int group) {
    if (keys != null) {
      keys.append(group, done);
    }
    for (int a = 0; a < accumulators.length; a++) {
      accumulators[a].append(group, done.column(keyCount + a));
    }
    done.setRows(done.rows() + 1);
  }

  private void reset(int group) {
    counts.reset(group);
    for (Accumulator a : accumulators) {
      a.reset(group);
    }
  }

  /** Heap that the groups take, about. */
  public long memoryBytes() {
    long bytes = done.memoryBytes();
    for (Accumulator a : accumulators) {
      bytes += a.memoryBytes();
    }
    return keys == null
        ? bytes
        : bytes + keys.memoryBytes() + 32L * keys.limit() * accumulators.length;
  }

  /** The groups so far, which are forgotten. */
  public Batch take() {
    if (keys == null) {
      append(0);
      reset(0);
    } else {
      int limit = Math.min(keys.limit(), capacity);
      for (int g = GroupedRows.NONE + 1; g < limit; g++) {
        // Rows that did not count may have had values of their own.
        if (counts.isSeen(g)) {
          append(g);
        }
      }
      for (int g = 0; g < limit; g++) {
        reset(g);
      }
      keys.clear();
    }
    counts.forget();
    Batch taken = done;
    done = Batch.of(result);
    return taken;
  }
}
