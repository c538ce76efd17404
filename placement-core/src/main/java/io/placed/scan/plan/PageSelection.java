package io.placed.scan.plan;

import io.placed.format.v1.Node;
import io.placed.format.v1.RowGroupEntry;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.StatisticsSource;
import io.placed.scan.decode.ColumnConverter;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.FileStatistics;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Data skipping: selects the row groups and pages that may have matching rows. */
public final class PageSelection {
  private static final StatisticsTest ANY = BoundPredicate::mayMatch;
  private static final StatisticsTest ALL = BoundPredicate::alwaysMatches;

  private final BoundPredicate predicate;
  private final StoredColumn[] columns;
  private final Object[] constants;
  private final Long[] counted;
  private final boolean countsRows;
  private final boolean ignoresFieldCase;
  private final FileStatistics statistics;
  private final List<RowGroupEntry> rowGroups;

  /**
   * @param predicate bound to a schema whose columns have the stored types
   * @param columns the columns of that schema
   * @param ignoresFieldCase as {@link ReadRequest#ignoresFieldCase}
   */
  public PageSelection(
      BoundPredicate predicate,
      Columns columns,
      FileStatistics statistics,
      List<RowGroupEntry> rowGroups,
      boolean ignoresFieldCase)
      throws IOException {
    this.ignoresFieldCase = ignoresFieldCase;
    this.predicate = predicate;
    this.columns = columns.stored();
    this.constants = columns.constants();
    this.counted = columns.counted();
    this.countsRows = Arrays.stream(counted).anyMatch(Objects::nonNull);
    this.statistics = statistics;
    this.rowGroups = rowGroups;
    statistics.load(Arrays.stream(this.columns).filter(Objects::nonNull).toList());
  }

  /** Whether the row group may have matching rows. */
  boolean mayMatch(int rowGroup) throws IOException {
    return test(
        firstRow(rowGroup),
        rowGroups.get(rowGroup).rows(),
        (c, node) -> statistics.ofRowGroup(c, node, rowGroup),
        ANY);
  }

  /** The pages of a row group that may have matching rows, ascending. */
  int[] pages(int rowGroup) throws IOException {
    RowGroupEntry group = rowGroups.get(rowGroup);
    int[] all = new int[group.pages()];
    if (all.length == 1) {
      return all;
    }
    statistics.loadPages(Arrays.stream(columns).filter(Objects::nonNull).toList());
    long first = firstRow(rowGroup);
    int n = 0;
    for (int p = 0; p < all.length; p++) {
      int page = p;
      if (test(
          first + (long) p * group.pageRows(),
          group.rowsOfPage(p),
          (c, node) -> statistics.ofPage(c, node, rowGroup, page),
          ANY)) {
        all[n++] = p;
      }
    }
    return Arrays.copyOf(all, n);
  }

  /** Whether all rows of a page match according to statistics. */
  public boolean allMatch(int rowGroup, int page) throws IOException {
    RowGroupEntry group = rowGroups.get(rowGroup);
    if (group.pages() == 1) {
      return test(
          firstRow(rowGroup),
          group.rows(),
          (c, node) -> statistics.ofRowGroup(c, node, rowGroup),
          ALL);
    }
    return test(
        firstRow(rowGroup) + (long) page * group.pageRows(),
        group.rowsOfPage(page),
        (c, node) -> statistics.ofPage(c, node, rowGroup, page),
        ALL);
  }

  /** Number of the first row of a row group; found only if a column counts rows. */
  private long firstRow(int rowGroup) {
    long first = 0;
    for (int g = 0; countsRows && g < rowGroup; g++) {
      first += rowGroups.get(g).rows();
    }
    return first;
  }

  private interface Level {
    ColumnStatistics of(StoredColumn column, int node) throws IOException;
  }

  private interface StatisticsTest {
    boolean apply(BoundPredicate predicate, StatisticsSource source);
  }

