package io.placed.datasets;

import io.placed.schema.Schema;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * lineorder: 1.5 million orders at scale 1, each with one to seven lines. Distributions are those
 * of the benchmark's definition; the random numbers are our own, so sums are not those of its C
 * generator.
 */
final class SsbLineorder implements Generator {
  private static final long serialVersionUID = 1;

  private static final double ORDERS = 1_500_000;
  private static final LocalDate FIRST = LocalDate.of(1992, 1, 1);

  /** 1992-01-01 to 1998-08-02. */
  private static final int DAYS = 2406;

  private static final String[] PRIORITIES = {
    "1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW"
  };
  private static final String[] MODES = {"REG AIR", "AIR", "RAIL", "TRUCK", "MAIL", "FOB", "SHIP"};

  private final long orders;
  private final long customers;
  private final long suppliers;
  private final long parts;

  SsbLineorder(double scale) {
    orders = Math.round(ORDERS * scale);
    customers = Math.max(2, Math.round(30_000 * scale));
    suppliers = Math.max(1, Math.round(2_000 * scale));
    parts = Math.round(200_000 * (1 + Math.max(0, Math.floor(Math.log(scale)))));
  }

  @Override
  public Schema schema() {
    return Schema.parse(
        "lo_orderkey: int64 not null, lo_linenumber: int32 not null, lo_custkey: int32 not null,"
            + " lo_partkey: int32 not null, lo_suppkey: int32 not null,"
            + " lo_orderdate: int32 not null, lo_orderpriority: string not null,"
            + " lo_shippriority: int32 not null, lo_quantity: int32 not null,"
            + " lo_extendedprice: int64 not null, lo_ordtotalprice: int64 not null,"
            + " lo_discount: int32 not null, lo_revenue: int64 not null,"
            + " lo_supplycost: int64 not null, lo_tax: int32 not null,"
            + " lo_commitdate: int32 not null, lo_shipmode: string not null");
  }

  @Override
  public Iterator<Object[]> rows(int part, int parts) {
    long first = orders * part / parts;
    long end = orders * (part + 1L) / parts;
    return new Iterator<>() {
      private long order = first;
      private int line;
      private int lines = first < end ? lines(first) : 0;

      @Override
      public boolean hasNext() {
        return order < end;
      }

      @Override
      public Object[] next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        Object[] row = row(order, line, lines);
        if (++line == lines) {
          line = 0;
          order++;
          lines = order < end ? lines(order) : 0;
        }
        return row;
      }
    };
  }

  private static int lines(long order) {
    return (int) SsbTable.uniform(order, 0, 1, 1, 7);
  }

  private Object[] row(long order, int line, int lines) {
    LocalDate date = FIRST.plusDays(SsbTable.uniform(order, 0, 2, 0, DAYS - 1));
    long customer = SsbTable.uniform(order, 0, 3, 1, customers);
    if (customer % 3 == 0) { // A third of the customers never order.
      customer += customer < customers ? 1 : -1;
    }
    int quantity = quantity(order, line);
    int discount = discount(order, line);
    int tax = (int) SsbTable.uniform(order, line, 8, 0, 8);
    long partKey = partKey(order, line);
    long price = price(partKey);
    long extended = price * quantity;
    long total = 0;
    for (int l = 0; l < lines; l++) {
      long gross = price(partKey(order, l)) * quantity(order, l) * (100 - discount(order, l)) / 100;
      total += gross * (100 + SsbTable.uniform(order, l, 8, 0, 8)) / 100;
    }
    return Generator.row(
        ((order >> 3) << 5) | (order & 7),
        line + 1,
        (int) customer,
        (int) partKey,
        (int) SsbTable.uniform(order, line, 5, 1, suppliers),
        SsbDate.key(date),
        PRIORITIES[(int) SsbTable.uniform(order, 0, 4, 0, PRIORITIES.length - 1L)],
        0,
        quantity,
        extended,
        total,
        discount,
        extended * (100 - discount) / 100,
        6 * price / 10,
        tax,
        SsbDate.key(date.plusDays(SsbTable.uniform(order, line, 9, 30, 90))),
        MODES[(int) SsbTable.uniform(order, line, 10, 0, MODES.length - 1L)]);
  }

  private static int quantity(long order, int line) {
    return (int) SsbTable.uniform(order, line, 6, 1, 50);
  }

  private static int discount(long order, int line) {
    return (int) SsbTable.uniform(order, line, 7, 0, 10);
  }

  private long partKey(long order, int line) {
    return SsbTable.uniform(order, line, 11, 1, parts);
  }

  /** In cents. */
  private static long price(long part) {
    return 90_000 + part / 10 % 20_001 + part % 1000 * 100;
  }
}
