package io.placed.spark.read.vector;

import io.placed.io.PathNames;
import io.placed.scan.BatchReader;
import io.placed.scan.FileLayout;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.schema.Field;
import io.placed.schema.Type;
import io.placed.spark.internal.Session;
import io.placed.spark.read.task.ReadContext;
import io.placed.spark.types.SparkTypes;
import io.placed.table.split.FileSlice;
import io.placed.vector.Column;
import io.placed.vector.ConstantColumns;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.StructColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StructType;

/** A column of {@link FileMetadataColumn} for the batches of one slice of a file. */
final class MetadataColumn {
  private static final long MICROS = 1000;

  /** Fields whose value changes within a file. */
  private static final Set<String> OF_ROWS =
      Set.of(
          FileMetadataColumn.BLOCK_START,
          FileMetadataColumn.BLOCK_LENGTH,
          FileMetadataColumn.ROW_INDEX,
          FileMetadataColumn.ROW_GROUP,
          FileMetadataColumn.BLOCK);

  private final Column column;
  private final int rows;
  private final FileReader file;
  private int filledFor = -1;

  /**
   * @param type requested by Spark: the path, the row number, or some fields of the struct
   * @param rows maximum rows of a batch
   * @param file open if {@link #needsFile} is true, otherwise null
   */
  MetadataColumn(DataType type, ReadContext context, FileSlice slice, FileReader file, int rows)
      throws IOException {
    this.rows = rows;
    this.file = file;
    Type own = SparkTypes.toType(type, FileMetadataColumn.STRUCT);
    column = Column.of(own);
    if (column instanceof StructColumn struct) {
      for (int i = 0; i < struct.fields().size(); i++) {
        Object value = constant(struct.fields().get(i), context, slice);
        if (value != null) {
          ConstantColumns.append(struct.child(i), value, rows);
        }
      }
      struct.ensureCapacity(rows);
      struct.setSize(rows);
    } else if (column instanceof LongColumn numbers) {
      numbers.ensureCapacity(rows);
      numbers.setSize(rows);
    } else {
      ConstantColumns.append(column, bytes(slice.path()), rows);
    }
  }

  /** The same object for all batches. */
  Column column() {
    return column;
  }

  /** Whether a field requires opening the file. */
  static boolean needsFile(DataType type) {
    return type instanceof LongType
        || type instanceof StructType s
            && Arrays.stream(s.fieldNames()).anyMatch(OF_ROWS::contains);
  }

  /** Null if the value is not the same for all rows of the file. */
  private static Object constant(Field field, ReadContext context, FileSlice slice)
      throws IOException {
    return switch (field.name()) {
      case FileMetadataColumn.PATH -> bytes(Session.uri(slice.path()));
      case FileMetadataColumn.NAME -> bytes(PathNames.name(slice.path()));
      case FileMetadataColumn.SIZE -> slice.length();
      case FileMetadataColumn.MODIFIED ->
          context.stores().open().forPath(slice.path()).stat(slice.path()).modifiedMillis()
              * MICROS;
      default -> null;
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Fills the column for the current batch of the reader. */
  void fill(BatchReader reader) throws IOException {
    if (column instanceof LongColumn numbers) {
      reader.rowNumbers(numbers.values());
      return;
    }
    if (file == null || !(column instanceof StructColumn struct)) {
      return; // constant within the file
    }
    boolean newRowGroup = filledFor != reader.rowGroup();
    filledFor = reader.rowGroup();
    RowGroupInfo group = newRowGroup ? file.rowGroups().get(filledFor) : null;
    List<Field> fields = struct.fields();
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).name();
      if (name.equals(FileMetadataColumn.ROW_INDEX)) {
        reader.rowNumbers(((LongColumn) struct.child(i)).values());
      } else if (newRowGroup && OF_ROWS.contains(name)) {
        fill(struct.child(i), name, group);
      }
    }
  }

  private void fill(Column child, String name, RowGroupInfo group) throws IOException {
    switch (name) {
      case FileMetadataColumn.BLOCK_START -> fill(child, group.offset());
      case FileMetadataColumn.BLOCK_LENGTH -> fill(child, group.length());
      case FileMetadataColumn.ROW_GROUP -> fill(child, filledFor);
      default -> fill(child, block());
    }
  }

  private void fill(Column child, long value) {
    if (child instanceof IntColumn c) {
      Arrays.fill(c.values(), 0, rows, (int) value);
    } else {
      Arrays.fill(((LongColumn) child).values(), 0, rows, value);
    }
  }

  private int block() throws IOException {
    int number = 0;
    for (FileLayout.Block b : file.layout().blocks()) {
      if (b.file() == 0) {
        if (filledFor < b.endRowGroup()) {
          return number;
        }
        number++;
      }
    }
    return Math.max(0, number - 1);
  }
}
