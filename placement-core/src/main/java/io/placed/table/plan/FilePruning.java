package io.placed.table.plan;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.file.RowIdColumns;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.source.SourceFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leaves out files whose statistics say that none of their rows matches. */
public final class FilePruning {
  private final Predicate predicate;
  private final boolean rowIds;
  private final boolean caseSensitive;
  private final Map<Columns, Optional<DataFilePruning>> bound = new HashMap<>();

  private record Columns(Schema schema, Partitioning partitioning) {}

  /**
   * @param rowIds whether names of {@link RowIdColumns} that a table does not have are these
   */
  public FilePruning(Predicate predicate, boolean rowIds, boolean caseSensitive) {
    this.predicate = predicate;
    this.rowIds = rowIds;
    this.caseSensitive = caseSensitive;
  }

  public List<SourceFile> prune(List<SourceFile> files) {
    List<SourceFile> kept = new ArrayList<>(files.size());
    for (SourceFile f : files) {
      Columns columns = new Columns(f.schema(), f.partitioning());
      Optional<DataFilePruning> p = bound.computeIfAbsent(columns, this::bind);
      if (p.isEmpty() || p.get().mayMatch(f.file(), f.partition())) {
        kept.add(f);
      }
    }
    return kept;
  }

  /**
   * Empty where the table's types do not go with the literals: the engine compares after a cast.
   */
  private Optional<DataFilePruning> bind(Columns of) {
    Schema schema = rowIds ? RowIdColumns.with(of.schema, predicate.columns()) : of.schema;
    try {
      return Optional.of(new DataFilePruning(predicate, schema, of.partitioning, caseSensitive));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
