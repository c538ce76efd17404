package io.placed.scan;

import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.error.MalformedDataException;
import io.placed.format.v1.ElementMemory;
import io.placed.format.v1.RowGroupEntry;
import io.placed.predicate.BoundPredicate;
import io.placed.scan.decode.ColumnDecoder;
import io.placed.scan.decode.DecoderBuilder;
import io.placed.scan.decode.Parents;
import io.placed.scan.decode.RowFilter;
import io.placed.scan.decode.RowSpan;
import io.placed.scan.decode.SelectedRows;
import io.placed.scan.decode.SpanDecoder;
import io.placed.scan.fetch.CachedParts;
import io.placed.scan.fetch.PageCache;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.fetch.PartUser;
import io.placed.scan.fetch.ScanStep;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.plan.ChosenRows;
import io.placed.scan.plan.CopyChoice;
import io.placed.scan.plan.LivePages;
import io.placed.scan.plan.PageSelection;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.plan.SpanRows;
import io.placed.scan.plan.StepPlanner;
import io.placed.scan.plan.StepSize;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.vector.Batch;
import io.placed.vector.Bits;
import io.placed.vector.Heap;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A scan of one file: row group by row group, in steps of several pages that are fetched together,
 * each page in batches. The filter is evaluated first, on encoded data where possible ({@link
 * RowFilter}); projected columns are decoded only for remaining rows ({@link SpanDecoder}).
 */
final class FileScan implements BatchReader {
  /** If more than this fraction of the rows match, compacting them costs more than keeping all. */
  private static final double SPARSE = 0.25;

  private final FileReader file;
  private final ReadRequest request;
  private final List<RowGroupEntry> rowGroups;
  private final PageFetcher fetcher;

  /** Memory of the steps that were fetched. */
  private final TaskMemory.Share fetched;

  private final List<PartUser> users;
  private final PageSelection selection;

  /** Null without an exact filter. */
  private final RowFilter filter;

  /** Null without a row choice. */
  private final ChosenRows chosen;

  private final LivePages live;
  private final SpanRows rows;
  private final SelectedRows selected;
  private final SpanDecoder decoder;

  private final StepPlanner steps;

  /** The step in memory; null before the first. */
  private ScanStep step;

  /** The step being fetched; null if there is none. */
  private ScanStep ahead;

  private int nextPage;
  private int page = -1;
  private int pageRow;
  private int pageRows;

  /** Whether the page may have rows that do not match. */
  private boolean tested;

  /** Whether the page may have rows that are not returned. */
  private boolean partial;

  /** Selection bitmap of the batch; null if all rows are selected. */
  private long[] wantedRows;

  /** Whether the batch was compacted to the selected rows. */
  private boolean onlySelected;

  private long rowIndex;
  private boolean closed;

  /** What ended the scan before its end. */
  private Throwable failure;

  private final ScanCounters counters;

  private FileScan(
      FileReader file,
      ReadRequest request,
      PageCache cache,
      Schema wanted,
      StoredColumn[] stored,
      PageSelection.Columns predicateColumns,
      BoundPredicate bound,
      Set<StoredColumn> used)
      throws IOException {
    this.file = file;
    this.request = request;
    this.rowGroups = file.rowGroupEntries();
    CachedParts cached = CachedParts.of(cache, file.fileId(), request.choice() != null);
    this.fetcher = new PageFetcher(file.files(), file.ioCounters(), cached, request.memory());
    this.fetched = request.memory().yieldingShare(0);
    this.counters = new ScanCounters(file.ioCounters());
    DecoderBuilder builder = new DecoderBuilder(rowGroups, fetcher, request, used);
    this.selection =
        bound == null
            ? null
            : new PageSelection(
                bound,
                predicateColumns,
                file.fileStatistics(),
                rowGroups,
                request.ignoresFieldCase());
    ColumnDecoder[] decoders = new ColumnDecoder[wanted.size()];
    for (int c = 0; c < decoders.length; c++) {
      decoders[c] = builder.build(stored[c], wanted.field(c));
    }
    int[] filterColumns = new int[decoders.length];
    Arrays.fill(filterColumns, -1);
    if (bound != null && request.exactFilter()) {
      Schema schema = predicateColumns.schema();
      ColumnDecoder[] filterDecoders = new ColumnDecoder[schema.size()];
      for (int c = 0; c < filterDecoders.length; c++) {
        Field field = schema.field(c);
        int same = sameColumn(predicateColumns.stored()[c], stored, wanted, field);
        if (same >= 0) {
          // A shared reader, so that the parts of the column are fetched once.
          filterDecoders[c] = decoders[same];
          filterColumns[same] = c;
        } else {
          filterDecoders[c] = builder.build(predicateColumns.stored()[c], nullable(field));
        }
      }
      filter = new RowFilter(bound, filterDecoders);
    } else {
      filter = null;
    }
    chosen =
        request.choice() == null
            ? null
            : new ChosenRows(
                request.choice(), wanted, stored, decoders, rowGroups, file.fileStatistics());
    live = new LivePages(request.deleted(), rowGroups);
    rows = new SpanRows(request.deleted(), filter, chosen, request.batchRows());
    selected = new SelectedRows(request.batchRows());
    this.decoder = new SpanDecoder(wanted, decoders, filterColumns, filter, request.batchRows());
    this.users = builder.users();
    this.steps =
        new StepPlanner(
            rowGroups,
            selection,
            chosen,
            live,
            users,
            StepSize.of(file.files().input(0))
                .bytes(file.files().device(), users.size(), request.stopsEarly() || chosen != null),
            request.firstRowGroup(),
            request.endRowGroup(),
            request.pages());
    if (chosen != null && bound == null) {
      chosen.expect(
          request.firstRowGroup(),
          Math.min(request.endRowGroup(), rowGroups.size()),
          request.pages(),
          live);
    }
  }

