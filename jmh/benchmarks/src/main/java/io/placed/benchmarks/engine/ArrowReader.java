package io.placed.benchmarks.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.SeekableByteChannel;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;

/**
 * arrow-vector's reader of Arrow files. Its values lie outside of the heap: they are copied, a few
 * thousand at a time, into arrays that stay in the cache, and summed there by the loops of all. Its
 * reader loads every column of a record batch, also those that are not wanted.
 */
final class ArrowReader implements Reader {
  /** Values that are copied at a time; a multiple of 64. */
  private static final int STEP = 4096;

  /** The arrays that values are copied into. */
  private static final class Arrays {
    final int[] ints = new int[STEP];
    final long[] longs = new long[STEP];
    final double[] doubles = new double[STEP];
    final long[] present = new long[STEP / 64];
    final byte[] bits = new byte[STEP / 8];
    final LongBuffer bitsAsLongs =
        ByteBuffer.wrap(bits).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }

  @Override
  public Scan prepare(String file, Query query) {
    Arrays arrays = new Arrays();
    Filtering filtering = new Filtering(query);
    return () -> {
      Totals totals = query.totals();
      filtering.start();
      try (RootAllocator allocator = new RootAllocator();
          SeekableByteChannel channel = Channels.open(file);
          ArrowFileReader reader =
              new ArrowFileReader(channel, allocator, CommonsCompressionFactory.INSTANCE)) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        while (reader.loadNextBatch()) {
          if (query.byRows()) {
            filtering.add(cells(root, query), root.getRowCount(), totals);
            continue;
          }
          totals.addRows(root.getRowCount());
          for (int c = 0; c < query.columns().size(); c++) {
            add(root.getVector(query.columns().get(c)), c, arrays, totals, query.loop());
          }
        }
      }
      return totals;
    };
  }

  private static Cells[] cells(VectorSchemaRoot root, Query query) {
    return query.columnsRead().stream()
        .map(n -> new ArrowCells(root.getVector(n)))
        .toArray(Cells[]::new);
  }

  private static void add(FieldVector v, int c, Arrays arrays, Totals totals, Loop loop) {
    int n = v.getValueCount();
    boolean nulls = v.getNullCount() > 0;
    for (int from = 0; from < n; from += STEP) {
      int count = Math.min(STEP, n - from);
      long[] present = null;
      if (nulls) {
        present = arrays.present;
        bytes(v.getValidityBuffer(), from / 8, (count + 7) / 8)
            .get(arrays.bits, 0, (count + 7) / 8);
        arrays.bitsAsLongs.get(0, present, 0, (count + 63) / 64);
      }
      add(v, from, count, present, c, arrays, totals, loop);
    }
  }

  private static void add(
      FieldVector v,
      int from,
      int n,
      long[] present,
      int c,
      Arrays arrays,
      Totals totals,
      Loop loop) {
    int count = Sums.count(present, n);
    if (v instanceof IntVector || v instanceof DateDayVector) {
      bytes(v.getDataBuffer(), 4L * from, 4 * n).asIntBuffer().get(arrays.ints, 0, n);
      totals.add(c, Sums.ints(arrays.ints, present, n, loop), count);
    } else if (v instanceof Float8Vector) {
      bytes(v.getDataBuffer(), 8L * from, 8 * n).asDoubleBuffer().get(arrays.doubles, 0, n);
      totals.add(c, Sums.doubles(arrays.doubles, present, n, loop), count);
    } else if (v instanceof BigIntVector || v instanceof TimeStampVector) {
      bytes(v.getDataBuffer(), 8L * from, 8 * n).asLongBuffer().get(arrays.longs, 0, n);
      totals.add(c, Sums.longs(arrays.longs, present, n, loop), count);
    } else if (v instanceof VarCharVector text) {
      long sum = 0;
      for (int i = from; i < from + n; i++) {
        if (!text.isNull(i)) {
          int length = text.getValueLength(i);
          int first = length == 0 ? 0 : text.getDataBuffer().getByte(text.getStartOffset(i)) & 0xff;
          sum += length + first;
        }
      }
      totals.add(c, sum, count);
    } else {
      throw new IllegalArgumentException(v.getField() + " is not summed");
    }
  }

  private static ByteBuffer bytes(ArrowBuf buffer, long from, int length) {
    return buffer.nioBuffer(from, length).order(ByteOrder.LITTLE_ENDIAN);
  }
}
