package io.placed.benchmarks.engine;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** One file of Placed, through its public API. */
final class PlacedFormat extends Format {
  private final Map<String, String> options;

  PlacedFormat(String name, Map<String, String> options) {
    super(name, ".placed");
    this.options = options;
  }

  /** Files of another build of the core may differ. */
  @Override
  String version() {
    try {
      Path code = Path.of(Placed.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      long changed;
      try (var files = Files.walk(code)) {
        changed = files.mapToLong(f -> f.toFile().lastModified()).max().orElse(0);
      }
      return Long.toHexString(changed);
    } catch (URISyntaxException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Sink<Batch> create(Schema schema, Path file, int groupRows) throws IOException {
    var builder = Placed.write(file.toString(), schema).overwrite();
    options.forEach(builder::option);
    if (groupRows > 0) {
      builder.option("placement.row-group", groupRows + " rows");
    }
    TableWriter writer = builder.open();
    return new Sink<>() {
      @Override
      public Batch form(Batch batch) {
        return Sink.copy(batch);
      }

      @Override
      public void write(Batch rows) throws IOException {
        writer.write(rows);
      }

      @Override
      public void finish() throws IOException {
        writer.commit();
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }
}
