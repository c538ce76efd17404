package io.placed.picture.map;

import io.placed.picture.waterfall.Waterfall;
import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import io.placed.text.Amounts;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A query over a table: what it would read of each file, and in all. */
final class MapQuery {
  private final TableDirectory table;
  private final Snapshot snapshot;
  private final String text;
  private final ReadRequest request;
  private final Set<String> used = new LinkedHashSet<>();
  private final Set<String> kept = new HashSet<>();

  private long files;
  private long filesRead;
  private long rowGroups;
  private long rowGroupsRead;
  private long pages;
  private long pagesRead;
  private long needed;
  private long read;
  private long requests;
  private long footerRead;
  private long footerRequests;

  /**
   * @param columns null for all
   * @param where null for all rows
   * @throws IllegalArgumentException if a column does not exist or the predicate does not fit
   */
  MapQuery(TableDirectory table, Snapshot snapshot, List<String> columns, Predicate where) {
    this.table = table;
    this.snapshot = snapshot;
    Schema wanted = columns == null ? snapshot.schema() : snapshot.schema().select(columns);
    ReadRequest all = ReadRequest.all().withColumns(wanted);
    this.request = where == null ? all : all.withFilter(where);
    wanted.fields().forEach(f -> used.add(f.name()));
    List<DataFile> left = snapshot.files();
    if (where != null) {
      used.addAll(where.columns());
      left = DataFilePruning.prune(snapshot, where.bind(snapshot.schema(), true));
    }
    left.forEach(f -> kept.add(f.path()));
    this.text = Waterfall.query(columns, where == null ? null : where.toString());
  }

  /** The names in a file of the columns that are read or filtered by. */
  Set<String> used(DataFile file) {
    Set<String> inFile = new HashSet<>();
    for (String column : used) {
      String name = ReadRequest.nameInFile(file.names(), column, true);
      if (name != null && !file.partition().containsKey(column)) {
        inFile.add(name);
      }
    }
    return inFile;
  }

  boolean reads(DataFile file) {
    return kept.contains(file.path());
  }

  /** The planned reads of a file; null if it is skipped. */
  ReadPlan plan(DataFile file, FileReader reader) throws IOException {
    files++;
    if (!reads(file)) {
      return null;
    }
    ReadPlan plan = reader.plan(table.request(file, snapshot.schema(), request));
    filesRead++;
    rowGroups += plan.rowGroups().size();
    for (ReadPlan.PlannedRowGroup g : plan.rowGroups()) {
      rowGroupsRead += g.pages().isEmpty() ? 0 : 1;
      pages += g.allPages();
      pagesRead += g.pages().size();
    }
    needed += plan.bytesNeeded();
    read += plan.bytesRead();
    requests += plan.requests().size();
    return plan;
  }

  /** Counts a file that statistics in the snapshot skip. */
  void skip() {
    files++;
  }

  /** Counts the footer reads of a plan. */
  void footer(long bytes, long count) {
    footerRead += bytes;
    footerRequests += count;
  }

  /** The query and its totals, one per line. */
  List<String> lines(long tableBytes) {
    return List.of(
        text,
        "reads %s of %s, %s of %s, %s of %s per column"
            .formatted(
                Amounts.count(filesRead),
                Amounts.count(files, "file"),
                Amounts.count(rowGroupsRead),
                Amounts.count(rowGroups, "row group"),
                Amounts.count(pagesRead),
                Amounts.count(pages, "page")),
        "needs %s (%s of the table), reads %s in %s: %s not needed"
            .formatted(
                Amounts.bytes(needed),
                percent(needed, tableBytes),
                Amounts.bytes(read),
                Amounts.count(requests, "request"),
                percent(read - needed, read)),
        "plus %s in %s for footers"
            .formatted(Amounts.bytes(footerRead), Amounts.count(footerRequests, "request")));
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "0 %" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }
}
