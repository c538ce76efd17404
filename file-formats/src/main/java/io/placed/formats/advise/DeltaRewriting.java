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
import io.placed.text.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rewrites of Delta tables by {@code OPTIMIZE}, which gives files ranges of a curve, and leaves the
 * rows within a file in any order.
 *
 * @param path of the table
 * @param format Parquet
 * @param currentFile bytes of a file as {@code OPTIMIZE} writes them without a setting
 * @param file bytes of a file after the rewrite
 * @param bytesPerRow of the table now
 * @param partitioned whether it has partition columns
 * @param clustered whether it has clustering columns, so that it cannot be Z-ordered
 */
record DeltaRewriting(
    String path,
    ZonedFormat format,
    String compression,
    long currentFile,
    long file,
    double bytesPerRow,
    boolean partitioned,
    boolean clustered)
    implements Rewriting {
  /** Default of {@code spark.databricks.delta.optimize.maxFileSize}. */
  static final long USUAL_FILE = 1L << 30;

  static final long LARGEST_FILE = 128L << 20;

  @Override
  public OrderKinds orders() {
    Set<Reordering.Curve.Kind> curves =
        partitioned
            ? Set.of(Reordering.Curve.Kind.Z_ORDER)
            : clustered
                ? Set.of(Reordering.Curve.Kind.HILBERT)
                : Set.of(Reordering.Curve.Kind.values());
    return new OrderKinds(1, curves, false, false);
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
    String curves =
        partitioned
            ? "Z-orders (CLUSTER BY needs a table without partitions)"
            : clustered
                ? "Hilbert curves (the table has clustering columns, which exclude ZORDER BY)"
                : "Z-orders and Hilbert curves";
    return List.of(
        "OPTIMIZE of Delta produces " + curves + ", and sorts of one column as their files' ranges",
        "OPTIMIZE does not order the rows within a file, so orders are compared with files of "
            + (file >> 10)
            + " KiB as the parts that readers skip");
  }

  @Override
  public Placement base(Placement current) {
    return current.with(RowGroups.SETTING, file + "B");
  }

  @Override
  public int pageRows(Placement placement, long heapOfRow) {
    return format.pageRows();
  }

  @Override
  public int skippedRows(int pageRows) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, file / Math.max(1e-3, bytesPerRow)));
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
    if (file != currentFile) {
      out.add(Statement.sql("SET spark.databricks.delta.optimize.maxFileSize = " + file));
    }
    String table = "delta.`" + path.replace("`", "``") + "`";
    Reordering by = placement.reorder();
    boolean hilbert = by instanceof Reordering.Curve c && c.kind() == Reordering.Curve.Kind.HILBERT;
    List<String> columns =
        by instanceof Reordering.Curve c
            ? c.columns()
            : by instanceof Reordering.Sort s
                ? s.keys().stream().map(k -> k.column()).toList()
                : List.of();
    String list =
        columns.stream().map(Quoting::identifier).collect(Collectors.joining(", ", "(", ")"));
    if (columns.isEmpty()) {
      out.add(Statement.sql("OPTIMIZE " + table));
    } else if (hilbert || clustered) {
      out.add(Statement.sql("ALTER TABLE " + table + " CLUSTER BY " + list));
      out.add(Statement.sql("OPTIMIZE " + table + " FULL"));
    } else {
      out.add(Statement.sql("OPTIMIZE " + table + " ZORDER BY " + list));
    }
    return out;
  }
}
