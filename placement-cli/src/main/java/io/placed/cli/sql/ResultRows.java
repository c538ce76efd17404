package io.placed.cli.sql;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.spark.types.SparkTypes;
import io.placed.vector.Batch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import scala.jdk.javaapi.CollectionConverters;

/** Rows of Spark as batches. */
public final class ResultRows {
  private final Dataset<Row> rows;
  private final Schema schema;

  private ResultRows(Dataset<Row> rows, Schema schema) {
    this.rows = rows;
    this.schema = schema;
  }

  /** Values of types that tables do not have, such as intervals, become strings. */
  static ResultRows of(Dataset<Row> result) {
    StructField[] fields = result.schema().fields();
    String[] numbered = new String[fields.length];
    Arrays.setAll(numbered, i -> "c" + i);
    // Spark finds columns by name in any case.
    Dataset<Row> named = result.toDF(numbered);
    Column[] columns = new Column[fields.length];
    for (int i = 0; i < fields.length; i++) {
      Column c = named.col(numbered[i]);
      columns[i] = SparkTypes.storable(fields[i].dataType()) ? c : c.cast("string").as(numbered[i]);
    }
    Dataset<Row> printable = fields.length == 0 ? named : named.select(columns);
    Schema types = SparkTypes.toSchema(printable.schema());
    Set<String> names = new HashSet<>();
    List<Field> shown = new ArrayList<>();
    for (int i = 0; i < fields.length; i++) {
      Field f = types.field(i);
      String name = distinct(fields[i].name(), i, names);
      shown.add(new Field(f.id(), name, f.type(), f.nullable()));
    }
    return new ResultRows(printable, Schema.of(shown));
  }

  /** SQL allows columns of one name, or of none. */
  private static String distinct(String name, int index, Set<String> used) {
    String base = name.isEmpty() ? "_c" + index : name;
    String out = base;
    for (int n = 2; !used.add(out); n++) {
      out = base + "_" + n;
    }
    return out;
  }

  /** Without columns for statements that return nothing. */
  public Schema schema() {
    return schema;
  }

  Dataset<Row> dataset() {
    return rows;
  }

  void append(Row row, Batch to) {
    Object[] values = new Object[schema.size()];
    for (int c = 0; c < values.length; c++) {
      values[c] = value(row.get(c), schema.field(c).type());
    }
    to.appendRow(values);
  }

  private static Object value(Object v, Type type) {
    if (v == null) {
      return null;
    }
    List<Field> parts = type.children();
    return switch (type.kind()) {
      case STRUCT -> {
        Object[] out = new Object[parts.size()];
        for (int i = 0; i < out.length; i++) {
          out[i] = value(((Row) v).get(i), parts.get(i).type());
        }
        yield out;
      }
      case LIST -> {
        List<Object> out = new ArrayList<>();
        for (Object e : CollectionConverters.asJava((scala.collection.Seq<?>) v)) {
          out.add(value(e, parts.get(0).type()));
        }
        yield out;
      }
      case MAP -> {
        Map<Object, Object> out = new LinkedHashMap<>();
        for (Map.Entry<?, ?> e :
            CollectionConverters.asJava((scala.collection.Map<?, ?>) v).entrySet()) {
          out.put(value(e.getKey(), parts.get(0).type()), value(e.getValue(), parts.get(1).type()));
        }
        yield out;
      }
      default -> v;
    };
  }
}
