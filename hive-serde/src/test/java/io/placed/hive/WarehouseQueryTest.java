package io.placed.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.datasets.TpchRows;
import io.placed.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TPC-H Q1 and Q6, in HiveQL on Tez and on MapReduce: the same results as from ORC. */
class WarehouseQueryTest {
  private static final double SCALE = 0.005;

  private static final String COLUMNS =
      "l_orderkey bigint, l_quantity decimal(12,2), l_extendedprice decimal(12,2),"
          + " l_discount decimal(12,2), l_tax decimal(12,2), l_returnflag string,"
          + " l_linestatus string, l_shipdate date";

  private static final String Q1 =
      "select l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
          + " sum(l_extendedprice * (1 - l_discount)),"
          + " sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), avg(l_quantity),"
          + " avg(l_extendedprice), avg(l_discount), count(*) from %s"
          + " where l_shipdate <= date '1998-09-02' group by l_returnflag, l_linestatus"
          + " order by l_returnflag, l_linestatus";

  private static final String Q6 =
      "select sum(l_extendedprice * l_discount) from %s where l_shipdate >= date '1994-01-01'"
          + " and l_shipdate < date '1995-01-01' and l_discount between 0.05 and 0.07"
          + " and l_quantity < 24";

  @TempDir Path directory;

  @Test
  void answersAreThoseOfOrc() throws Exception {
    write();
    try (EmbeddedHive hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ)) {
      hive.run(
          "create external table items (%s) stored as placed location '%s'"
              .formatted(COLUMNS, directory.resolve("items")));
      hive.run("create table items_orc stored as orc as select * from items");
      for (String query : List.of(Q1, Q6)) {
        List<String> expected = hive.run(query.formatted("items_orc"));
        assertEquals(expected, hive.run(query.formatted("items")));
        hive.conf().set("hive.execution.engine", "mr");
        assertEquals(expected, hive.run(query.formatted("items")));
        hive.conf().set("hive.execution.engine", "tez");
      }
    }
  }

  private void write() throws Exception {
    Schema schema =
        Schema.parse(
            "l_orderkey: int64, l_quantity: decimal(12,2), l_extendedprice: decimal(12,2),"
                + " l_discount: decimal(12,2), l_tax: decimal(12,2), l_returnflag: string,"
                + " l_linestatus: string, l_shipdate: date");
    Files.createDirectories(directory.resolve("items"));
    String file = directory.resolve("items/part.placed").toString();
    try (TableWriter out = Placed.write(file, schema).open()) {
      TpchRows items = new TpchRows("lineitem", SCALE, TpchRows.DECIMAL);
      int[] columns =
          schema.fields().stream().mapToInt(f -> items.schema().indexOf(f.name())).toArray();
      Iterator<Object[]> rows = items.rows(0, 1);
      while (rows.hasNext()) {
        Object[] row = rows.next();
        out.write(Arrays.stream(columns).mapToObj(c -> row[c]).toArray());
      }
      out.commit();
    }
  }
}
