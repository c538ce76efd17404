package io.placed.spark.write;

import io.placed.placement.reorder.TaskRanges;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Serial;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Functions of Spark that call {@link TaskRanges} for each row, over the columns that decide. */
final class RowFunctions {
  private RowFunctions() {}

  /** The deciding columns, and the ranges of their values. */
  private abstract static class OfRow<T> implements ScalarFunction<T> {
    @Serial private static final long serialVersionUID = 1;

    private final TaskRanges ranges;
    private final String schema;
    private final DataType[] types;
    private transient Batch row;
    private transient RowAppender[] appenders;
    private transient TaskRanges.Router router;

    OfRow(TaskRanges ranges, Schema schema, DataType[] types) {
      this.ranges = ranges;
      this.schema = schema.toString();
      this.types = types;
    }

    @Override
    public DataType[] inputTypes() {
      return types;
    }

    @Override
    public boolean isResultNullable() {
      return false;
    }

    TaskRanges.Router at(InternalRow input) {
      if (router == null) {
        row = Batch.of(Schema.parse(schema));
        appenders = RowAppender.of(types, row, new RowAppender.ByteCount());
        router = ranges.router(row);
      }
      row.clear();
      for (int c = 0; c < appenders.length; c++) {
        appenders[c].append(input, c);
      }
      row.setRows(1);
      return router;
    }
  }

  /** The task of a row; the last argument is the row number. */
  static final class Task extends OfRow<Integer> {
    @Serial private static final long serialVersionUID = 1;

    private final int number;

    Task(TaskRanges ranges, Schema schema, DataType[] types) {
      super(ranges, schema, types);
      number = types.length;
    }

    @Override
    public DataType[] inputTypes() {
      DataType[] all = Arrays.copyOf(super.inputTypes(), number + 1);
      all[number] = DataTypes.LongType;
      return all;
    }

    @Override
    public DataType resultType() {
      return DataTypes.IntegerType;
    }

    @Override
    public String name() {
      return "placed_task";
    }

    @Override
    public Integer produceResult(InternalRow input) {
      return at(input).task(input.getLong(number));
    }
  }

  /** A word of the key of a row. */
  static final class KeyWord extends OfRow<Long> {
    @Serial private static final long serialVersionUID = 1;

    private final int word;

    KeyWord(TaskRanges ranges, Schema schema, DataType[] types, int word) {
      super(ranges, schema, types);
      this.word = word;
    }

    @Override
    public DataType resultType() {
      return DataTypes.LongType;
    }

    @Override
    public String name() {
      return "placed_key";
    }

    @Override
    public Long produceResult(InternalRow input) {
      return at(input).keyWord(word);
    }
  }
}
