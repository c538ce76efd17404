package io.placed.spark.catalog;

import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.spark.internal.Session;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.types.CharColumns;
import io.placed.spark.types.SparkTypes;
import io.placed.table.DataSet;
import io.placed.table.changes.ChangeColumns;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.source.TableSource;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What only the session's catalog knows about the columns of a table: {@code CHAR(n)}, collations,
 * comments, defaults and the order. Earlier snapshots and changes are read with it, so that a
 * condition means for them what it means now, and a rollback keeps it.
 */
public final class CatalogColumns {
  /** Spark's keys in the metadata of a column. */
  private static final String DEFAULT = "CURRENT_DEFAULT";

  private static final String FORMER_DEFAULT = "EXISTS_DEFAULT";

  private final StructType described;
  private final Schema now;

  /**
   * @param described the columns as the catalog has them
   * @param now those that the log has at that time
   */
  public CatalogColumns(StructType described, Schema now) {
    this.described = described;
    this.now = now;
  }

  /**
   * The columns of a source: as the catalog describes those that it has now, whatever their names
   * and types were, and in its order, in which rows without names of columns are inserted.
   */
  static StructType of(TableSource source, TableDefinition table, Map<String, String> options)
      throws IOException {
    StructType columns = SparkTypes.toStruct(source.schema());
    Snapshot snapshot = source.snapshot();
    if (snapshot == null) {
      return columns;
    }
    DataSet dataSet = DataSet.at(Session.active().stores(options), table.location());
    Snapshot latest = dataSet.directory().newestLogged();
    Schema now = (latest == null ? dataSet.current() : latest).schema();
    CatalogColumns catalog = new CatalogColumns(Session.nullable(table.schema()), now);
    boolean changes = snapshot.partitionColumns().containsAll(ChangeColumns.names());
    List<Known> ofTable = new ArrayList<>();
    List<StructField> ofChanges = new ArrayList<>();
    for (StructField f : columns.fields()) {
      // Their ids are also those of later columns of the table.
      if (changes && ChangeColumns.names().contains(f.name())) {
        ofChanges.add(f);
        continue;
      }
      int past = snapshot.schema().indexOf(f.name());
      StructField known = past < 0 ? null : catalog.find(snapshot.schema().field(past));
      ofTable.add(new Known(known == null ? f : described(known, f), known));
    }
    List<StructField> all = catalog.inOrder(ofTable, table.partitionColumns());
    all.addAll(ofChanges);
    return new StructType(all.toArray(StructField[]::new));
  }

  /**
   * A column of a snapshot.
   *
   * @param inCatalog the catalog's column; null if it has none
   */
  public record Known(StructField column, StructField inCatalog) {}

  /**
   * Columns in the order of the catalog. Those that it does not have come where it adds columns:
   * after its last one that is no partition column.
   *
   * @param partitions the catalog's partition columns
   */
  public List<StructField> inOrder(List<Known> columns, List<String> partitions) {
    List<StructField> order = List.of(described.fields());
    int last = -1;
    for (int i = 0; i < order.size(); i++) {
      last = partitions.contains(order.get(i).name()) ? last : i;
    }
    double added = last + 0.5;
    List<StructField> all = new ArrayList<>();
    columns.stream()
        .sorted(
            Comparator.comparingDouble(
                c -> c.inCatalog() == null ? added : order.indexOf(c.inCatalog())))
        .forEach(c -> all.add(c.column()));
    return all;
  }

  /**
   * The catalog's column that is a column of some snapshot: the one that the log now has under the
   * field id, or else one of the name that is no other column of the log.
   *
   * @return null if the catalog has none
   */
  public StructField find(Field past) {
    for (Field f : now.fields()) {
      StructField known = f.id() == past.id() ? named(f.name()) : null;
      if (known != null) {
        return known;
      }
    }
    StructField known = named(past.name());
    boolean other =
        known != null
            && now.fields().stream()
                .anyMatch(f -> f.id() != past.id() && f.name().equalsIgnoreCase(known.name()));
    return other ? null : known;
  }

  /** The catalog's column of a name; null if there is none. */
  public StructField named(String name) {
    return named(described, name);
  }

  /** The columns with the partition columns, which are among them, at the end. */
  public static StructType partitionsLast(StructType columns, List<String> partitions) {
    List<StructField> last = partitions.stream().map(columns::apply).toList();
    List<StructField> all = new ArrayList<>(List.of(columns.fields()));
    all.removeAll(last);
    all.addAll(last);
    return new StructType(all.toArray(StructField[]::new));
  }

  /** Whether a column has a default in files that were written before it was added. */
  static boolean hasFormerDefault(StructType columns, String name) {
    StructField found = named(columns, name);
    return found != null && found.metadata().contains(FORMER_DEFAULT);
  }

