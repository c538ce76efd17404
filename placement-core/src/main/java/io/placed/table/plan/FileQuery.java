package io.placed.table.plan;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.file.RowIdColumns;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Which files of a source a scan reads.
 *
 * @param source under the names that the predicates use
 * @param partition the partition columns, with the types that the engine's table gives them
 * @param partitionFilters on partition columns only: these are answered here, exactly
 * @param dataFilters the others: files are skipped that statistics rule out
 * @param rowIds whether filters on {@link RowIdColumns} are on these, and not on columns that the
 *     engine has under their names
 */
public record FileQuery(
    TableSource source,
    Schema partition,
    List<Predicate> partitionFilters,
    List<Predicate> dataFilters,
    boolean rowIds,
    boolean caseSensitive) {

  /** Whether a predicate can be a partition filter: it is the same for all rows of each file. */
  public boolean onPartitionsOnly(Predicate p) {
    return source.partitionColumns().containsAll(p.columns())
        && (p.columns().isEmpty() || source.isInPartitions());
  }

  /** The files that may hold rows that match. */
  public List<SourceFile> files() {
    List<Predicate> all = new ArrayList<>(partitionFilters);
    all.addAll(dataFilters);
    List<SourceFile> files = source.candidates(all, caseSensitive);
    for (Predicate p : partitionFilters) {
      files = inPartitions(files, p);
    }
    return dataFilters.isEmpty() ? files : mayMatch(files, Predicate.and(dataFilters));
  }

  /** Those whose partition a predicate is true for. */
  public List<SourceFile> inPartitions(List<SourceFile> files, Predicate p) {
    PartitionFilter filter = new PartitionFilter(partition, p, caseSensitive);
    return files.stream().filter(f -> filter.matches(f.partition())).toList();
  }

  /** Those whose statistics do not rule a predicate out. */
  public List<SourceFile> mayMatch(List<SourceFile> files, Predicate p) {
    return new FilePruning(p, rowIds, caseSensitive).prune(files);
  }
}
