package io.placed.placement.reorder;

import io.placed.placement.ColumnNames;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.LongColumn;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Assigns the rows of a table to the tasks that write it, so that a reordering orders the whole
 * table: each task gets a consecutive range of the values of the partition columns, and within them
 * of the keys of the reordering. Ranges have about equally many rows. If one key has more rows than
 * the share of two tasks, they are spread by their numbers over tasks that get no other rows.
 * Values that samples cut are compared as they are cut, so that those that begin alike count as one
 * key.
 *
 * <p>Created from samples of the whole table and sent to the tasks. The assignment depends only on
 * the samples, the row and a number of the caller's, so it is deterministic.
 */
public final class TaskRanges implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  /** The serialized form. */
  private record Form(
      String schema, int partitionColumns, Serializable keys, RowValues bounds, int tasks)
      implements Serializable {
    @Serial
    Object readResolve() {
      return new TaskRanges(Schema.parse(schema), partitionColumns, keys, bounds, tasks);
    }
  }

  private final transient Schema schema;
  private final int partitionColumns;

  /** {@link CurveKeys}, {@link QueryTree}, or a list of {@link SortKey}. */
  private final Serializable keys;

  private final RowValues bounds;
  private final int tasks;

  private TaskRanges(
      Schema schema, int partitionColumns, Serializable keys, RowValues bounds, int tasks) {
    this.schema = schema;
    this.partitionColumns = partitionColumns;
    this.keys = keys;
    this.bounds = bounds;
    this.tasks = tasks;
  }

  @Serial
  private Object writeReplace() {
    return new Form(schema.toString(), partitionColumns, keys, bounds, tasks);
  }

  /**
   * The columns whose values decide to which task a row is assigned.
   *
   * @throws IllegalArgumentException if the reordering does not fit the schema, or has no row keys
   *     that are the same in all tasks
   */
  public static List<String> columns(Reordering reordering, Schema schema) {
    int[] ordinals;
    if (reordering instanceof Reordering.Sort s) {
      ordinals = ColumnNames.sortKeys(s.keys(), schema);
    } else if (reordering instanceof Reordering.Curve c) {
      ordinals = ColumnNames.ordered(c.columns(), schema);
    } else if (reordering instanceof Reordering.RisingCardinality r) {
      ordinals = ColumnNames.ordered(r.columns(), schema);
    } else if (reordering instanceof Reordering.QdTree t) {
      t.requireFits(schema);
      ordinals = QueryTree.columns(t, schema);
    } else {
      throw new IllegalArgumentException(
          Reordering.SETTING + ": " + reordering + " orders the rows of one task only");
    }
    return Arrays.stream(ordinals).mapToObj(c -> schema.field(c).name()).toList();
  }

  /**
   * Creates ranges of about equally many rows.
   *
   * @param schema of the samples: the partition columns, then those of {@link #columns}
   * @param samples one per reading task, in the order of the tasks
   * @param tasks number of writing tasks
   */
  public static TaskRanges of(
      Reordering reordering,
      Schema schema,
      int partitionColumns,
      List<TaskSample.Part> samples,
      int tasks) {
    if (tasks < 1) {
      throw new IllegalArgumentException("rows need at least one task, found " + tasks);
    }
    Batch sample = TaskSample.joined(schema, samples);
    long rows = samples.stream().mapToLong(TaskSample.Part::seen).sum();
    Serializable keys = keys(reordering, schema, partitionColumns, sample, rows);
    Keyed keyed = new Keyed(schema, partitionColumns, keys, sample);
    int n = sample.rows();
    int[] sorted = IndexSort.sort(keyed.order, new Batch[] {keyed.batch}, n);
    Batch bounds = Batch.of(keyed.batch.schema());
    if (n > 0) {
      int[] chosen =
          IntStream.range(1, tasks).map(t -> sorted[(int) ((long) t * n / tasks)]).toArray();
      bounds.appendSelected(keyed.batch, chosen, chosen.length);
    }
    RowValues values = RowValues.of(bounds, bounds.rows());
    return new TaskRanges(schema, partitionColumns, keys, values, tasks);
  }

  private static Serializable keys(
      Reordering reordering, Schema schema, int partitionColumns, Batch sample, long rows) {
    if (reordering instanceof Reordering.Sort s) {
      return new ArrayList<>(s.keys());
    }
    if (reordering instanceof Reordering.Curve c) {
      return CurveKeys.of(c, schema, sample);
    }
    if (reordering instanceof Reordering.QdTree t) {
      return QueryTree.of(t, schema, sample, rows);
    }
    if (reordering instanceof Reordering.RisingCardinality) {
      List<Field> fields = schema.fields().subList(partitionColumns, schema.size());
      List<Column> columns = sample.columns().subList(partitionColumns, schema.size());
      Batch own = Batch.of(Schema.of(fields), columns, sample.rows());
      return new ArrayList<>(Cardinalities.rising(own));
    }
    throw new AssertionError(reordering);
  }

  public int tasks() {
    return tasks;
  }

  /** Whether rows of one key are spread over several tasks. */
  public boolean spreads() {
    Router router = router(Batch.of(schema));
    return IntStream.range(0, router.last.length).anyMatch(b -> router.last[b] > b);
  }

  /** Number of words of a computed key; 0 if rows are ordered by columns ({@link #sortKeys}). */
  public int keyWords() {
    return keys instanceof CurveKeys c ? c.words() : keys instanceof QueryTree t ? t.words() : 0;
  }

  /** The columns by which rows are ordered; empty if they are ordered by computed keys. */
  @SuppressWarnings("unchecked")
  public List<SortKey> sortKeys() {
    return keys instanceof List<?> list ? (List<SortKey>) list : List.of();
  }

  /**
   * Creates a router for rows that are put into a batch one at a time. Not thread-safe.
   *
   * @param row a batch of the schema of the samples, whose column objects stay the same
   */
  public Router router(Batch row) {
    return new Router(row);
  }

  /** Assigns the current row of a batch to a task. */
  public final class Router {
    private final Keyed keyed;
    private final Batch bound;

    /** For each bound the index of the last one that is equal to it. */
    private final int[] last;

    private Router(Batch row) {
      keyed = new Keyed(schema, partitionColumns, keys, row);
      bound = bounds.batch(keyed.batch.schema());
      last = new int[bound.rows()];
      for (int b = last.length - 1; b >= 0; b--) {
        boolean equal = b + 1 < last.length && keyed.order.compare(bound, b, bound, b + 1, 0) == 0;
        last[b] = equal ? last[b + 1] : b;
      }
    }

    /**
     * The task that the row is assigned to.
     *
     * @param number by which rows of a key that has several tasks are spread over them; the same
     *     whenever the row is computed
     */
    public int task(long number) {
      keyed.compute();
      int from = 0;
      int to = last.length;
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (keyed.order.compare(bound, middle, keyed.batch, 0, 0) < 0) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      // Bounds before `first` are smaller than the key. Each equal bound stands for one task's
      // share of the key.
      int more = from < last.length ? last[from] - from : 0;
      if (more > 0 && keyed.order.compare(bound, from, keyed.batch, 0, 0) == 0) {
        return from + 1 + (int) Math.floorMod(Sample.hash(number), (long) more);
      }
      return from;
    }

    /** One word of the computed key of the row. Words compare as signed numbers. */
    public long keyWord(int word) {
      keyed.compute();
      return keyed.computed[word].get(0);
    }
  }

  /** Rows with their keys: first the partition columns, then the keys. */
  private static final class Keyed {
    private final Batch source;
    private final RowKeys rowKeys;
    private final LongColumn[] computed;
    private final SortOrder order;
    private final Batch batch;

    /** Strings and binary values of the source as samples have them, by column. */
    private final Map<BytesColumn, BytesColumn> cut = new LinkedHashMap<>();

    @SuppressWarnings("unchecked")
    Keyed(Schema schema, int partitionColumns, Serializable keys, Batch source) {
      this.source = source;
      rowKeys =
          keys instanceof CurveKeys c ? RowKeys.of(c) : keys instanceof QueryTree t ? t : null;
      List<Field> fields = new ArrayList<>();
      List<SortKey> sort = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      for (int c = 0; c < partitionColumns; c++) {
        fields.add(Field.of("p" + c, schema.field(c).type()));
        sort.add(SortKey.asc("p" + c));
        columns.add(asSampled(source.column(c)));
      }
      computed = new LongColumn[rowKeys == null ? 0 : rowKeys.words()];
      for (int w = 0; w < computed.length; w++) {
        computed[w] = (LongColumn) Column.of(Type.INT64);
        fields.add(Field.required("k" + w, Type.INT64));
        sort.add(SortKey.asc("k" + w));
        columns.add(computed[w]);
      }
      if (rowKeys == null) {
        for (SortKey key : (List<SortKey>) keys) {
          int c = ColumnNames.ordinal(key.column(), schema, Reordering.SETTING);
          String name = "c" + fields.size();
          fields.add(Field.of(name, schema.field(c).type()));
          sort.add(new SortKey(name, key.descending(), key.nullsFirst()));
          columns.add(asSampled(source.column(c)));
        }
      }
      Schema keyed = Schema.of(fields);
      order = SortOrder.of(sort, keyed);
      compute();
      batch = Batch.of(keyed, columns, source.rows());
    }

    private Column asSampled(Column column) {
      return column instanceof BytesColumn b
          ? cut.computeIfAbsent(b, c -> (BytesColumn) Column.of(c.type()))
          : column;
    }

    /** Computes the keys of the rows that are now in the source. */
    void compute() {
      cut.forEach(
          (from, to) -> {
            to.clear();
            Sample.append(to, from, 0, from.size());
          });
      for (LongColumn c : computed) {
        c.clear();
      }
      if (rowKeys != null) {
        rowKeys.append(source, computed);
      }
    }
  }
}
