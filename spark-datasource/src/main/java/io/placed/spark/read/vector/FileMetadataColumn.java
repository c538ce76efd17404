package io.placed.spark.read.vector;

import io.placed.table.file.RowIdColumns;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Columns that are not stored in files and that a query may use, with the origin of a row. {@code
 * _metadata} has the fields of Spark's own formats, and additional ones.
 */
public final class FileMetadataColumn {
  /** The struct for users. */
  public static final String STRUCT = "_metadata";

  /** The path of the file: with {@link #ROW} it identifies a row for row-level operations. */
  public static final String FILE = "__placed_file";

  /** The number of the row in the file. */
  public static final String ROW = "__placed_row";

  static final String PATH = "file_path";
  static final String NAME = "file_name";
  static final String SIZE = "file_size";
  static final String MODIFIED = "file_modification_time";

  /** First byte of the row group; the length is in bytes too. */
  static final String BLOCK_START = "file_block_start";

  static final String BLOCK_LENGTH = "file_block_length";

  /** Number of the row in its file. */
  static final String ROW_INDEX = "row_index";

  /** Number of the row group in its file. */
  static final String ROW_GROUP = "row_group";

  /** Number, in the file, of the physical block in which the row group starts. */
  static final String BLOCK = "block";

  static final StructType FIELDS =
      new StructType()
          .add(PATH, DataTypes.StringType, false)
          .add(NAME, DataTypes.StringType, false)
          .add(SIZE, DataTypes.LongType, false)
          .add(BLOCK_START, DataTypes.LongType, false)
          .add(BLOCK_LENGTH, DataTypes.LongType, false)
          .add(MODIFIED, DataTypes.TimestampType, false)
          .add(ROW_INDEX, DataTypes.LongType, false)
          .add(ROW_GROUP, DataTypes.IntegerType, false)
          .add(BLOCK, DataTypes.IntegerType, false);

  private FileMetadataColumn() {}

  /** The columns as Spark's interface returns them. */
  public static MetadataColumn[] columns() {
    return new MetadataColumn[] {
      new Hidden(STRUCT, FIELDS, false, "origin of the row"),
      new Hidden(FILE, DataTypes.StringType, false, "path of the file, for row-level operations"),
      new Hidden(ROW, DataTypes.LongType, false, "number of the row, for row-level operations"),
      new Hidden(RowIdColumns.ID, DataTypes.LongType, true, "id of the row"),
      new Hidden(RowIdColumns.VERSION, DataTypes.LongType, true, "snapshot that changed the row")
    };
  }

  /** Whether a column of a scan is one of these and not a column of the table. */
  public static boolean is(String column, StructType tableSchema) {
    return Set.of(STRUCT, FILE, ROW, RowIdColumns.ID, RowIdColumns.VERSION).contains(column)
        && !java.util.Arrays.asList(tableSchema.fieldNames()).contains(column);
  }

  /**
   * @param names of columns of {@link #columns}
   */
  public static StructType with(StructType tableSchema, List<String> names) {
    StructType all = tableSchema;
    for (String name : names) {
      for (MetadataColumn c : columns()) {
        all = c.name().equals(name) ? all.add(name, c.dataType(), c.isNullable()) : all;
      }
    }
    return all;
  }

  private record Hidden(String name, DataType dataType, boolean isNullable, String comment)
      implements MetadataColumn {}
}
