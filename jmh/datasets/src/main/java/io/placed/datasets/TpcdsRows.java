package io.placed.datasets;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * A table of TPC-DS; columns may have nulls. Tables of returns come from the generator of their
 * sales, as the second of the rows that it gives for a sale.
 */
public final class TpcdsRows implements Generator {
  private static final long serialVersionUID = 1;

  /** What the queries call columns that the generator calls otherwise. */
  private static final Map<String, String> SPELLED_OTHERWISE =
      Map.of(
          "c_last_review_date_sk", "c_last_review_date",
          "p_response_targe", "p_response_target",
          "s_tax_precentage", "s_tax_percentage");

  private final String table;
  private final double scale;
  private final String key;
  private final boolean decimals;

  /**
   * @param key type of keys: int32 or int64. They fit 32 bits, except those that number the sales,
   *     which are int64 with both
   * @param decimals whether amounts are decimals as the benchmark defines them; else doubles
   */
  public TpcdsRows(String table, double scale, Type key, boolean decimals) {
    this.table = table;
    this.scale = scale;
    this.key = key.toString();
    this.decimals = decimals;
  }

  /** All tables. */
  public static List<String> names() {
    return Table.getBaseTables().stream()
        .filter(t -> t != Table.DBGEN_VERSION)
        .map(t -> t.getName().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Table description(String table) {
    return Table.valueOf(table.toUpperCase(Locale.ROOT));
  }

  @Override
  public Schema schema() {
    return Schema.of(
        List.of(description(table).getColumns()).stream()
            .map(c -> Field.of(name(c), type(c)))
            .toList());
  }

  private static String name(Column column) {
    String own = column.getName().toLowerCase(Locale.ROOT);
    return SPELLED_OTHERWISE.getOrDefault(own, own);
  }

  private Type type(Column column) {
    return switch (column.getType().getBase()) {
      case INTEGER -> Type.INT32;
      case IDENTIFIER -> name(column).endsWith("_number") ? Type.INT64 : Type.parse(key);
      case DATE -> Type.DATE;
      case DECIMAL -> decimals ? decimal(column) : Type.DOUBLE;
      case VARCHAR, CHAR, TIME -> Type.STRING;
    };
  }

  private static Type decimal(Column column) {
    return Type.parse(
        String.format(
            Locale.ROOT,
            "decimal(%d,%d)",
            column.getType().getPrecision().orElseThrow(),
            column.getType().getScale().orElseThrow()));
  }

  @Override
  public double expectedRows() {
    return Session.getDefaultSession()
        .withScale(scale)
        .getScaling()
        .getRowCount(description(table));
  }

  @Override
  public Iterator<Object[]> rows(int part, int parts) {
    boolean returns = table.endsWith("_returns");
    Table generated = description(returns ? table.replace("_returns", "_sales") : table);
    Session session =
        Session.getDefaultSession()
            .withScale(scale)
            .withParallelism(parts)
            .withChunkNumber(part + 1);
    if (!returns) { // A session for one table leaves out the returns of its sales.
      session = session.withTable(generated);
    }
    Type[] types = schema().fields().stream().map(Field::type).toArray(Type[]::new);
    return StreamSupport.stream(Results.constructResults(generated, session).spliterator(), false)
        .filter(rows -> !returns || rows.size() > 1)
        .map(rows -> row(rows.get(returns ? 1 : 0), types))
        .iterator();
  }

  private static Object[] row(List<String> texts, Type[] types) {
    Object[] values = new Object[types.length];
    for (int c = 0; c < types.length; c++) {
      String text = texts.get(c);
      values[c] = text == null ? null : value(text, types[c]);
    }
    return values;
  }

  private static Object value(String text, Type type) {
    return switch (type.kind()) {
      case INT32 -> (Object) Integer.valueOf(text);
      case INT64 -> Long.valueOf(text);
      case DATE -> LocalDate.parse(text);
      case DOUBLE -> Double.valueOf(text);
      case DECIMAL -> new BigDecimal(text).setScale(((DecimalType) type).scale());
      default -> text;
    };
  }
}
