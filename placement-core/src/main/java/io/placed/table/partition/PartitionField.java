package io.placed.table.partition;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * A field by which files are partitioned. That of a column itself has the column's id, and the
 * column's name, whatever it is now.
 *
 * @param id from the same numbers as those of columns
 * @param name of the directories; empty for a column itself
 * @param source id of the column
 */
public record PartitionField(int id, String name, int source, PartitionTransform transform) {
  public PartitionField {
    if (transform.isIdentity() ? id != source || !name.isEmpty() : id == source || name.isEmpty()) {
      throw new IllegalArgumentException(
          "a partition field has a name and an id of its own, that of a column itself has neither;"
              + " found '"
              + name
              + "', id "
              + id
              + " of column "
              + source);
    }
  }

  static PartitionField ofColumn(int id) {
    return new PartitionField(id, "", id, PartitionTransform.IDENTITY);
  }

  public boolean isIdentity() {
    return transform.isIdentity();
  }

  /** The column that it is derived from; null if the table does not have it. */
  public Field sourceIn(Schema table) {
    for (Field f : table.fields()) {
      if (f.id() == source) {
        return f;
      }
    }
    return null;
  }

  /** The key in {@code DataFile.partition}, and the name of the directories. */
  public String nameIn(Schema table) {
    return isIdentity() ? sourceIn(table).name() : name;
  }

  /** The field as a column of results. */
  public Field asColumn(Schema table) {
    Field column = sourceIn(table);
    return new Field(id, nameIn(table), transform.resultType(column.type()), true);
  }

  /** As it is written in SQL: {@code days(ts)}. */
  public PartitionTerm termIn(Schema table) {
    return new PartitionTerm(sourceIn(table).name(), transform);
  }

  /** The result that a text stands for. */
  public Object value(Type column, String text) {
    return TransformText.parse(transform, column, text);
  }

  /** The result that a text stands for; null if it is null, or its text does not say enough. */
  public Object exactValue(Schema table, String text) {
    Type type = sourceIn(table).type();
    Object value = value(type, text);
    return value == null || isExact(type, value, text) ? value : null;
  }

  /**
   * Statistics of the results in a file; null if its text does not say enough. That is so of a
   * number that wrapped around when it was rounded down, of a decimal with more digits than its
   * type, of an hour beyond 32 bits, and of a string that is not UTF-8, which no text can tell.
   */
  public ColumnStatistics statistics(Schema table, String text, long rows) {
    Type type = sourceIn(table).type();
    Object value = value(type, text);
    return value == null || isExact(type, value, text)
        ? ColumnStatistics.ofConstant(transform.resultType(type), value, rows)
        : null;
  }

  /** Whether results compare as the values do. */
  boolean isExact(Type type, Object result, String text) {
    if (transform.kind() == PartitionTransform.Kind.HOUR) {
      return (Long) result == ((Long) result).intValue();
    }
    if (transform.kind() != PartitionTransform.Kind.TRUNCATE) {
      return true;
    }
    if (text.indexOf('\ufffd') >= 0) {
      return false;
    }
    if (type instanceof DecimalType d) {
      BigInteger unscaled = result instanceof BigInteger b ? b : BigInteger.valueOf((Long) result);
      return unscaled.abs().compareTo(BigInteger.TEN.pow(d.precision())) < 0;
    }
    Object again = transform.apply(type, result);
    return result instanceof byte[] bytes
        ? Arrays.equals(bytes, (byte[]) again)
        : result.equals(again);
  }
}
