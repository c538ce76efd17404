package io.placed.spark;

import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** All tables of TPC-H and TPC-DS: the same rows for the same scale, in any number of parts. */
final class TpcTables {
  /** What the queries call columns that the generator calls otherwise. */
  private static final Map<String, String> SPELLED_OTHERWISE =
      Map.of(
          "c_last_review_date_sk", "c_last_review_date",
          "p_response_targe", "p_response_target",
          "s_tax_precentage", "s_tax_percentage");

  private TpcTables() {}

  static List<String> namesOfTpch() {
    return TpchTable.getTables().stream().map(TpchTable::getTableName).toList();
  }

  static List<String> namesOfTpcds() {
    return Table.getBaseTables().stream()
        .filter(t -> t != Table.DBGEN_VERSION)
        .map(t -> t.getName().toLowerCase(Locale.ROOT))
        .toList();
  }

  /** Amounts are decimal(15,2), keys bigint. */
  static Dataset<Row> tpch(SparkSession spark, String name, double scale, int parts) {
    StructType schema = new StructType();
    for (TpchColumn<?> c : TpchTable.getTable(name).getColumns()) {
      DataType type =
          switch (c.getType().getBase()) {
            case INTEGER -> DataTypes.IntegerType;
            case IDENTIFIER -> DataTypes.LongType;
            case DATE -> DataTypes.DateType;
            case DOUBLE -> DataTypes.createDecimalType(15, 2);
            case VARCHAR -> DataTypes.StringType;
          };
      schema = schema.add(c.getColumnName(), type);
    }
    return rows(spark, schema, parts, (part, of) -> tpch(name, scale, part, of));
  }

  private static Iterator<Row> tpch(String name, double scale, int part, int parts) {
    return entities(TpchTable.getTable(name), scale, part, parts);
  }

  private static <E extends TpchEntity> Iterator<Row> entities(
      TpchTable<E> table, double scale, int part, int parts) {
    List<TpchColumn<E>> columns = table.getColumns();
    return Mapped.of(
        table.createGenerator(scale, part, parts),
        e -> {
          Object[] out = new Object[columns.size()];
          for (int i = 0; i < out.length; i++) {
            TpchColumn<E> c = columns.get(i);
            out[i] =
                switch (c.getType().getBase()) {
                  case INTEGER -> (Object) c.getInteger(e);
                  case IDENTIFIER -> c.getIdentifier(e);
                  case DATE -> LocalDate.ofEpochDay(c.getDate(e));
                  case DOUBLE -> BigDecimal.valueOf(Math.round(c.getDouble(e) * 100), 2);
                  case VARCHAR -> c.getString(e);
                };
          }
          return RowFactory.create(out);
        });
  }

  /** Keys are int, but for ticket and order numbers, which are bigint; CHAR and VARCHAR string. */
  static Dataset<Row> tpcds(SparkSession spark, String name, double scale, int parts) {
    StructType schema = new StructType();
    for (Column c : Table.getTable(name).getColumns()) {
      String own = c.getName().toLowerCase(Locale.ROOT);
      schema = schema.add(SPELLED_OTHERWISE.getOrDefault(own, own), type(c));
    }
    StructType types = schema;
    return rows(spark, schema, parts, (part, of) -> tpcds(name, scale, part, of, types));
  }

  private static DataType type(Column c) {
    String name = c.getName().toLowerCase(Locale.ROOT);
    return switch (c.getType().getBase()) {
      case INTEGER -> DataTypes.IntegerType;
      case IDENTIFIER -> name.endsWith("_number") ? DataTypes.LongType : DataTypes.IntegerType;
      case DATE -> DataTypes.DateType;
      case DECIMAL ->
          DataTypes.createDecimalType(
              c.getType().getPrecision().orElse(7), c.getType().getScale().orElse(2));
      case VARCHAR, CHAR, TIME -> DataTypes.StringType;
    };
  }

  private static Iterator<Row> tpcds(
      String name, double scale, int part, int parts, StructType types) {
    Table table = Table.getTable(name);
    Session session =
        Session.getDefaultSession()
            .withTable(table)
            .withScale(scale)
            .withParallelism(parts)
            .withChunkNumber(part);
    return Mapped.of(Results.constructResults(table, session), texts -> row(texts.get(0), types));
  }

  private static Row row(List<String> texts, StructType types) {
    Object[] out = new Object[texts.size()];
    for (int i = 0; i < out.length; i++) {
      String text = texts.get(i);
      DataType type = types.apply(i).dataType();
      if (text == null) {
        out[i] = null;
      } else if (type.equals(DataTypes.IntegerType)) {
        out[i] = Integer.valueOf(text);
      } else if (type.equals(DataTypes.LongType)) {
        out[i] = Long.valueOf(text);
      } else if (type.equals(DataTypes.DateType)) {
        out[i] = LocalDate.parse(text);
      } else if (type.equals(DataTypes.StringType)) {
        out[i] = text;
      } else {
        out[i] = new BigDecimal(text);
      }
    }
    return RowFactory.create(out);
  }

  /** Rows of a part of parts. */
  private interface Part extends BiFunction<Integer, Integer, Iterator<Row>>, Serializable {}

  private static Dataset<Row> rows(SparkSession spark, StructType schema, int parts, Part part) {
    List<Integer> numbers = new ArrayList<>(IntStream.rangeClosed(1, parts).boxed().toList());
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(numbers, parts)
            .flatMap(number -> part.apply(number, parts)),
        schema);
  }
}
