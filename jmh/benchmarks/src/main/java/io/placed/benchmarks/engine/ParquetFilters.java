package io.placed.benchmarks.engine;

import io.placed.schema.TypeKind;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.io.api.Binary;

/** Conditions as Parquet takes them. */
final class ParquetFilters {
  private ParquetFilters() {}

  static FilterPredicate of(Query query) {
    FilterPredicate out = null;
    for (Filter f : query.filters()) {
      String top = query.nesting().top(f.column());
      FilterPredicate one =
          of(f, query.nesting().isNested(f.column()) ? top + "." + f.column() : top);
      out = out == null ? one : FilterApi.and(out, one);
    }
    return out;
  }

  private static FilterPredicate of(Filter filter, String column) {
    if (filter.text() != null) {
      return FilterApi.eq(FilterApi.binaryColumn(column), Binary.fromString(filter.text()));
    }
    if (filter.isDouble()) {
      var c = FilterApi.doubleColumn(column);
      return FilterApi.and(
          FilterApi.gtEq(c, filter.lowDouble()), FilterApi.ltEq(c, filter.highDouble()));
    }
    if (filter.kind() == TypeKind.INT64) {
      var c = FilterApi.longColumn(column);
      return FilterApi.and(FilterApi.gtEq(c, filter.low()), FilterApi.ltEq(c, filter.high()));
    }
    var c = FilterApi.intColumn(column);
    return FilterApi.and(
        FilterApi.gtEq(c, Math.toIntExact(filter.low())),
        FilterApi.ltEq(c, Math.toIntExact(filter.high())));
  }
}
