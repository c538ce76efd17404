package io.placed.spark.types;

import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VarcharType;

/**
 * Lengths and collations, which a catalog keeps of strings and a data set does not. The types that
 * are compared are the same for a data set, or have no strings.
 */
public final class TextTypes {
  private TextTypes() {}

  /** Whether all strings in them, including nested ones, have the same lengths and collations. */
  public static boolean same(DataType now, DataType wanted) {
    return all(now, wanted, TextTypes::isSame);
  }

  /**
   * Whether the strings of one type are strings of the other, too: the changes that Spark allows
   * for ALTER COLUMN … TYPE.
   */
  public static boolean fits(DataType now, DataType wanted) {
    return all(now, wanted, TextTypes::isFitting);
  }

  private static boolean all(DataType now, DataType wanted, BiPredicate<DataType, DataType> texts) {
    if (now instanceof StructType n && wanted instanceof StructType w) {
      return IntStream.range(0, n.length())
          .allMatch(i -> all(n.fields()[i].dataType(), w.fields()[i].dataType(), texts));
    }
    if (now instanceof ArrayType n && wanted instanceof ArrayType w) {
      return all(n.elementType(), w.elementType(), texts);
    }
    if (now instanceof MapType n && wanted instanceof MapType w) {
      return all(n.keyType(), w.keyType(), texts) && all(n.valueType(), w.valueType(), texts);
    }
    return !isText(now) || !isText(wanted) || texts.test(now, wanted);
  }

  private static boolean isText(DataType type) {
    return type instanceof StringType || type instanceof CharType || type instanceof VarcharType;
  }

  /** The text of a type has its length and collation in every release. */
  private static boolean isSame(DataType now, DataType wanted) {
    return now.sql().equals(wanted.sql());
  }

  private static boolean isFitting(DataType now, DataType wanted) {
    if (wanted instanceof CharType w) {
      return now instanceof CharType n && n.length() == w.length();
    }
    if (wanted instanceof VarcharType w) {
      return now instanceof CharType c
          ? c.length() <= w.length()
          : now instanceof VarcharType v && v.length() <= w.length();
    }
    return true;
  }
}
