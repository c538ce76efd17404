package io.placed.datasets;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.sql.Date;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Generated rows as tables of Spark. */
public final class SparkTables {
  private SparkTables() {}

  /** All rows; each part is made by the task that needs it, and parts keep their order. */
  public static Dataset<Row> of(SparkSession spark, Generator generator, int parts) {
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(IntStream.range(0, parts).boxed().toList(), parts)
            .flatMap(part -> rows(generator, part, parts)),
        schema(generator.schema()));
  }

  private static Iterator<Row> rows(Generator generator, int part, int parts) {
    Iterator<Object[]> rows = generator.rows(part, parts);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        Object[] row = rows.next();
        for (int i = 0; i < row.length; i++) {
          // Spark 3.5 takes no LocalDate here, unless its session asks for such dates.
          row[i] = row[i] instanceof LocalDate date ? Date.valueOf(date) : row[i];
        }
        return RowFactory.create(row);
      }
    };
  }

  private static StructType schema(Schema schema) {
    StructType out = new StructType();
    for (Field f : schema.fields()) {
      out = out.add(f.name(), type(f.type()));
    }
    return out;
  }

  private static DataType type(Type type) {
    return switch (type.kind()) {
      case INT32 -> DataTypes.IntegerType;
      case INT64 -> DataTypes.LongType;
      case DOUBLE -> DataTypes.DoubleType;
      case DATE -> DataTypes.DateType;
      case STRING -> DataTypes.StringType;
      case DECIMAL -> {
        DecimalType d = (DecimalType) type;
        yield DataTypes.createDecimalType(d.precision(), d.scale());
      }
      default -> throw new IllegalArgumentException("no generator has columns of " + type);
    };
  }
}
