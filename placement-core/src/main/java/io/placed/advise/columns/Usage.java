package io.placed.advise.columns;

import io.placed.advise.workload.Query;
import io.placed.advise.workload.Workload;
import io.placed.placement.ColumnNames;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The use of columns, by position, in the queries of a workload.
 *
 * @param uses per column, per query: {@link #NONE}, {@link #OUTPUT} or {@link #FILTER}
 * @param weights of the queries
 * @param selectivities of the queries
 */
record Usage(byte[][] uses, double[] weights, double[] selectivities) {
  static final byte NONE = 0;
  static final byte OUTPUT = 1;

  /** Read completely, like a group with such a column. */
  static final byte FILTER = 2;

  /**
   * @param elsewhere columns of queries that are not stored in files, such as partition columns
   * @throws IllegalArgumentException naming the query and the column if a column does not exist
   */
  static Usage of(Workload workload, Schema schema, Collection<String> elsewhere) {
    int queries = workload.queries().size();
    byte[][] uses = new byte[schema.size()][queries];
    double[] weights = new double[queries];
    double[] selectivities = new double[queries];
    for (int q = 0; q < queries; q++) {
      Query query = workload.queries().get(q);
      weights[q] = query.weight();
      selectivities[q] = query.selectivity();
      if (query.all()) {
        for (byte[] column : uses) {
          column[q] = OUTPUT;
        }
      }
      mark(uses, q, query.output(), OUTPUT, query, schema, elsewhere);
      mark(uses, q, query.filterColumns(), FILTER, query, schema, elsewhere);
    }
    return new Usage(uses, weights, selectivities);
  }

  private static void mark(
      byte[][] uses,
      int q,
      List<String> names,
      byte use,
      Query query,
      Schema schema,
      Collection<String> elsewhere) {
    for (String name : names) {
      if (elsewhere.stream().noneMatch(e -> e.equalsIgnoreCase(name))) {
        String setting = Workload.SETTING + ", query " + query.name();
        uses[ColumnNames.ordinal(name, schema, setting)][q] = use;
      }
    }
  }

  int queries() {
    return weights.length;
  }

  /** The use of a group, whose columns are all read together. */
  byte[] of(int[] group) {
    byte[] out = new byte[queries()];
    for (int c : group) {
      for (int q = 0; q < out.length; q++) {
        out[q] = (byte) Math.max(out[q], uses[c][q]);
      }
    }
    return out;
  }

  /** Whether any query uses the column. */
  boolean isUsed(int column) {
    for (byte use : uses[column]) {
      if (use != NONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * Atomic fragments (Papadomanolakis and Ailamaki, AutoPart, SSDBM 2004): sets of columns that all
   * queries use alike, without unused columns.
   */
  List<int[]> fragments() {
    Map<List<Byte>, List<Integer>> bySignature = new LinkedHashMap<>();
    for (int c = 0; c < uses.length; c++) {
      if (isUsed(c)) {
        List<Byte> signature = new ArrayList<>();
        for (byte use : uses[c]) {
          signature.add(use);
        }
        bySignature.computeIfAbsent(signature, s -> new ArrayList<>()).add(c);
      }
    }
    return bySignature.values().stream()
        .map(f -> f.stream().mapToInt(Integer::intValue).toArray())
        .toList();
  }

  /** The used columns as single groups. */
  List<int[]> columns() {
    List<int[]> out = new ArrayList<>();
    for (int c = 0; c < uses.length; c++) {
      if (isUsed(c)) {
        out.add(new int[] {c});
      }
    }
    return out;
  }

  /** The union of both groups, in the order of the schema. */
  static int[] union(int[] a, int[] b) {
    int[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    Arrays.sort(out);
    return out;
  }
}
