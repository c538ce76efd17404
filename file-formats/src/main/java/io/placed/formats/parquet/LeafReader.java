package io.placed.formats.parquet;

import io.placed.formats.FormatException;
import io.placed.vector.Column;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Appends the values of one column of Parquet inside of a struct, list or map. */
final class LeafReader extends FieldReader implements RowGroupReader {
  private final ColumnDescriptor descriptor;
  private final Column column;
  private final PrimitiveConverter converter;

  /** Definition level of values that are not null. */
  private final int present;

  private ColumnReader reader;

  /** Values and nulls of the row group that were not read yet. */
  private long left;

  /**
   * @param converter appends values to the column
   */
  LeafReader(ColumnDescriptor descriptor, Column column, PrimitiveConverter converter) {
    this.descriptor = descriptor;
    this.column = column;
    this.converter = converter;
    this.present = descriptor.getMaxDefinitionLevel();
  }

  @Override
  public void begin(PageReadStore rowGroup, ParsedVersion version) {
    requireEnd();
    reader =
        new ColumnReaderImpl(descriptor, rowGroup.getPageReader(descriptor), converter, version);
    left = reader.getTotalValueCount();
    if (descriptor.getMaxRepetitionLevel() == 0 && left != rowGroup.getRowCount()) {
      throw new FormatException(
          "column '%s' has %s values in a row group of %s rows"
              .formatted(String.join(".", descriptor.getPath()), left, rowGroup.getRowCount()));
    }
  }

  @Override
  public void requireEnd() {
    if (left != 0) {
      throw misfit();
    }
  }

  private FormatException misfit() {
    return new FormatException(
        "the number of values of column '%s' does not fit the number of rows"
            .formatted(String.join(".", descriptor.getPath())));
  }

  int definition() {
    if (left == 0) {
      throw misfit();
    }
    return reader.getCurrentDefinitionLevel();
  }

  /** Of the next value; 0 at the end of the row group. */
  int repetition() {
    return left == 0 ? 0 : reader.getCurrentRepetitionLevel();
  }

  @Override
  LeafReader first() {
    return this;
  }

  @Override
  void read() {
    if (definition() == present) {
      reader.writeCurrentValueToConverter();
    } else {
      column.appendNull();
    }
    consume();
  }

  @Override
  void skip() {
    if (left == 0) {
      throw misfit();
    }
    consume();
  }

  private void consume() {
    reader.consume();
    left--;
  }

  @Override
  void requireRowEnd() {
    if (repetition() != 0) {
      throw misfit();
    }
  }
}
