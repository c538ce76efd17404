package io.placed.scan;

import io.placed.format.v1.Node;
import io.placed.format.v1.RowGroupEntry;
import io.placed.predicate.BoundPredicate;
import io.placed.predicate.StatisticsSource;
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

/** Decides by statistics which row groups and pages can hold rows that match a predicate. */
final class PageSelection {
  private final BoundPredicate predicate;
  private final StoredColumn[] columns;
  private final Object[] constants;
  private final FileStatistics statistics;
  private final List<RowGroupEntry> rowGroups;

  /**
   * @param predicate bound to a schema whose columns have the stored types
   * @param columns the columns of that schema
   */
  PageSelection(
      BoundPredicate predicate,
      Columns columns,
      FileStatistics statistics,
      List<RowGroupEntry> rowGroups)
      throws IOException {
    this.predicate = predicate;
    this.columns = columns.stored();
    this.constants = columns.constants();
    this.statistics = statistics;
    this.rowGroups = rowGroups;
    statistics.load(Arrays.stream(this.columns).filter(Objects::nonNull).toList());
  }

  /** Whether the row group can hold a row that matches. */
  boolean mayMatch(int rowGroup) throws IOException {
    return ask(
        rowGroups.get(rowGroup).rows(), (c, node) -> statistics.ofRowGroup(c, node, rowGroup));
  }

  /** The pages of a row group that can hold a row that matches, ascending. */
  int[] pages(int rowGroup) throws IOException {
    RowGroupEntry group = rowGroups.get(rowGroup);
    int[] all = new int[group.pages()];
    if (all.length == 1) {
      return all;
    }
    statistics.loadPages(Arrays.stream(columns).filter(Objects::nonNull).toList());
    int n = 0;
    for (int p = 0; p < all.length; p++) {
      int page = p;
      if (ask(group.rowsOfPage(p), (c, node) -> statistics.ofPage(c, node, rowGroup, page))) {
        all[n++] = p;
      }
    }
    return Arrays.copyOf(all, n);
  }

  private interface Level {
    ColumnStatistics of(StoredColumn column, int node) throws IOException;
  }

  private boolean ask(long rows, Level level) throws IOException {
    StatisticsSource source =
        (column, path) -> {
          StoredColumn c = columns[column];
          if (c == null) {
            Field field = predicate.schema().field(column);
            return ColumnStatistics.ofConstant(field.type(), constants[column], rows);
          }
          try {
            return level.of(c, nodeOf(c, path));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    try {
      return predicate.mayMatch(source);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static int nodeOf(StoredColumn column, int[] path) {
    int number = 0;
    for (int child : path) {
      List<Field> fields = column.nodes().get(number).field().type().children();
      number++;
      for (int k = 0; k < child; k++) {
        number += Node.count(fields.get(k));
      }
    }
    return number;
  }

  /**
   * The columns a predicate names, in the stored types where the file has them.
   *
   * @param stored null where the file does not have the column
   * @param constants its value then, null = missing
   */
  record Columns(Schema schema, StoredColumn[] stored, Object[] constants) {
    static Columns of(FileFooter footer, ReadRequest request, List<String> names)
        throws IOException {
      Schema table = request.tableSchema() != null ? request.tableSchema() : request.wanted();
      List<Field> fields = new ArrayList<>();
      StoredColumn[] stored = new StoredColumn[names.size()];
      Object[] constants = new Object[stored.length];
      for (int i = 0; i < stored.length; i++) {
        String name = names.get(i);
        String constant = request.constantName(name);
        if (constant != null) {
          constants[i] = request.constants().get(constant);
        } else {
          stored[i] = footer.find(name, request.caseSensitive());
        }
        if (stored[i] != null) {
          fields.add(stored[i].field());
        } else {
          int at = table == null ? -1 : table.find(name, request.caseSensitive()).orElse(-1);
          // Without a type the schema of the file gives the error that lists its columns.
          fields.add(at < 0 ? footer.schema().require(name) : table.field(at));
        }
      }
      return new Columns(Schema.of(withoutIds(fields)), stored, constants);
    }

    /** Ids of fields from the file and from the table may collide and mean nothing here. */
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
