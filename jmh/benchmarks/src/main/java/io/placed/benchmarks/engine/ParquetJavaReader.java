package io.placed.benchmarks.engine;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
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
  public Scan prepare(String file, Query query) throws IOException {
    if (query.product() || !query.nesting().groups().isEmpty()) {
      throw new IllegalArgumentException("neither products nor nested columns: " + query);
    }
    HadoopInputFile input =
        HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file), new Configuration());
    if (query.byRows()) {
      return () -> byRows(input, query);
    }
    return () -> {
      Totals totals = query.totals();
      try (ParquetFileReader reader = ParquetFileReader.open(input)) {
        MessageType wanted = request(reader, query.columns());
        String createdBy = reader.getFileMetaData().getCreatedBy();
        for (PageReadStore g = reader.readNextRowGroup();
            g != null;
            g = reader.readNextRowGroup()) {
          totals.addRows(g.getRowCount());
          var columns = new ColumnReadStoreImpl(g, new NoConverter(), wanted, createdBy);
          for (int c = 0; c < wanted.getFieldCount(); c++) {
            ColumnDescriptor descriptor = wanted.getColumns().get(c);
            add(columns.getColumnReader(descriptor), descriptor, c, totals);
          }
        }
      }
      return totals;
    };
  }

  private static MessageType request(ParquetFileReader reader, List<String> columns) {
    MessageType stored = reader.getFileMetaData().getSchema();
    Type[] fields = columns.stream().map(n -> stored.getType(n)).toArray(Type[]::new);
    MessageType wanted = new MessageType(stored.getName(), fields);
    reader.setRequestedSchema(wanted);
    return wanted;
  }

  /** Row groups and pages are skipped by their statistics; the filters' columns are read first. */
  private static Totals byRows(HadoopInputFile input, Query query) throws IOException {
    Totals totals = query.totals();
    var options = HadoopReadOptions.builder(input.getConfiguration());
    if (!query.filters().isEmpty()) {
      options.withRecordFilter(FilterCompat.get(ParquetFilters.of(query)));
    }
    long first = 0;
    try (ParquetFileReader reader = ParquetFileReader.open(input, options.build())) {
      MessageType wanted = request(reader, query.columnsRead());
      String createdBy = reader.getFileMetaData().getCreatedBy();
      for (PageReadStore g = next(reader, query); g != null; g = next(reader, query)) {
        int rows = Math.toIntExact(g.getRowCount());
        var columns = new ColumnReadStoreImpl(g, new NoConverter(), wanted, createdBy);
        boolean[] chosen = new boolean[rows];
        for (int i = 0; i < rows; i++) {
          chosen[i] = !query.sampled() || Sampling.chooses(first + i, query.sample());
        }
        first += rows;
        boolean[] summed = new boolean[query.columns().size()];
        for (Filter f : query.filters()) {
          int key = query.columnsRead().indexOf(f.column());
          boolean sums = key < summed.length && query.filters().size() == 1;
          if (key < summed.length && !sums) {
            throw new IllegalArgumentException("several filters, one of a summed column: " + query);
          }
          ColumnDescriptor descriptor = wanted.getColumns().get(key);
          choose(
              columns.getColumnReader(descriptor), descriptor, f, chosen, sums ? key : -1, totals);
          if (sums) {
            summed[key] = true;
          }
        }
        int n = 0;
        for (boolean c : chosen) {
          n += c ? 1 : 0;
        }
        totals.addRows(n);
        for (int c = 0; c < summed.length && n > 0; c++) {
          if (!summed[c]) {
            ColumnDescriptor descriptor = wanted.getColumns().get(c);
            chosenOnly(columns.getColumnReader(descriptor), descriptor, chosen, c, totals);
          }
        }
      }
    }
    return totals;
  }

  private static PageReadStore next(ParquetFileReader reader, Query query) throws IOException {
    return query.filters().isEmpty()
        ? reader.readNextRowGroup()
        : reader.readNextFilteredRowGroup();
  }

  /**
   * Leaves those of the chosen rows that pass.
   *
   * @param summed where the values of these are summed, since a page is read once; −1: nowhere
   */
  private static void choose(
      ColumnReader in,
      ColumnDescriptor key,
      Filter f,
      boolean[] chosen,
      int summed,
      Totals totals) {
    int present = key.getMaxDefinitionLevel();
    Binary text = f.text() == null ? null : Binary.fromString(f.text());
    PrimitiveTypeName type = key.getPrimitiveType().getPrimitiveTypeName();
    for (int i = 0; i < chosen.length; i++) {
      boolean there = in.getCurrentDefinitionLevel() == present;
      if (there && chosen[i]) {
        chosen[i] = passes(in, type, f, text);
        if (summed >= 0 && chosen[i]) {
          value(in, key, summed, totals);
        }
      } else {
        chosen[i] = false;
        if (there) {
          in.skip();
        }
      }
      in.consume();
    }
  }

  private static boolean passes(ColumnReader in, PrimitiveTypeName type, Filter f, Binary text) {
    if (text != null) {
      return in.getBinary().equals(text);
    }
    if (f.isDouble()) {
      double v = in.getDouble();
      return v >= f.lowDouble() && v <= f.highDouble();
    }
    long v = type == PrimitiveTypeName.INT64 ? in.getLong() : in.getInteger();
    return v >= f.low() && v <= f.high();
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
