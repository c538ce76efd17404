package io.placed.table.plan;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.table.file.RowIdColumns;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which files of a source a scan reads.
 *
 * @param source under the names that the predicates use
 * @param partition the partition columns, with the types that the engine's table gives them
 * @param partitionFilters on partition columns only: these are answered here, exactly
 * @param dataFilters the others: files are skipped that statistics rule out
 * @param defaults partition columns that the engine gives a value of its own where a file neither
 *     has them nor is in a directory of them; for others that is null
 * @param rowIds whether filters on {@link RowIdColumns} are on these, and not on columns that the
 *     engine has under their names
 */
public record FileQuery(
    TableSource source,
    Schema partition,
    List<Predicate> partitionFilters,
    List<Predicate> dataFilters,
    Set<String> defaults,
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
    dataFilters.forEach(p -> all.add(orDefault(p)));
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
    return new FilePruning(orDefault(p), rowIds, caseSensitive).prune(files);
  }

  /** Statistics say null where the engine has the default. */
  private Predicate orDefault(Predicate p) {
    List<Predicate> either = new ArrayList<>();
    either.add(p);
    for (String column : p.columns()) {
      if (isDefault(column)) {
        either.add(Predicate.isNull(column));
      }
    }
    return either.size() == 1 ? p : Predicate.or(either);
  }

  /** Whether rows may have the default of a column where statistics say null. */
  public boolean isDefault(String column) {
    return defaults.stream().anyMatch(column::equalsIgnoreCase) && !source.isInPartitions();
  }
}
