package io.placed.table.commit;

import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.table.discovery.ForeignFiles.Found;
import java.util.List;

/** A new column of a table is what its visible foreign files have of that name. */
final class ForeignTypes {
  private ForeignTypes() {}

  /**
   * @param table its path, for messages
   * @param foreign files that are visible after the change, too
   * @throws IllegalArgumentException if one could be read with the former columns, and cannot with
   *     the new ones
   */
  static void requireReadable(String table, List<Found> foreign, Schema before, Schema after) {
    for (Found f : foreign) {
      for (Field stored : f.footer().schema().fields()) {
        int at = after.find(stored.name(), false).orElse(-1);
        Type old = before.find(stored.name(), false).map(c -> before.field(c).type()).orElse(null);
        if (at >= 0
            && !canBeRead(stored.type(), after.field(at).type())
            && (old == null || canBeRead(stored.type(), old))) {
          throw new IllegalArgumentException(
              table
                  + ": the foreign file "
                  + f.path()
                  + " has a column "
                  + stored
                  + ", which could not be read as "
                  + after.field(at)
                  + ": add the column with another name or type, or the file to the table first"
                  + " (placed add-files), which hides what the table does not have");
        }
      }
    }
  }

  /** Whether that holds for all that both have. */
  private static boolean canBeRead(Type stored, Type wanted) {
    if (!stored.isNested() || stored.kind() != wanted.kind()) {
      return Widening.allowed(stored, wanted);
    }
    List<Field> fields = wanted.children();
    for (int i = 0; i < stored.children().size(); i++) {
      Field s = stored.children().get(i);
      Field w =
          stored instanceof StructType
              ? fields.stream()
                  .filter(f -> f.name().equalsIgnoreCase(s.name()))
                  .findFirst()
                  .orElse(null)
              : fields.get(i);
      if (w != null && !canBeRead(s.type(), w.type())) {
        return false;
      }
    }
    return true;
  }
}
