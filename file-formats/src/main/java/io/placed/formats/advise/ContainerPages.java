package io.placed.formats.advise;

import io.placed.advise.cost.PageFormat;
import io.placed.formats.BatchSink;
import io.placed.formats.BatchSource;
import io.placed.formats.container.Container;
import io.placed.formats.container.ReorderedSink;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.LocalFileStore;
import io.placed.placement.Reordering;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pages of Parquet and ORC files.
 *
 * @param format must read local files
 * @param compression as {@code placed convert --compression} takes it
 */
record ContainerPages(ZonedFormat format, String compression) implements PageFormat {
  @Override
  public void write(String path, Schema schema, Reordering sort, Iterator<Batch> batches)
      throws IOException {
    BatchSink file = format.sink(new LocalFileStore(), path, schema, compression, Container.USUAL);
    try (BatchSink out =
        sort instanceof Reordering.None ? file : ReorderedSink.of(sort, schema, file)) {
      while (batches.hasNext()) {
        out.write(batches.next());
      }
      out.finish();
    }
  }

  @Override
  public Pages open(String path, Schema schema) throws IOException {
    return new Written(format, path, schema, format.zones(path));
  }

  private record Written(ZonedFormat format, String path, Schema schema, FileZones zones)
      implements Pages {
    @Override
    public Map<String, Stored> stored() throws IOException {
      Map<String, Stored> out = new LinkedHashMap<>();
      for (int c = 0; c < schema.size(); c++) {
        String name = schema.field(c).name();
        long bytes = 0;
        long dictionary = 0;
        for (int g = 0; g < zones.groups(); g++) {
          bytes += zones.bytes(g, name);
          dictionary += zones.dictionaryBytes(g, name);
        }
        long ofGroup = dictionary / Math.max(1, zones.groups());
        out.put(name, new Stored(bytes - dictionary, ofGroup));
      }
      return out;
    }

    @Override
    public void scan(String column) throws IOException {
      try (BatchSource in = format.open(path, schema.select(List.of(column)))) {
        while (in.next()) {
          in.batch();
        }
      }
    }

    @Override
    public void close() throws IOException {
      zones.close();
    }
  }
}
