package io.placed.hive;

import io.placed.hive.type.Columns;
import io.placed.hive.write.SnapshotGuard;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.AbstractSerDe;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.SerDeSpec;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.io.Writable;

/**
 * Describes the columns of a Placed table to Hive. Rows are passed through as objects: the readers
 * and writers handle the files.
 *
 * <p>Hive before 4 calls {@link #initialize(Configuration, Properties)} and has no lists of columns
 * in its base class, so this class has its own.
 */
@SerDeSpec(schemaProps = {"columns", "columns.types", "column.name.delimiter"})
public final class PlacedSerDe extends AbstractSerDe {
  private final PlacedRow serialized = new PlacedRow();
  private Columns columns = new Columns(List.of(), List.of());
  private ObjectInspector inspector;

  /**
   * @throws SerDeException if the type of a column is not supported, or the statement would remove
   *     files of a data set with snapshots
   */
  public void initialize(Configuration conf, Properties table) throws SerDeException {
    try {
      columns = Columns.of(table);
      columns.schema();
      SnapshotGuard.requireNoRemoval(conf, table);
    } catch (IllegalArgumentException | IOException e) {
      throw new SerDeException(
          table.getProperty("name", "Placed table") + ": " + e.getMessage(), e);
    }
    inspector = TypeInfoUtils.getStandardWritableObjectInspectorFromTypeInfo(columns.struct());
  }

  @Override
  public void initialize(Configuration conf, Properties table, Properties partition)
      throws SerDeException {
    Properties all = new Properties();
    all.putAll(table);
    if (partition != null) {
      all.putAll(partition);
    }
    initialize(conf, all);
  }

  @Override
  public List<String> getColumnNames() {
    return columns.names();
  }

  @Override
  public List<TypeInfo> getColumnTypes() {
    return columns.types();
  }

  /**
   * Columns and their comments are those of the metastore, because a table may not have a file yet.
   */
  @Override
  public boolean shouldStoreFieldsInMetastore(Map<String, String> tableParameters) {
    return true;
  }

  @Override
  public Class<? extends Writable> getSerializedClass() {
    return PlacedRow.class;
  }

  @Override
  public ObjectInspector getObjectInspector() {
    return inspector;
  }

  @Override
  public Object deserialize(Writable row) {
    return ((PlacedRow) row).row();
  }

  @Override
  public Writable serialize(Object row, ObjectInspector rowInspector) {
    serialized.set(row, (StructObjectInspector) rowInspector);
    return serialized;
  }

  /** Empty: writers count rows and bytes themselves. */
  @Override
  public SerDeStats getSerDeStats() {
    return null;
  }
}
