package io.placed.formats.advise;

import io.placed.advise.AdvisedSource;
import io.placed.formats.zones.ZonedFormat;
import io.placed.io.FileStores;
import io.placed.io.ParallelReads;
import io.placed.placement.Placement;
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
    List<FileScanTask> files = new ArrayList<>();
    List<TablePart> parts = new ArrayList<>();
    ZonedFormat format = null;
    IcebergDeletes deletes = new IcebergDeletes(path, stores);
    IcebergColumns columns = new IcebergColumns(table, schema);
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        DataFile f = task.file();
        ZonedFormat its = format(stores, path, f);
        if (format != null && !format.extension().equals(its.extension())) {
          throw new IllegalArgumentException(
              path + " has both Parquet and ORC files; tables of one format are supported");
        }
        format = format == null ? its : format;
        files.add(task);
      }
      deletes.read(files);
      ZonedFormat of = format;
      parts.addAll(ParallelReads.all(files, task -> part(of, task, deletes, columns)));
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

  /** A data file, whose footer is read if it may have other columns than the table. */
  private static TablePart part(
      ZonedFormat format, FileScanTask task, IcebergDeletes deletes, IcebergColumns columns)
      throws IOException {
    DataFile f = task.file();
    BitSet deleted = deletes.of(f.location(), task.deletes());
    Map<String, String> names = new HashMap<>();
    Map<String, Object> values = new HashMap<>();
    columns.find(format, task, names, values);
    return new TablePart(
        f.location(),
        f.fileSizeInBytes(),
        f.recordCount(),
        values,
        names,
        List.of(f.specId(), task.spec().partitionToPath(f.partition())),
        deleted == null ? null : p -> deleted.get((int) p),
        deleted == null ? 0 : deleted.cardinality());
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
}
