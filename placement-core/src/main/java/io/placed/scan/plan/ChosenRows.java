package io.placed.scan.plan;

import io.placed.format.v1.RowGroupEntry;
import io.placed.scan.decode.ColumnDecoder;
import io.placed.scan.decode.RowSpan;
import io.placed.scan.footer.FileStatistics;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.request.PageShare;
import io.placed.scan.request.RowChoice;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import java.io.IOException;
import java.util.List;

/** Applies a {@link RowChoice} to pages and rows of a file. */
public final class ChosenRows {
  private final RowChoice choice;
  private final List<RowGroupEntry> rowGroups;
  private final FileStatistics statistics;

  /** Column of the choice; null if it uses none or the file does not have it. */
  private final StoredColumn stored;

  private final Field wanted;
  private final ColumnDecoder decoder;
  private final Column values;

  /**
   * @param columns stored columns of the projection
   * @throws IllegalArgumentException if the column of the choice is not in the projection
   */
  public ChosenRows(
      RowChoice choice,
      Schema schema,
      StoredColumn[] columns,
      ColumnDecoder[] decoders,
      List<RowGroupEntry> rowGroups,
      FileStatistics statistics)
      throws IOException {
    this.choice = choice;
    this.rowGroups = rowGroups;
    this.statistics = statistics;
    if (choice.column() == null) {
      stored = null;
      wanted = null;
      decoder = null;
      values = null;
      return;
    }
    schema.require(choice.column());
    int c = schema.indexOf(choice.column());
    stored = columns[c];
    wanted = schema.field(c);
    decoder = decoders[c];
    values = Column.of(wanted.type());
    if (stored != null) {
      statistics.load(List.of(stored));
      statistics.loadPages(List.of(stored));
    }
  }

  /**
   * Announces the pages of row groups that will be read completely. Bounds are still bounds when
   * rows are deleted, but these rows will not be offered.
   */
  public void expect(int firstRowGroup, int endRowGroup, PageShare share, LivePages live)
      throws IOException {
    long start = 0;
    for (int g = 0; stored != null && g < endRowGroup; g++) {
      int pages = rowGroups.get(g).pages();
      for (int p = share.first(pages); g >= firstRowGroup && p < share.end(pages); p++) {
        choice.expect(live.rows(g, start, p), known(g, p));
      }
      start += rowGroups.get(g).rows();
    }
  }

  private ColumnStatistics known(int rowGroup, int page) throws IOException {
    if (stored == null) {
      return null;
    }
    ColumnStatistics found = statistics.ofPage(stored, 0, rowGroup, page);
    return found == null ? null : found.widened(stored.field().type(), wanted.type());
  }

  /**
   * Whether a page may contain a chosen row.
   *
   * @param rowGroupStart number of the first row of the row group
   */
  public boolean mayChoose(int rowGroup, long rowGroupStart, int page) throws IOException {
    RowGroupEntry group = rowGroups.get(rowGroup);
    return choice.mayChoose(
        rowGroupStart + (long) page * group.pageRows(),
        group.rowsOfPage(page),
        () -> known(rowGroup, page));
  }

  /**
   * Clears the bits of rows that are not chosen.
   *
   * @param first number of the span's first row in the file
   */
  public void choose(RowSpan span, long first, long[] rows) throws IOException {
    if (decoder != null) {
      values.clear();
      decoder.decode(span.rowGroup(), span.page(), span.from(), span.count(), values);
    }
    choice.choose(first, values, rows, span.count());
  }
}
