package io.placed.formats.advise;

import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.Type;
import java.util.List;

/** Types of columns in files. */
final class StoredTypes {
  private StoredTypes() {}

  /**
   * @throws IllegalArgumentException if a file has a column with another type than the table, whose
   *     values would be others
   */
  static void requireSame(String file, Field wanted, Field stored) {
    if (!isSame(wanted.type(), stored.type())) {
      throw differ(file, wanted, stored);
    }
  }

  /** Digits before the point do not change a decimal as it is stored, those after it do. */
  private static boolean isSame(Type wanted, Type stored) {
    return wanted.kind() == stored.kind()
        && (!(wanted instanceof DecimalType w) || w.scale() == ((DecimalType) stored).scale());
  }

  /**
   * The same for all that is in a column. Files are read by the positions of nested fields, which
   * may have other names there.
   */
  static void requireSameFields(String file, Field wanted, Field stored) {
    if (!areSame(wanted.type(), stored.type())) {
      throw differ(file, wanted, stored);
    }
  }

  private static boolean areSame(Type wanted, Type stored) {
    List<Field> ours = wanted.children();
    List<Field> theirs = stored.children();
    boolean same = isSame(wanted, stored) && ours.size() == theirs.size();
    for (int i = 0; same && i < ours.size(); i++) {
      String name = theirs.get(i).name();
      // A name that is at another position says that fields were moved.
      same =
          areSame(ours.get(i).type(), theirs.get(i).type())
              && (name.equals(ours.get(i).name())
                  || ours.stream().noneMatch(f -> f.name().equals(name)));
    }
    return same;
  }

  private static IllegalArgumentException differ(String file, Field wanted, Field stored) {
    return new IllegalArgumentException(
        "%s has column '%s' as %s, and the table as %s; rewrite the file first"
            .formatted(file, wanted.name(), stored.type(), wanted.type()));
  }
}
