package io.placed.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Measures Spark's time for a query if reading takes none: a source with one partition, whose int,
 * long and double columns are in memory as batches.
 */
public final class ZeroDecodeSource implements TableProvider {
  private static final int BATCH_ROWS = 4096;
  private static final Map<String, Columns> TABLES = new ConcurrentHashMap<>();

  /** Public because Spark requires it. */
  public ZeroDecodeSource() {}

  /** Loads all rows into memory; {@link #read} returns them. */
  static void load(String name, Dataset<Row> rows) {
    StructType schema = rows.schema();
    List<ColumnarBatch> batches = new ArrayList<>();
    Values[] current = null;
    int n = 0;
    for (var all = rows.toLocalIterator(); all.hasNext(); ) {
      if (n == 0) {
        current = new Values[schema.length()];
        Arrays.setAll(current, c -> new Values(schema.apply(c).dataType()));
      }
      Row row = all.next();
      for (int c = 0; c < current.length; c++) {
        current[c].set(n, row.get(c));
      }
      n++;
      if (n == BATCH_ROWS || !all.hasNext()) {
        batches.add(new ColumnarBatch(current, n));
        n = 0;
      }
    }
    TABLES.put(name, new Columns(schema, batches));
  }

  static Dataset<Row> read(org.apache.spark.sql.SparkSession spark, String name) {
    return spark.read().format(ZeroDecodeSource.class.getName()).option("name", name).load();
  }

  private record Columns(StructType schema, List<ColumnarBatch> batches) {}

  /** A range of values of a column, in its array. */
  private static final class Values extends ColumnVector {
    private int[] ints;
    private long[] longs;
    private double[] doubles;
    private final boolean[] missing = new boolean[BATCH_ROWS];
    private int nulls;

    Values(DataType type) {
      super(type);
      if (type.equals(DataTypes.IntegerType)) {
        ints = new int[BATCH_ROWS];
      } else if (type.equals(DataTypes.LongType)) {
        longs = new long[BATCH_ROWS];
      } else if (type.equals(DataTypes.DoubleType)) {
        doubles = new double[BATCH_ROWS];
      } else {
        throw new IllegalArgumentException(type + ": int, bigint or double");
      }
    }

    void set(int i, Object value) {
      if (value == null) {
        missing[i] = true;
        nulls++;
      } else if (ints != null) {
        ints[i] = (Integer) value;
      } else if (longs != null) {
        longs[i] = (Long) value;
      } else {
        doubles[i] = (Double) value;
      }
    }

    @Override
    public void close() {}

    @Override
    public void closeIfFreeable() {}

    @Override
    public boolean hasNull() {
      return nulls > 0;
    }

    @Override
    public int numNulls() {
      return nulls;
    }

    @Override
    public boolean isNullAt(int i) {
      return missing[i];
    }

    @Override
    public int getInt(int i) {
      return ints[i];
    }

    @Override
    public long getLong(int i) {
      return longs[i];
    }

    @Override
    public double getDouble(int i) {
      return doubles[i];
    }

    @Override
    public boolean getBoolean(int i) {
      throw new IllegalStateException("not a boolean");
    }

    @Override
    public byte getByte(int i) {
      throw new IllegalStateException("not a tinyint");
    }

    @Override
    public short getShort(int i) {
      throw new IllegalStateException("not a smallint");
    }

    @Override
    public float getFloat(int i) {
      throw new IllegalStateException("not a float");
    }

    @Override
    public org.apache.spark.sql.vectorized.ColumnarArray getArray(int i) {
      throw new IllegalStateException("not an array");
    }

    @Override
    public org.apache.spark.sql.vectorized.ColumnarMap getMap(int i) {
      throw new IllegalStateException("not a map");
    }

    @Override
    public org.apache.spark.sql.types.Decimal getDecimal(int i, int precision, int scale) {
      throw new IllegalStateException("not a decimal");
    }

    @Override
    public org.apache.spark.unsafe.types.UTF8String getUTF8String(int i) {
      throw new IllegalStateException("not a string");
    }

    @Override
    public byte[] getBinary(int i) {
      throw new IllegalStateException("not binary");
    }

    @Override
    public ColumnVector getChild(int ordinal) {
      throw new IllegalStateException("not nested");
    }
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return TABLES.get(options.get("name")).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return new InMemory(properties.get("name"), schema);
  }

  private record InMemory(String name, StructType schema) implements Table, SupportsRead {
    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return new Builder(name, schema);
    }
  }

  private static final class Builder implements SupportsPushDownRequiredColumns {
    private final String name;
    private StructType wanted;

    Builder(String name, StructType wanted) {
      this.name = name;
      this.wanted = wanted;
    }

    @Override
    public void pruneColumns(StructType required) {
      wanted = required;
    }

    @Override
    public Scan build() {
      return new WholeScan(name, wanted);
    }
  }

  private record WholeScan(String name, StructType readSchema) implements Scan, Batch {
    @Override
    public Batch toBatch() {
      return this;
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
      return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public InputPartition[] planInputPartitions() {
      return new InputPartition[] {new Everything()};
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      return new Factory(name, readSchema);
    }
  }

  private record Everything() implements InputPartition {}

  private record Factory(String name, StructType wanted) implements PartitionReaderFactory {
    @Override
    public boolean supportColumnarReads(InputPartition partition) {
      return true;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      throw new IllegalStateException("the scan was planned in batches");
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
      Columns table = TABLES.get(name);
      int[] positions =
          Arrays.stream(wanted.fieldNames()).mapToInt(table.schema()::fieldIndex).toArray();
      return new Reader(table.batches(), positions);
    }
  }

  private static final class Reader implements PartitionReader<ColumnarBatch> {
    private final List<ColumnarBatch> batches;
    private final int[] positions;
    private int at = -1;

    Reader(List<ColumnarBatch> batches, int[] positions) {
      this.batches = batches;
      this.positions = positions;
    }

    @Override
    public boolean next() {
      return ++at < batches.size();
    }

    @Override
    public ColumnarBatch get() {
      ColumnarBatch whole = batches.get(at);
      ColumnVector[] some = new ColumnVector[positions.length];
      Arrays.setAll(some, k -> whole.column(positions[k]));
      return new ColumnarBatch(some, whole.numRows());
    }

    @Override
    public void close() {}
  }
}
