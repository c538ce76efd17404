package io.placed.experiments.advise;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.datasets.TableSpec;
import io.placed.datasets.Tables;
import io.placed.formats.BatchSource;
import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.predicate.BoundPredicate;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import io.placed.vector.Values;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** The rows of a table in memory, in the order in which they arrive. */
final class LabTable {
  /** Columns that queries of these tables filter by; of other tables, those with more values. */
  private static final Map<String, List<String>> FILTERS =
      Map.of(
          "lineitem",
          List.of(
              "l_orderkey",
              "l_partkey",
              "l_suppkey",
              "l_quantity",
              "l_extendedprice",
              "l_discount",
              "l_shipdate",
              "l_receiptdate",
              "l_shipmode",
              "l_returnflag"),
          "store_sales",
          List.of(
              "ss_sold_date_sk",
              "ss_sold_time_sk",
              "ss_item_sk",
              "ss_customer_sk",
              "ss_store_sk",
              "ss_promo_sk",
              "ss_ticket_number",
              "ss_quantity",
              "ss_sales_price",
              "ss_net_profit"));

  private static final int MAX_FILTERS = 10;

  /** Rows in which values are counted. */
  private static final int COUNTED_ROWS = 10_000;

  private static final Set<TypeKind> WITHOUT_ORDER =
      Set.of(TypeKind.BOOLEAN, TypeKind.BINARY, TypeKind.STRUCT, TypeKind.LIST, TypeKind.MAP);

  private final String name;
  private final Batch rows;
  private final int pageRows;
  private final Map<String, Object[]> sorted = new LinkedHashMap<>();

  private LabTable(String name, Batch rows, int pageRows) {
    this.name = name;
    this.rows = rows;
    this.pageRows = pageRows;
    filters().forEach(c -> sorted.put(c, sorted(c)));
  }

  /**
   * Generates or reads a table.
   *
   * @param most maximum number of rows
   */
  static LabTable load(TableSpec spec, int most, int pageRows) throws IOException {
    try (BatchSource in = Tables.open(spec)) {
      Batch rows = Batch.of(in.schema());
      while (rows.rows() < most && in.next()) {
        rows.appendRange(in.batch(), 0, Math.min(in.batch().rows(), most - rows.rows()));
      }
      return new LabTable(spec.label(), rows, pageRows);
    }
  }

  /** Rows that are in memory already. */
  static LabTable of(String name, Batch rows, int pageRows) {
    return new LabTable(name, rows, pageRows);
  }

  String name() {
    return name;
  }

  Schema schema() {
    return rows.schema();
  }

  int rows() {
    return rows.rows();
  }

  /** Columns that queries filter by. */
  List<String> filters() {
    List<String> known = FILTERS.get(name);
    return known != null
        ? known
        : schema().fields().stream()
            .filter(f -> !WITHOUT_ORDER.contains(f.type().kind()) && distinct(f.name()) > 2)
            .map(Field::name)
            .limit(MAX_FILTERS)
            .toList();
  }

  private int distinct(String column) {
    Set<Object> out = new HashSet<>();
    for (int i = 0; i < Math.min(rows(), COUNTED_ROWS); i++) {
      out.add(Values.get(rows.column(column), i));
    }
    return out.size();
  }

  private Object[] sorted(String column) {
    return IntStream.range(0, rows())
        .mapToObj(i -> Values.get(rows.column(column), i))
        .filter(Objects::nonNull)
        .sorted()
        .toArray();
  }

  /** The values of a filter column that are not null, ascending. */
  Object[] values(String column) {
    return sorted.get(column);
  }

  /** Writes all rows as a table. */
  void write(Path path, LabLayout layout) throws IOException {
    try (TableWriter out =
        Placed.write(path.toString(), schema())
            .partitionedBy(layout.options().partitioning())
            .placement(layout.placement().toString())
            .option("profile", layout.options().profile().text())
            .option(WriteOptions.PAGE_ROWS, String.valueOf(pageRows))
            .open()) {
      out.write(rows);
      out.commit();
    }
    LocalFileStore local = new LocalFileStore();
    DataSet.at(any -> local, path.toString())
        .alter(List.of(), Map.of(WriteOptions.PAGE_ROWS, String.valueOf(pageRows)));
  }

  /**
   * What a query read.
   *
   * @param bytes of needed pages and dictionaries, without footers
   * @param seconds of the fastest run, after the files were opened and planned
   */
  record Counted(double bytes, double seconds) {
    /** The faster of two measurements of the same query. */
    Counted fastest(Counted other) {
      return new Counted(bytes, Math.min(seconds, other.seconds));
    }
  }

  /** Runs a query on the files of a written table that may have matching rows. */
  static Counted run(Path path, LabQuery query, int runs) throws IOException {
    LocalFileStore local = new LocalFileStore();
    DataSet set = DataSet.at(any -> local, path.toString());
    Snapshot snapshot = set.current();
    Schema wanted = snapshot.schema().select(query.columns());
    ReadRequest request = ReadRequest.all().withColumns(wanted).withFilter(query.filter());
    double seconds = 0;
    long bytes = 0;
    BoundPredicate bound = query.filter().bind(snapshot.schema(), true);
    for (DataFile file : DataFilePruning.prune(snapshot, bound)) {
      double best = Double.MAX_VALUE;
      long needed = 0;
      IoCounters counters = new IoCounters();
      try (FileReader reader = FileReader.open(set.input(file), counters)) {
        ReadRequest ofFile = set.directory().request(file, snapshot.schema(), request);
        long planned = reader.plan(ofFile).bytesNeeded();
        for (int r = 0; r < runs; r++) {
          long before = counters.bytesNeeded();
          long start = System.nanoTime();
          try (BatchReader in = reader.read(ofFile)) {
            while (in.next()) {
              in.batch();
            }
          }
          best = Math.min(best, (System.nanoTime() - start) / 1e9);
          needed = counters.bytesNeeded() - before;
        }
        if (needed != planned) {
          throw new IllegalStateException(
              query.query() + ": planned " + planned + " bytes, needed " + needed);
        }
      }
      bytes += needed;
      seconds += best;
    }
    return new Counted(bytes, seconds);
  }

  /** All columns that queries may read. */
  List<String> columns() {
    return new ArrayList<>(schema().fields().stream().map(Field::name).toList());
  }
}
