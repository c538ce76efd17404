package io.placed.spark.read.plan;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.predicate.StatisticsSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.spark.read.source.SourceFile;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.PartitionValues;
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

  /** Empty where the table's types do not go with the literals: Spark compares after a cast. */
  private Optional<BoundPredicate> bind(Schema schema) {
    try {
      return Optional.of(predicate.bind(schema, caseSensitive));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static StatisticsSource statistics(SourceFile source) {
    Schema schema = source.schema();
    return (column, path) -> {
      if (path.length > 0) {
        return null;
      }
      Field field = schema.field(column);
      if (source.partition().containsKey(field.name())) {
        return ColumnStatistics.ofConstant(
            field.type(),
            PartitionValues.parse(field.type(), source.partition().get(field.name())),
            source.file().rows());
      }
      return source.file().statistics().get(field.name());
    };
  }
}
