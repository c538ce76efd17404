package io.placed.cluster;

import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import java.math.BigDecimal;
import java.sql.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/**
 * A table of TPC-DS. Tables of returns come from the generator of their sales, as the second of the
 * rows that it gives for a sale.
 */
final class TpcdsRows implements Generator {
  private final String table;
  private final double scale;

  TpcdsRows(String table, double scale) {
    this.table = table;
    this.scale = scale;
  }

  private Table description() {
    return Table.valueOf(table.toUpperCase(Locale.ROOT));
  }

  @Override
  public StructType schema() {
    StructType schema = new StructType();
    for (Column column : description().getColumns()) {
      schema = schema.add(name(column), type(column));
    }
    return schema;
  }

  /** The generator calls one column as version 2 of the specification does; the queries, of 1.4. */
  private static String name(Column column) {
    return column.getName().equals("c_last_review_date_sk")
        ? "c_last_review_date"
        : column.getName();
  }

  private static DataType type(Column column) {
    return switch (column.getType().getBase()) {
      case INTEGER -> DataTypes.IntegerType;
      case IDENTIFIER -> DataTypes.LongType;
      case DATE -> DataTypes.DateType;
      case DECIMAL ->
          DataTypes.createDecimalType(
              column.getType().getPrecision().orElseThrow(),
              column.getType().getScale().orElseThrow());
      case VARCHAR, CHAR, TIME -> DataTypes.StringType;
    };
  }

  @Override
  public Iterator<Row> rows(int part, int parts) {
    Table wanted = description();
    boolean returns = table.endsWith("_returns");
    Table generated =
        returns
            ? Table.valueOf(table.replace("_returns", "_sales").toUpperCase(Locale.ROOT))
            : wanted;
    Session session =
        Session.getDefaultSession()
            .withScale(scale)
            .withParallelism(parts)
            .withChunkNumber(part + 1);
    if (!returns) { // A session for one table leaves out the returns of its sales.
      session = session.withTable(wanted);
    }
    DataType[] types =
        StreamSupport.stream(List.of(schema().fields()).spliterator(), false)
            .map(f -> f.dataType())
            .toArray(DataType[]::new);
    return StreamSupport.stream(Results.constructResults(generated, session).spliterator(), false)
        .filter(rows -> !returns || rows.size() > 1)
        .map(rows -> row(rows.get(returns ? 1 : 0), types))
        .iterator();
  }

  private static Row row(List<String> texts, DataType[] types) {
    Object[] values = new Object[types.length];
    for (int c = 0; c < types.length; c++) {
      String text = texts.get(c);
      values[c] = text == null ? null : value(text, types[c]);
    }
    return RowFactory.create(values);
  }

  private static Object value(String text, DataType type) {
    if (type.equals(DataTypes.IntegerType)) {
      return Integer.valueOf(text);
    }
    if (type.equals(DataTypes.LongType)) {
      return Long.valueOf(text);
    }
    if (type.equals(DataTypes.DateType)) {
      return Date.valueOf(text);
    }
    return type instanceof DecimalType d ? new BigDecimal(text).setScale(d.scale()) : text;
  }
}