  /** Whether Spark keeps lengths of char and varchar of a column or its parts beside its type. */
  static boolean hasLengths(StructType columns, String name) {
    StructField found = named(columns, name);
    return found != null && found.metadata().contains(CharColumns.TYPE);
  }

  /** A metastore of Hive may have changed names to lower case. */
  public static StructField named(StructType columns, String name) {
    StructField found = null;
    for (StructField f : columns.fields()) {
      if (f.name().equals(name)) {
        return f;
      }
      found = found == null && f.name().equalsIgnoreCase(name) ? f : found;
    }
    return found;
  }

  /**
   * A column of a snapshot with what the catalog says about it, unless that is about values of
   * another kind.
   *
   * @param known the column in the catalog, whose type may have been widened since, or before a
   *     rollback
   */
  public static StructField described(StructField known, StructField logged) {
    if (!isRelated(stored(known.dataType()), stored(logged.dataType()))) {
      return logged;
    }
    DataType type = described(known.dataType(), logged.dataType());
    Metadata metadata =
        type.equals(known.dataType()) ? known.metadata() : metadata(known, logged, type);
    return new StructField(logged.name(), type, known.nullable(), metadata);
  }

  private static Type stored(DataType type) {
    return SparkTypes.toType(type, "");
  }

  private static boolean isRelated(Type one, Type other) {
    if (one instanceof io.placed.schema.StructType s
        && other instanceof io.placed.schema.StructType o) {
      return s.fields().stream()
          .allMatch(
              f ->
                  o.fields().stream()
                      .filter(g -> g.name().equalsIgnoreCase(f.name()))
                      .allMatch(g -> isRelated(f.type(), g.type())));
    }
    if (one instanceof ListType l && other instanceof ListType o) {
      return isRelated(l.element().type(), o.element().type());
    }
    if (one instanceof MapType m && other instanceof MapType o) {
      return isRelated(m.key().type(), o.key().type())
          && isRelated(m.value().type(), o.value().type());
    }
    return Widening.allowed(one, other) || Widening.allowed(other, one);
  }

  /** The logged type, with what the catalog says about those parts that are stored as it says. */
  private static DataType described(DataType known, DataType logged) {
    if (stored(known).equals(stored(logged))) {
      return known;
    }
    if (known instanceof StructType k && logged instanceof StructType l) {
      StructType all = new StructType();
      for (StructField f : l.fields()) {
        StructField own = named(k, f.name());
        all =
            all.add(
                own == null
                    ? f
                    : new StructField(
                        f.name(),
                        described(own.dataType(), f.dataType()),
                        own.nullable(),
                        own.metadata()));
      }
      return all;
    }
    if (known instanceof ArrayType k && logged instanceof ArrayType l) {
      return new ArrayType(described(k.elementType(), l.elementType()), k.containsNull());
    }
    if (known instanceof org.apache.spark.sql.types.MapType k
        && logged instanceof org.apache.spark.sql.types.MapType l) {
      return DataTypes.createMapType(
          described(k.keyType(), l.keyType()),
          described(k.valueType(), l.valueType()),
          k.valueContainsNull());
    }
    return logged;
  }

  /** What the catalog says about a column besides its type, in terms of another type. */
  private static Metadata metadata(StructField known, StructField logged, DataType type) {
    MetadataBuilder all = new MetadataBuilder().withMetadata(known.metadata());
    if (known.metadata().contains(CharColumns.TYPE)) {
      DataType raw = Session.columns(new StructType(new StructField[] {known}))[0].dataType();
      all.putString(CharColumns.TYPE, described(raw, logged.dataType()).catalogString());
    }
    StructField field = new StructField(logged.name(), type, known.nullable(), all.build());
    if (!hasFittingDefault(field)) {
      all.remove(DEFAULT).remove(FORMER_DEFAULT);
    }
    return all.build();
  }

  /** Whether Spark can cast the default of older rows, if there is one, to the type. */
  private static boolean hasFittingDefault(StructField field) {
    try {
      Session.existenceDefaults(new StructType(new StructField[] {field}));
      return true;
    } catch (Exception e) { // Also an AnalysisException, which Scala does not declare.
      if (isUnfit(e)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Whether Spark says that it cannot cast a value: as it analyzes the cast, or as it computes it.
   * Anything else says nothing about the default, and without it older rows would have null.
   */
  private static boolean isUnfit(Exception e) {
    boolean computed =
        e instanceof ArithmeticException
            || e instanceof NumberFormatException
            || e instanceof DateTimeException;
    return e instanceof AnalysisException || computed && e instanceof SparkThrowable;
  }
}
