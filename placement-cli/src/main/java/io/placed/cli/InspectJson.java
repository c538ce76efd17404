package io.placed.cli;

import io.placed.cli.store.TableLayout;
import io.placed.table.snapshot.Snapshot;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The JSON document of {@code placed inspect --json} for one table. */
record InspectJson(
    String path,
    long rows,
    long bytes,
    long dataBytes,
    long footerBytes,
    long snapshot,
    String operation,
    Collection<String> partitionColumns,
    Collection<String> placements,
    Collection<String> codecs,
    Collection<String> writers,
    Map<String, String> metadata,
    List<File> files,
    List<RowGroup> rowGroups,
    List<Long> blockBytes,
    List<Column> columns,
    List<ColumnGroup> columnGroups) {

  record File(String path, String id, long rows, long bytes, Map<String, String> partition) {}

  record RowGroup(int rows, int pageRows, long offset, long bytes) {}

  /** A column; its sizes are null where it shares pages with others. */
  record Column(
      String name,
      String type,
      String group,
      Long encodedBytes,
      Long storedBytes,
      long dictionaryBytes,
      long pages,
      String codecs,
      String encodings) {}

  record ColumnGroup(List<String> columns, Long encodedBytes, Long storedBytes) {}

  static InspectJson of(String path, TableLayout l) {
    Snapshot s = l.files().snapshot();
    return new InspectJson(
        path,
        l.rows(),
        l.bytes(),
        l.dataBytes(),
        l.footerBytes(),
        s.id(),
        s.operation(),
        s.partitioning().names(s.schema()),
        l.placements(),
        l.codecs(),
        l.writers(),
        l.metadata(),
        l.files().files().stream()
            .map(f -> new File(f.path(), f.fileId(), f.rows(), f.length(), f.partition()))
            .toList(),
        l.rowGroups().stream()
            .map(g -> new RowGroup(g.rows(), g.pageRows(), g.offset(), g.length()))
            .toList(),
        l.blocks(),
        l.columns().entrySet().stream()
            .map(e -> column(e.getKey(), l.type(e.getKey()), e.getValue()))
            .toList(),
        l.groups().entrySet().stream()
            .map(
                e ->
                    new ColumnGroup(
                        e.getKey(), size(e.getValue().raw()), size(e.getValue().stored())))
            .toList());
  }

  private static Column column(String name, String type, TableLayout.Part p) {
    return new Column(
        name,
        type,
        p.group(),
        size(p.raw()),
        size(p.stored()),
        p.dictionary(),
        p.pages(),
        p.codecs(),
        p.encodings());
  }

  private static Long size(long bytes) {
    return bytes < 0 ? null : bytes;
  }
}
