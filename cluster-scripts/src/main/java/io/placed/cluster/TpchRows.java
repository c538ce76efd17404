package io.placed.cluster;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.sql.Date;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A table of TPC-H, with amounts of money as decimals so that sums do not depend on their order.
 */
final class TpchRows implements Generator {
  /** These have as many rows at any scale. */
  private static final Set<String> FIXED = Set.of("nation", "region");

  private final String table;
  private final double scale;

  TpchRows(String table, double scale) {
    this.table = table;
    this.scale = scale;
  }

  @Override
  public StructType schema() {
    StructType schema = new StructType();
    for (TpchColumn<?> column : TpchTable.getTable(table).getColumns()) {
      schema = schema.add(column.getColumnName(), type(column));
    }
    return schema;
  }

  private static DataType type(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case INTEGER -> DataTypes.IntegerType;
      case IDENTIFIER -> DataTypes.LongType;
      case DATE -> DataTypes.DateType;
      case DOUBLE -> DataTypes.createDecimalType(12, 2);
      case VARCHAR -> DataTypes.StringType;
    };
  }

  @Override
  public Iterator<Row> rows(int part, int parts) {
    if (FIXED.contains(table)) {
      return part == 0 ? rows(TpchTable.getTable(table), 1, 1) : List.<Row>of().iterator();
    }
    return rows(TpchTable.getTable(table), part + 1, parts);
  }

  private <E extends TpchEntity> Iterator<Row> rows(TpchTable<E> from, int part, int parts) {
    List<TpchColumn<E>> columns = from.getColumns();
    return StreamSupport.stream(from.createGenerator(scale, part, parts).spliterator(), false)
        .map(entity -> row(columns, entity))
        .iterator();
  }

  private static <E extends TpchEntity> Row row(List<TpchColumn<E>> columns, E entity) {
    Object[] values = new Object[columns.size()];
    for (int c = 0; c < values.length; c++) {
      TpchColumn<E> column = columns.get(c);
      values[c] =
          switch (column.getType().getBase()) {
            case INTEGER -> column.getInteger(entity);
            case IDENTIFIER -> column.getIdentifier(entity);
            case DATE -> Date.valueOf(LocalDate.ofEpochDay(column.getDate(entity)));
            case DOUBLE -> BigDecimal.valueOf(Math.round(column.getDouble(entity) * 100), 2);
            case VARCHAR -> column.getString(entity);
          };
    }
    return RowFactory.create(values);
  }
}
