package io.placed.formats.orc;

import io.placed.formats.BatchSink;
import io.placed.formats.BatchSource;
import io.placed.formats.FormatException;
import io.placed.formats.Schemas;
import io.placed.formats.container.Container;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStore;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcFile.WriterImplementation;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;

/**
 * ORC files. ORC's {@code timestamp} has no zone and becomes {@code timestamp_ntz}; unions and
 * geometries are not supported.
 */
public final class OrcFormat implements ZonedFormat {
  private static final long STRIPE_BYTES = 64L << 20;

  /** Rows between entries of the row index. */
  private static final int INDEX_STRIDE = 10_000;

  private final Supplier<Configuration> configuration;
  private final Map<String, Long> rows = new ConcurrentHashMap<>();

  public OrcFormat(Supplier<Configuration> configuration) {
    this.configuration = configuration;
  }

  @Override
  public Schema schema(List<String> paths) throws IOException {
    if (paths.isEmpty()) {
      throw new FormatException("no ORC file was given");
    }
    return Schemas.merge(paths, this::schema);
  }

  private Schema schema(String path) throws IOException {
    try (Reader reader = reader(path)) {
      rows.put(path, reader.getNumberOfRows());
      return schema(reader.getSchema());
    }
  }

  @Override
  public long rows(String path) {
    return rows.getOrDefault(path, -1L);
  }

  @Override
  public BatchSource open(String path, Schema wanted) throws IOException {
    return new OrcSource(path, reader(path), wanted);
  }

  @Override
  public String text() {
    return "ORC";
  }

  @Override
  public String extension() {
    return "orc";
  }

  @Override
  public long rowGroupBytes() {
    return STRIPE_BYTES;
  }

  @Override
  public int pageRows() {
    return INDEX_STRIDE;
  }

  @Override
  public FileZones zones(String path) throws IOException {
    return new OrcZones(reader(path));
  }

  @Override
  public BatchSink sink(
      FileStore store, String path, Schema schema, String compression, Container container)
      throws IOException {
    return new OrcSink(store, path, schema, OrcCompression.parse(compression), container, false);
  }

  private Reader reader(String path) throws IOException {
    Configuration conf = configuration.get();
    // Without a scheme a path is local here, whatever Hadoop's default is.
    Path file = new Path(path.contains(":/") ? path : "file:" + absolute(path));
    try {
      Reader reader = reader(file, conf);
      boolean java =
          reader.getWriterVersion().getWriterImplementation() == WriterImplementation.ORC_JAVA;
      if (java || reader.writerUsedProlepticGregorian()) {
        return reader;
      }
      // Only Java's writers ever had the hybrid calendar, and others do not name theirs.
      reader.close();
      Configuration proleptic = new Configuration(conf);
      OrcConf.PROLEPTIC_GREGORIAN_DEFAULT.setBoolean(proleptic, true);
      return reader(file, proleptic);
    } catch (FileNotFoundException e) {
      throw new FileNotFoundException(path + ": no such file or directory");
    } catch (IOException | RuntimeException e) {
      // ORC's reader parses the end of the file before it checks the magic bytes.
      throw new FormatException(path + ": not a valid ORC file: " + e.getMessage(), e);
    }
  }

  private static Reader reader(Path file, Configuration conf) throws IOException {
    return OrcFile.createReader(
        file, OrcFile.readerOptions(conf).useUTCTimestamp(true).convertToProlepticGregorian(true));
  }

  private static String absolute(String path) {
    return java.nio.file.Path.of(path).toAbsolutePath().toString();
  }

  static Schema schema(TypeDescription type) {
    if (type.getCategory() != TypeDescription.Category.STRUCT) {
      throw new FormatException("the root type is " + type + ", expected a struct");
    }
    return Schema.of(fields(type));
  }

  private static List<Field> fields(TypeDescription struct) {
    List<Field> out = new ArrayList<>();
    for (int i = 0; i < struct.getFieldNames().size(); i++) {
      out.add(Field.of(struct.getFieldNames().get(i), type(struct.getChildren().get(i))));
    }
    return out;
  }

  private static Type type(TypeDescription t) {
    return switch (t.getCategory()) {
      case BOOLEAN -> Type.BOOLEAN;
      case BYTE -> Type.INT8;
      case SHORT -> Type.INT16;
      case INT -> Type.INT32;
      case LONG -> Type.INT64;
      case FLOAT -> Type.FLOAT;
      case DOUBLE -> Type.DOUBLE;
      case STRING, CHAR, VARCHAR -> Type.STRING;
      case BINARY -> Type.BINARY;
      case DATE -> Type.DATE;
      case TIMESTAMP -> Type.TIMESTAMP_NTZ;
      case TIMESTAMP_INSTANT -> Type.TIMESTAMP;
      case DECIMAL -> Type.decimal(t.getPrecision(), t.getScale());
      case STRUCT -> new StructType(fields(t));
      case LIST -> new ListType(Field.of("element", type(t.getChildren().get(0))));
      case MAP ->
          new MapType(
              Field.required("key", type(t.getChildren().get(0))),
              Field.of("value", type(t.getChildren().get(1))));
      default ->
          throw new FormatException(
              "ORC column '%s' has the unsupported type %s"
                  .formatted(t.getFullFieldName(), t.getCategory().getName()));
    };
  }
}
