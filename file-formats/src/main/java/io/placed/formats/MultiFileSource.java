package io.placed.formats;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads several files in turn and adds the partition values of their directories. */
public final class MultiFileSource implements BatchSource {
  /**
   * One file.
   *
   * @param length in bytes, for the progress
   * @param partition values of the partition columns, as {@link Values} takes them
   */
  public record Part(String path, long length, List<Object> partition) {}

  private final FileFormat format;
  private final List<Part> parts;
  private final Schema stored;
  private final Schema schema;
  private final List<Integer> fromFile;
  private final List<Integer> fromPath;
  private int at = -1;
  private BatchSource current;
  private Batch batch;
  private long finishedBytes;

  /**
   * @param schema the projection
   * @param partitionColumns names of the columns whose values are in the parts
   */
  public MultiFileSource(
      FileFormat format, List<Part> parts, Schema schema, List<String> partitionColumns) {
    this.format = format;
    this.parts = parts;
    this.schema = schema;
    List<Field> inFiles = new ArrayList<>();
    fromFile = new ArrayList<>();
    fromPath = new ArrayList<>();
    for (Field f : schema.fields()) {
      int p = partitionColumns.indexOf(f.name());
      fromPath.add(p);
      fromFile.add(p < 0 ? inFiles.size() : -1);
      if (p < 0) {
        inFiles.add(f);
      }
    }
    if (inFiles.isEmpty() && schema.size() > 0) {
      throw new FormatException(
          "only partition columns are selected; select at least one column of the files");
    }
    stored = Schema.of(inFiles);
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public boolean next() throws IOException {
    while (current == null || !current.next()) {
      if (current != null) {
        finishedBytes += parts.get(at).length();
        current.close();
        current = null;
      }
      if (at + 1 >= parts.size()) {
        return false;
      }
      at++;
      current = format.open(parts.get(at).path(), stored);
    }
    batch = withPartition(current.batch());
    return true;
  }

  private Batch withPartition(Batch in) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      if (fromFile.get(i) >= 0) {
        columns.add(in.column(fromFile.get(i)));
      } else {
        Object value = parts.get(at).partition().get(fromPath.get(i));
        Column constant = Column.of(schema.field(i).type());
        for (int row = 0; row < in.rows(); row++) {
          Values.append(constant, schema.field(i), value);
        }
        columns.add(constant);
      }
    }
    return Batch.of(schema, columns, in.rows());
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public double fraction() {
    long total = parts.stream().mapToLong(Part::length).sum();
    if (total == 0) {
      return 1;
    }
    double inFile = current == null ? 0 : current.fraction() * parts.get(at).length();
    return (finishedBytes + inFile) / total;
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
  }
}
