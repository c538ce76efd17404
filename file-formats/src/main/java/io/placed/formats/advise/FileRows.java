package io.placed.formats.advise;

import io.placed.advise.AdvisedTable;
import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows of files, one file after the other, without deleted ones. */
final class FileRows implements AdvisedTable.Rows {
  /**
   * Which rows are returned: of every {@code step} rows the first {@code run}.
   *
   * @param step at least {@code run}
   */
  record Choice(long step, long run) {
    static final Choice ALL = new Choice(1, 1);

    boolean has(long row) {
      return row % step < run;
    }
  }

  private final FileTable table;
  private final List<TablePart> parts;
  private final Schema wanted;
  private final Choice choice;

  private int at = -1;
  private BatchSource source;

  /** By wanted column its position in the source; negative for others. */
  private int[] positions;

  /** Of the file. */
  private long positionInFile;

  /** Of all files. */
  private long position;

  private long bytesRead;
  private Batch batch;

  FileRows(FileTable table, List<TablePart> parts, Schema wanted, Choice choice) {
    this.table = table;
    this.parts = parts;
    this.wanted = wanted;
    this.choice = choice;
  }

  @Override
  public boolean next() throws IOException {
    while (true) {
      while (source == null || !source.next()) {
        closeFile();
        if (at + 1 >= parts.size()) {
          return false;
        }
        open(parts.get(++at));
      }
      batch = chosen(source.batch());
      if (batch.rows() > 0) {
        return true;
      }
    }
  }

  private void open(TablePart part) throws IOException {
    Map<String, Field> inFile = new LinkedHashMap<>();
    boolean nested = wanted.fields().stream().anyMatch(f -> f.type().isNested());
    Schema its = nested ? table.format().schema(List.of(part.path())) : null;
    for (Field f : wanted.fields()) {
      String name = part.inFile(f.name());
      if (name != null) {
        if (f.type().isNested()) {
          StoredTypes.requireSameFields(part.path(), f, its.require(name));
        }
        inFile.put(name, new Field(0, name, f.type(), f.nullable()));
      }
    }
    if (inFile.isEmpty()) {
      // Some column has to say how many rows there are.
      Schema stored = its != null ? its : table.format().schema(List.of(part.path()));
      inFile.put(stored.field(0).name(), stored.field(0));
    }
    List<String> names = List.copyOf(inFile.keySet());
    positions = new int[wanted.size()];
    for (int c = 0; c < positions.length; c++) {
      String name = part.inFile(wanted.field(c).name());
      positions[c] = name == null ? -1 : names.indexOf(name);
    }
    try {
      source = table.format().open(part.path(), Schema.of(List.copyOf(inFile.values())));
    } catch (ClassCastException e) {
      throw new FormatException(part.path() + ": its columns are not those of the table", e);
    }
    bytesRead += table.bytes(part, names);
    positionInFile = 0;
  }

  private Batch chosen(Batch in) {
    TablePart part = parts.get(at);
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < positions.length; c++) {
      Field f = wanted.field(c);
      columns.add(
          positions[c] >= 0
              ? in.column(positions[c])
              : constant(f, part.partition().get(f.name()), in.rows()));
    }
    Batch all = Batch.of(wanted, columns, in.rows());
    int[] some = new int[in.rows()];
    int n = 0;
    for (int i = 0; i < some.length; i++) {
      boolean deleted = part.deleted() != null && part.deleted().test(positionInFile + i);
      if (!deleted && choice.has(position + i)) {
        some[n++] = i;
      }
    }
    positionInFile += in.rows();
    position += in.rows();
    if (n == all.rows()) {
      return all;
    }
    Batch out = Batch.of(wanted);
    out.appendSelected(all, some, n);
    return out;
  }

  private static Column constant(Field field, Object value, int rows) {
    Column out = Column.of(field.type());
    for (int i = 0; i < rows; i++) {
      Values.append(out, Field.of(field.name(), field.type()), value);
    }
    return out;
  }

  @Override
  public Batch batch() {
    return batch;
  }

  @Override
  public int partition() {
    return table.partition(parts.get(at));
  }

  @Override
  public long bytesRead() {
    return bytesRead;
  }

  private void closeFile() throws IOException {
    if (source != null) {
      BatchSource closing = source;
      source = null;
      closing.close();
    }
  }

  @Override
  public void close() throws IOException {
    closeFile();
  }
}