  /**
   * @param first number of the first row in the file
   */
  private boolean test(long first, long rows, Level level, StatisticsTest test) throws IOException {
    StatisticsSource source =
        (column, path) -> {
          StoredColumn c = columns[column];
          if (counted[column] != null) {
            long value = counted[column] + first;
            return ColumnStatistics.of(rows, 0, 0, rows, value, value + rows - 1, true, true);
          }
          if (c == null) {
            Field field = predicate.schema().field(column);
            return ColumnStatistics.ofConstant(field.type(), constants[column], rows);
          }
          try {
            return statistics(c, predicate.schema().field(column), path, level);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    try {
      return test.apply(predicate, source);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Statistics of a column or struct field in the type that the predicate is bound to; null if the
   * file does not have it.
   */
  private ColumnStatistics statistics(StoredColumn column, Field bound, int[] path, Level level)
      throws IOException {
    int number = 0;
    Field wanted = bound;
    for (int child : path) {
      List<Field> siblings = wanted.type().children();
      wanted = siblings.get(child);
      List<Field> fields = column.nodes().get(number).field().type().children();
      int k = ColumnConverter.indexOf(fields, siblings, wanted.name(), ignoresFieldCase);
      if (k < 0) {
        return null;
      }
      number++;
      for (int before = 0; before < k; before++) {
        number += Node.count(fields.get(before));
      }
    }
    Type stored = column.nodes().get(number).field().type();
    ColumnStatistics found = level.of(column, number);
    return found == null || stored.isNested() ? found : found.widened(stored, wanted.type());
  }

  /**
   * The columns of a predicate, in their stored types where the file has them: literals are exact
   * in any numeric type, and encoded values can then be tested without conversion. Of structs only
   * the named fields, unless the projection has all.
   *
   * @param stored null if the file does not have the column
   * @param constants its value in that case; may be null
   * @param counted its value in the first row of the file, if its values count the rows; else null
   */
  public record Columns(Schema schema, StoredColumn[] stored, Object[] constants, Long[] counted) {
    public static Columns of(FileFooter footer, ReadRequest request, List<String> names)
        throws IOException {
      Schema table = request.tableSchema() != null ? request.tableSchema() : request.wanted();
      List<Field> fields = new ArrayList<>();
      StoredColumn[] stored = new StoredColumn[names.size()];
      Object[] constants = new Object[stored.length];
      Long[] counted = new Long[stored.length];
      for (int i = 0; i < stored.length; i++) {
        String name = names.get(i);
        String constant = request.constantName(name);
        counted[i] = request.counted().get(name);
        if (constant != null) {
          constants[i] = request.constants().get(constant);
        } else if (counted[i] == null) {
          stored[i] = footer.find(request, name);
        }
        int at = table == null ? -1 : table.find(name, request.caseSensitive()).orElse(-1);
        if (at < 0) {
          // Without a type, the schema of the file throws the error that lists its columns.
          fields.add(stored[i] == null ? footer.schema().require(name) : stored[i].field());
        } else if (stored[i] == null) {
          fields.add(table.field(at));
        } else {
          Field field = PredicateColumn.of(stored[i].field(), table.field(at), request);
          // The predicate uses the table's name.
          fields.add(new Field(field.id(), name, field.type(), field.nullable()));
        }
      }
      return new Columns(Schema.of(withoutIds(fields)), stored, constants, counted);
    }

    /** Without ids, since those of the file and of the table may collide. */
    private static List<Field> withoutIds(List<Field> fields) {
      List<Field> out = new ArrayList<>();
      for (Field f : fields) {
        out.add(new Field(0, f.name(), withoutIds(f.type()), f.nullable()));
      }
      return out;
    }

    private static Type withoutIds(Type type) {
      if (type instanceof StructType s) {
        return new StructType(withoutIds(s.fields()));
      }
      if (type instanceof ListType l) {
        return new ListType(withoutIds(List.of(l.element())).get(0));
      }
      if (type instanceof MapType m) {
        List<Field> parts = withoutIds(List.of(m.key(), m.value()));
        return new MapType(parts.get(0), parts.get(1));
      }
      return type;
    }
  }
}
