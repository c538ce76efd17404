package io.placed.table.snapshot;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.PartitionValues;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.TableFields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Whether partition values in the log are values of their fields; each text is parsed once. */
public final class PartitionTexts {
  private final TableFields fields;
  private final Schema results;
  private final Map<String, Set<String>> known = new HashMap<>();

  /**
   * @param fields whose names the files have
   */
  public PartitionTexts(TableFields fields) {
    this.fields = fields;
    this.results = fields.withResults();
  }

  /**
   * @throws IllegalArgumentException that names a field of which the file has no value
   */
  public void require(DataFile file) {
    file.partition()
        .forEach(
            (name, text) -> {
              if (text != null && known.computeIfAbsent(name, n -> new HashSet<>()).add(text)) {
                requireValue(file, name, text);
              }
            });
  }

  private void requireValue(DataFile file, String name, String text) {
    int at = results.indexOf(name);
    if (at < 0) {
      return; // Nobody reads it.
    }
    PartitionField derived = fields.partitioning().derived(name);
    try {
      if (derived == null) {
        PartitionValues.parse(results.field(at).type(), text);
      } else {
        derived.value(derived.sourceIn(results).type(), text);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file.path() + ", partition field " + name + ": " + e.getMessage(), e);
    }
  }
}