  static FileScan start(FileReader file, ReadRequest request, PageCache cache) throws IOException {
    FileFooter footer = file.footer();
    List<String> predicateNames =
        request.predicate() == null ? List.of() : List.copyOf(request.predicate().columns());
    Schema wanted = request.wanted() != null ? request.wanted() : footer.schema();
    Set<String> names = new LinkedHashSet<>(predicateNames);
    wanted.fields().forEach(f -> names.add(f.name()));
    footer.prefetch(names.stream().map(request::nameInFile).filter(Objects::nonNull).toList());

    StoredColumn[] stored = new StoredColumn[wanted.size()];
    for (int c = 0; c < stored.length; c++) {
      String name = wanted.field(c).name();
      stored[c] = request.isStored(name) ? footer.find(request, name) : null;
    }
    PageSelection.Columns predicateColumns = null;
    BoundPredicate bound = null;
    Set<StoredColumn> used = new LinkedHashSet<>(Arrays.asList(stored));
    if (request.predicate() != null) {
      predicateColumns = PageSelection.Columns.of(footer, request, predicateNames);
      bound = request.predicate().bind(predicateColumns.schema(), request.caseSensitive());
      used.addAll(Arrays.asList(predicateColumns.stored()));
    }
    used.remove(null);
    if (footer.copies() > 1) {
      int cheapest = CopyChoice.cheapest(footer.copies(), used);
      toCopies(stored, wanted, request, cheapest);
      used = new LinkedHashSet<>(Arrays.asList(stored));
      if (predicateColumns != null) {
        toCopies(predicateColumns.stored(), predicateColumns.schema(), request, cheapest);
        used.addAll(Arrays.asList(predicateColumns.stored()));
      }
      used.remove(null);
    }
    List<StoredColumn> present = List.copyOf(Parents.with(footer, used));
    footer.prefetch(
        present,
        predicateColumns == null
            ? List.of()
            : Arrays.stream(predicateColumns.stored()).filter(Objects::nonNull).toList());
    footer.loadIndexes(present);
    return new FileScan(
        file, request, cache, wanted, stored, predicateColumns, bound, Set.copyOf(present));
  }

  private static void toCopies(
      StoredColumn[] columns, Schema schema, ReadRequest request, int other) {
    for (int c = 0; c < columns.length; c++) {
      int copy = request.copies().getOrDefault(schema.field(c).name(), other);
      columns[c] = columns[c] == null ? null : columns[c].in(copy);
    }
  }

  private static int sameColumn(
      StoredColumn column, StoredColumn[] stored, Schema wanted, Field field) {
    for (int c = 0; c < stored.length; c++) {
      if (column != null
          && stored[c] == column
          && Type.sameShape(wanted.field(c).type(), field.type())) {
        return c;
      }
    }
    return -1;
  }

  private static Field nullable(Field f) {
    return new Field(f.id(), f.name(), f.type(), true);
  }

  @Override
  public boolean next() throws IOException {
    if (failure != null) {
      throw new IOException("an earlier read of this scan failed", failure);
    }
    try {
      return advance();
    } catch (IOException | RuntimeException | Error e) {
      // The rows after those that failed must not pass for the next ones.
      failure = e;
      throw e;
    }
  }

