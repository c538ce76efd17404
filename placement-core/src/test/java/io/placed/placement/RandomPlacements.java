package io.placed.placement;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Placements of all kinds, with names that require quotes. */
final class RandomPlacements {
  private RandomPlacements() {}

  static Placement placement(Random r) {
    Reordering reorder = reordering(r);
    ColumnGroups groups = columnGroups(r);
    if (r.nextInt(4) == 0) {
      ColumnGroups.Kind search = ColumnGroups.Kind.searches().get(r.nextInt(4));
      groups = new ColumnGroups(search, List.of(), groups.stride(), groups.order());
    }
    if (r.nextInt(4) == 0) {
      groups = groups.withOrder(new ColumnOrder.Rainbow(r.nextInt(3)));
    }
    return new Placement(reorder, rowGroups(r), groups, packing(r, 6));
  }

  private static Reordering reordering(Random r) {
    return switch (r.nextInt(7)) {
      case 0 -> Reordering.NONE;
      case 1 -> new Reordering.Sort(keys(r), scope(r));
      case 2 -> new Reordering.SortBuffer(keys(r), size(r));
      case 3 ->
          new Reordering.Curve(
              r.nextBoolean() ? Reordering.Curve.Kind.HILBERT : Reordering.Curve.Kind.Z_ORDER,
              names(r),
              r.nextBoolean() ? 0 : 4 + r.nextInt(60_000),
              scope(r));
      case 4 -> tree(r);
      case 5 ->
          new Reordering.RisingCardinality(r.nextInt(3) == 0 ? List.of() : names(r), scope(r));
      default ->
          new Reordering.Runs(
              r.nextBoolean() ? Reordering.Runs.Kind.VORTEX : Reordering.Runs.Kind.MULTIPLE_LISTS,
              r.nextInt(3) == 0 ? List.of() : names(r),
              size(r));
    };
  }

  private static ReorderScope scope(Random r) {
    return r.nextBoolean() ? ReorderScope.TABLE : ReorderScope.TASK;
  }

  private static Reordering tree(Random r) {
    List<List<Cut>> queries = new ArrayList<>();
    for (int q = r.nextInt(3); q >= 0; q--) {
      List<Cut> query = new ArrayList<>();
      for (String name : names(r)) {
        Object value =
            switch (r.nextInt(3)) {
              case 0 -> r.nextBoolean();
              case 1 -> new BigDecimal(BigInteger.valueOf(r.nextInt()), r.nextInt(30) - 10);
              default -> r.nextBoolean() ? "" : names(r).get(0);
            };
        var operators = Cut.Operator.values();
        query.add(new Cut(name, operators[r.nextInt(operators.length)], value));
      }
      queries.add(query);
    }
    return new Reordering.QdTree(queries, 1 + r.nextInt(Integer.MAX_VALUE), scope(r));
  }

  private static List<SortKey> keys(Random r) {
    return names(r).stream().map(n -> new SortKey(n, r.nextBoolean(), r.nextBoolean())).toList();
  }

  private static RowGroups rowGroups(Random r) {
    int least = r.nextBoolean() ? 1 : 1 + r.nextInt(RowGroups.MAX_LEAST);
    return switch (r.nextInt(3)) {
      case 0 -> new RowGroups.OfBytes(size(r), least);
      case 1 -> new RowGroups.OfRows(1 + r.nextInt(RowGroups.MAX_ROWS));
      default ->
          new RowGroups.Efficient(
              Math.max(0.001, Math.min(0.999, r.nextDouble())),
              r.nextBoolean() ? Optional.empty() : Optional.of(names(r).get(0)),
              1 + r.nextLong(1_000_000_000_000L),
              size(r),
              least);
    };
  }

  private static Packing packing(Random r, int kinds) {
    return switch (r.nextInt(kinds)) {
      case 0 -> new Packing.ManyRowGroups(size(r));
      case 1 -> new Packing.OneRowGroup(r.nextBoolean() ? 0 : size(r));
      case 2 -> new Packing.FilePerSubset();
      case 3 -> new Packing.ColumnGroupRuns(size(r));
      case 4 -> new Packing.Files(1 + r.nextInt(Integer.MAX_VALUE));
      default -> {
        List<ColumnGroups> others = new ArrayList<>();
        for (int k = r.nextInt(3); k >= 0; k--) {
          others.add(columnGroups(r));
        }
        yield new Packing.Copies(packing(r, 5), others);
      }
    };
  }

  private static ColumnGroups columnGroups(Random r) {
    int stride =
        switch (r.nextInt(3)) {
          case 0 -> ColumnGroups.ROW_GROUP;
          case 1 -> 1;
          default -> 1024 * (1 + r.nextInt(ColumnGroups.MAX_STRIDE / 1024));
        };
    ColumnOrder order = r.nextBoolean() ? ColumnOrder.SCHEMA : new ColumnOrder.Listed(names(r));
    if (r.nextInt(3) == 0) {
      return new ColumnGroups(ColumnGroups.NONE.kind(), List.of(), stride, order);
    }
    if (r.nextInt(3) == 0) {
      return ColumnGroups.all(stride).withOrder(order);
    }
    List<String> names = names(r);
    List<List<String>> groups = new ArrayList<>();
    for (int at = 0; at < names.size(); ) {
      int n = Math.min(names.size() - at, 1 + r.nextInt(3));
      groups.add(names.subList(at, at + n));
      at += n;
    }
    return ColumnGroups.of(groups, stride).withOrder(order);
  }

  private static List<String> names(Random r) {
    String alphabet = "abzAZ019_-.,;()=`'\" \n\té漢\ud83d\ude00";
    String[] words = {"asc", "desc", "nulls", "first", "none", "all", "stride", "1", "sort"};
    List<String> names = new ArrayList<>();
    for (int k = r.nextInt(4); k >= 0; k--) {
      StringBuilder name = new StringBuilder(r.nextInt(4) == 0 ? words[r.nextInt(9)] : "");
      while (name.isEmpty() || r.nextInt(3) != 0) {
        name.append(alphabet.charAt(r.nextInt(alphabet.length())));
      }
      if (!names.contains(name.toString())) {
        names.add(name.toString());
      }
    }
    return names;
  }

  private static long size(Random r) {
    return switch (r.nextInt(3)) {
      case 0 -> 1 + (r.nextLong() >>> (1 + r.nextInt(62))) % (Long.MAX_VALUE - 1);
      case 1 -> 1L << r.nextInt(63);
      default -> (1L + r.nextInt(2000)) << (10 * r.nextInt(5));
    };
  }
}
