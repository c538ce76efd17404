package io.placed.formats.parquet;

import io.placed.formats.FormatException;
import io.placed.vector.Column;
import java.io.IOException;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.RequiresPreviousReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Appends the values of a top-level column of a primitive type. Pages are decoded here instead of
 * by parquet-column's {@code ColumnReader}, which works value by value: that took a fifth of the
 * CPU time of a conversion.
 */
final class FlatReader implements RowsReader, RowGroupReader {
  /** Definition levels of a page. */
  private interface Levels {
    int next() throws IOException;
  }

  private final ColumnDescriptor descriptor;
  private final Column column;
  private final PrimitiveConverter converter;
  private final boolean optional;
  private final PrimitiveTypeName type;

  private PageReader pages;
  private ParsedVersion version;
  private Dictionary dictionary;

  /** Of the current page. */
  private Levels levels;

  private ValuesReader values;
  private boolean codes;
  private int leftInPage;

  /** Rows of the row group that were not read yet. */
  private long left;

  /**
   * @param converter appends values to the column
   */
  FlatReader(ColumnDescriptor descriptor, Column column, PrimitiveConverter converter) {
    this.descriptor = descriptor;
    this.column = column;
    this.converter = converter;
    this.optional = descriptor.getMaxDefinitionLevel() > 0;
    this.type = descriptor.getPrimitiveType().getPrimitiveTypeName();
  }

  @Override
  public void begin(PageReadStore rowGroup, ParsedVersion version) {
    requireEnd();
    this.version = version;
    pages = rowGroup.getPageReader(descriptor);
    left = pages.getTotalValueCount();
    values = null;
    if (left != rowGroup.getRowCount()) {
      throw new FormatException(
          "column '%s' has %s values in a row group of %s rows"
              .formatted(name(), left, rowGroup.getRowCount()));
    }
    dictionary = null;
    DictionaryPage page = pages.readDictionaryPage();
    if (page != null) {
      try {
        dictionary = page.getEncoding().initDictionary(descriptor, page);
      } catch (IOException e) {
        throw new ParquetDecodingException("the dictionary of column '" + name() + "'", e);
      }
      if (converter.hasDictionarySupport()) {
        converter.setDictionary(dictionary);
      }
    }
  }

  @Override
  public void requireEnd() {
    if (left != 0 || leftInPage != 0) {
      throw misfit();
    }
  }

  private String name() {
    return String.join(".", descriptor.getPath());
  }

  private FormatException misfit() {
    return new FormatException(
        "the number of values of column '%s' does not fit the number of rows".formatted(name()));
  }

  @Override
  public void read(int rows) {
    if (rows > left) {
      throw misfit();
    }
    try {
      for (int done = 0; done < rows; ) {
        if (leftInPage == 0) {
          nextPage();
        }
        int n = Math.min(rows - done, leftInPage);
        append(n);
        leftInPage -= n;
        done += n;
      }
    } catch (FormatException | ParquetDecodingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // As damaged pages may throw anything.
      throw new ParquetDecodingException("cannot decode a page of column '" + name() + "'", e);
    }
    left -= rows;
  }

  private void append(int n) throws IOException {
    if (!optional) {
      appendValues(n);
      return;
    }
    for (int i = 0; i < n; ) {
      int present = 0;
      while (i < n && levels.next() != 0) {
        present++;
        i++;
      }
      appendValues(present);
      if (i < n) {
        column.appendNull();
        i++;
      }
    }
  }

  private void appendValues(int n) {
    if (converter instanceof BulkConverter bulk) {
      bulk.read(values, n, codes);
      return;
    }
    for (int i = 0; i < n; i++) {
      switch (type) {
        case BOOLEAN -> converter.addBoolean(values.readBoolean());
        case INT32 -> converter.addInt(values.readInteger());
        case INT64 -> converter.addLong(values.readLong());
        case FLOAT -> converter.addFloat(values.readFloat());
        case DOUBLE -> converter.addDouble(values.readDouble());
        case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> converter.addBinary(values.readBytes());
      }
    }
  }

  private void nextPage() throws IOException {
    DataPage page = pages.readPage();
    if (page == null) {
      throw misfit();
    }
    leftInPage = page.getValueCount();
    if (page instanceof DataPageV2 v2) {
      if (optional) {
        RunLengthBitPackingHybridDecoder decoder =
            new RunLengthBitPackingHybridDecoder(
                BytesUtils.getWidthFromMaxInt(descriptor.getMaxDefinitionLevel()),
                v2.getDefinitionLevels().toInputStream());
        levels = decoder::readInt;
      }
      beginValues(v2.getDataEncoding(), v2.getData().toInputStream());
    } else {
      DataPageV1 v1 = (DataPageV1) page;
      ByteBufferInputStream in = v1.getBytes().toInputStream();
      if (optional) {
        ValuesReader reader =
            v1.getDlEncoding().getValuesReader(descriptor, ValuesType.DEFINITION_LEVEL);
        reader.initFromPage(leftInPage, in);
        levels = reader::readInteger;
      }
      beginValues(v1.getValueEncoding(), in);
    }
  }

  private void beginValues(Encoding encoding, ByteBufferInputStream in) throws IOException {
    ValuesReader previous = values;
    if (encoding.usesDictionary()) {
      if (dictionary == null) {
        throw new ParquetDecodingException("column '" + name() + "' lacks its dictionary");
      }
      values = encoding.getDictionaryBasedValuesReader(descriptor, ValuesType.VALUES, dictionary);
    } else if (encoding == Encoding.PLAIN && isPlainValues()) {
      values = new PlainValues();
    } else {
      values = encoding.getValuesReader(descriptor, ValuesType.VALUES);
    }
    codes = encoding.usesDictionary() && converter.hasDictionarySupport();
    values.initFromPage(leftInPage, in);
    if (previous != null
        && values instanceof RequiresPreviousReader reader
        && CorruptDeltaByteArrays.requiresSequentialReads(version, encoding)) {
      reader.setPreviousReader(previous);
    }
  }

  private boolean isPlainValues() {
    return switch (type) {
      case INT32, INT64, FLOAT, DOUBLE -> true;
      // Others are not appended as they are.
      case BINARY -> converter instanceof BulkConverter.Bytes;
      default -> false;
    };
  }
}
