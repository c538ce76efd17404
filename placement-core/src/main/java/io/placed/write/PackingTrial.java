package io.placed.write;

import io.placed.encoding.EncodingOptions;
import io.placed.format.v1.Node;
import io.placed.format.v1.RowMajorWriter;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What compression makes of encoded pages, tried on one page: column by column, so that it takes no
 * memory to speak of.
 */
record PackingTrial(
    Schema schema,
    List<int[]> groups,
    boolean rowMajor,
    EncodingOptions options,
    ColumnWorkers workers) {

  /** Bytes on disk for each byte that {@link RowGroupEncoder#estimatedBytes} would give. */
  double measure(Batch rows, int from, int count) throws IOException {
    int parts = rowMajor ? groups.size() : schema.size();
    long[] estimated = new long[parts];
    long[] packed = new long[parts];
    workers.forEach(
        0,
        parts,
        (i, worker) -> {
          if (rowMajor) {
            List<Column> members = new ArrayList<>();
            for (int c : groups.get(i)) {
              members.add(rows.column(c));
            }
            byte[] page = RowMajorWriter.write(members, from, count);
            estimated[i] = page.length;
            packed[i] = PackedPart.of(page, page.length, true, worker).storedLength();
          } else {
            ColumnChunks chunks = new ColumnChunks(Node.of(schema.field(i)), options);
            chunks.addPage(rows.column(i), from, count, worker);
            estimated[i] = chunks.estimatedBytes();
            packed[i] = chunks.finish(worker).stream().mapToLong(PackedChunk::storedLength).sum();
          }
        });
    double all = Arrays.stream(estimated).sum();
    return all <= 0 ? 1 : Arrays.stream(packed).sum() / all;
  }
}
