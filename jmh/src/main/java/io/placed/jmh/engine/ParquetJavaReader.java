package io.placed.jmh.engine;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
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
    if (query.filter() != null) {
      return () -> filtered(input, query);
    }
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

  /** Row groups and pages are skipped by their statistics; the key's column is read first. */
  private static Totals filtered(HadoopInputFile input, Query query) throws IOException {
    Totals totals = new Totals(query.columns());
    ParquetReadOptions options =
        HadoopReadOptions.builder(input.getConfiguration())
            .withRecordFilter(FilterCompat.get(ParquetFilters.of(query.filter())))
            .build();
    try (ParquetFileReader reader = ParquetFileReader.open(input, options)) {
      MessageType stored = reader.getFileMetaData().getSchema();
      Type[] fields = query.columnsRead().stream().map(n -> stored.getType(n)).toArray(Type[]::new);
      MessageType wanted = new MessageType(stored.getName(), fields);
      reader.setRequestedSchema(wanted);
      String createdBy = reader.getFileMetaData().getCreatedBy();
      for (PageReadStore g = reader.readNextFilteredRowGroup();
          g != null;
          g = reader.readNextFilteredRowGroup()) {
        int rows = Math.toIntExact(g.getRowCount());
        var columns = new ColumnReadStoreImpl(g, new NoConverter(), wanted, createdBy);
        ColumnDescriptor key = wanted.getColumns().get(query.keyPosition());
        boolean[] chosen = chosen(columns.getColumnReader(key), key, rows, query, totals);
        int n = 0;
        for (boolean c : chosen) {
          n += c ? 1 : 0;
        }
        totals.addRows(n);
        for (int c = 0; c < query.columns().size() && n > 0; c++) {
          ColumnDescriptor descriptor = wanted.getColumns().get(c);
          if (c != query.keyPosition()) {
            chosenOnly(columns.getColumnReader(descriptor), descriptor, chosen, c, totals);
          }
        }
      }
    }
    return totals;
  }

  /** A page is read once: where the key is among the columns summed, it is summed here. */
  private static boolean[] chosen(
      ColumnReader in, ColumnDescriptor key, int rows, Query query, Totals totals) {
    Filter f = query.filter();
    int position = query.keyPosition();
    boolean summed = position < query.columns().size();
    boolean[] out = new boolean[rows];
    int present = key.getMaxDefinitionLevel();
    Binary text = f.text() == null ? null : Binary.fromString(f.text());
    boolean wide = key.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT64;
    for (int i = 0; i < rows; i++) {
      if (in.getCurrentDefinitionLevel() == present) {
        if (text != null) {
          out[i] = in.getBinary().equals(text);
        } else {
          long v = wide ? in.getLong() : in.getInteger();
          out[i] = v >= f.low() && v <= f.high();
        }
        if (summed && out[i]) {
          value(in, key, position, totals);
        }
      }
      in.consume();
    }
    return out;
  }

  private static void chosenOnly(
      ColumnReader in, ColumnDescriptor column, boolean[] chosen, int c, Totals totals) {
    int present = column.getMaxDefinitionLevel();
    for (boolean wanted : chosen) {
      if (in.getCurrentDefinitionLevel() == present) {
        if (wanted) {
          value(in, column, c, totals);
        } else {
          in.skip();
        }
      }
      in.consume();
    }
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
        value(in, column, c, totals);
      }
      in.consume();
    }
  }

  private static void value(ColumnReader in, ColumnDescriptor column, int c, Totals totals) {
    switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> totals.add(c, in.getInteger(), 1);
      case INT64 -> totals.add(c, in.getLong(), 1);
      case DOUBLE -> totals.add(c, in.getDouble(), 1);
      case FLOAT -> totals.add(c, (double) in.getFloat(), 1);
      case BOOLEAN -> totals.add(c, in.getBoolean() ? 1 : 0, 1);
      case BINARY -> {
        Binary b = in.getBinary();
        // The bytes may begin anywhere in an array that is shared.
        int first = b.length() == 0 ? 0 : b.toByteBuffer().get() & 0xff;
        totals.add(c, b.length() + first, 1);
      }
      default -> throw new IllegalArgumentException(column + " is not summed");
    }
  }
}
