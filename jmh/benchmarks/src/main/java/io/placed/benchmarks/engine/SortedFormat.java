package io.placed.benchmarks.engine;

import io.placed.placement.Reordering;
import io.placed.placement.reorder.Reorderer;
import io.placed.placement.reorder.Reorderers;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.write.SpillFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Another format with its rows in an order. */
final class SortedFormat extends Format {
  private final Format format;
  private final Reordering order;

  SortedFormat(Format format, Reordering order) {
    super(
        format.name() + " " + order.toString().replaceAll("[^A-Za-z0-9_]+", "-"),
        format.extension());
    this.format = format;
    this.order = order;
  }

  @Override
  String version() {
    return format.version();
  }

  @Override
  public Sink<Batch> create(Schema schema, Path file, int groupRows) throws IOException {
    return sorted(format.create(schema, file, groupRows), schema);
  }

  private <F> Sink<Batch> sorted(Sink<F> sink, Schema schema) {
    Reorderer reorderer =
        Reorderers.create(order, schema, Reorderers.defaultMemoryBytes(), new SpillFiles(null));
    return new Sink<>() {
      @Override
      public Batch form(Batch batch) {
        return Sink.copy(batch);
      }

      @Override
      public void write(Batch rows) throws IOException {
        reorderer.add(rows, b -> sink.write(sink.form(b)));
      }

      @Override
      public void finish() throws IOException {
        reorderer.finish(b -> sink.write(sink.form(b)));
        sink.finish();
      }

      @Override
      public void close() throws IOException {
        try {
          reorderer.close();
        } finally {
          sink.close();
        }
      }
    };
  }
}
