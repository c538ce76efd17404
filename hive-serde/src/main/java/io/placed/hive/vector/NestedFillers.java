package io.placed.hive.vector;

import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.ListColumn;
import io.placed.vector.MapColumn;
import io.placed.vector.StructColumn;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;

/** Fillers of structs, lists, maps and unions. */
final class NestedFillers {
  private NestedFillers() {}

  /**
   * @param sources position of each field in the column; -1 if it is not read
   */
  static ColumnFiller struct(int[] sources, List<ColumnFiller> parts) {
    return (source, target, rows) -> {
      Nulls.fill(source, target, rows);
      fields((StructColumn) source, ((StructColumnVector) target).fields, sources, parts, rows);
    };
  }

  /**
   * @param tag position of the tag among the fields of the column
   */
  static ColumnFiller union(int tag, int[] sources, List<ColumnFiller> parts) {
    return (source, target, rows) -> {
      Nulls.fill(source, target, rows);
      UnionColumnVector union = (UnionColumnVector) target;
      int[] tags = ((IntColumn) ((StructColumn) source).child(tag)).values();
      for (int i = 0; i < rows; i++) {
        union.tags[i] = union.noNulls || !union.isNull[i] ? tags[i] : 0;
      }
      fields((StructColumn) source, union.fields, sources, parts, rows);
    };
  }

  private static void fields(
      StructColumn source,
      ColumnVector[] targets,
      int[] sources,
      List<ColumnFiller> parts,
      int rows) {
    for (int k = 0; k < targets.length; k++) {
      if (sources[k] < 0) {
        ColumnFillers.missing(targets[k], rows);
      } else {
        parts.get(k).fill(source.child(sources[k]), targets[k], rows);
      }
    }
  }

  static ColumnFiller list(ColumnFiller element) {
    return (source, target, rows) -> {
      ListColumn list = (ListColumn) source;
      offsets(source, list.offsets(), (MultiValuedColumnVector) target, rows);
      element.fill(list.elements(), ((ListColumnVector) target).child, list.elements().size());
    };
  }

  static ColumnFiller map(ColumnFiller key, ColumnFiller value) {
    return (source, target, rows) -> {
      MapColumn map = (MapColumn) source;
      offsets(source, map.offsets(), (MultiValuedColumnVector) target, rows);
      key.fill(map.keys(), ((MapColumnVector) target).keys, map.keys().size());
      value.fill(map.values(), ((MapColumnVector) target).values, map.values().size());
    };
  }

  private static void offsets(
      Column source, int[] offsets, MultiValuedColumnVector target, int rows) {
    Nulls.fill(source, target, rows);
    for (int i = 0; i < rows; i++) {
      target.offsets[i] = offsets[i];
      target.lengths[i] = offsets[i + 1] - offsets[i];
    }
    target.childCount = offsets[rows];
  }
}
