package io.placed.table.plan;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.StatisticsSource;
import io.placed.schema.Schema;
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
  private final boolean caseSensitive;
  private final Map<Schema, Optional<BoundPredicate>> bound = new HashMap<>();

  public FilePruning(Predicate predicate, boolean caseSensitive) {
    this.predicate = predicate;
    this.caseSensitive = caseSensitive;
  }

  public List<SourceFile> prune(List<SourceFile> files) {
    List<SourceFile> kept = new ArrayList<>(files.size());
    for (SourceFile f : files) {
      Optional<BoundPredicate> p = bound.computeIfAbsent(f.schema(), this::bind);
      if (p.isEmpty() || p.get().mayMatch(statistics(f))) {
        kept.add(f);
      }
    }
    return kept;
  }

  /**
   * Empty where the table's types do not go with the literals: the engine compares after a cast.
   */
  private Optional<BoundPredicate> bind(Schema schema) {
    try {
      return Optional.of(predicate.bind(schema, caseSensitive));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static StatisticsSource statistics(SourceFile f) {
    return DataFilePruning.statistics(f.schema(), f.file(), f.partition());
  }
}
