package io.placed.table.commit;

import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.Widening;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A new column of a table is what its visible foreign files have of that name. */
final class ForeignTypes {
  private ForeignTypes() {}

  /** Whether a column is new or has another type, so that files may no longer be readable. */
  static boolean mayDiffer(Schema before, Schema after) {
    Map<Integer, Type> types = types(before);
    return after.fields().stream().anyMatch(f -> !f.type().equals(types.get(f.id())));
  }

  /**
   * @param table its path
   * @param foreign files that are visible after the change, too
   * @throws IllegalArgumentException if one could be read with the former columns, and cannot with
   *     the new ones
   */
  static void requireReadable(
      String table, List<Found> foreign, TableState before, TableState after) throws IOException {
    Map<Integer, Type> types = types(before.schema());
    List<Field> changed =
        after.schema().fields().stream().filter(c -> !c.type().equals(types.get(c.id()))).toList();
    DirectoryView view = new DirectoryView(table);
    for (Found f : foreign) {
      // Which column is which is found out as for a read: names may differ in case only.
      DataFile file = view.listed(f, after);
      Schema inFile = f.footer().schema();
      for (Field wanted : changed) {
        String name = ReadRequest.nameInFile(file.names(), wanted.name(), true);
        int at = name == null ? -1 : inFile.indexOf(name);
        if (at >= 0 && !file.partition().containsKey(wanted.name())) {
          requireReadable(table, f, inFile.field(at), wanted, types.get(wanted.id()));
        }
      }
    }
  }

  /**
   * @param old its type until now, which the file might not have been readable as either; null if
   *     the column is new
   */
  private static void requireReadable(
      String table, Found file, Field stored, Field wanted, Type old) {
    if (!canBeRead(stored.type(), wanted.type())
        && (old == null || canBeRead(stored.type(), old))) {
      throw new IllegalArgumentException(
          table
              + ": the foreign file "
              + file.path()
              + " has a column "
              + stored
              + ", which could not be read as "
              + wanted
              + ": "
              + (old == null
                  ? "add the column with another name or type, or the file to the table first"
                      + " (placed add-files), which hides what the table does not have"
                  : "add the field with another name or type"));
    }
  }

  private static Map<Integer, Type> types(Schema schema) {
    Map<Integer, Type> types = new HashMap<>();
    schema.fields().forEach(f -> types.put(f.id(), f.type()));
    return types;
  }

  /** Whether that holds for all that both have. */
  private static boolean canBeRead(Type stored, Type wanted) {
    if (!stored.isNested() || stored.kind() != wanted.kind()) {
      return Widening.allowed(stored, wanted);
    }
    for (int i = 0; i < stored.children().size(); i++) {
      Field s = stored.children().get(i);
      Field w =
          wanted instanceof StructType struct
              ? UnlistedFile.field(struct, s.name(), true)
              : wanted.children().get(i);
      if (w != null && !canBeRead(s.type(), w.type())) {
        return false;
      }
    }
    return true;
  }
}
