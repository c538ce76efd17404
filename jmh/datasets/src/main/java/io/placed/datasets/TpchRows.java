package io.placed.datasets;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/** A table of TPC-H. No column has nulls, but each may have them. */
public final class TpchRows implements Generator {
  private static final long serialVersionUID = 1;

  /** Of amounts of money as the specification has them, so that sums do not depend on order. */
  public static final Type DECIMAL = Type.parse("decimal(12,2)");

  private static final double LINE_ITEMS = 6_001_215;

  /** These have as many rows at any scale. */
  private static final Set<String> FIXED = Set.of("nation", "region");

  private final String table;
  private final double scale;
  private final String amount;

  /**
   * @param amount type of amounts of money: a decimal with two digits behind the point, or double
   */
  public TpchRows(String table, double scale, Type amount) {
    this.table = table;
    this.scale = scale;
    this.amount = amount.toString();
  }

  /** All tables. */
  public static List<String> names() {
    return TpchTable.getTables().stream().map(TpchTable::getTableName).toList();
  }

  @Override
  public Schema schema() {
    return Schema.of(
        TpchTable.getTable(table).getColumns().stream()
            .map(c -> Field.of(c.getColumnName(), type(c)))
            .toList());
  }

  private Type type(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case INTEGER -> Type.INT32;
      case IDENTIFIER -> Type.INT64;
      case DATE -> Type.DATE;
      case DOUBLE -> Type.parse(amount);
      case VARCHAR -> Type.STRING;
    };
  }

  /** Of lineitem; the other tables have fewer. */
  @Override
  public double expectedRows() {
    return LINE_ITEMS * scale;
  }

  @Override
  public Iterator<Object[]> rows(int part, int parts) {
    if (FIXED.contains(table)) {
      return part == 0 ? rows(TpchTable.getTable(table), 1, 1) : List.<Object[]>of().iterator();
    }
    return rows(TpchTable.getTable(table), part + 1, parts);
  }

  private <E extends TpchEntity> Iterator<Object[]> rows(TpchTable<E> from, int part, int parts) {
    List<TpchColumn<E>> columns = from.getColumns();
    boolean decimals = Type.parse(amount).kind() == TypeKind.DECIMAL;
    return StreamSupport.stream(from.createGenerator(scale, part, parts).spliterator(), false)
        .map(entity -> row(columns, entity, decimals))
        .iterator();
  }

  private static <E extends TpchEntity> Object[] row(
      List<TpchColumn<E>> columns, E entity, boolean decimals) {
    Object[] values = new Object[columns.size()];
    for (int c = 0; c < values.length; c++) {
      TpchColumn<E> column = columns.get(c);
      values[c] =
          switch (column.getType().getBase()) {
            case INTEGER -> (Object) column.getInteger(entity);
            case IDENTIFIER -> column.getIdentifier(entity);
            case DATE -> LocalDate.ofEpochDay(column.getDate(entity));
            case DOUBLE -> amount(column.getDouble(entity), decimals);
            case VARCHAR -> column.getString(entity);
          };
    }
    return values;
  }

  private static Object amount(double value, boolean decimals) {
    return decimals ? (Object) BigDecimal.valueOf(Math.round(value * 100), 2) : (Object) value;
  }
}
