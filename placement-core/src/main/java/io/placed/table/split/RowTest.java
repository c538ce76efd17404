package io.placed.table.split;

import io.placed.predicate.Predicate;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.file.PartitionValues;
import io.placed.table.file.RowIdColumns;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows that a scan returns: the engine does not test them again.
 *
 * @param columns the table's columns that the predicate names, and those of {@link RowIdColumns}
 * @param defaults by column, what files that do not have it hold, as constants of {@link
 *     ReadRequest}; columns without a default are null there
 */
public record RowTest(Predicate predicate, List<Field> columns, Map<String, Object> defaults)
    implements Serializable {

  /** Puts the test and the constants that it needs into the request of a slice. */
  public ReadRequest addTo(
      ReadRequest request, FileReader file, FileSlice slice, boolean caseSensitive)
      throws IOException {
    Map<String, Object> constants = new HashMap<>();
    for (Field f : columns) {
      if (slice.partition().containsKey(f.name())) {
        constants.put(f.name(), PartitionValues.parse(f.type(), slice.partition().get(f.name())));
      } else if (defaults.containsKey(f.name())
          && !slice.hasColumn(file, f.name(), caseSensitive)) {
        constants.put(f.name(), defaults.get(f.name()));
      }
    }
    Schema table = Schema.of(columns);
    ReadRequest tested =
        request.withTableSchema(table).withConstants(constants).withFilter(predicate);
    return RowIdColumns.addTo(tested, table, slice.ids());
  }
}
