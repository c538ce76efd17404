package io.placed.spark.internal.catalyst.session;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;

/**
 * For the number of a task, a number that Spark's hash partitioning sends there: the remainder of
 * its Murmur3 hash by the number of tasks is that of the task.
 */
final class TaskHash implements ScalarFunction<Integer> {
  private static final long serialVersionUID = 1L;

  /** That of {@code HashPartitioning}. */
  private static final int SEED = 42;

  private final int[] numbers;

  TaskHash(int tasks) {
    numbers = new int[tasks];
    boolean[] known = new boolean[tasks];
    int missing = tasks;
    for (int n = 0; missing > 0; n++) {
      int task = Math.floorMod(Murmur3_x86_32.hashInt(n, SEED), tasks);
      if (!known[task]) {
        known[task] = true;
        numbers[task] = n;
        missing--;
      }
    }
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {DataTypes.IntegerType};
  }

  @Override
  public DataType resultType() {
    return DataTypes.IntegerType;
  }

  @Override
  public String name() {
    return "task_hash";
  }

  @Override
  public String canonicalName() {
    return "placed.task_hash(" + numbers.length + ")";
  }

  @Override
  public Integer produceResult(InternalRow input) {
    return numbers[input.getInt(0)];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskHash t && Arrays.equals(t.numbers, numbers);
  }

  @Override
  public int hashCode() {
    return numbers.length;
  }
}