  private boolean advance() throws IOException {
    while (!closed) {
      if (page >= 0 && pageRow < pageRows) {
        long start = System.nanoTime();
        boolean some;
        try {
          some = decodeSpan();
        } catch (UncheckedIOException e) {
          throw e.getCause() instanceof InsufficientMemoryException m ? located(m) : e.getCause();
        } catch (OutOfMemoryError e) {
          InsufficientMemoryException full = Heap.full(e, "the rows of one batch");
          if (full == null) {
            throw e;
          }
          throw located(full);
        }
        counters.decoded(System.nanoTime() - start);
        if (some) {
          return true;
        }
      } else if (step != null && nextPage < step.pages().length) {
        page = step.pages()[nextPage++];
        pageRow = 0;
        // The row choice may know more now than when the page was fetched.
        int rowGroup = step.rowGroup();
        boolean needed = chosen == null || chosen.mayChoose(rowGroup, step.firstRow(), page);
        pageRows = needed ? rowGroups.get(rowGroup).rowsOfPage(page) : 0;
        tested = filter != null && !selection.allMatch(rowGroup, page);
        partial = tested || chosen != null || live.hasDeleted(rowGroup, step.firstRow(), page);
      } else if (!nextStep()) {
        closed = true;
      }
    }
    return false;
  }

  private InsufficientMemoryException located(InsufficientMemoryException e) {
    return e.at(file.path(), rowGroups.get(step.rowGroup()).offset());
  }

  private boolean nextStep() throws IOException {
    ScanStep next = ahead != null ? ahead : steps.next();
    ahead = null;
    if (next == null) {
      return false;
    }
    page = -1;
    nextPage = 0;
    step = next;
    counters.step(step);
    if (!step.isEmpty()) {
      long start = System.nanoTime();
      fetch();
      counters.fetched(System.nanoTime() - start);
    }
    return true;
  }

  private void fetch() throws IOException {
    requireElementMemory(step);
    // What was granted is kept until the end: others need not spill again for each step.
    long bytes = step.bytes();
    isGranted(bytes);
    fetcher.fetch(step);
    for (PartUser user : users) {
      user.beginStep(step.rowGroup());
    }
    if (!request.stopsEarly() && fetcher.fetchesAhead()) {
      ahead = steps.next();
      if (ahead != null && !ahead.isEmpty() && isGranted(bytes + ahead.bytes())) {
        fetcher.fetchAhead(ahead);
      }
    }
  }

  /** Whether steps of so many bytes may be in memory; if not, further steps are smaller. */
  private boolean isGranted(long bytes) throws IOException {
    long granted = fetched.hold(bytes);
    if (granted < bytes) {
      int least = file.files().input(0).stepBytes();
      steps.limit((int) Math.max(least, Math.min(Integer.MAX_VALUE, granted / 2)));
    }
    return granted >= bytes;
  }

  /** Plans the I/O of the remaining scan; nothing can be read afterwards. */
  ReadPlan plan() throws IOException {
    List<ScanStep> left = new ArrayList<>();
    for (ScanStep s = steps.next(); s != null; s = steps.next()) {
      requireElementMemory(s);
      left.add(s);
    }
    return ReadPlan.of(left, fetcher);
  }

  private void requireElementMemory(ScanStep of) throws CorruptFileException {
    try {
      ElementMemory.check(of.elementExcess());
    } catch (MalformedDataException e) {
      throw new CorruptFileException(
          file.path(),
          rowGroups.get(of.rowGroup()).offset(),
          "row group " + of.rowGroup() + ": " + e.getMessage(),
          e);
    }
  }

  /** Decodes the next rows of the page; false if none of them match. */
  private boolean decodeSpan() throws IOException {
    int from = pageRow;
    int count = Math.min(request.batchRows(), pageRows - from);
    pageRow += count;
    counters.span(count);
    int rowGroup = step.rowGroup();
    rowIndex = step.firstRow() + (long) page * rowGroups.get(rowGroup).pageRows() + from;
    RowSpan span = new RowSpan(rowGroup, page, from, count);
    wantedRows = null;
    onlySelected = false;
    if (!tested && filter != null) {
      filter.forget();
    }
    if (!partial) {
      decoder.decode(span);
      counters.returned(count);
      return true;
    }
    long[] some = rows.select(span, rowIndex, tested);
    int left = Bits.count(some, 0, count);
    counters.left(some, count);
    if (left == 0) {
      return false;
    }
    if (request.sparse() && left > SPARSE * count) {
      wantedRows = left == count ? null : some;
      decoder.decode(span);
    } else {
      selected.set(some, count, left);
      onlySelected = true;
      decoder.decode(span, selected);
    }
    counters.returned(left);
    return true;
  }

  @Override
  public Batch batch() {
    return decoder.batch();
  }

  @Override
  public long[] wanted() {
    return wantedRows;
  }

  @Override
  public long rowIndex() {
    return rowIndex;
  }

  @Override
  public int rowGroup() {
    return step.rowGroup();
  }

  @Override
  public void rowNumbers(long[] numbers) {
    int n = decoder.batch().rows();
    int[] positions = onlySelected ? selected.positions() : null;
    for (int i = 0; i < n; i++) {
      numbers[i] = rowIndex + (positions == null ? i : positions[i]);
    }
  }

  @Override
  public ScanMetrics metrics() {
    return counters.metrics();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    fetched.close();
    fetcher.close();
  }
}
