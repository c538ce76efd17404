package io.placed.benchmarks.engine;

import io.placed.formats.container.Nesting;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * What is read and summed.
 *
 * @param table all columns of the table
 * @param columns that are summed, in this order
 * @param filters which rows are summed: those for which all are true
 * @param product whether the sum of the products of the first two columns is wanted too
 * @param sample which part of the rows is summed, by chance but always the same ones; 1: all
 * @param nesting how the columns lie in the file
 */
public record Query(
    Schema table,
    List<String> columns,
    Loop loop,
    List<Filter> filters,
    boolean product,
    double sample,
    Nesting nesting) {
  /** What the sum of products is called among the sums. */
  private static final String PRODUCT = "product";

  public Query {
    columns = List.copyOf(columns);
    filters = List.copyOf(filters);
  }

  /** All rows, or those of one filter unless it is null. */
  public Query(Schema table, List<String> columns, Loop loop, Filter filter) {
    this(
        table, columns, loop, filter == null ? List.of() : List.of(filter), false, 1, Nesting.NONE);
  }

  /** The same for rows that pass all of these. */
  public Query where(List<Filter> all) {
    return new Query(table, columns, loop, all, product, sample, nesting);
  }

  public Query withProduct() {
    return new Query(table, columns, loop, filters, true, sample, nesting);
  }

  public Query withSample(double part) {
    return new Query(table, columns, loop, filters, product, part, nesting);
  }

  public Query in(Nesting how) {
    return new Query(table, columns, loop, filters, product, sample, how);
  }

  /** Whether rows are looked at one by one, rather than columns as a whole. */
  public boolean byRows() {
    return !filters.isEmpty() || product || sampled();
  }

  boolean sampled() {
    return sample < 1;
  }

  /** The columns that are summed and, behind them, those of filters that are not among them. */
  public List<String> columnsRead() {
    List<String> out = new ArrayList<>(columns);
    for (Filter f : filters) {
      if (!out.contains(f.column())) {
        out.add(f.column());
      }
    }
    return out;
  }

  Schema schemaRead() {
    return table.select(columnsRead());
  }

  /** Where nothing was summed yet. */
  Totals totals() {
    List<String> names = new ArrayList<>(columns);
    if (product) {
      names.add(PRODUCT);
    }
    return new Totals(names);
  }

  /** The types of the columns that are summed. */
  List<Type> types() {
    return schema().fields().stream().map(Field::type).toList();
  }

  /** The columns that are summed. */
  public Schema schema() {
    return table.select(columns);
  }
}
