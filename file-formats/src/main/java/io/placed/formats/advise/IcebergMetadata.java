package io.placed.formats.advise;

import io.placed.advise.AdvisedSource;
import io.placed.formats.zones.FileZones;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStores;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;

/** Iceberg tables by their metadata, through Iceberg's library. */
final class IcebergMetadata {
  private IcebergMetadata() {}

  /**
   * The table.
   *
   * @param file its metadata
   */
  static AdvisedSource source(FileStores stores, String path, String file) throws IOException {
    Table table;
    try {
      table = new BaseTable(new StaticTableOperations(file, new IcebergIO(stores)), path);
      table.schema();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          file + ": not readable as metadata of an Iceberg table: " + e.getMessage(), e);
    }
    Schema schema = IcebergSchemas.of(path, table.schema());
    List<TablePart> parts = new ArrayList<>();
    ZonedFormat format = null;
    IcebergDeletes deletes = new IcebergDeletes(path, stores);
    boolean evolved = table.schemas().size() > 1;
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        DataFile f = task.file();
        ZonedFormat its = format(stores, path, f);
        if (format != null && !format.extension().equals(its.extension())) {
          throw new IllegalArgumentException(
              path + " has both Parquet and ORC files; tables of one format are supported");
        }
        format = format == null ? its : format;
        BitSet deleted = deletes.of(f.location(), task.deletes());
        parts.add(
            new TablePart(
                f.location(),
                f.fileSizeInBytes(),
                f.recordCount(),
                Map.of(),
                evolved ? names(format, f.location(), schema) : Map.of(),
                List.of(f.specId(), task.spec().partitionToPath(f.partition())),
                deleted == null ? null : p -> deleted.get((int) p),
                deleted == null ? 0 : deleted.cardinality()));
      }
    } catch (RuntimeException e) {
      if (e instanceof IllegalArgumentException) {
        throw e;
      }
      throw new IllegalArgumentException(
          path + ": the metadata of the Iceberg table is not readable: " + e.getMessage(), e);
    }
    format = format == null ? ZonedFormats.parquet(stores) : format;
    long bytes = parts.stream().mapToLong(TablePart::length).sum();
    long rows = parts.stream().mapToLong(TablePart::rows).sum();
    IcebergRewriting rewriting = IcebergRewriting.of(table, format, bytes, rows);
    Placement placement =
        Placement.parse(
            "reorder=none; row-group="
                + rewriting.currentRowGroup()
                + "B; column-groups=none; packing=many-row-groups(block=1GiB)");
    return new FileSource(
        new TableDescription(
            path,
            "iceberg",
            format,
            schema,
            List.of(),
            parts,
            placement,
            rewriting.pages(),
            rewriting),
        stores);
  }

  private static ZonedFormat format(FileStores stores, String path, DataFile f) {
    return switch (f.format()) {
      case PARQUET -> ZonedFormats.parquet(stores);
      case ORC -> ZonedFormats.orc();
      default ->
          throw new IllegalArgumentException(
              "%s: %s is an %s file; supported are Iceberg tables of Parquet and ORC files"
                  .formatted(path, f.location(), f.format()));
    };
  }

  /** The columns whose names in a file are others, or that it lacks, found by their ids. */
  private static Map<String, String> names(ZonedFormat format, String file, Schema schema)
      throws IOException {
    Map<String, String> out = new HashMap<>();
    try (FileZones zones = format.zones(file)) {
      Map<Integer, Field> stored = zones.fields();
      if (stored.isEmpty()) {
        throw new IllegalArgumentException(
            file
                + " has no field ids, and the columns of the table have changed since; rewrite the"
                + " table's data files first");
      }
      for (Field f : schema.fields()) {
        Field its = stored.get(f.id());
        if (its == null) {
          out.put(f.name(), null);
        } else {
          StoredTypes.requireSame(file, f, its);
          if (!its.name().equals(f.name())) {
            out.put(f.name(), its.name());
          }
        }
      }
    }
    return out;
  }
}
