package io.placed.spark.catalog;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.spark.types.SparkTypes;
import io.placed.spark.write.PartitionKey;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.PartitionTransform.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The transforms of partitions as functions of the catalog: {@code placed.bucket(16, id)}. */
public final class PartitionFunction implements UnboundFunction {
  public static final List<PartitionFunction> ALL =
      List.of(
          new PartitionFunction("bucket", Kind.BUCKET),
          new PartitionFunction("truncate", Kind.TRUNCATE),
          new PartitionFunction("years", Kind.YEAR),
          new PartitionFunction("months", Kind.MONTH),
          new PartitionFunction("days", Kind.DAY),
          new PartitionFunction("hours", Kind.HOUR));

  private final String name;
  private final Kind kind;

  private PartitionFunction(String name, Kind kind) {
    this.name = name;
    this.kind = kind;
  }

  /** Whether there is a function of the name. */
  public static boolean isName(String name) {
    return ALL.stream().anyMatch(f -> f.name.equalsIgnoreCase(name));
  }

  @Override
  public String name() {
    return name;
  }

  private boolean isNumbered() {
    return kind == Kind.BUCKET || kind == Kind.TRUNCATE;
  }

  @Override
  public String description() {
    return isNumbered() ? name + "(number, column)" : name + "(column)";
  }

  @Override
  public BoundFunction bind(StructType arguments) {
    int expected = isNumbered() ? 2 : 1;
    if (arguments.size() != expected
        || isNumbered() && !isInteger(arguments.fields()[0].dataType())) {
      throw new UnsupportedOperationException(
          "arguments must be " + description() + ", found " + arguments.catalogString());
    }
    DataType source = arguments.fields()[expected - 1].dataType();
    try {
      Type type = SparkTypes.toType(source, name);
      new PartitionTransform(kind, isNumbered() ? 1 : 0).requireAllowed(name, type);
      return new Bound(name, kind, source, type);
    } catch (IllegalArgumentException e) {
      throw new UnsupportedOperationException(e.getMessage(), e);
    }
  }

  private static boolean isInteger(DataType type) {
    return type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.ByteType);
  }

  private static final class Bound implements ScalarFunction<Object> {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final Kind kind;
    private final DataType source;
    private final Type type;

    Bound(String name, Kind kind, DataType source, Type type) {
      this.name = name;
      this.kind = kind;
      this.source = source;
      this.type = type;
    }

    private boolean isNumbered() {
      return kind == Kind.BUCKET || kind == Kind.TRUNCATE;
    }

    private PartitionTransform transform(int number) {
      return new PartitionTransform(kind, number);
    }

    @Override
    public DataType[] inputTypes() {
      return isNumbered()
          ? new DataType[] {DataTypes.IntegerType, source}
          : new DataType[] {source};
    }

    @Override
    public DataType resultType() {
      return SparkTypes.toDataType(transform(isNumbered() ? 1 : 0).resultType(type));
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String canonicalName() {
      return "placed." + name + "(" + source.catalogString() + ")";
    }

    @Override
    public Object produceResult(InternalRow input) {
      int at = isNumbered() ? 1 : 0;
      if (input.isNullAt(at) || input.isNullAt(0)) {
        return null;
      }
      PartitionTransform transform = transform(isNumbered() ? input.getInt(0) : 0);
      Object value = PartitionKey.bound(type, input.get(at, source));
      return internal(transform.resultType(type), transform.apply(type, value));
    }

    private static Object internal(Type result, Object value) {
      return switch (result.kind()) {
        case INT32, DATE -> ((Long) value).intValue();
        case STRING -> UTF8String.fromBytes((byte[]) value);
        case DECIMAL -> decimal((DecimalType) result, value);
        default -> value;
      };
    }

    /** Null if it has more digits than its type. */
    private static Decimal decimal(DecimalType type, Object value) {
      BigInteger unscaled = value instanceof BigInteger b ? b : BigInteger.valueOf((Long) value);
      BigDecimal exact = new BigDecimal(unscaled, type.scale());
      return exact.precision() > type.precision()
          ? null
          : Decimal.apply(exact, type.precision(), type.scale());
    }
  }
}
