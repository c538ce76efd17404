package io.placed.formats.advise;

import io.placed.advise.Rewriting;
import io.placed.advise.Statement;
import io.placed.advise.cost.FetchRules;
import io.placed.advise.cost.PageFormat;
import io.placed.advise.order.OrderKinds;
import io.placed.formats.zones.ZonedFormat;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.RowGroups;
import io.placed.placement.SortKey;
import io.placed.text.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;

/**
 * Rewrites of Iceberg tables by {@code rewrite_data_files}.
 *
 * @param name of the table in a catalog, as its location suggests
 * @param currentRowGroup bytes of a row group as the table's properties have them
 * @param rowGroup bytes of a row group after the rewrite
 * @param targetFile bytes of a file
 * @param bytesPerRow of the table now
 */
record IcebergRewriting(
    String name,
    ZonedFormat format,
    String compression,
    long currentRowGroup,
    long rowGroup,
    long targetFile,
    double bytesPerRow)
    implements Rewriting {

  static IcebergRewriting of(Table table, ZonedFormat format, long bytes, long rows) {
    boolean orc = format.extension().equals("orc");
    Map<String, String> properties = table.properties();
    String key =
        orc ? TableProperties.ORC_STRIPE_SIZE_BYTES : TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES;
    long now = number(properties, key, format.rowGroupBytes());
    long target =
        number(
            properties,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
    String codec =
        properties.getOrDefault(
            orc ? TableProperties.ORC_COMPRESSION : TableProperties.PARQUET_COMPRESSION,
            orc ? TableProperties.ORC_COMPRESSION_DEFAULT : "zstd");
    // Pages of ORC are skipped, so its stripes may stay large; and so may what a user has chosen.
    long later = orc || properties.containsKey(key) ? now : SkippedParts.bytes(bytes, now);
    return new IcebergRewriting(
        name(table.location()),
        format,
        SkippedParts.codec(codec, orc),
        now,
        later,
        target,
        (double) bytes / Math.max(1, rows));
  }

  private static long number(Map<String, String> properties, String key, long otherwise) {
    try {
      return Long.parseLong(properties.getOrDefault(key, "" + otherwise));
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** The last two directories of a location: {@code db.table}. */
  private static String name(String location) {
    String[] parts = location.replaceFirst("/+$", "").split("/+");
    String table = Quoting.identifier(parts[parts.length - 1]);
    if (parts.length < 2) {
      return table;
    }
    String database = parts[parts.length - 2].replaceFirst("\\.db$", "");
    return Quoting.identifier(database) + "." + table;
  }

  /** Whether Iceberg's reader of the files skips pages: that of ORC does, that of Parquet not. */
  boolean pages() {
    return format.extension().equals("orc");
  }

  @Override
  public OrderKinds orders() {
    return new OrderKinds(3, Set.of(Reordering.Curve.Kind.Z_ORDER), true, false);
  }

  @Override
  public boolean choosesRowGroups() {
    return false;
  }

  @Override
  public boolean choosesColumnOrder() {
    return false;
  }

  @Override
  public List<String> limits() {
    List<String> out = new ArrayList<>();
    out.add(
        "rewrite_data_files of Iceberg produces sorts and Z-orders of values, so Hilbert curves,"
            + " trees and orders of columns are left out; decimals cannot be in its Z-orders");
    if (!pages()) {
      out.add(
          "Iceberg's reader of Parquet skips row groups, not pages, so orders are compared with"
              + " row groups of "
              + (rowGroup >> 10)
              + " KiB");
    }
    return out;
  }

  @Override
  public Placement base(Placement current) {
    return rowGroup == currentRowGroup ? current : current.with(RowGroups.SETTING, rowGroup + "B");
  }

  @Override
  public int pageRows(Placement placement, long heapOfRow) {
    return format.pageRows();
  }

  @Override
  public int skippedRows(int pageRows) {
    return pages()
        ? pageRows
        : (int) Math.max(1, Math.min(Integer.MAX_VALUE, rowGroup / Math.max(1e-3, bytesPerRow)));
  }

  @Override
  public PageFormat pages(int pageRows) {
    return new ContainerPages(ZonedFormats.local(format), compression);
  }

  @Override
  public FetchRules fetch() {
    return SkippedParts.fetch(format, compression);
  }

  @Override
  public List<Statement> statements(Placement placement) {
    List<Statement> out = new ArrayList<>();
    String table = "catalog." + name;
    if (rowGroup != currentRowGroup) {
      out.add(
          Statement.sql(
              "ALTER TABLE "
                  + table
                  + " SET TBLPROPERTIES ('"
                  + TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES
                  + "' = '"
                  + rowGroup
                  + "')"));
    }
    Reordering by = placement.reorder();
    String order = null;
    if (by instanceof Reordering.Sort s) {
      order = s.keys().stream().map(IcebergRewriting::key).collect(Collectors.joining(", "));
      out.add(Statement.sql("ALTER TABLE " + table + " WRITE ORDERED BY " + order));
    } else if (by instanceof Reordering.Curve c) {
      order =
          c.columns().stream()
              .map(Quoting::identifier)
              .collect(Collectors.joining(", ", "zorder(", ")"));
    }
    out.add(
        Statement.sql(
            "CALL catalog.system.rewrite_data_files(table => "
                + Quoting.sql(name)
                + (order == null
                    ? ", strategy => 'binpack'"
                    : ", strategy => 'sort', sort_order => " + Quoting.sql(order))
                + ", options => map('rewrite-all', 'true', 'target-file-size-bytes', '"
                + targetFile
                + "'))"));
    return out;
  }

  private static String key(SortKey key) {
    String nulls = key.nullsFirst() ? "NULLS FIRST" : "NULLS LAST";
    return Quoting.identifier(key.column()) + (key.descending() ? " DESC " : " ASC ") + nulls;
  }
}
