package io.placed.experiments.formats;

import io.placed.formats.BatchSource;
import io.placed.vector.BytesColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Arrow's files with a dictionary for a column of strings: how large one becomes. */
final class ArrowDictionaries {
  private static final int BATCH_ROWS = 1 << 16;

  private ArrowDictionaries() {}

  /** Opens the column's rows. */
  interface Rows {
    BatchSource open() throws IOException;
  }

  /** Bytes of the file; it is not kept. */
  static long size(Rows rows) throws IOException {
    Map<String, Integer> codes = new LinkedHashMap<>();
    try (BatchSource in = rows.open()) {
      while (in.next()) {
        BytesColumn c = (BytesColumn) in.batch().column(0);
        for (int i = 0; i < c.size(); i++) {
          if (!c.isNull(i)) {
            codes.putIfAbsent(c.getString(i), codes.size());
          }
        }
      }
    }
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
    Counter counter = new Counter();
    try (RootAllocator allocator = new RootAllocator();
        VarCharVector values = new VarCharVector("values", allocator);
        IntVector indexes =
            new IntVector(
                new Field("c", new FieldType(true, new ArrowType.Int(32, true), encoding), null),
                allocator)) {
      values.allocateNew();
      codes.forEach((text, code) -> values.setSafe(code, text.getBytes(StandardCharsets.UTF_8)));
      values.setValueCount(codes.size());
      DictionaryProvider provider =
          new DictionaryProvider.MapDictionaryProvider(new Dictionary(values, encoding));
      VectorSchemaRoot root = VectorSchemaRoot.of(indexes);
      try (ArrowFileWriter writer =
              new ArrowFileWriter(root, provider, Channels.newChannel(counter));
          BatchSource in = rows.open()) {
        writer.start();
        int n = 0;
        while (in.next()) {
          BytesColumn c = (BytesColumn) in.batch().column(0);
          for (int i = 0; i < c.size(); i++) {
            if (c.isNull(i)) {
              indexes.setNull(n++);
            } else {
              indexes.setSafe(n++, codes.get(c.getString(i)));
            }
          }
          if (n >= BATCH_ROWS) {
            n = flush(root, n, writer);
          }
        }
        flush(root, n, writer);
        writer.end();
      }
    }
    return counter.bytes;
  }

  private static int flush(VectorSchemaRoot root, int n, ArrowFileWriter writer)
      throws IOException {
    if (n > 0) {
      List.of(root.getVector(0)).forEach(v -> v.setValueCount(n));
      root.setRowCount(n);
      writer.writeBatch();
      root.getVector(0).reset();
    }
    return 0;
  }

  /** Counts bytes and discards them. */
  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      bytes += length;
    }
  }
}
