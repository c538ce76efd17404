package io.placed.formats.advise;

import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.StructField;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.placed.advise.AdvisedSource;
import io.placed.formats.csv.ColumnTypes;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStores;
import io.placed.io.ParallelReads;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Delta tables by their log, through Delta's kernel. */
final class DeltaLog {
  /** Asked for by the owner of a table; Delta's own OPTIMIZE takes a setting of the session. */
  private static final String TARGET = "delta.targetFileSize";

  private DeltaLog() {}

  /**
   * The table.
   *
   * @param root whole path of its directory
   */
  static AdvisedSource source(FileStores stores, String path, String root) throws IOException {
    Engine engine = DefaultEngine.create(new Configuration());
    try {
      return source(stores, path, root, engine);
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          path + ": the log of the Delta table is not readable: " + e.getMessage(), e);
    }
  }

  private static AdvisedSource source(FileStores stores, String path, String root, Engine engine)
      throws IOException {
    Snapshot snapshot = Table.forPath(engine, root).getLatestSnapshot(engine);
    List<String> partitionColumns = snapshot.getPartitionColumnNames();
    Schema schema = DeltaSchemas.of(path, snapshot.getSchema());
    Map<String, String> physical = new HashMap<>();
    for (StructField f : snapshot.getSchema().fields()) {
      physical.put(f.getName(), ColumnMapping.getPhysicalName(f));
    }
    ZonedFormat format = ZonedFormats.parquet(stores);
    List<Row> files = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        snapshot.getScanBuilder().build().getScanFiles(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            files.add(rows.next());
          }
        }
      }
    }
    List<TablePart> parts =
        ParallelReads.all(
            files, f -> part(f, root, engine, format, schema, partitionColumns, physical));
    long bytes = parts.stream().mapToLong(TablePart::length).sum();
    long count = parts.stream().mapToLong(TablePart::rows).sum();
    String target = snapshot.getTableProperties().get(TARGET);
    long file =
        target != null ? bytes(target) : SkippedParts.bytes(bytes, DeltaRewriting.LARGEST_FILE);
    DeltaRewriting rewriting =
        new DeltaRewriting(
            path.contains(":/") ? path : Path.of(path).toAbsolutePath().toString(),
            format,
            parts.isEmpty()
                ? "zstd"
                : FilesFormat.layout(format, parts.get(0).path()).compression(),
            DeltaRewriting.USUAL_FILE,
            file,
            (double) bytes / Math.max(1, count),
            !partitionColumns.isEmpty(),
            snapshot.getClusteringColumnInfos().map(c -> !c.isEmpty()).orElse(false));
    Placement placement =
        Placement.parse(
            "reorder=none; row-group="
                + (format.rowGroupBytes() >> 20)
                + "MiB; column-groups=none; packing=many-row-groups(block=1GiB)");
    return new FileSource(
        new TableDescription(
            path, "delta", format, schema, partitionColumns, parts, placement, true, rewriting),
        stores);
  }

  private static TablePart part(
      Row row,
      String root,
      Engine engine,
      ZonedFormat format,
      Schema schema,
      List<String> partitionColumns,
      Map<String, String> physical)
      throws IOException {
    FileStatus file = InternalScanFileUtils.getAddFileStatus(row);
    Map<String, String> texts = InternalScanFileUtils.getPartitionValues(row);
    Map<String, Object> partition = new LinkedHashMap<>();
    for (String c : partitionColumns) {
      String text = texts.get(physical.get(c));
      partition.put(c, value(file.getPath(), schema.require(c), text));
    }
    DeletionVectorDescriptor vector = InternalScanFileUtils.getDeletionVectorDescriptorFromRow(row);
    RoaringBitmapArray deleted =
        vector == null ? null : DeletionVectorUtils.loadNewDvAndBitmap(engine, root, vector)._2;
    Map<String, String> names = new HashMap<>();
    long rows = 0;
    try (FileZones zones = format.zones(file.getPath())) {
      for (int g = 0; g < zones.groups(); g++) {
        rows += zones.rows(g);
      }
      Schema stored = format.schema(List.of(file.getPath()));
      for (Field f : schema.fields()) {
        if (partition.containsKey(f.name())) {
          continue;
        }
        String name = physical.get(f.name());
        int at = stored.indexOf(name);
        if (at >= 0) {
          StoredTypes.requireSame(file.getPath(), f, stored.field(at));
        }
        if (at < 0 || !name.equals(f.name())) {
          names.put(f.name(), at < 0 ? null : name);
        }
      }
    }
    return new TablePart(
        file.getPath(),
        file.getSize(),
        rows,
        partition,
        names,
        partition,
        deleted == null ? null : deleted::contains,
        vector == null ? 0 : vector.getCardinality());
  }

  /** By the protocol, an empty text is null in columns of every type. */
  private static Object value(String file, Field column, String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    if (column.type().kind() == TypeKind.BINARY) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    // Timestamps with a zone are in UTC if they say none.
    boolean zoned =
        column.type().kind() != TypeKind.TIMESTAMP || text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)");
    try {
      return ColumnTypes.parse(column.type(), zoned ? text : text + "Z");
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "%s: '%s' is not a value of the partition column '%s' of type %s"
              .formatted(file, text, column.name(), column.type()),
          e);
    }
  }

  private static long bytes(String property) {
    String text = property.strip().toLowerCase(Locale.ROOT);
    try {
      return text.matches("\\d+") ? Long.parseLong(text) : sized(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          TARGET + " must be a size such as 134217728 or 128mb, found '" + property + "'", e);
    }
  }

  private static long sized(String text) {
    String number = text.replaceFirst("[a-z]+$", "").strip();
    int shift =
        switch (text.replaceFirst("^[\\d ]+", "")) {
          case "b" -> 0;
          case "k", "kb" -> 10;
          case "m", "mb" -> 20;
          case "g", "gb" -> 30;
          default -> throw new NumberFormatException(text);
        };
    return Long.parseLong(number) << shift;
  }
}
