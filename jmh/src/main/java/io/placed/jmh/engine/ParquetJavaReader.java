package io.placed.jmh.engine;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** parquet-java's column readers: one value at a time, without records. */
final class ParquetJavaReader implements Reader {
  /** The columns are read directly; nothing is handed to a converter. */
  private static final class NoConverter extends GroupConverter {
    private final PrimitiveConverter column = new PrimitiveConverter() {};

    @Override
    public Converter getConverter(int field) {
      return column;
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }

  @Override
  public Scan prepare(Path file, Query query) throws IOException {
    HadoopInputFile input =
        HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration());
    return () -> {
      Totals totals = new Totals(query.columns());
      try (ParquetFileReader reader = ParquetFileReader.open(input)) {
        MessageType stored = reader.getFileMetaData().getSchema();
        Type[] fields = query.columns().stream().map(n -> stored.getType(n)).toArray(Type[]::new);
        MessageType wanted = new MessageType(stored.getName(), fields);
        reader.setRequestedSchema(wanted);
        String createdBy = reader.getFileMetaData().getCreatedBy();
        for (PageReadStore g = reader.readNextRowGroup();
            g != null;
            g = reader.readNextRowGroup()) {
          totals.addRows(g.getRowCount());
          var columns = new ColumnReadStoreImpl(g, new NoConverter(), wanted, createdBy);
          for (int c = 0; c < fields.length; c++) {
            ColumnDescriptor descriptor = wanted.getColumns().get(c);
            add(columns.getColumnReader(descriptor), descriptor, c, totals);
          }
        }
      }
      return totals;
    };
  }

  /** Column readers give one value after the other: there is one loop only. */
  private static void add(ColumnReader in, ColumnDescriptor column, int c, Totals totals) {
    long n = in.getTotalValueCount();
    int present = column.getMaxDefinitionLevel();
    switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> ints(in, n, present, c, totals);
      case INT64 -> longs(in, n, present, c, totals);
      case DOUBLE -> doubles(in, n, present, c, totals);
      default -> others(in, column, n, c, totals);
    }
  }

  private static void ints(ColumnReader in, long n, int present, int c, Totals totals) {
    long sum = 0;
    long count = 0;
    for (long i = 0; i < n; i++) {
      if (in.getCurrentDefinitionLevel() == present) {
        sum += in.getInteger();
        count++;
      }
      in.consume();
    }
    totals.add(c, sum, count);
  }

  private static void longs(ColumnReader in, long n, int present, int c, Totals totals) {
    long sum = 0;
    long count = 0;
    for (long i = 0; i < n; i++) {
      if (in.getCurrentDefinitionLevel() == present) {
        sum += in.getLong();
        count++;
      }
      in.consume();
    }
    totals.add(c, sum, count);
  }

  private static void doubles(ColumnReader in, long n, int present, int c, Totals totals) {
    double sum = 0;
    long count = 0;
    for (long i = 0; i < n; i++) {
      if (in.getCurrentDefinitionLevel() == present) {
        sum += in.getDouble();
        count++;
      }
      in.consume();
    }
    totals.add(c, sum, count);
  }

  private static void others(
      ColumnReader in, ColumnDescriptor column, long n, int c, Totals totals) {
    int present = column.getMaxDefinitionLevel();
    for (long i = 0; i < n; i++) {
      if (in.getCurrentDefinitionLevel() == present) {
        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
          case FLOAT -> totals.add(c, (double) in.getFloat(), 1);
          case BOOLEAN -> totals.add(c, in.getBoolean() ? 1 : 0, 1);
          case BINARY -> {
            Binary b = in.getBinary();
            totals.add(c, b.length() == 0 ? 0 : b.length() + (b.getBytesUnsafe()[0] & 0xff), 1);
          }
          default -> throw new IllegalArgumentException(column + " is not summed");
        }
      }
      in.consume();
    }
  }
}
