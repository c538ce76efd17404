package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.schema.Schema;
import io.placed.spark.PlacedOptions;
import io.placed.spark.SparkTypes;
import io.placed.spark.internal.Session;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What a scan was asked for.
 *
 * @param tableSchema all columns
 * @param output columns that are read, parts of structs left out
 * @param partitionFilters on partition columns only: these are answered here, exactly
 * @param dataFilters the others that were understood: these skip, and Spark filters rows
 */
record ScanPlan(
    TableSource source,
    CaseInsensitiveStringMap options,
    StructType tableSchema,
    StructType output,
    List<Predicate> partitionFilters,
    List<Predicate> dataFilters,
    boolean caseSensitive) {

  FilterTranslator translator() {
    return new FilterTranslator(tableSchema, caseSensitive);
  }

  /** The partition columns, with the types that the table gives them. */
  StructType partition() {
    return partition(source, tableSchema);
  }

  static StructType partition(TableSource source, StructType tableSchema) {
    StructType out = new StructType();
    for (StructField f : tableSchema.fields()) {
      if (source.partitionColumns().contains(f.name())) {
        out = out.add(f);
      }
    }
    return out;
  }

  boolean onPartitionsOnly(Predicate p) {
    List<String> columns = List.of(partition().fieldNames());
    return p.columns().stream()
        .allMatch(
            c ->
                columns.stream()
                    .anyMatch(n -> caseSensitive ? n.equals(c) : n.equalsIgnoreCase(c)));
  }

  PartitionFilter partitionFilter(Predicate p) {
    return new PartitionFilter(SparkTypes.toSchema(partition()), p, caseSensitive);
  }

  /** The files that may hold rows that match. */
  List<SourceFile> files() {
    List<SourceFile> files = source.files();
    for (Predicate p : partitionFilters) {
      PartitionFilter filter = partitionFilter(p);
      files = files.stream().filter(f -> filter.matches(f.partition())).toList();
    }
    return dataFilters.isEmpty()
        ? files
        : new FilePruning(Predicate.and(dataFilters), caseSensitive).prune(files);
  }

  ReadContext context() {
    Session session = Session.active();
    Object[] defaults = Session.existenceDefaults(output);
    return new ReadContext(
        session.serializable(options.asCaseSensitiveMap()),
        output,
        tableSchema,
        partition(),
        filePredicate(),
        defaults,
        caseSensitive,
        options.getBoolean(PlacedOptions.IGNORE_CORRUPT, session.ignoreCorruptFiles()),
        options.getBoolean(PlacedOptions.IGNORE_MISSING, session.ignoreMissingFiles()));
  }

  /**
   * Filters that files can answer by themselves. A file knows neither partition values nor what
   * stands for a column that was added later with a default.
   */
  private Predicate filePredicate() {
    Object[] defaults = Session.existenceDefaults(tableSchema);
    List<String> unknown = new ArrayList<>(source.partitionColumns());
    for (int i = 0; i < defaults.length; i++) {
      if (defaults[i] != null) {
        unknown.add(tableSchema.fields()[i].name());
      }
    }
    List<Predicate> parts =
        dataFilters.stream()
            .filter(
                p ->
                    p.columns().stream()
                        .noneMatch(c -> unknown.stream().anyMatch(c::equalsIgnoreCase)))
            .toList();
    return parts.isEmpty() ? null : Predicate.and(parts);
  }

  Schema outputSchema() {
    return SparkTypes.toSchema(output);
  }
}
