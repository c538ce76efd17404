package io.placed.benchmarks.engine;

import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/** Values of Spark's columns. */
record SparkCells(ColumnVector column, Type type) implements Cells {
  @Override
  public boolean isNull(int i) {
    return column.isNullAt(i);
  }

  @Override
  public long longAt(int i) {
    return type.kind() == TypeKind.INT32
            || type.kind() == TypeKind.DATE
            || SparkColumns.isIntDecimal(type)
        ? column.getInt(i)
        : column.getLong(i);
  }

  @Override
  public double doubleAt(int i) {
    return column.getDouble(i);
  }

  @Override
  public long textAt(int i) {
    return SparkColumns.text(column.getUTF8String(i));
  }

  @Override
  public boolean textEquals(int i, byte[] utf8) {
    return column.getUTF8String(i).equals(UTF8String.fromBytes(utf8));
  }
}
