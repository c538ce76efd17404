package io.placed.spark.read;

import io.placed.dataset.PartitionValues;
import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.spark.SparkTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** COUNT(*), by partition columns if wanted, from what the snapshot says: no file is opened. */
final class CountScan implements LocalScan {
  private final StructType schema;
  private final InternalRow[] rows;
  private final String description;

  private CountScan(StructType schema, InternalRow[] rows, String description) {
    this.schema = schema;
    this.rows = rows;
    this.description = description;
  }

  /**
   * @param groupBy partition columns
   * @param counts how often the count is asked for
   */
  static CountScan of(ScanPlan plan, List<String> groupBy, int counts) {
    StructType schema = new StructType();
    List<Type> types = new ArrayList<>();
    for (String column : groupBy) {
      var field = plan.tableSchema().apply(column);
      schema = schema.add(field);
      types.add(SparkTypes.toType(field.dataType(), column));
    }
    for (int i = 0; i < counts; i++) {
      schema = schema.add("count(*)" + (i == 0 ? "" : i), DataTypes.LongType, false);
    }
    Map<List<Object>, Long> sums = new LinkedHashMap<>();
    if (groupBy.isEmpty()) {
      sums.put(List.of(), 0L);
    }
    for (SourceFile f : plan.files()) {
      List<Object> key = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        String text = f.partition().get(groupBy.get(i));
        key.add(internal(types.get(i), PartitionValues.parse(types.get(i), text)));
      }
      if (f.file().rows() > 0) {
        sums.merge(key, f.file().rows(), Long::sum);
      }
    }
    InternalRow[] rows =
        sums.entrySet().stream()
            .map(e -> row(e.getKey(), e.getValue(), counts))
            .toArray(InternalRow[]::new);
    return new CountScan(
        schema,
        rows,
        "placed "
            + plan.source().describe()
            + " COUNT(*) from metadata, GroupBy: "
            + groupBy
            + ", PartitionFilters: "
            + plan.partitionFilters());
  }

  private static InternalRow row(List<Object> key, long count, int counts) {
    Object[] values = new Object[key.size() + counts];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < key.size() ? key.get(i) : (Object) count;
    }
    return new GenericInternalRow(values);
  }

  /** In Spark's internal form; zeros of both signs are one group for Spark. */
  private static Object internal(Type type, Object bound) {
    if (bound == null) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> (Long) bound != 0;
      case INT8 -> ((Long) bound).byteValue();
      case INT16 -> ((Long) bound).shortValue();
      case INT32, DATE -> ((Long) bound).intValue();
      case FLOAT -> ((Double) bound).floatValue() + 0.0f;
      case DOUBLE -> (Double) bound + 0.0;
      case STRING -> UTF8String.fromBytes((byte[]) bound);
      case DECIMAL -> {
        DecimalType d = (DecimalType) type;
        BigInteger unscaled = bound instanceof BigInteger b ? b : BigInteger.valueOf((Long) bound);
        yield Decimal.apply(new BigDecimal(unscaled, d.scale()), d.precision(), d.scale());
      }
      default -> bound;
    };
  }

  @Override
  public StructType readSchema() {
    return schema;
  }

  @Override
  public InternalRow[] rows() {
    return rows;
  }

  @Override
  public String description() {
    return description;
  }
}
