package io.placed.spark.catalog;

import io.placed.schema.DecimalType;
import io.placed.schema.Type;
import io.placed.spark.types.Partitions;
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

  /** The number of the transform; 0 if it is an argument, or there is none. */
  private final int number;

  private PartitionFunction(String name, Kind kind) {
    this(name, kind, 0);
  }

  private PartitionFunction(String name, Kind kind, int number) {
    this.name = name;
    this.kind = kind;
    this.number = number;
  }

  /**
   * The function of a name, ignoring case; also those by which scans report their partitions.
   *
   * @return null if there is none
   */
  public static PartitionFunction find(String name) {
    int width = Partitions.widthOf(name);
    if (width > 0) {
      return new PartitionFunction(name, Kind.TRUNCATE, width);
    }
    return ALL.stream().filter(f -> f.name.equalsIgnoreCase(name)).findFirst().orElse(null);
  }

  /** Whether there is a function of the name. */
  public static boolean isName(String name) {
    return ALL.stream().anyMatch(f -> f.name.equalsIgnoreCase(name));
  }

  @Override
  public String name() {
    return name;
  }

  /** Whether the first argument is the number of the transform. */
  private boolean takesNumber() {
    return number == 0 && (kind == Kind.BUCKET || kind == Kind.TRUNCATE);
  }

  @Override
  public String description() {
    return takesNumber() ? name + "(number, column)" : name + "(column)";
  }

  @Override
  public BoundFunction bind(StructType arguments) {
    int expected = takesNumber() ? 2 : 1;
    if (arguments.size() != expected
        || takesNumber() && !isInteger(arguments.fields()[0].dataType())) {
      throw new UnsupportedOperationException(
          "arguments must be " + description() + ", found " + arguments.catalogString());
    }
    DataType source = arguments.fields()[expected - 1].dataType();
    try {
      Type type = SparkTypes.toType(source, name);
      new PartitionTransform(kind, takesNumber() ? 1 : number).requireAllowed(name, type);
      return new Bound(name, kind, number, takesNumber(), source, type);
    } catch (IllegalArgumentException e) {
      throw new UnsupportedOperationException(e.getMessage(), e);
    }
  }

  private static boolean isInteger(DataType type) {
    return type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.ByteType);
  }

  /**
   * The function for a type.
   *
   * @param number of the transform unless it is an argument
   * @param takesNumber whether the number is the first argument
   * @param type of the column, as Placed has it
   */
  private record Bound(
      String name, Kind kind, int number, boolean takesNumber, DataType source, Type type)
      implements ScalarFunction<Object> {
    private static final long serialVersionUID = 1L;

    private PartitionTransform transform(int given) {
      return new PartitionTransform(kind, takesNumber ? given : number);
    }

    @Override
    public DataType[] inputTypes() {
      return takesNumber ? new DataType[] {DataTypes.IntegerType, source} : new DataType[] {source};
    }

    @Override
    public DataType resultType() {
      return SparkTypes.toDataType(transform(1).resultType(type));
    }

    /** Functions of this name are equal for Spark, whatever type they are bound to. */
    @Override
    public String canonicalName() {
      return "placed." + name + "(" + source.catalogString() + ")";
    }

    @Override
    public Object produceResult(InternalRow input) {
      int at = takesNumber ? 1 : 0;
      if (input.isNullAt(at) || input.isNullAt(0)) {
        return null;
      }
      PartitionTransform transform = transform(takesNumber ? input.getInt(0) : 0);
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
