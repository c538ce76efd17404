package io.placed.benchmarks.engine;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Our columns → Arrow's. */
final class ArrowColumns {
  private static final int DECIMAL_BITS = 128;

  private ArrowColumns() {}

  static org.apache.arrow.vector.types.pojo.Schema schema(Schema schema) {
    List<org.apache.arrow.vector.types.pojo.Field> fields = new ArrayList<>();
    for (Field f : schema.fields()) {
      fields.add(
          new org.apache.arrow.vector.types.pojo.Field(
              f.name(), FieldType.nullable(type(f.type())), List.of()));
    }
    return new org.apache.arrow.vector.types.pojo.Schema(fields);
  }

  private static ArrowType type(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> new ArrowType.Bool();
      case INT8 -> new ArrowType.Int(8, true);
      case INT16 -> new ArrowType.Int(16, true);
      case INT32 -> new ArrowType.Int(32, true);
      case INT64 -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL ->
          new ArrowType.Decimal(
              ((DecimalType) type).precision(), ((DecimalType) type).scale(), DECIMAL_BITS);
      case STRING -> new ArrowType.Utf8();
      case BINARY -> new ArrowType.Binary();
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIMESTAMP -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
      case TIMESTAMP_NTZ -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
      default -> throw new IllegalArgumentException(type + " is not benchmarked");
    };
  }

  static void fill(Batch batch, VectorSchemaRoot root) {
    int n = batch.rows();
    for (int c = 0; c < batch.schema().size(); c++) {
      Column from = batch.column(c);
      FieldVector to = root.getVector(c);
      to.reset();
      to.setInitialCapacity(n);
      to.allocateNew();
      for (int i = 0; i < n; i++) {
        if (from.isNull(i)) {
          to.setNull(i);
        } else {
          put(from, i, to);
        }
      }
      to.setValueCount(n);
    }
    root.setRowCount(n);
  }

  private static void put(Column from, int i, FieldVector to) {
    switch (from.type().kind()) {
      case BOOLEAN -> ((BitVector) to).setSafe(i, ((BooleanColumn) from).get(i) ? 1 : 0);
      case INT8, INT16, INT32 ->
          ((BaseIntVector) to).setWithPossibleTruncate(i, ((IntColumn) from).get(i));
      case INT64 -> ((BaseIntVector) to).setWithPossibleTruncate(i, ((LongColumn) from).get(i));
      case FLOAT -> ((Float4Vector) to).set(i, ((FloatColumn) from).get(i));
      case DOUBLE -> ((Float8Vector) to).set(i, ((DoubleColumn) from).get(i));
      case DECIMAL -> {
        int scale = ((DecimalType) from.type()).scale();
        ((DecimalVector) to).set(i, BigDecimal.valueOf(((LongColumn) from).get(i), scale));
      }
      case STRING -> ((VarCharVector) to).setSafe(i, ((BytesColumn) from).get(i));
      case BINARY -> ((VarBinaryVector) to).setSafe(i, ((BytesColumn) from).get(i));
      case DATE -> ((DateDayVector) to).set(i, ((IntColumn) from).get(i));
      case TIMESTAMP, TIMESTAMP_NTZ -> ((TimeStampVector) to).set(i, ((LongColumn) from).get(i));
      default -> throw new IllegalArgumentException(from.type() + " is not benchmarked");
    }
  }
}
